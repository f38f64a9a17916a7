"""Whether a list of integers can be a state at rest: what somebody hands in is looked at before a game goes on from it.

Comes in: a layout and the list of integers of a saved state.  Goes out: what is wrong with it, in a few words, or none.
Nothing here asks whether play could lead there; only that nothing lies outside what docs/design/ir.md ("Layout of the
state") allows, so that no engine reads or writes beside the cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from interpreter.machine.engine import NOBODY_WON, RUNNING
from interpreter.machine.layout import BLOCK, BY_NUMBER, OUTCOME, Layout, Place, instances
from rulelang.ir.model.expressions import NO_NUMBER, NONE, Expr, Frame, Lookup, Position, Read, Seats, Zone, ZoneOf
from rulelang.ir.model.program import Decision, Key, Program
from rulelang.ir.model.statements import Decide, Halt, Move, SwapCards
from rulelang.ir.walk import nodes

UNSET = (0, NONE, NO_NUMBER)
"""What a variable may hold wherever it is not read."""


def trouble(layout: Layout, cells: Sequence[int]) -> str | None:
    """The first thing that no state at rest can hold."""
    return next(_troubles(layout, cells), None)


def _troubles(layout: Layout, cells: Sequence[int]) -> Iterator[str]:
    if not _rests(layout.program, cells):
        yield "it does not rest where a game can"
    for counter, first in zip(layout.program.counters, layout.counters, strict=True):
        for value in cells[first : first + instances(counter.keys)]:
            if not counter.low <= value <= counter.high and value != counter.initial:
                yield f"{counter.name} is {value}"
    yield from _known(layout, cells)
    lies: dict[int, int] = {}
    for number, place in enumerate(layout.places):
        yield from _place(layout, cells, number, place, lies)
    cards = range(len(layout.program.cards))
    if [lies.get(card) for card in cards] != [cells[layout.zone + card] for card in cards]:
        yield "a card is in two places, or in none"
    yield from _variables(layout, cells)


def _rests(program: Program, cells: Sequence[int]) -> bool:
    if not -len(program.blocks) <= cells[BLOCK] < 0:
        return False
    end = program.blocks[-1 - cells[BLOCK]].end
    if isinstance(end, Decide):
        return cells[OUTCOME] == RUNNING
    return isinstance(end, Halt) and RUNNING < cells[OUTCOME] <= NOBODY_WON


def _known(layout: Layout, cells: Sequence[int]) -> Iterator[str]:
    """Bit sets of players have no bits of others."""
    everyone = (1 << layout.program.players) - 1
    runs = [(layout.known, len(layout.program.cards))]
    runs += [(facts.start, facts.cards * len(facts.values)) for facts in layout.facts.values()]
    runs += [(first, instances(layout.program.counters[number].keys)) for number, first in layout.told.items()]
    for first, many in runs:
        if not all(0 <= known <= everyone for known in cells[first : first + many]):
            yield "somebody who does not play knows something"


def _place(layout: Layout, cells: Sequence[int], number: int, place: Place, lies: dict[int, int]) -> Iterator[str]:
    """`lies` gets the place of each card."""
    name = layout.program.zones[place.declaration].name
    size = cells[place.size]
    if not 0 <= size <= place.capacity:
        yield f"{name} holds {size} cards"
        return
    cards, rest = cells[place.cards : place.cards + size], cells[place.cards + size : place.cards + place.room]
    if any(rest):
        yield f"{name} holds more than its cards"
    types = [layout.program.types[kind] for kind in layout.program.zones[place.declaration].types]
    for card in cards:
        if not any(kind.first <= card < kind.first + kind.count for kind in types) or card in lies:
            yield f"{name} holds what cannot be there"
        lies[card] = number
    if place.shape in BY_NUMBER and list(cards) != sorted(cards):
        yield f"{name} is not in its order"
    if place.shape == "pile":
        low, loose = cells[place.low], cells[place.loose]
        run = list(cards[low : low + loose]) if low >= 0 and loose >= 0 else []
        if min(low, loose) < 0 or low + loose > size or (low and not loose) or run != sorted(run):
            yield f"{name} is not in its order"
        elif place.turned and loose and low + loose == size:
            yield f"the top of {name} is not turned up"


def _variables(layout: Layout, cells: Sequence[int]) -> Iterator[str]:
    ranges = _ranges(layout.program)
    for slot, (first, frame) in enumerate(zip(layout.frames, layout.program.frames, strict=True)):
        if first is None:
            continue
        width = 1 + frame.capacity if frame.capacity else 1
        low, high = ranges.get(slot, (NO_NUMBER, -1 - NO_NUMBER))
        for at in range(first, first + width * (layout.program.players if frame.seats else 1), width):
            if not frame.capacity:
                well = low <= cells[at] <= high or cells[at] in UNSET
            else:
                size = cells[at]
                well = 0 <= size <= frame.capacity and not any(cells[at + 1 + size : at + width])
                well = well and all(0 <= card < len(layout.program.cards) for card in cells[at + 1 : at + 1 + size])
            if not well:
                yield f"the variable {frame.name} holds what it cannot"


@lru_cache(maxsize=16)
def _ranges(program: Program) -> dict[int, tuple[int, int]]:
    """Between which values each variable lies that is used as an index somewhere."""
    found: dict[int, tuple[int, int]] = {}
    for expression, low, high in _indices(program):
        if isinstance(expression, Frame):
            least, most = found.get(expression.slot, (low, high))
            found[expression.slot] = max(least, low), min(most, high)
    return found


def _indices(program: Program) -> Iterator[tuple[Expr, int, int]]:
    """What is used as an index, and what it may be."""
    seats, cards = (0, program.players - 1), (0, len(program.cards) - 1)
    for node in nodes((program.functions, program.headers, program.procedures, program.decisions, program.blocks)):
        match node:
            case Read(counter, keys):
                yield from _keyed(keys, program.counters[counter].keys)
            case Zone(declaration, keys):
                yield from _keyed(keys, program.zones[declaration].keys)
            case Frame(key=key) if key is not None:
                yield key, *seats
            case Decision(player=player):
                yield player, *seats
            case Seats(start):
                yield start, *seats
            case Position(card=card) | ZoneOf(card=card) | Move(card=card):
                yield card, *cards
            case SwapCards(left=left, right=right):
                yield left, *cards
                yield right, *cards
            case Lookup(table, index):
                first = program.tables[table].first
                yield index, first, first + len(program.tables[table].values) - 1


def _keyed(given: Sequence[Expr], declared: Sequence[Key]) -> Iterator[tuple[Expr, int, int]]:
    for expression, key in zip(given, declared, strict=True):
        yield expression, key.low, key.high
