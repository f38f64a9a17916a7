"""What may state a fault.

Comes in: a part of a program.  Goes out: yes or no; no is certain.
"""

from __future__ import annotations

from interpreter.native.emit.scope import Context
from rulelang.ir.analyse.cards.lookalikes import all_differ
from rulelang.ir.model import expressions as ir
from rulelang.ir.walk import nodes


def fails(context: Context, part: object) -> bool:
    """Whether reading an expression may state a fault."""
    return any(_may(context, node) for node in nodes(part))


def _may(context: Context, node: object) -> bool:
    match node:
        case ir.Call(function):
            return ("f", function) in context.failing
        case ir.Offered() | ir.Within() | ir.ZoneAt() | ir.Position() | ir.ZoneOf() | ir.Subsets() | ir.Items():
            return True
        case ir.Read(keys=keys) | ir.Zone(keys=keys):
            return context.checked and not all(isinstance(key, ir.Const) for key in keys)
        case ir.Lookup(index=index):
            return not isinstance(index, ir.Const)
        case ir.Frame(key=key):
            return key is not None
        case ir.Seats(start):
            return not isinstance(start, ir.Const)
        case ir.Numbers(low, high):
            return not (isinstance(low, ir.Const) and isinstance(high, ir.Const) and high.value - low.value <= 1000)
    return getattr(node, "rule", None) is not None


def open_looks(context: Context, source: ir.Source) -> bool:
    """Whether putting cards together by look can be no fault: nothing that may be one says who sees them."""
    program = context.program
    if all_differ(program, source):
        return True
    match source:
        case ir.Ordered(source=inner) | ir.Last(source=inner):
            return open_looks(context, inner)
        case ir.Items(ir.Zone(zone)):
            function = program.zones[zone].seen.function
            return function is None or ("f", function) not in context.failing
        case _:
            return False
