"""Which steps and statements may wait for a decision or leave more than themselves: these are cut into blocks.

Comes in: the checked program.  Goes out: the set of flow steps, and for each statement whether it flows. Everything
else becomes procedures and ordinary statements, which are faster. Branches that can never be taken do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.ir.lower.draft import Draft
from rulelang.ir.lower.flow.touched import touching
from rulelang.ir.lower.options import certain
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model import statements as st
from rulelang.resolve.model.program import HookDecl, StepDecl

EFFECTS = (st.Move, st.MoveSome, st.MoveEvery, st.Swap, st.Set, st.Add)
WATCHED = (*EFFECTS, st.Shuffle)
GAME = "game"


def find_flow_steps(draft: Draft) -> None:
    """Find the flow steps and the `whenever` rules that flow: more of them until nothing changes."""
    draft.flow_steps |= {name for name in draft.entries if name in draft.steps}
    growing = True
    while growing:
        growing = False
        for name, step in draft.steps.items():
            if name not in draft.flow_steps and _step_flows(draft, step):
                draft.flow_steps.add(name)
                growing = True
        for watch in draft.watches:
            if watch.number not in draft.flow_watches and body_flows(draft, watch.declared.body, None):
                draft.flow_watches.add(watch.number)
                growing = True


def _step_flows(draft: Draft, step: StepDecl) -> bool:
    return any(body_flows(draft, body, step.name) for body in bodies(draft, step))


def live(draft: Draft, hooks: Sequence[HookDecl]) -> list[HookDecl]:
    """The hooks that may ever fire."""
    return [hook for hook in hooks if hook.when is None or certain(draft, hook.when) != 0]


def bodies(draft: Draft, step: StepDecl) -> Iterator[tuple[st.Stmt, ...]]:
    """Everything that is done when a step is carried out."""
    yield step.body
    for hook in live(draft, (*step.before, *step.after, *step.instead)):
        yield hook.body


def body_flows(draft: Draft, body: Sequence[st.Stmt], step: str | None, watched: bool = True) -> bool:
    """Whether one of these statements flows; `step` is the step whose own effects they are."""
    return any(flows(draft, one, step, watched) for one in body)


def flows(draft: Draft, node: st.Stmt, step: str | None, watched: bool = True) -> bool:
    """Whether a statement may wait for a decision or leave more than the step that it stands in."""
    match node:
        case st.Choose(unasked=True, offers=offers):
            return any(asks(draft, name) or name in draft.flow_steps for one in offers for name in st.steps_of(one))
        case st.Choose() | st.Secretly() | st.EveryoneLoses():
            return True
        case st.Stop(step=stopped):
            return stopped != step or stopped in draft.flow_steps
        case st.Perform(what=what):
            return any(name in draft.flow_steps for name in st.steps_of(what))
        case st.AsUsual():
            return step in draft.flow_steps
        case st.If():
            return any(body_flows(draft, body, step, watched) for _, body in live_arms(draft, node))
        case st.ForEach(body=body) if only_effects(body):
            touched = (watch.number for one in body for watch in touching(draft, one))
            return watched and not draft.flow_watches.isdisjoint(touched)
        case st.ForEach(body=body) | st.Turns(body=body) | st.TurnsOnce(body=body):
            return body_flows(draft, body, step, watched)
        case st.Repeat(times=times, until=until, body=body):
            if (until is not None and certain(draft, until) == 1) or (times is not None and certain(draft, times) == 0):
                return False
            return body_flows(draft, body, step, watched)
        case _ if watched and isinstance(node, WATCHED):
            return not draft.flow_watches.isdisjoint(watch.number for watch in touching(draft, node))
        case _:
            return False


def asks(draft: Draft, name: str) -> bool:
    """Whether somebody has to be asked for a step to be done: it has a pick, or others may be chosen in its place."""
    step = draft.step(name)
    return bool(step.beside) or any(isinstance(item, st.Pick) for item in step.header)


def only_effects(body: Sequence[st.Stmt]) -> bool:
    """A loop that only moves and counts is one effect: nobody looks in between."""
    return all(isinstance(one, EFFECTS) for one in body)


def live_arms(draft: Draft, node: st.If) -> list[tuple[ex.Expr | None, tuple[st.Stmt, ...]]]:
    """The branches that may be taken, with their conditions; none where nothing is left to ask."""
    found: list[tuple[ex.Expr | None, tuple[st.Stmt, ...]]] = []
    for condition, body in node.arms:
        known = certain(draft, condition)
        if known == 0:
            continue
        found.append((None if known is not None else condition, body))
        if known is not None:
            return found
    if node.otherwise:
        found.append((None, node.otherwise))
    return found
