"""A block of statements, and which file resolves which.

Comes in: the lines of a block.  Goes out: the resolved ones. Names that a line gives are in sight from the next
line to the end of the block.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.resolve.model.statements import Stmt
from rulelang.resolve.scopes import Scope
from rulelang.resolve.statements import effects, flow, headers, moves, offers
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
        case ast.Move() | ast.MoveSome() | ast.MoveEvery() | ast.Swap() | ast.Shuffle():
            return moves.move(node, scope)
        case ast.Set() | ast.Add() | ast.Subtract() | ast.Show() | ast.ShowWhether():
            return effects.effect(node, scope)
        case ast.Choose() | ast.Secretly() | ast.Perform():
            return offers.offer(node, scope)
        case ast.Stop() | ast.EveryoneLoses() | ast.AsUsual() | ast.Nothing():
            return offers.ending(node, scope)
        case ast.If() | ast.ForEach() | ast.Repeat() | ast.Turns() | ast.TurnsOnce():
            return flow.flow(node, scope)
        case _:
            assert_never(node)
