"""The needs of a header moved to where they can first be asked, so that no loop asks them again and again.

Comes in: the items of a header.  Goes out: the same items in another order that gives the same choices.  A
need moves only if neither asking it nor what it moves before can be a fault, so that the first fault stays the first.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.machine.engine import MOST_SETS
from interpreter.machine.lifetimes import nodes
from interpreter.native.analyse.bounds import sets
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import HeadItem, LetItem, NeedItem, PickItem, Program


def earlier(program: Program, items: Sequence[HeadItem]) -> list[HeadItem]:
    """Each need right after the last item that names something in it; everything else stays in order."""
    order: list[HeadItem] = []
    for item in items:
        place = len(order)
        if isinstance(item, NeedItem) and harmless(program, item.condition):
            named = {node.name for node in nodes(item.condition) if isinstance(node, ir.Local)}
            while place and not stops(program, order[place - 1], named):
                place -= 1
        order.insert(place, item)
    return order


def stops(program: Program, item: HeadItem, named: set[str]) -> bool:
    """Whether a need that names these variables must stay behind an item."""
    match item:
        case NeedItem():
            return True
        case LetItem(variable, value):
            return variable in named or not harmless(program, value)
        case PickItem(variable, source, where):
            many = isinstance(source, ir.Subsets) and sets(program, source) > MOST_SETS
            return variable in named or many or not harmless(program, (source, where))


def harmless(program: Program, condition: object) -> bool:
    """Whether reading an expression, a source or several of them can be no fault."""
    for node in nodes(condition):
        if isinstance(node, ir.Offered) or getattr(node, "rule", None) is not None:
            return False
        if isinstance(node, ir.Call) and not harmless(program, program.functions[node.function].value):
            return False
    return True
