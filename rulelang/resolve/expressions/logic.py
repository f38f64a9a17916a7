"""`not`, `and`, `or`, and what a condition tells of the cards in it.

Comes in: conditions.  Goes out: conditions with yes or no for each part. In `card is Guard and card.bravado >
2` the second part knows what the first has asked.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import flag
from rulelang.resolve.model.expressions import And, Expr, IsNamed, IsType, Not, Or, Var
from rulelang.resolve.model.sorts import CardSort, FlagSort, Sort
from rulelang.resolve.scopes import Scope
from rulelang.resolve.wording import words
from rulelang.syntax import model as ast


@expression.register
def connected(node: ast.Not | ast.And | ast.Or, scope: Scope, want: Sort | None = None) -> Expr | None:
    """A condition made of conditions."""
    match node:
        case ast.Not(value=value):
            inner = flag(value, scope)
            return Not(inner, sort=FlagSort(), span=node.span) if inner is not None else None
        case ast.And(parts=written):
            parts = in_turn(written, scope, so=True)
            return And(parts, sort=FlagSort(), span=node.span) if parts is not None else None
        case ast.Or(parts=written):
            parts = in_turn(written, scope, so=False)
            return Or(parts, sort=FlagSort(), span=node.span) if parts is not None else None
        case _:
            assert_never(node)


def in_turn(written: tuple[ast.Expr, ...], scope: Scope, *, so: bool) -> tuple[Expr, ...] | None:
    """Conditions of which each is asked only if all before it are so, or are not so."""
    parts: list[Expr | None] = []
    for before, node in zip((None, *written), written, strict=False):
        part = None if _goes_on(before, node, scope) else flag(node, scope)
        parts.append(part)
        if part is not None:
            scope = scope.knowing(learnt(part, scope, so=so))
    return tuple(part for part in parts if part is not None) if None not in parts else None


def _goes_on(before: ast.Expr | None, node: ast.Expr, scope: Scope) -> bool:
    """Whether a bare value goes on with the question before it, as in `trump is hearts or clubs`; then it says so."""
    match before, node:
        case ast.Is(left=left, negated=negated), ast.NoneValue() | ast.Number() | ast.CardName():
            pass
        case ast.Is(left=left, negated=negated), ast.NameRef(name=name) if (
            scope.names.members(name.text) and name.text not in scope.variables and name.text not in scope.names.plain
        ):
            pass
        case _:
            return False
    asked = f"{words(left)} is {'not ' if negated else ''}{words(node)}"
    scope.reports.diagnostic("RL0330", node.span, value=words(node), asked=asked)
    return True


def learnt(condition: Expr, scope: Scope, *, so: bool) -> dict[int, CardSort]:
    """Of which types the cards in sight can be, once the condition is so, or is not so."""
    match condition:
        case IsType(card=Var(variable=variable), type=kind):
            sort = scope.sort_of(variable)
            if not isinstance(sort, CardSort):
                return {}
            left = tuple(t for t in sort.types if (t == kind) == so)
            return {variable.uid: CardSort(left, maybe=sort.maybe and not so)} if left else {}
        case IsNamed(card=Var(variable=variable), named=named) if so:
            return {variable.uid: named.sort} if isinstance(named.sort, CardSort) else {}
        case Not(value=value):
            return learnt(value, scope, so=not so)
        case And(parts=parts) if so:
            return _together(parts, scope, so)
        case Or(parts=parts) if not so:
            return _together(parts, scope, so)
        case _:
            return {}


def _together(parts: tuple[Expr, ...], scope: Scope, so: bool) -> dict[int, CardSort]:
    found: dict[int, CardSort] = {}
    for part in parts:
        found |= learnt(part, scope.knowing(found), so=so)
    return found
