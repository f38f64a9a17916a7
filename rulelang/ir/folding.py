"""IR expressions made so that what is constant already is one number.

Comes in: the parts of an expression.  Goes out: the expression, smaller where its parts decide it. Bounds are left to
`bounds`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from rulelang.ir.model.expressions import Binary, Cond, Const, Expr, Items, Numbers, Size, Source, Unary
from rulelang.ir.model.expressions import Fold as IrFold

Operator: TypeAlias = Literal["+", "-", "*", "//", "/^", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or"]
YES, NO = Const(1), Const(0)


def binary(operator: Operator, left: Expr, right: Expr, rule: int | None = None) -> Expr:
    """`left operator right`; a division by 0 and a result beyond 32 bits stay for the machine, which faults."""
    if isinstance(left, Const) and isinstance(right, Const):
        result = calculate(operator, left.value, right.value)
        if result is not None and -(2**31) <= result < 2**31:
            return Const(result)
    if isinstance(right, Const) and right.value == 0 and operator in ("+", "-"):
        return left
    if isinstance(left, Const) and left.value == 0 and operator == "+":
        return right
    return Binary(operator, left, right, rule)


def calculate(operator: Operator, left: int, right: int) -> int | None:
    """The result, none for a division by 0."""
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//" | "/^" | "%":
            return _divide(operator, left, right)
        case "==" | "!=":
            return int((left == right) is (operator == "=="))
        case "<":
            return int(left < right)
        case "<=":
            return int(left <= right)
        case ">":
            return int(left > right)
        case ">=":
            return int(left >= right)
        case "and":
            return int(bool(left) and bool(right))
        case "or":
            return int(bool(left) or bool(right))


def _divide(operator: Literal["//", "/^", "%"], left: int, right: int) -> int | None:
    if right == 0:
        return None
    if operator == "%":
        return left % right
    return left // right if operator == "//" else -(-left // right)


def negation(value: Expr) -> Expr:
    """`not value`."""
    match value:
        case Const(value=known):
            return Const(int(not known))
        case Unary(operator="not", value=inner):
            return inner
        case Binary(operator="==", left=left, right=right):
            return Binary("!=", left, right)
        case Binary(operator="!=", left=left, right=right):
            return Binary("==", left, right)
        case _:
            return Unary("not", value)


def both(parts: Sequence[Expr]) -> Expr:
    """All of these hold; what is certain is left out, what is impossible decides."""
    kept: list[Expr] = []
    for part in parts:
        if isinstance(part, Const):
            if part.value == 0:
                kept.append(NO)
                break
            continue
        kept.append(part)
    if kept and kept[-1] == NO and len(kept) == 1:
        return NO
    return _chain("and", kept) if kept else YES


def either(parts: Sequence[Expr]) -> Expr:
    """One of these holds."""
    kept: list[Expr] = []
    for part in parts:
        if isinstance(part, Const):
            if part.value != 0:
                kept.append(YES)
                break
            continue
        kept.append(part)
    return _chain("or", kept) if kept else NO


def _chain(operator: Literal["and", "or"], parts: Sequence[Expr]) -> Expr:
    result = parts[0]
    for part in parts[1:]:
        result = binary(operator, result, part)
    return result


def choice(test: Expr, then: Expr, otherwise: Expr) -> Expr:
    """`then` if the test holds, else `otherwise`."""
    if isinstance(test, Const):
        return then if test.value else otherwise
    if then == otherwise:
        return then
    return Cond(test, then, otherwise)


def size(source: Source, name: str) -> Expr:
    """How many there are in a source; `name` is free for a variable."""
    match source:
        case Items(of=of):
            return Size(of)
        case Numbers(low=Const(value=low), high=Const(value=high), step=Const(value=step)) if step > 0:
            return Const(max(0, (high - low) // step + 1))
        case _:
            return IrFold("count", name, source, None, YES)
