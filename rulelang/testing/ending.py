"""A test ends with the step at which it begins.

Comes in: a checked program.  Goes out: the same program in which the step where a case begins (or, where it begins
with a turn, each step that holds turns) comes to a decision of its own when it is over, `MARK`, so that what would
follow it is not carried out.  Nobody is asked that decision: who runs the case takes it for the end, or passes it by
while the case has not begun.
"""

from __future__ import annotations

from attrs import evolve

from interpreter.game import Game
from interpreter.machine.engine import Engine
from rulelang.resolve.model.expressions import Constant
from rulelang.resolve.model.program import HookDecl, Program, ScenarioDecl, StepDecl
from rulelang.resolve.model.sorts import PlayerSort
from rulelang.resolve.model.statements import AsUsual, Choose, StepCall, Turns, TurnsOnce
from rulelang.resolve.walk import find

MARK = "the end of "
"""A name that no author can give: it has spaces."""


def with_marks(program: Program, case: ScenarioDecl) -> Program:
    """The program with a mark at the end of each step with which the case may end."""
    if isinstance(case.begins, str):
        names = [case.begins] if case.begins in program.steps else []
    else:
        names = [name for name, step in program.steps.items() if _has_turns(step)] if case.begins else []
    steps = dict(program.steps)
    for name in names:
        mark = _mark(steps[name])
        steps[mark.name] = mark
        steps[name] = _ending_at(steps[name], mark)
    return evolve(program, steps=steps)


def ended_step(game: Game, engine: Engine, array: list[int]) -> str | None:
    """The step that has just ended, if the state rests at its mark."""
    number = engine.decision(array)
    if number is None:
        return None
    label = game.program.decisions[number].offers[0].label
    return label.removeprefix(MARK) if label.startswith(MARK) else None


def pass_by(engine: Engine, array: list[int]) -> None:
    """Go on behind a mark; not yet run on."""
    engine.choose(array, 0, ())


def _has_turns(step: StepDecl) -> bool:
    return next(find(Turns, step), None) is not None or next(find(TurnsOnce, step), None) is not None


def _mark(step: StepDecl) -> StepDecl:
    return StepDecl(
        MARK + step.name, None, (), None, (), (), (), (), (), (), (), uses_me=False, span=step.span
    )  # fmt: skip


def _ending_at(step: StepDecl, mark: StepDecl) -> StepDecl:
    """The step with a topmost hook: all that it does as usual, then the mark."""
    anybody = Constant(0, sort=PlayerSort(), span=step.span)
    offer = StepCall(mark.name, None, (), span=step.span)
    body = (AsUsual(span=step.span), Choose(anybody, (offer,), None, span=step.span))
    hook = HookDecl(None, None, -1, None, body, span=step.span)
    return evolve(step, instead=(*step.instead, hook))
