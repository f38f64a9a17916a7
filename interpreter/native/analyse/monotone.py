"""Conditions on a set of cards that no larger set can meet once a part of it does not.

Comes in: a condition and the variable of the set.  Goes out: a condition that every part of a good set meets, and
whether it is the same one.  With it whole families of sets are passed over at once (see `parts`).
"""

from __future__ import annotations

from typing import Literal

from interpreter.machine.lifetimes import nodes
from rulelang.ir.model.expressions import Binary, Call, Expr, Fold, Held, Items, Local, Size, Unary
from rulelang.ir.model.program import Program


def of_every_part(program: Program, node: Expr, variable: str) -> tuple[Expr, bool] | None:
    """What every part of a set meets if the set meets `node`, and whether that is all of it; none if nothing is."""
    if _shrinks(program, node, variable):
        return node, True
    match node:
        case Binary("==", left, right) if _shrinks(program, Binary("<=", left, right), variable):
            return Binary("<=", left, right), False
        case Binary("==", left, right) if _shrinks(program, Binary(">=", left, right), variable):
            return Binary(">=", left, right), False
        case Binary("and", left, right):
            for part in (left, right):
                found = of_every_part(program, part, variable)
                if found is not None and _mentions(part, variable):
                    return found[0], False
    return None


def singles(condition: Expr) -> list[Expr]:
    """What must hold together, one by one."""
    match condition:
        case Binary("and", left, right):
            return [*singles(left), *singles(right)]
    return [condition]


def _mentions(node: object, variable: str) -> bool:
    return any(isinstance(part, Local) and part.name == variable for part in nodes(node))


def _shrinks(program: Program, node: Expr, variable: str) -> bool:
    """Whether every part of a set meets what the set meets."""
    if not _mentions(node, variable):
        return True
    match node:
        case Binary("and" | "or", left, right):
            return _shrinks(program, left, variable) and _shrinks(program, right, variable)
        case Binary("<=" | "<", left, right):
            return _grows(program, left, variable) and not _mentions(right, variable)
        case Binary(">=" | ">" as operator, left, right):
            turned: Literal["<=", "<"] = "<=" if operator == ">=" else "<"
            return _shrinks(program, Binary(turned, right, left), variable)
        case Fold("all", source=Items(Held(Local(name)))) if name == variable:
            return not _mentions((node.where, node.value), variable)
        case Unary("not", Fold("any", source=Items(Held(Local(name)))) as fold) if name == variable:
            return not _mentions((fold.where, fold.value), variable)
        case Call():
            inside = _inside(program, node, variable)
            return inside is not None and _shrinks(program, *inside)
    return False


def _grows(program: Program, node: Expr, variable: str) -> bool:
    """Whether a number never falls when a set grows."""
    match node:
        case Size(Held(Local(name))):
            return name == variable
        case Fold("count" | "distinct", source=Items(Held(Local(name)))) if name == variable:
            return not _mentions((node.where, node.value), variable)
        case Call():
            inside = _inside(program, node, variable)
            return inside is not None and _grows(program, *inside)
    return not _mentions(node, variable)


def _inside(program: Program, node: Call, variable: str) -> tuple[Expr, str] | None:
    """What a called function reckons, and its name for the set."""
    function = program.functions[node.function]
    names = []
    for parameter, given in zip(function.parameters, node.arguments, strict=True):
        if isinstance(given, Items) and given == Items(Held(Local(variable))):
            names.append(parameter.name)
        elif _mentions(given, variable):
            return None
    return (function.value, names[0]) if len(names) == 1 else None
