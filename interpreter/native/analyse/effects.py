"""What may state a fault.

Comes in: a part of a program.  Goes out: yes or no; no is certain.
"""

from __future__ import annotations

from interpreter.machine.lifetimes import nodes
from interpreter.native.emit.scope import Context
from rulelang.ir.model.expressions import (
    Call,
    Const,
    Frame,
    Items,
    Lookup,
    Numbers,
    Offered,
    Position,
    Read,
    Seats,
    Subsets,
    Within,
    Zone,
    ZoneAt,
    ZoneOf,
)  # fmt: skip


def fails(context: Context, part: object) -> bool:
    """Whether reading an expression may state a fault."""
    return any(_may(context, node) for node in nodes(part))


def _may(context: Context, node: object) -> bool:
    match node:
        case Call(function):
            return ("f", function) in context.failing
        case Offered() | Within() | ZoneAt() | Position() | ZoneOf() | Subsets() | Items():
            return True
        case Read(keys=keys) | Zone(keys=keys):
            return context.checked and not all(isinstance(key, Const) for key in keys)
        case Lookup(index=index):
            return not isinstance(index, Const)
        case Frame(key=key):
            return key is not None
        case Seats(start):
            return not isinstance(start, Const)
        case Numbers(low, high):
            return not (isinstance(low, Const) and isinstance(high, Const) and high.value - low.value <= 1000)
    return getattr(node, "rule", None) is not None
