"""Decisions and steps: `choose`, `secretly`, performing a step, and how steps end.

Comes in: such statements.  Goes out: the same, with the steps that they speak of.
"""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from rulelang.diagnostics import did_you_mean
from rulelang.resolve.expressions import ranges
from rulelang.resolve.expressions.calls import offered, value_of
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import fitting, player
from rulelang.resolve.model.expressions import Expr, Me, Neighbour, Range, Through, Var
from rulelang.resolve.model.sorts import PlayerSort, PlayersSort
from rulelang.resolve.model.statements import (
    AsUsual,
    Choose,
    EveryoneLoses,
    Nothing,
    Offered,
    Perform,
    Secretly,
    StepCall,
    Stmt,
    Stop,
)
from rulelang.resolve.names import PASS
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import describe
from rulelang.resolve.statements.dispatch import statement
from rulelang.syntax import model as ast


@statement.register
def _choose(node: ast.Choose, scope: Scope) -> Stmt | None:
    chooser: Expr | None = None
    if node.chooser is not None:
        chooser = fitting(value_of(node.chooser), PlayerSort(), scope)
    elif not scope.me:
        scope.reports.diagnostic("RL0210", node.span)
    offers, fallback = _offers(node.offers, node.fallback, scope)
    if (chooser is None) != (node.chooser is None) or offers is None:
        return None
    return Choose(chooser, offers, fallback, span=node.span, cites=node.cites)


def _offers(
    written: tuple[ast.Path, ...], last: ast.Path | None, scope: Scope
) -> tuple[tuple[Offered, ...] | None, Offered | None]:
    """What is offered, and what is left if nothing else is; offers are None if one was wrong."""
    found = [offered(path, scope) for path in written]
    fallback = offered(last, scope) if last is not None else None
    right = [one for one in found if one is not None]
    if len(right) < len(found) or (fallback is None) != (last is None):
        return None, None
    return tuple(right), fallback


@statement.register
def _do(node: ast.Do, scope: Scope) -> Stmt | None:
    asked = ast.Choose(chooser=node.by, offers=(node.step,), fallback=None, span=node.span, cites=node.cites)
    found = _choose(asked, scope)
    return evolve(found, unasked=True) if isinstance(found, Choose) else found


@statement.register
def _anyone(node: ast.Anyone, scope: Scope) -> Stmt | None:
    """Who is asked, from the left of whoever acts; to pass is offered last, whether it is written or not."""
    players = expression(node.players, scope)
    if players is not None and not isinstance(players.sort, PlayersSort):
        want, have = "several players", describe(players.sort)
        scope.reports.diagnostic("RL0301", players.span, want=want, have=have)
        players = None
    offers, _ = _offers(node.offers, None, scope.acting())
    if players is None or offers is None:
        return None
    me = Me(sort=PlayerSort(), span=node.span)
    start = Neighbour(me, "left", sort=PlayerSort(), span=node.span) if scope.me else None
    variable = scope.names.variable("player", PlayerSort())
    asked = Range(variable, Through(players, start, span=node.span), None, (), None, None, None, None, span=node.span)
    passing = StepCall(PASS, None, (), span=node.span)
    offers = tuple(one for one in offers if not (isinstance(one, StepCall) and one.step == PASS))
    chooser = Var(variable, sort=PlayerSort(), span=node.span)
    return Choose(chooser, (*offers, passing), None, anyone=asked, span=node.span, cites=node.cites)


@statement.register
def _secretly(node: ast.Secretly, scope: Scope) -> Stmt | None:
    inner = scope.acting()
    found = ranges.through(node.range, inner)
    offers, fallback = _offers(node.offers, node.fallback, inner)
    if found is None or offers is None:
        return None
    if not isinstance(found.variable.sort, PlayerSort):
        want, have = "several players", describe(found.variable.sort)
        scope.reports.diagnostic("RL0301", node.range.span, want=want, have=have)
        return None
    return Secretly(found, offers, fallback, span=node.span, cites=node.cites)


@statement.register
def _perform(node: ast.Perform, scope: Scope) -> Stmt | None:
    by = player(node.by, scope) if node.by is not None else None
    what = offered(node.step, scope)
    if what is None or (by is None) != (node.by is None):
        return None
    return Perform(what, by, span=node.span, cites=node.cites)


@statement.register
def _ending(node: ast.Stop | ast.EveryoneLoses | ast.AsUsual | ast.Nothing, scope: Scope) -> Stmt | None:
    match node:
        case ast.Stop(name=name):
            if name.text != "game" and name.text not in scope.names.steps:
                near = did_you_mean(name.text, ["game", *scope.names.steps])
                scope.reports.diagnostic("RL0212", name.span, name=name.text, suggestion=near)
                return None
            return Stop(name.text, span=node.span, cites=node.cites)
        case ast.EveryoneLoses(outcome=outcome):
            return EveryoneLoses(outcome, span=node.span, cites=node.cites)
        case ast.AsUsual():
            if not scope.instead:
                scope.reports.diagnostic("RL0229", node.span)
                return None
            return AsUsual(span=node.span, cites=node.cites)
        case ast.Nothing():
            return Nothing(span=node.span, cites=node.cites)
        case _:
            assert_never(node)
