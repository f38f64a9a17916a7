"""Steps with everything laid over them.

Comes in: a step of the checked program.  Goes out: a procedure or, for a flow step, a routine that is cut into blocks
later. The topmost `instead of` whose `when` holds replaces; `as usual` goes to what lies beneath; at the bottom are
the `before` hooks, the effects and the `after` hooks in the order written.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulelang.ir.folding import NO, YES, both
from rulelang.ir.lower.declarations import state
from rulelang.ir.lower.displays import bounds
from rulelang.ir.lower.draft import Draft, NotYet
from rulelang.ir.lower.flow import flowing
from rulelang.ir.lower.pieces import Enter, Entrance, Label, Piece, Routine, end_label, fork
from rulelang.ir.lower.scope import Scope, holds_several
from rulelang.ir.lower.steps import sayings, stirring, variables
from rulelang.ir.lower.steps.bodies import body, lowered, plain_body
from rulelang.ir.lower.values import expressions, headers, sources
from rulelang.ir.model import program as ir
from rulelang.ir.model.expressions import Const, Expr, Frame, Held, Items, Local, Numbers, Read, Source
from rulelang.ir.model.statements import Each, Perform, Stmt, Write
from rulelang.nodes import frozen
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model import statements as st
from rulelang.resolve.model.program import HookDecl, StepDecl
from rulelang.resolve.walk import find
from rulelang.source import Span


@frozen
class StepFrames:
    """Where a step that is offered, or may wait, keeps who acts, its parameters and its picks"""

    me: Frame | None
    parameters: tuple[Frame, ...]
    picks: tuple[Frame, ...]


# ---------------------------------------------------------------- performing


@lowered.register
def perform(node: st.Perform, draft: Draft, scope: Scope) -> list[Piece]:
    """`expel(player)`, `lose_courtier by claimant`, `letter.does`."""
    acting = scope if node.by is None else scope.acting(expressions.strict(draft, scope, node.by))
    if isinstance(node.what, st.StepCall):
        step = draft.step(node.what.step)
        done = carry_out(draft, step, arguments(draft, acting, step, node.what), ())
        return [*sayings.begun(draft, acting, step, node.span), *done, *sayings.ended(draft, step, node.span)]
    value = expressions.value(draft, scope, node.what.value)
    result: list[Piece] = []
    for name in reversed(list(dict.fromkeys(st.steps_of(node.what)))):
        step = draft.step(name)
        test = expressions.same(value, Const(draft.step_numbers[name]))
        done = carry_out(draft, step, arguments(draft, acting, step, None), ())
        result = fork(test, [*sayings.begun(draft, acting, step, node.span), *done], result)
    return result


def arguments(draft: Draft, scope: Scope, step: StepDecl, call: st.StepCall | None) -> tuple[Expr | Source, ...]:
    """Who acts (if the step asks), the receiver and the parameters."""
    found: list[Expr | Source] = []
    if step.uses_me:
        assert scope.me is not None, f"nobody acts in {scope.owner}"
        found.append(scope.me)
    if call is not None:
        given = (*([call.receiver] if call.receiver is not None else []), *call.arguments)
        for variable, value in zip(headers.parameters(step), given, strict=True):
            found.append(sources.argument(draft, scope, value, variable))
    return tuple(found)


def carry_out(
    draft: Draft, step: StepDecl, given: Sequence[Expr | Source], picked: Sequence[Expr | Source]
) -> list[Piece]:
    """Carry out a step with these arguments and picks."""
    if step.name not in draft.flow_steps:
        return [Perform(procedure(draft, step), (*given, *picked))]
    frames = frames_of(draft, step)
    routine(draft, step)
    targets = (*([frames.me] if frames.me is not None else []), *frames.parameters, *frames.picks)
    stored = [
        statement
        for target, value in zip(targets, (*given, *picked), strict=False)
        if value != target and value != Items(Held(target))
        for statement in variables.store(target, value)
    ]
    return [*stored, Enter(step.name)]


def frames_of(draft: Draft, step: StepDecl) -> StepFrames:
    """The frames of a step, made when it is first offered or entered."""
    if step.name not in draft.step_frames:
        flow = step.name in draft.flow_steps
        me = Frame(draft.frame(f"{step.name}.me")) if flow and step.uses_me else None
        wanted = headers.parameters(step) if flow else ()
        kept = tuple(Frame(draft.frame(f"{step.name}.{one.name}", _room(draft, one))) for one in wanted)
        picks = tuple(
            Frame(draft.frame(f"{step.name}.{one.name}", pick_room(draft, step, one))) for one in headers.picks(step)
        )
        draft.step_frames[step.name] = StepFrames(me, kept, picks)
    found = draft.step_frames[step.name]
    assert isinstance(found, StepFrames)
    return found


def _room(draft: Draft, variable: ex.Variable) -> int:
    low, high = bounds(draft, variable.sort)
    return max(1, high - low + 1) if holds_several(variable.sort) else 0


def pick_room(draft: Draft, step: StepDecl, variable: ex.Variable) -> int:
    """The most cards that a pick holds, 0 for a single thing."""
    if not holds_several(variable.sort):
        return 0
    pick = next(one for one in step.header if isinstance(one, st.Pick) and one.range.variable == variable)
    return headers.set_room(draft, pick.range)


# ---------------------------------------------------------------- procedures


def procedure(draft: Draft, step: StepDecl) -> int:
    """The procedure of a step that never waits."""
    return _level_procedure(draft, step, len(flowing.live(draft, step.instead)))


def _level_procedure(draft: Draft, step: StepDecl, level: int) -> int:
    """The step with so many of its `instead of` hooks over it; level 0 is what happens as usual."""
    top = level == len(flowing.live(draft, step.instead))
    key = ("step", step.name, level)
    if key in draft.procedure_numbers and draft.procedures[draft.procedure_numbers[key]] is None:
        raise NotYet(step.span, f"`{step.name}`, which performs itself,")

    def make() -> tuple[tuple[ir.Parameter, ...], tuple[Stmt, ...]]:
        scope = Scope(step.name, step=step.name, watched=True)
        parameters = headers.bind_parameters(step, scope, headers.picks(step))
        start = [*_clear_marks(draft, step), *stirring.drawn_again(draft, scope, step)] if top else []
        made = [*start, *_level(draft, scope, step, level)]
        return parameters, tuple(made)  # type: ignore[arg-type]

    return draft.procedure(key, step.name if top else f"{step.name}.{level}", make)


def _effects_procedure(draft: Draft, scope: Scope, step: StepDecl) -> list[Piece]:
    """The effects alone, where `stop` leaves them and hooks still follow: what the header has named is handed on."""
    named = tuple(item.variable for item in step.header if isinstance(item, st.Let))
    wanted = (*headers.picks(step), *named)

    def make() -> tuple[tuple[ir.Parameter, ...], tuple[Stmt, ...]]:
        inner = Scope(step.name, step=step.name, watched=True)
        parameters = headers.bind_parameters(step, inner, wanted)
        return parameters, plain_body(draft, inner, step.body)

    number = draft.procedure(("effects", step.name), f"{step.name}.effects", make)
    given: list[Expr | Source] = [scope.me] if step.uses_me and scope.me is not None else []
    for variable in (*headers.parameters(step), *wanted):
        bound = scope.of(variable)
        given.append(Items(bound) if isinstance(bound, Held) else bound)  # type: ignore[arg-type]
    return [Perform(number, tuple(given))]


# ---------------------------------------------------------------- routines


def routine(draft: Draft, step: StepDecl) -> None:
    """The routine of a step that may wait, and of what lies beneath its `instead of` hooks."""
    _level_routine(draft, step, len(flowing.live(draft, step.instead)))


def _level_routine(draft: Draft, step: StepDecl, level: int) -> str:
    top = level == len(flowing.live(draft, step.instead))
    name = step.name if top else f"{step.name}.{level}"
    if name in draft.routines:
        return name
    draft.routines[name] = Routine(name, ())
    frames = frames_of(draft, step)
    scope = Scope(step.name, me=frames.me, step=step.name, framed=True, watched=True)
    for variable, frame in zip(
        (*headers.parameters(step), *headers.picks(step)), (*frames.parameters, *frames.picks), strict=True
    ):
        scope.bind(variable, Held(frame) if holds_several(variable.sort) else frame)
    start: list[Piece] = []
    if top:
        start += [Entrance(step.name, "step", frames.me)] if step.name in draft.entries else []
        start += [*_clear_marks(draft, step), *stirring.drawn_again(draft, scope, step)]
    made = _level(draft, scope, step, level)
    begins_here = step.name in draft.entries or _has_turns(draft, step)
    end = [Entrance(step.name, "end", None)] if top and begins_here else []
    draft.routines[name] = Routine(name, (*start, *made, *end))
    return name


def _has_turns(draft: Draft, step: StepDecl) -> bool:
    """Whether a test may begin at a turn inside this step."""
    bodies = [*flowing.bodies(draft, step)]
    return any(True for kind in (st.Turns, st.TurnsOnce) for _ in find(kind, *bodies))


def _beneath(draft: Draft, scope: Scope, step: StepDecl, level: int) -> list[Piece]:
    """Carry out what lies beneath the hook at this level."""
    if step.name in draft.flow_steps:
        return [Enter(_level_routine(draft, step, level))]
    given: list[Expr | Source] = [scope.me] if step.uses_me and scope.me is not None else []
    for variable in (*headers.parameters(step), *headers.picks(step)):
        bound = scope.of(variable)
        given.append(Items(bound) if isinstance(bound, Held) else bound)  # type: ignore[arg-type]
    return [Perform(_level_procedure(draft, step, level), tuple(given))]


def _level(draft: Draft, scope: Scope, step: StepDecl, level: int) -> list[Piece]:
    if level == 0:
        return _as_written(draft, scope, step)
    hook = flowing.live(draft, step.instead)[level - 1]
    inner = evolve(scope, as_usual=lambda: list(_beneath(draft, scope, step, level - 1)))
    condition, mark = _when(draft, scope, step, hook)
    done = [*mark, *sayings.hooked(draft, scope, step, hook), *body(draft, inner, hook.body)]
    return fork(condition, done, _beneath(draft, scope, step, level - 1) if condition != YES else [])


def _as_written(draft: Draft, scope: Scope, step: StepDecl) -> list[Piece]:
    """What the header names, the `before` hooks, the effects, the `after` hooks."""
    found: list[Piece] = []
    for item in step.header:
        if isinstance(item, st.Let):
            found += variables.let(draft, scope, item.variable, item.value)
    for hook in flowing.live(draft, step.before):
        found += _hook(draft, scope, step, hook)
    after = flowing.live(draft, step.after)
    flow = step.name in draft.flow_steps
    if not flow and after and any(stop.step == step.name for stop in find(st.Stop, step.body)):
        found += _effects_procedure(draft, scope, step)
    else:
        found += body(draft, scope, step.body)
    if flow:
        found.append(Label(end_label(step.name)))
    for hook in after:
        found += _hook(draft, scope, step, hook)
    return found


# ---------------------------------------------------------------- hooks


def _hook(draft: Draft, scope: Scope, step: StepDecl, hook: HookDecl) -> list[Piece]:
    """A `before` or `after` hook; its `when` is read when its turn comes."""
    condition, mark = _when(draft, scope, step, hook)
    said = sayings.hooked(draft, scope, step, hook)
    return fork(condition, [*mark, *said, *body(draft, scope, hook.body)])


def _when(draft: Draft, scope: Scope, step: StepDecl, hook: HookDecl) -> tuple[Expr, list[Stmt]]:
    """When a hook's block is done, and what marks it as done."""
    conditions: list[Expr] = []
    mark: list[Stmt] = []
    if hook.once_per is not None:
        unused, mark = once(draft, scope, hook.mark, hook.once_per, step.name, hook.span)
        conditions.append(unused)
    if hook.when is not None:
        conditions.append(expressions.value(draft, scope.pure(), hook.when))
    return both(conditions), mark


