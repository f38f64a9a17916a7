"""How the machine writes the things of one program: seats, members, cards, zones, counters.

Comes in: a program.  Goes out: short texts in the author's words, and the ways back that parsing needs.
 Whole choices are left to `choices`, sentences to `views.log`.

Two cards that differ in some column may carry the same text.  Then every card of that text is written with
a number, counted in the order of the card table: `"guard" #1`, `"guard" #2`.  Cards of one look share their
number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product

from rulelang.ir.model.expressions import NO_NUMBER, NONE, Items, Last, Local, Ordered, Zone, ZoneAt
from rulelang.ir.model.program import CounterDecl, Display, Figure, Key, Program, ZoneDecl
from rulelang.ir.model.statements import Each, Move
from rulelang.ir.walk import nodes

SEATS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Texts:
    """The texts of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The players' letters in order of their seats: A, B, C …"""
        return tuple(seat_name(seat) for seat in range(self._program.players))

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """What each card is called, in quotes, with its number where its text alone does not tell its look."""
        looks: dict[str, list[int]] = {}
        for card in self._program.cards:
            same = looks.setdefault(card.text.casefold(), [])
            if card.look not in same:
                same.append(card.look)
        return tuple(
            quoted(card.text, same.index(card.look) + 1 if len(same) > 1 else 0)
            for card in self._program.cards
            for same in (looks[card.text.casefold()],)
        )

    @cached_property
    def plain(self) -> tuple[str, ...]:
        """What each card is called, without quotes."""
        return tuple(text.replace('"', "") for text in self.cards)

    @cached_property
    def spoken(self) -> tuple[str, ...]:
        """What each card is called in a story: in quotes only where its name would run into what stands around it."""
        return tuple(
            text if "," in text or text[1].isdigit() else plain
            for text, plain in zip(self.cards, self.plain, strict=True)
        )

    @cached_property
    def from_many(self) -> frozenset[int]:
        """The rules of moves that go through cards of many places, or to a place of its own for each card."""
        found = set()
        for node in nodes((self._program.procedures, self._program.blocks)):
            if isinstance(node, Each):
                base = node.source
                while isinstance(base, Ordered | Last):
                    base = base.source
                one_place = isinstance(base, Items) and isinstance(base.of, Zone | ZoneAt)
                for move in node.body:
                    if isinstance(move, Move) and not (one_place and Local(node.variable) not in nodes(move.to)):
                        found.add(move.rule)
        return frozenset(found)

    def player(self, seat: int) -> str:
        return self.seats[seat] if seat != NONE else "none"

    def card(self, card: int) -> str:
        return self.cards[card] if card != NONE else "none"

    def value(self, display: Display, value: int) -> str:
        """One value as its sort is written; `none` for the value that stands for none."""
        if display.sort == "number":
            return "none" if value == NO_NUMBER and display.maybe else str(value)
        if display.sort == "flag":
            return "yes" if value else "no"
        if value == NONE:
            return "none"
        match display.sort:
            case "member":
                return self._program.kinds[display.of].members[value]
            case "player":
                return self.player(value)
            case "step":
                return self._program.steps[value].name
            case _:
                return self.card(value)

    def zone(self, declaration: ZoneDecl, keys: Sequence[int]) -> str:
        """`larder`, `A.hand`, `A.supporter(person)`, `row_of(1)`."""
        return self.with_keys(declaration, keys)

    def counter(self, declaration: CounterDecl, keys: Sequence[int]) -> str:
        """`passes`, `A.coins`, `owl.bids(B)`."""
        return self.with_keys(declaration, keys)

    def with_keys(self, declaration: ZoneDecl | CounterDecl | Figure, keys: Sequence[int]) -> str:
        """A name with its keys, as the rules write it."""
        words = [self.value(key.display, value) for key, value in zip(declaration.keys, keys, strict=True)]
        owner = f"{words.pop(0)}." if declaration.receiver and words else ""
        rest = f"({', '.join(words)})" if words else ""
        return f"{owner}{plain_name(declaration.name)}{rest}"


