"""Where the cards lie that somebody does not know, and what that somebody can tell of each.

Comes in: a state's list of integers and a viewer.  Goes out: `Spot`s in an order that depends on nothing the viewer
cannot see.  What has no order (hands, bags, loose cards) is put into one by what can be told of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from interpreter.machine.contents import Contents, includes
from interpreter.machine.edition import Edition
from rulelang.nodes import frozen

Mark: TypeAlias = tuple[int, tuple[int, ...]]
"""A counter that belongs to a card, and its other keys."""
Own: TypeAlias = dict[int, dict[Mark, int]]
"""The cells of the counters that belong to each card."""
References: TypeAlias = dict[int, tuple[int, ...]]
"""For a card the cells in which variables and counters name it."""


@frozen
class Spot:
    """Where a card lies that the viewer does not know

    `card`: the one that lies there in truth; nothing but its number's place may ever depend on it.  `cell`: where its
    number stands if it has a place of its own, else none.  `back`: what its back shows (which may be nothing) if the
    viewer sees it.  `told`: what the viewer was told of it: (column, value, whether it has it).  `marks`: counters of
    its own whose values the viewer sees, and that are not as they began: (counter, value).  `bits`: who knows it and
    who was told what of it; both stay with the spot.  `named`: the cells of variables and counters that mean it.
    """

    place: int
    cell: int | None
    card: int
    back: str | None
    told: tuple[tuple[int, int, bool], ...]
    marks: tuple[tuple[Mark, int], ...]
    bits: tuple[int, ...]
    named: tuple[int, ...]


def unknown(
    game: Edition, contents: Contents, cells: list[int], viewer: int, named: References, own: Own
) -> list[Spot]:
    """Every spot whose card the viewer neither sees nor knows, place by place."""
    found: list[Spot] = []
    for number, place in enumerate(game.layout.places):
        loose = contents.loose(number)
        last = place.cards + cells[place.size] - 1
        free: list[Spot] = []
        for at, card in enumerate(contents.cards(number)):
            if contents.sees(viewer, number, card):
                continue
            cell = None if at in loose else last - at if place.shape == "pile" else place.cards + at
            spot = _spot(game, contents, cells, viewer, number, cell, card, named.get(card, ()), own)
            (free if cell is None else found).append(spot)
        found += sorted(free, key=_told_apart)
    return found


def _spot(
    game: Edition, contents: Contents, cells: list[int], viewer: int, place: int, cell: int | None, card: int,
    named: tuple[int, ...], own: Own,
) -> Spot:  # fmt: skip
    seen = includes(contents.backs(place, card), viewer, game.players)
    told = tuple((column, value, holds) for column, value, holds, bits in contents.told(card) if bits >> viewer & 1)
    marks = tuple(_marks(game, contents, viewer, own.get(card, {})))
    facts = (0 if cell is None else cells[cell] for cell in fact_cells(game, card))
    bits = (cells[game.layout.known + card], *facts)
    return Spot(place, cell, card, game.program.cards[card].back if seen else None, told, marks, bits, named)


def _marks(game: Edition, contents: Contents, viewer: int, own: dict[Mark, int]) -> Iterator[tuple[Mark, int]]:
    """The counters of a card that the viewer sees, where they are not as they began."""
    for mark in own:
        counter, offset = mark[0], own[mark] - game.layout.counters[mark[0]]
        _, value, bits = contents.counters(counter)[offset]
        if value != game.program.counters[counter].initial and includes(bits, viewer, game.players):
            yield mark, value


def fact_cells(game: Edition, card: int) -> Iterator[int | None]:
    """The cells that say who was told what of a card, for each column and value; none where it has no such column."""
    for facts in game.layout.facts.values():
        for value in facts.values:
            yield facts.cell(card, value)


def _told_apart(spot: Spot) -> tuple[object, ...]:
    return (spot.back is None, spot.back or "", spot.told, spot.marks, spot.bits, spot.named)
