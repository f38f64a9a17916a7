"""The needs of a header moved to where they can first be asked, so that no loop asks them again and again.

Comes in: the items of a header.  Goes out: the same items in another order that gives the same choices.  A
need moves only if asking it can be no fault, so that nothing is asked that would not have been asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.lifetimes import nodes
from rulelang.ir.model.expressions import Call, Local, Offered
from rulelang.ir.model.program import HeadItem, NeedItem, Program


def earlier(program: Program, items: Sequence[HeadItem]) -> list[HeadItem]:
    """Each need right after the last item that names something in it; everything else stays in order."""
    order: list[HeadItem] = []
    for item in items:
        place = len(order)
        if isinstance(item, NeedItem) and harmless(program, item.condition):
            named = {node.name for node in nodes(item.condition) if isinstance(node, Local)}
            while place and not stops(order[place - 1], named):
                place -= 1
        order.insert(place, item)
    return order


def stops(item: HeadItem, named: set[str]) -> bool:
    """Whether a need that names these variables must stay behind an item."""
    return isinstance(item, NeedItem) or item.variable in named


def harmless(program: Program, condition: object) -> bool:
    """Whether reading an expression, a source or several of them can be no fault."""
    for node in nodes(condition):
        if isinstance(node, Offered) or getattr(node, "rule", None) is not None:
            return False
        if isinstance(node, Call) and not harmless(program, program.functions[node.function].value):
            return False
    return True
