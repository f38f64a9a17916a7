"""Questions over a range: `some`, `no`, `every … has`, sums and counts over it, and the choice of one of it.

Comes in: such an expression.  Goes out: its value, always with the range's variable spelled out.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.resolve import numbers
from rulelang.resolve.expressions import ranges
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import as_card, flag
from rulelang.resolve.model.expressions import Expr, Fold, Question, Selected
from rulelang.resolve.model.sorts import FlagSort, MemberSort, NumberSort, PlaceSort, SetSort, Sort
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import describe, maybe
from rulelang.syntax import model as ast


@expression.register
def question(
    node: ast.Question | ast.Every | ast.Fold | ast.Selected, scope: Scope, want: Sort | None = None
) -> Expr | None:
    """A question whose answer lies in what a variable goes through."""
    inner = scope.inner().speaking_of(None) if not isinstance(node, ast.Fold) else scope.inner()
    match node:
        case ast.Question():
            found = ranges.through(node.range, inner)
            return Question(node.word, found, None, sort=FlagSort(), span=node.span) if found else None
        case ast.Every():
            return _every(node, inner)
        case ast.Fold():
            return _fold(node, inner)
        case ast.Selected():
            found = ranges.through(node.range, inner)
            if found is None:
                return None
            scope.names.chance = scope.names.chance or node.word == "random"
            sort = found.variable.sort if node.word == "random" else maybe(found.variable.sort)
            return Selected(node.word, found, sort=sort, span=node.span)
        case _:
            assert_never(node)


def _every(node: ast.Every, inner: Scope) -> Expr | None:
    found = ranges.through(node.range, inner)
    condition = flag(node.condition, inner) if found is not None else None
    if found is None or condition is None:
        return None
    return Question("every", found, condition, sort=FlagSort(), span=node.span)


def _fold(node: ast.Fold, inner: Scope) -> Expr | None:
    found = ranges.through(node.range, inner, short=node.short)
    if found is None:
        return None
    value = expression(node.value, inner.speaking_of(found.variable if node.short else None))
    if value is None:
        return None
    value = as_card(value)
    most = ranges.most(found.source, inner)
    match node.word, value.sort:
        case "distinct", sort if not isinstance(sort, PlaceSort | SetSort):
            return Fold("distinct", value, found, sort=NumberSort(0, most), span=node.span)
        case "sum", NumberSort() as sort:
            return Fold("sum", value, found, sort=numbers.total(sort, most), span=node.span)
        case (("highest" | "lowest"), NumberSort() | MemberSort()):
            best: Sort = value.sort
            return Fold(node.word, value, found, sort=best, span=node.span)
        case _:
            want = "a number" if node.word != "distinct" else "a number, a member or a player"
            inner.reports.diagnostic("RL0301", value.span, want=want, have=describe(value.sort))
            return None
