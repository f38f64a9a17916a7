"""Which file resolves which expression.

Comes in: any expression, its scope, and the sort that is meant there, if that is known.  Goes out: the resolved
expression, or None when it is wrong and reported. The sort meant only helps to understand a bare word; whether
the value fits is asked by `fitting`.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.resolve.expressions import (
    attributes,
    calls,
    comparisons,
    constants,
    logic,
    questions,
    sums,
    words,
)
from rulelang.resolve.model.expressions import Expr
from rulelang.resolve.model.sorts import Sort
from rulelang.resolve.scopes import Scope
from rulelang.syntax import model as ast


def expression(node: ast.Expr, scope: Scope, want: Sort | None = None) -> Expr | None:
    """The expression with its names resolved."""
    match node:
        case ast.NameRef():
            return words.name(node, scope, want)
        case ast.Number() | ast.YesNo() | ast.NoneValue() | ast.CardName() | ast.CardByColumns():
            return constants.constant(node, scope, want)
        case ast.Empty() | ast.Several():
            constants.misplaced(node, scope)
            return None
        case ast.Usual():
            return constants.usual(node, scope)
        case ast.Get():
            return attributes.get(node, scope)
        case ast.Call():
            return words.call(node, scope)
        case ast.Arithmetic() | ast.Divide() | ast.Negate() | ast.Count():
            return sums.calculation(node, scope)
        case ast.Compare() | ast.Is() | ast.IsIn() | ast.IsMultiple() | ast.NumberRange():
            return comparisons.comparison(node, scope)
        case ast.Not() | ast.And() | ast.Or():
            return logic.connected(node, scope)
        case ast.Question() | ast.Every() | ast.Fold() | ast.Selected():
            return questions.question(node, scope)
        case ast.Can():
            return calls.can(node, scope)
        case _:
            assert_never(node)
