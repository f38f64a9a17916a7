"""How many members the picks of a header go through at most.

Comes in: headers.  Goes out: numbers, which may be too large but never too small.
"""

from __future__ import annotations

from math import comb

from rulelang.ir.model import expressions as ir
from rulelang.ir.model.limits import HIGHEST, LOWEST, MOST_SETS
from rulelang.ir.model.program import Header, PickItem, Program


def most_members(program: Program, header: Header) -> int:
    """All picks together: each one's members for all that may be picked before it."""
    gone, ways = 0, 1
    for item in header.items:
        if isinstance(item, PickItem):
            ways *= most(program, item.source)
            gone += ways
    return gone


def most(program: Program, source: ir.Source) -> int:
    """The members of a source."""
    match source:
        case ir.Numbers(low, high, step):
            width = bounds_of(program, high)[1] - bounds_of(program, low)[0]
            return max(width // (step.value if isinstance(step, ir.Const) and step.value > 0 else 1) + 1, 0)
        case ir.Seats():
            return program.players
        case ir.Items(ir.Zone(zone)):
            return min(program.zones[zone].capacity, len(program.cards))
        case ir.Items(ir.Held(ir.Frame(slot))):
            return program.frames[slot].capacity
        case ir.Items():
            return len(program.cards)
        case ir.Values(values):
            return len(values)
        case ir.Joined(parts):
            return sum(most(program, part) for part in parts)
        case ir.Ordered(source=inner, limit=limit) | ir.Last(inner, limit):
            whole = most(program, inner)
            return whole if limit is None else min(whole, max(bounds_of(program, limit)[1], 0))
        case ir.Subsets():
            return min(sets(program, source), MOST_SETS)
    raise AssertionError(source)


def sets(program: Program, source: ir.Subsets) -> int:
    """The sets, however many a pick may have."""
    cards = most(program, source.source)
    low, high = max(bounds_of(program, source.low)[0], 0), min(bounds_of(program, source.high)[1], cards)
    return sum(comb(cards, size) for size in range(low, high + 1))


def bounds_of(program: Program, node: ir.Expr) -> tuple[int, int]:
    """The lowest and the highest value."""
    match node:
        case ir.Const(value):
            return value, value
        case ir.Within(_, low, high):
            return low, high
        case ir.Lookup(table) if program.tables[table].values:
            return min(program.tables[table].values), max(program.tables[table].values)
        case ir.Read(counter):
            return program.counters[counter].low, program.counters[counter].high
    return LOWEST, HIGHEST


def least_of(program: Program, value: ir.Expr, apart: int) -> int | None:
    """The lowest value of a cell of a table, if all its cells are less than so much apart."""
    if not isinstance(value, ir.Lookup):
        return None
    cells = program.tables[value.table].values
    return min(cells) if cells and max(cells) - min(cells) < apart else None