def times(number: int, name: str) -> str:
    """`2 apple`, `3 × owl 2`."""
    return f"{number} × {name}" if name[:1].isdigit() or name[-1:].isdigit() else f"{number} {name}"


def amount(value: str, unit: str) -> str:
    """`2 stones`, `1 stone`, `2` where there is no unit."""
    return f"{value} {unit_of(value, unit)}".rstrip()


def unit_of(value: str, unit: str) -> str:
    """The word behind a number: `coin` behind 1 and `coins` behind 2 for `coins`, and also for `coin|coins`."""
    one, several, more = (part.strip() for part in unit.partition("|"))
    if value not in ("1", "-1"):
        return more if several else unit
    return one if several else singular(unit)


def singular(words: str) -> str:
    """Of words for many, such as `victory points`, those for one; a last word that is no plain plural stays."""
    if re.search(r"[^aeiou]ies$", words) and not words.endswith(("series", "species")):
        return f"{words.removesuffix('ies')}y"
    if words.endswith(("ches", "shes", "sses", "xes")):
        return words.removesuffix("es")
    plural = re.search(r"[a-z]{2}s$", words) and not words.endswith(("ss", "us", "is", "series", "species"))
    return words.removesuffix("s") if plural else words


def plain_name(name: str) -> str:
    """The name of a place or counter without its owner: `gold` for `player.gold`, beside which there is a `gold`."""
    return name.rpartition(".")[2]


def seat_name(seat: int) -> str:
    """The letter of a seat counted from 0; beyond Z two letters (AA, AB …)."""
    if seat < len(SEATS):
        return SEATS[seat]
    return seat_name(seat // len(SEATS) - 1) + SEATS[seat % len(SEATS)]


def quoted(text: str, number: int = 0) -> str:
    """A card's text in quotes; a number above 0 tells it from others of the same text."""
    return f'"{text}" #{number}' if number else f'"{text}"'


def keys_at(declared: Sequence[Key], offset: int) -> tuple[int, ...]:
    """The keys of the instance number `offset` of a declaration, the last key fastest."""
    keys: list[int] = []
    for key in reversed(declared):
        offset, place = divmod(offset, key.high - key.low + 1)
        keys.append(key.low + place)
    return tuple(reversed(keys))


def all_keys(declared: Sequence[Key]) -> Iterator[tuple[int, ...]]:
    """The keys of every instance of a declaration in order, the last key fastest."""
    return product(*(range(key.low, key.high + 1) for key in declared))


def offset_of(declared: Sequence[Key], keys: Sequence[int]) -> int:
    """The number of an instance within its declaration; ValueError for a key outside or too few or many of
    them.
    """
    if len(keys) != len(declared):
        raise ValueError(f"{len(declared)} keys are needed, not {len(keys)}")
    offset = 0
    for key, value in zip(declared, keys, strict=True):
        if not key.low <= value <= key.high:
            raise ValueError(f"{value} is not from {key.low} to {key.high}")
        offset = offset * (key.high - key.low + 1) + value - key.low
    return offset


def counted(words: Iterable[str], order: Sequence[str] = (), of: str = " of ") -> list[str]:
    """Equal words put together, `3 of "apple"`, in the order of `order` and then of the alphabet."""
    amounts: dict[str, int] = {}
    for word in words:
        amounts[word] = amounts.get(word, 0) + 1
    place = {word: index for index, word in enumerate(order)}
    ordered = sorted(amounts, key=lambda word: (place.get(word, len(place)), word))
    many = times if of == " " else lambda number, word: f"{number}{of}{word}"
    return [word if amounts[word] == 1 else many(amounts[word], word) for word in ordered]


def listed(texts: Sequence[str], total: int, word: str) -> str:
    """`a, b or c`; with more than are shown, `a, b … (12 in all)`."""
    if total > len(texts):
        return f"{', '.join(texts)} … ({total} in all)"
    return f" {word} ".join(part for part in (", ".join(texts[:-1]), texts[-1]) if part)
