"""Conditions on a set of cards that no larger set can meet once a part of it does not.

Comes in: a condition and the variable of the set.  Goes out: a condition that every part of a good set meets, and
whether it is the same one.  With it whole families of sets are passed over at once (see `parts`).
"""

from __future__ import annotations

from typing import Literal

from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import Program
from rulelang.ir.walk import nodes


def of_every_part(program: Program, node: ir.Expr, variable: str) -> tuple[ir.Expr, bool] | None:
    """What every part of a set meets if the set meets `node`, and whether that is all of it; none if nothing is."""
    if _shrinks(program, node, variable):
        return node, True
    match node:
        case ir.Binary("==", left, right) if _shrinks(program, ir.Binary("<=", left, right), variable):
            return ir.Binary("<=", left, right), False
        case ir.Binary("==", left, right) if _shrinks(program, ir.Binary(">=", left, right), variable):
            return ir.Binary(">=", left, right), False
        case ir.Binary("and", left, right):
            for part in (left, right):
                found = of_every_part(program, part, variable)
                if found is not None and _mentions(part, variable):
                    return found[0], False
    return None


def singles(condition: ir.Expr) -> list[ir.Expr]:
    """What must hold together, one by one."""
    match condition:
        case ir.Binary("and", left, right):
            return [*singles(left), *singles(right)]
    return [condition]


def _mentions(node: object, variable: str) -> bool:
    return any(isinstance(part, ir.Local) and part.name == variable for part in nodes(node))


def _shrinks(program: Program, node: ir.Expr, variable: str) -> bool:
    """Whether every part of a set meets what the set meets."""
    if not _mentions(node, variable):
        return True
    match node:
        case ir.Binary("and" | "or", left, right):
            return _shrinks(program, left, variable) and _shrinks(program, right, variable)
        case ir.Binary("<=" | "<", left, right):
            return _grows(program, left, variable) and not _mentions(right, variable)
        case ir.Binary(">=" | ">" as operator, left, right):
            turned: Literal["<=", "<"] = "<=" if operator == ">=" else "<"
            return _shrinks(program, ir.Binary(turned, right, left), variable)
        case ir.Fold("all", source=ir.Items(ir.Held(ir.Local(name)))) if name == variable:
            return not _mentions((node.where, node.value), variable)
        case ir.Unary("not", ir.Fold("any", source=ir.Items(ir.Held(ir.Local(name)))) as fold) if name == variable:
            return not _mentions((fold.where, fold.value), variable)
        case ir.Call():
            inside = _inside(program, node, variable)
            return inside is not None and _shrinks(program, *inside)
    return False


def _grows(program: Program, node: ir.Expr, variable: str) -> bool:
    """Whether a number never falls when a set grows."""
    match node:
        case ir.Size(ir.Held(ir.Local(name))):
            return name == variable
        case ir.Fold("count" | "distinct", source=ir.Items(ir.Held(ir.Local(name)))) if name == variable:
            return not _mentions((node.where, node.value), variable)
        case ir.Call():
            inside = _inside(program, node, variable)
            return inside is not None and _grows(program, *inside)
    return not _mentions(node, variable)


def _inside(program: Program, node: ir.Call, variable: str) -> tuple[ir.Expr, str] | None:
    """What a called function reckons, and its name for the set."""
    function = program.functions[node.function]
    names = []
    for parameter, given in zip(function.parameters, node.arguments, strict=True):
        if isinstance(given, ir.Items) and given == ir.Items(ir.Held(ir.Local(variable))):
            names.append(parameter.name)
        elif _mentions(given, variable):
            return None
    return (function.value, names[0]) if len(names) == 1 else None
