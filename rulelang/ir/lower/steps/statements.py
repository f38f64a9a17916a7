"""Statements of a step: effects, branches, loops, and what ends a step.

Comes in: statements of the checked program.  Goes out: pieces, which are ordinary IR statements wherever nothing
waits. Decisions are left to `decisions`, turns to `turns`, what belongs to a step as a whole to `layered`.
"""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from rulelang.diagnostics import InternalError
from rulelang.ir.folding import NO, YES, binary, both, negation
from rulelang.ir.lower.draft import Draft, NotYet
from rulelang.ir.lower.flow import flowing
from rulelang.ir.lower.options import certain
from rulelang.ir.lower.pieces import GameEnds, Jump, Piece, end_label, fork, is_plain, loop
from rulelang.ir.lower.scope import Scope
from rulelang.ir.lower.steps import effects, stirring, variables, watching
from rulelang.ir.lower.steps.bodies import body, lowered, plain_body
from rulelang.ir.lower.values import expressions, sources
from rulelang.ir.model.expressions import Const, Expr, Ordered, Within
from rulelang.ir.model.statements import Assign, Each, Return, Times
from rulelang.resolve.model import statements as st
from rulelang.resolve.model.sorts import HIGHEST


@lowered.register
def _ending(node: st.Stop | st.EveryoneLoses | st.AsUsual | st.Nothing, draft: Draft, scope: Scope) -> list[Piece]:
    match node:
        case st.Stop(step=stopped):
            return _stop(draft, scope, node, stopped)
        case st.EveryoneLoses(outcome=outcome):
            return [GameEnds(outcome, draft.rule(scope.owner, node.span))]
        case st.AsUsual():
            if scope.as_usual is None:
                raise InternalError(f"`as usual` in {scope.owner}")
            return [*scope.as_usual()]  # type: ignore[list-item]
        case st.Nothing():
            return []
        case _:
            assert_never(node)


@lowered.register
def _let(node: st.Let, draft: Draft, scope: Scope) -> list[Piece]:
    return list(variables.let(draft, scope, node.variable, node.value))


@lowered.register
def _effect(node: effects.Effect, draft: Draft, scope: Scope) -> list[Piece]:
    return [*effects.effect(draft, scope, node), *watching.after(draft, scope, node)]


def _stop(draft: Draft, scope: Scope, node: st.Stop, stopped: str) -> list[Piece]:
    if stopped == flowing.GAME:
        return [GameEnds("ended", draft.rule(scope.owner, node.span))]
    if stopped in draft.flow_steps:
        return [Jump(end_label(stopped))]
    if stopped != scope.step:
        raise NotYet(node.span, f"leaving `{stopped}` from here")
    return [Return()]


@lowered.register
def _if(node: st.If, draft: Draft, scope: Scope) -> list[Piece]:
    inner = scope if flowing.flows(draft, node, scope.step, scope.watched) else scope.plain()
    result: list[Piece] = []
    for condition, nodes in reversed(flowing.live_arms(draft, node)):
        test: Expr = YES if condition is None else expressions.value(draft, scope, condition)
        result = fork(test, body(draft, inner, nodes), result)
    return result


@lowered.register
def _for_each(node: st.ForEach, draft: Draft, scope: Scope) -> list[Piece]:
    if flowing.only_effects(node.body) or not flowing.flows(draft, node, scope.step, scope.watched):
        return _plain_each(draft, scope.plain(), node)
    if node.range.amount is not None:
        raise NotYet(node.span, "a loop over sets with a choice in it")
    found = stirring.gone_through(draft, scope, node)
    members = Ordered(found.variable, found.source, found.where, found.orders, None)
    del scope.bound[node.range.variable.uid]
    variable = variables.declare(draft, scope, node.range.variable)
    room = sources.most_in(draft, node.range.source)
    return variables.through(draft, scope, node, members, variable, room, lambda: body(draft, scope, node.body))


def _plain_each(draft: Draft, scope: Scope, node: st.ForEach) -> list[Piece]:
    once = flowing.only_effects(node.body)
    if node.at_once:
        made: list[Piece] = [*effects.all_at_once(draft, scope, node)]
    else:
        found = stirring.gone_through(draft, scope, node)
        inner = evolve(scope, watched=False) if once else scope
        body_ = plain_body(draft, inner, node.body)
        made = [Each(found.variable, found.source, found.where, found.orders, body_)]
    if not once:
        return made
    looks: dict[str, Piece] = {}
    for one in node.body:
        for piece in watching.after(draft, scope, one):
            looks.setdefault(repr(piece), piece)
    return [*made, *looks.values()]


@lowered.register
def _repeat(node: st.Repeat, draft: Draft, scope: Scope) -> list[Piece]:
    never = node.times is not None and certain(draft, node.times) == 0
    if never or (node.until is not None and certain(draft, node.until) == 1):
        return []
    waits = flowing.flows(draft, node, scope.step, scope.watched)
    inner = scope if waits else scope.plain()
    rule = draft.rule(scope.owner, node.span)
    until = NO if node.until is None else expressions.value(draft, scope.pure(), node.until)
    if node.times is None:
        return loop(negation(until), body(draft, inner, node.body), rule)
    amount = expressions.strict(draft, scope, node.times)
    made = body(draft, inner, node.body)
    if is_plain(made) and until == NO:
        return [Times(amount, tuple(made), rule)]
    left = variables.temporary(draft, inner, "left")
    start: list[Piece] = [Assign(left, amount if isinstance(amount, Const) else Within(amount, 0, HIGHEST, rule))]
    test = both([binary(">", left, NO), negation(until)])
    return [*start, *loop(test, [Assign(left, binary("-", left, YES)), *made], rule)]
