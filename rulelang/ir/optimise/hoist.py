"""The needs of a header moved to where they can first be asked, so that no loop asks them again and again.

A need moves right behind the last item that names something in it, but only if neither asking it nor what it moves
before can be a fault, so that the first fault stays the first.  The choices are the same, in the same order.  A header
that might go through too many members stays as it is: what is gone through is counted in its order.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.ir.analyse.bounds import most_members, sets
from rulelang.ir.analyse.harmless import harmless
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.limits import MOST_MEMBERS, MOST_SETS
from rulelang.ir.model.program import Header, HeadItem, LetItem, NeedItem, PickItem, Program
from rulelang.ir.walk import nodes


def hoisted(program: Program) -> Program:
    """The program with every need as early as it can be."""
    return evolve(program, headers=tuple(_header(program, header) for header in program.headers))


def _header(program: Program, header: Header) -> Header:
    if most_members(program, header) > MOST_MEMBERS:
        return header
    order: list[HeadItem] = []
    for item in header.items:
        place = len(order)
        if isinstance(item, NeedItem) and harmless(program, item.condition):
            named = {node.name for node in nodes(item.condition) if isinstance(node, ir.Local)}
            while place and not _stops(program, order[place - 1], named):
                place -= 1
        order.insert(place, item)
    return evolve(header, items=tuple(order))


def _stops(program: Program, item: HeadItem, named: set[str]) -> bool:
    """Whether a need that names these variables must stay behind an item."""
    match item:
        case NeedItem():
            return True
        case LetItem(variable, value):
            return variable in named or not harmless(program, value)
        case PickItem(variable, source, where):
            many = isinstance(source, ir.Subsets) and sets(program, source) > MOST_SETS
            return variable in named or many or not harmless(program, (source, where))
