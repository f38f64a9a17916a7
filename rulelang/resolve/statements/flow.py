"""What holds blocks: `if`, `for each`, `repeat`, `turns`, `turns once`.

Comes in: such statements.  Goes out: the same, each block in a scope of its own: names that a line gives are in sight
from the next line to its end.  In `turns`, `me` is whose turn it is.
"""

from __future__ import annotations

from rulelang.resolve.expressions import logic, ranges
from rulelang.resolve.expressions.fitting import flag, how_many, player
from rulelang.resolve.model.expressions import Expr
from rulelang.resolve.model.sorts import PlayerSort
from rulelang.resolve.model.statements import ForEach, If, Repeat, Stmt, Turns, TurnsOnce
from rulelang.resolve.scopes import Scope
from rulelang.resolve.statements.dispatch import block, statement
from rulelang.syntax import model as ast


@statement.register
def _if(node: ast.If, scope: Scope) -> Stmt | None:
    """Each arm knows its condition, and that those before it do not hold."""
    arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
    wrong = False
    for written, body in node.arms:
        condition = flag(written, scope)
        so = logic.learnt(condition, scope, so=True) if condition is not None else {}
        lines = block(body, scope.knowing(so))
        if condition is None:
            wrong = True
            continue
        arms.append((condition, lines))
        scope = scope.knowing(logic.learnt(condition, scope, so=False))
    otherwise = block(node.otherwise, scope)
    return None if wrong else If(tuple(arms), otherwise, span=node.span, cites=node.cites)


@statement.register
def _for_each(node: ast.ForEach, scope: Scope) -> Stmt | None:
    inner = scope.inner()
    found = ranges.through(node.range, inner)
    body = block(node.body, inner)
    return ForEach(found, body, span=node.span, cites=node.cites) if found is not None else None


@statement.register
def _repeat(node: ast.Repeat, scope: Scope) -> Stmt | None:
    times = how_many(node.times, scope) if node.times is not None else None
    until = flag(node.until, scope) if node.until is not None else None
    body = block(node.body, scope)
    if (times is None) != (node.times is None) or (until is None) != (node.until is None):
        return None
    return Repeat(times, until, body, span=node.span, cites=node.cites)


@statement.register
def _turns(node: ast.Turns, scope: Scope) -> Stmt | None:
    start = player(node.start, scope)
    inner = scope.acting()
    then = player(node.then, inner) if node.then is not None else None
    where = flag(node.where, inner) if node.where is not None else None
    body = block(node.body, inner)
    if start is None or (then is None) != (node.then is None) or (where is None) != (node.where is None):
        return None
    return Turns(start, then, where, body, span=node.span, cites=node.cites)


@statement.register
def _turns_once(node: ast.TurnsOnce, scope: Scope) -> Stmt | None:
    start = player(node.start, scope) if node.start is not None else None
    inner = scope.acting()
    where = flag(node.where, inner) if node.where is not None else None
    ordering = scope.inner()
    who = ordering.bind_quietly("player", PlayerSort(), node.span)
    orders = ranges.orders(node.orders, ordering.speaking_of(who))
    body = block(node.body, inner)
    wrong = (start is None) != (node.start is None) or (where is None) != (node.where is None)
    if wrong or orders is None:
        return None
    return TurnsOnce(start, where, who, orders, body, span=node.span, cites=node.cites)