def once(draft: Draft, scope: Scope, mark: int, per: str, step: str, span: Span) -> tuple[Expr, list[Stmt]]:
    """`once per S`: a hidden mark, for each player where somebody acts; whether it is unset, and what sets it."""
    number = _mark(draft, mark, step, scope.me is not None)
    keys = (scope.me,) if scope.me is not None and draft.counters[number].keys else ()
    unused = expressions.same(Read(number, keys), NO)
    return unused, [Write(number, keys, YES, draft.rule(step, span))]


def _mark(draft: Draft, mark: int, step: str, each_player: bool) -> int:
    if mark not in draft.marks:
        draft.marks[mark] = state.hidden_counter(draft, f"{step} once {mark}", 1, each_player=each_player)
    return draft.marks[mark]


def _clear_marks(draft: Draft, step: StepDecl) -> list[Piece]:
    """Entering a step clears every mark that is counted by it."""
    found: list[Piece] = []
    rule = draft.rule(step.name, step.span)
    for other in draft.steps.values():
        hooks = flowing.live(draft, (*other.before, *other.after, *other.instead))
        marks = [(hook.mark, other.uses_me) for hook in hooks if hook.once_per == step.name]
        marks += [(beside.mark, True) for beside in other.beside if beside.once_per == step.name]
        found += [_cleared(draft, _mark(draft, mark, other.name, each), rule) for mark, each in marks]
    return found


def _cleared(draft: Draft, number: int, rule: int) -> Stmt:
    if not draft.counters[number].keys:
        return Write(number, (), NO, rule)
    clear = Write(number, (Local("seat"),), NO, rule)
    return Each("seat", Numbers(NO, Const(draft.players - 1)), None, (), (clear,))
