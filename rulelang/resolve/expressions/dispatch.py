"""Which function resolves which expression.

Comes in: any expression, its scope, and the sort that is meant there, if that is known.  Goes out: the resolved
expression, or None when it is wrong and reported. The sort meant only helps to understand a bare word; whether
the value fits is asked by `fitting`.  Expressions stand in expressions, so that every file of this folder asks for this
one; each says here which nodes it resolves.
"""

from __future__ import annotations

from functools import singledispatch

from rulelang.diagnostics import InternalError
from rulelang.resolve.model.expressions import Expr
from rulelang.resolve.model.sorts import Sort
from rulelang.resolve.scopes import Scope
from rulelang.syntax import model as ast


@singledispatch
def expression(node: ast.Expr, scope: Scope, want: Sort | None = None) -> Expr | None:
    """The expression with its names resolved."""
    raise InternalError(f"nothing resolves {type(node).__name__}")
