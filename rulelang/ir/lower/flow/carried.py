"""Where the things that are picked go: the moves that carry them, so that a log need not say the same twice.

Comes in: a step and one of its picks.  Goes out: the rules of the moves that carry what was picked, if one of them is
carried out whatever is hidden: on every way through the step, hooks that stand in for it and steps that are handed it
included.  So whoever reads that the picked card has gone learns nothing from which line moved it.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulelang.ir.lower.draft import Draft
from rulelang.ir.lower.flow import flowing
from rulelang.ir.lower.options import certain, live_layers
from rulelang.ir.model import program as ir
from rulelang.nodes import frozen
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model import statements as st
from rulelang.resolve.model.program import HookDecl, StepDecl

DEEPEST = 8
"""So many steps are followed into each other."""


@frozen
class _Found:
    """The rules of the moves, and whether one of them surely is carried out"""

    rules: tuple[int, ...] = ()
    surely: bool = False


def with_ways(draft: Draft, headers: Sequence[ir.Header]) -> tuple[ir.Header, ...]:
    """The headers with the rules of the moves by which what is picked leaves its place; none unless one is sure to."""
    return tuple(_with_ways(draft, header, draft.steps[header.name]) for header in headers)


def _with_ways(draft: Draft, header: ir.Header, step: StepDecl) -> ir.Header:
    picked = iter([item.range.variable.uid for item in step.header if isinstance(item, st.Pick)])
    items: list[ir.HeadItem] = []
    for item in header.items:
        if isinstance(item, ir.PickItem):
            found = _step(draft, step, frozenset({next(picked)}), 0)
            items.append(evolve(item, goes=found.rules) if found.surely else item)
        else:
            items.append(item)
    return evolve(header, items=tuple(items))


def _step(draft: Draft, step: StepDecl, same: frozenset[int], depth: int) -> _Found:
    usual = _body(draft, step.name, step.body, same, depth)
    ways = [usual]
    for hook in flowing.live(draft, step.instead):
        if depth == 0 and _refused(draft, step, hook):
            continue
        inside = _body(draft, step.name, hook.body, same, depth)
        ways.append(_Found((*inside.rules, *usual.rules), usual.surely) if _as_usual(hook.body) else inside)
    return _either(ways)


def _refused(draft: Draft, step: StepDecl, hook: HookDecl) -> bool:
    """Whether a hook never fires for a step that was chosen: `when not C`, and the step needs C."""
    if not isinstance(hook.when, ex.Not):
        return False
    for item in step.header:
        if isinstance(item, st.Needs):
            parts = item.condition.parts if isinstance(item.condition, ex.Or) else (item.condition,)
            if [one for one in parts if not _never(draft, one)] == [hook.when.value]:
                return True
    return False


def _never(draft: Draft, condition: ex.Expr) -> bool:
    """Whether the options decide that it does not hold, through a value of something too."""
    if isinstance(condition, ex.DefineCall) and (declared := draft.game.defines.get(condition.define)) is not None:
        layers = live_layers(draft, declared)
        return all(when is None and certain(draft, declared.layers[number].value) == 0 for number, when in layers)
    return certain(draft, condition) == 0


def _as_usual(body: Sequence[st.Stmt]) -> bool:
    return any(isinstance(one, st.AsUsual) for one in body)


def _either(ways: Sequence[_Found]) -> _Found:
    rules = tuple(dict.fromkeys(rule for way in ways for rule in way.rules))
    return _Found(rules, all(way.surely for way in ways))


def _body(draft: Draft, owner: str, body: Sequence[st.Stmt], same: frozenset[int], depth: int) -> _Found:
    found = _Found()
    for statement in body:
        one = _statement(draft, owner, statement, same, depth)
        found = _Found((*found.rules, *one.rules), found.surely or one.surely)
    return found


def _statement(draft: Draft, owner: str, node: st.Stmt, same: frozenset[int], depth: int) -> _Found:
    match node:
        case st.Move(what=ex.Var(variable=variable)) if variable.uid in same:
            return _Found((draft.rule(owner, node.span),), True)
        case st.If():
            arms = flowing.live_arms(draft, node)
            ways = [_body(draft, owner, body, same, depth) for _, body in arms]
            return _either(ways if arms and arms[-1][0] is None else [*ways, _Found()])
        case st.Perform(what=st.StepCall() as call) if depth < DEEPEST and call.step in draft.steps:
            step = draft.step(call.step)
            given = [*([call.receiver] if call.receiver is not None else []), *call.arguments]
            taken = [*([step.receiver] if step.receiver is not None else []), *step.parameters]
            pairs = zip(taken, given, strict=False)
            inner = frozenset(one.uid for one, value in pairs if _is(value, same))
            return _step(draft, step, inner, depth + 1) if inner else _Found()
        case _:
            return _Found()


def _is(value: ex.Expr, same: frozenset[int]) -> bool:
    return isinstance(value, ex.Var) and value.variable.uid in same
