"""Blocks of statements, and what holds blocks: `if`, `for each`, `repeat`, `turns`, `turns once`.

Comes in: the lines of a block.  Goes out: the resolved ones, each block in a scope of its own: names that a line gives
are in sight from the next line to its end.  In `turns`, `me` is whose turn it is.  Other statements are left to the
other files.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.resolve.expressions import logic, ranges
from rulelang.resolve.expressions.fitting import flag, how_many, player
from rulelang.resolve.model.expressions import Expr
from rulelang.resolve.model.sorts import PlayerSort
from rulelang.resolve.model.statements import ForEach, If, Repeat, Stmt, Turns, TurnsOnce
from rulelang.resolve.scopes import Scope
from rulelang.resolve.statements import effects, headers, moves, offers
from rulelang.syntax import model as ast


def block(lines: tuple[ast.Stmt, ...], scope: Scope) -> tuple[Stmt, ...]:
    """The lines in a scope of their own."""
    inner = scope.inner()
    found = [statement(line, inner) for line in lines]
    return tuple(line for line in found if line is not None)


def statement(node: ast.Stmt, scope: Scope) -> Stmt | None:
    """One line; what it names is in sight in `scope` afterwards."""
    match node:
        case ast.Let():
            return headers.let(node, scope)
        case ast.Move() | ast.MoveSome() | ast.MoveEvery() | ast.MovePlaces() | ast.Swap() | ast.Shuffle():
            return moves.move(node, scope)
        case ast.Set() | ast.Add() | ast.Subtract() | ast.Show() | ast.ShowWhether() | ast.Say():
            return effects.effect(node, scope)
        case ast.Choose() | ast.Anyone() | ast.Secretly() | ast.Do() | ast.Perform():
            return offers.offer(node, scope)
        case ast.Stop() | ast.EveryoneLoses() | ast.AsUsual() | ast.Nothing():
            return offers.ending(node, scope)
        case ast.If() | ast.ForEach() | ast.Repeat() | ast.Turns() | ast.TurnsOnce():
            return flow(node, scope)
        case _:
            assert_never(node)


Flow = ast.If | ast.ForEach | ast.Repeat | ast.Turns | ast.TurnsOnce


def flow(node: Flow, scope: Scope) -> Stmt | None:
    """A statement with statements in it."""
    match node:
        case ast.If():
            return _if(node, scope)
        case ast.ForEach():
            inner = scope.inner()
            found = ranges.through(node.range, inner)
            body = block(node.body, inner)
            return ForEach(found, body, span=node.span, cites=node.cites) if found is not None else None
        case ast.Repeat():
            return _repeat(node, scope)
        case ast.Turns():
            return _turns(node, scope)
        case ast.TurnsOnce():
            return _turns_once(node, scope)
        case _:
            assert_never(node)


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


def _repeat(node: ast.Repeat, scope: Scope) -> Stmt | None:
    times = how_many(node.times, scope) if node.times is not None else None
    until = flag(node.until, scope) if node.until is not None else None
    body = block(node.body, scope)
    if (times is None) != (node.times is None) or (until is None) != (node.until is None):
        return None
    return Repeat(times, until, body, span=node.span, cites=node.cites)


def _turns(node: ast.Turns, scope: Scope) -> Stmt | None:
    start = player(node.start, scope)
    inner = scope.acting()
    then = player(node.then, inner) if node.then is not None else None
    where = flag(node.where, inner) if node.where is not None else None
    body = block(node.body, inner)
    if start is None or (then is None) != (node.then is None) or (where is None) != (node.where is None):
        return None
    return Turns(start, then, where, body, span=node.span, cites=node.cites)


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
