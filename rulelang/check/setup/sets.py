"""How many sets a pick of several cards may stand for.

Proved: a pick of a set has at most LARGEST different sets to choose from, if the place is as full as it may be. Cards
that look alike in every column count as one.  Above that the machine may have to give up, so the number is told;
fewer cards may lie there in fact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb

from rulelang.diagnostics import Diagnostic, diagnostic
from rulelang.resolve.model.expressions import Amount, Constant, Expr, PlaceRef, Range, Through
from rulelang.resolve.model.program import Program
from rulelang.resolve.model.sorts import CardSort, NumberSort, SetSort
from rulelang.resolve.model.statements import Pick
from rulelang.resolve.walk import find

LARGEST = 4096


def sets(program: Program) -> Iterator[Diagnostic]:
    for pick in find(Pick, program.steps):
        if pick.range.amount is not None and isinstance(pick.range.source, Through):
            number = _how_many(pick.range, pick.range.amount, program)
            if number > LARGEST:
                help = _in_its_place(pick, program)
                yield diagnostic("RL0516", pick.span, help=help, number=f"{number:,}", most=f"{LARGEST:,}")


def _in_its_place(pick: Pick, program: Program) -> str | None:
    """How a place that is declared in another text gets a bound."""
    match pick.range.source:
        case Through(value=PlaceRef(place=name)) if name in program.places:
            place = program.places[name]
            if place.span.path != pick.span.path:
                owner = f"{place.keys[0].name}." if place.receiver else ""
                bounded = f"{owner}{place.name}: {place.shape} of up to 11 {place.types[0]}, …"
                return f"say in `replace state:` how many cards the place may hold (`{bounded}`), or pick fewer"
    return None


def _how_many(picked: Range, amount: Amount, program: Program) -> int:
    sort = picked.variable.sort
    types = sort.types if isinstance(sort, SetSort | CardSort) else ()
    copies = Counter(
        (name, card.cells) for name in types if name in program.types for card in program.types[name].cards
    )
    room = _room(picked.source, program, sum(copies.values()))
    low = max(_bounds(amount.low)[0], 0) if amount.low is not None else 0
    high = min(room, _bounds(amount.high)[1]) if amount.high is not None else room
    kinds = different(list(copies.values()), high)
    return sum(min(kinds[size], comb(room, size)) for size in range(low, high + 1))


def different(copies: Sequence[int], most: int) -> list[int]:
    """For each size up to `most`: how many sets of that size differ, with so many copies of each card."""
    found = [1] + [0] * most
    for number in copies:
        found = [sum(found[size - k] for k in range(min(number, size) + 1)) for size in range(most + 1)]
    return found


def _room(source: object, program: Program, cards: int) -> int:
    """How many cards may lie where they are picked from."""
    match source:
        case Through(value=PlaceRef(place=name)) if name in program.places:
            capacity = program.places[name].capacity
            return cards if capacity is None else min(capacity, cards)
        case _:
            return cards


def _bounds(number: Expr) -> tuple[int, int]:
    """The least and the greatest value that an amount may have, as far as it can be seen at once."""
    if isinstance(number, Constant):
        return number.value, number.value
    return (number.sort.low, number.sort.high) if isinstance(number.sort, NumberSort) else (0, LARGEST)
