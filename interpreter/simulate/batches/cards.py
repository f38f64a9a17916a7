"""Which cards each seat had, played and kept.

Comes in: at each decision and at the end, the place of each card.  Goes out: for each game, seat and card whether it
was drawn (it lay in a place of that seat's own), played (it left such a place by that seat's own choice) and kept (it
lay there at the end); and how many choices moved cards into or out of somebody else's places.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from interpreter.machine.layout import Layout
from interpreter.simulate.batches.columns import Flags, Numbers
from rulelang.ir.model.program import Program
from rulelang.nodes import frozen

Bits = NDArray[np.unsignedinteger]
ASPECTS = ("drawn", "played", "kept")


@frozen
class Held:
    """Of games in their order: `of[aspect, game, seat, card]`, aspects as in `ASPECTS`; `touched`: in each game, how
    many choices moved cards of others."""

    of: Flags
    touched: Numbers

    def game(self, place: int) -> Held:
        """Of one of the games alone."""
        return Held(self.of[:, place : place + 1], self.touched[place : place + 1])


def owners(layout: Layout) -> Bits:
    """For each place the bit of the seat that it belongs to, 0 if it is nobody's own."""
    zones = layout.program.zones
    kept = [(place, zones[place.declaration].keys) for place in layout.places]
    owned = [1 << place.keys[0] if keys and keys[0].display.sort == "player" else 0 for place, keys in kept]
    return np.array(owned, dtype=np.uint8 if layout.program.players <= 8 else np.uint32)


def held(lying: NDArray[np.integer], chooser: NDArray[np.integer], first: Numbers, owner: Bits, players: int) -> Held:
    """`lying[line, card]`: the place; `chooser`: NOBODY at the last line of each game, `first` its first line."""
    cards, per_word = lying.shape[1], 8 // owner.itemsize
    lying = lying.astype(np.uint8 if len(owner) <= 256 else np.uint16)
    whose = np.zeros((len(lying), -cards % per_word + cards), dtype=owner.dtype)
    whose[:, :cards] = _owned(owner, lying)
    moved = np.zeros(whose.shape, dtype=owner.dtype)
    moved[:-1, :cards] = lying[1:] != lying[:-1]
    me = np.where(chooser >= 0, 1 << np.maximum(chooser, 0), 0).astype(owner.dtype)[:, None]
    moved *= me > 0
    played = whose & me
    played *= moved
    foreign = (whose[:-1] | whose[1:]) & ~me[:-1] & (0 - moved[:-1])
    touched = np.flatnonzero(foreign.view(np.uint64).any(axis=1))
    game = np.searchsorted(first, touched, side="right") - 1
    last = np.append(first[1:], len(lying)) - 1
    seats = np.stack([_ever(whose, first), _ever(played, first), whose[last]])[:, :, :cards]
    of = np.stack([(seats >> seat & 1).astype(bool) for seat in range(players)], axis=2)
    return Held(of, np.bincount(game, minlength=len(first)))


def _owned(owner: Bits, lying: NDArray[np.integer]) -> Bits:
    """The bit of the owner of each place; bytes are translated many times as fast as a table is looked up."""
    if owner.itemsize > 1 or lying.itemsize > 1:
        found: Bits = owner[lying]
        return found
    table = owner.tobytes().ljust(256, b"\0")
    return np.frombuffer(lying.tobytes().translate(table), dtype=np.uint8).reshape(lying.shape)


def _ever(bits: Bits, first: Numbers) -> Bits:
    """All bits of each game, of eight bytes at a time."""
    ever: Bits = np.bitwise_or.reduceat(bits.view(np.uint64), first).view(bits.dtype)
    return ever


@frozen
class Group:
    """Cards that are told of together: all that are called the same, or have the same thing printed on them"""

    name: str
    cards: tuple[int, ...]
    type: int
    is_one: bool


def groups(program: Program) -> list[Group]:
    """Cards by their names, then what several names have printed on them in common."""
    by_name: dict[str, list[int]] = {}
    by_print: dict[tuple[str, str], list[int]] = {}
    for number, card in enumerate(program.cards):
        by_name.setdefault(card.text, []).append(number)
        for printed in card.face:
            by_print.setdefault(printed, []).append(number)
    named = [Group(name, tuple(cards), program.cards[cards[0]].type, True) for name, cards in by_name.items()]
    seen = {group.cards for group in named}
    common = [
        Group(" ".join(filter(None, printed)), tuple(cards), program.cards[cards[0]].type, False)
        for printed, cards in by_print.items()
        if tuple(cards) not in seen and _is_told(program, cards)
    ]
    return [*named, *common]


def _is_told(program: Program, cards: Sequence[int]) -> bool:
    """Whether it tells cards apart: some of their type have it, some have not, and not all have one name."""
    names = {program.cards[card].text for card in cards}
    types = {program.cards[card].type for card in cards}
    return len(names) > 1 and len(cards) < sum(program.types[kind].count for kind in types)
