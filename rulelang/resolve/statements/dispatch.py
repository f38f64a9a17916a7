"""Which function resolves which statement, and the lines of a block.

Comes in: any statement and its scope.  Goes out: the resolved statement, or None when it is wrong and reported.
Statements stand in statements, so that every file of this folder asks for this one; each says here which nodes it
resolves.
"""

from __future__ import annotations

from functools import singledispatch

from rulelang.diagnostics import InternalError
from rulelang.resolve.model.statements import Stmt
from rulelang.resolve.scopes import Scope
from rulelang.syntax import model as ast


@singledispatch
def statement(node: ast.Stmt, scope: Scope) -> Stmt | None:
    """One line; what it names is in sight in `scope` afterwards."""
    raise InternalError(f"nothing resolves {type(node).__name__}")


def block(lines: tuple[ast.Stmt, ...], scope: Scope) -> tuple[Stmt, ...]:
    """The lines in a scope of their own."""
    inner = scope.inner()
    found = [statement(line, inner) for line in lines]
    return tuple(line for line in found if line is not None)
