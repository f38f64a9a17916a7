"""Sentences for the story: `say`, the sentences of steps and hooks, the ends of phases.

Comes in: the statement, or the step that is carried out without being chosen.  Goes out: `Say`.  When a step is
carried out so that everybody knows it is found by `check.sight.openly`.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.ir.lower.displays import display
from rulelang.ir.lower.draft import Draft
from rulelang.ir.lower.pieces import Piece
from rulelang.ir.lower.scope import Scope, holds_several
from rulelang.ir.lower.values import expressions, sources
from rulelang.ir.model import program as ir
from rulelang.ir.model.displays import Display
from rulelang.ir.model.expressions import Expr, Source
from rulelang.ir.model.statements import Say
from rulelang.resolve.model import statements as st
from rulelang.resolve.model.program import HookDecl, StepDecl
from rulelang.source import Span


def say(draft: Draft, scope: Scope, node: st.Say, rule: int) -> Say:
    """`say "{me} wakes the {animal}"`"""
    parts: list[str | Display] = []
    values: list[Expr | Source] = []
    for part, unit in zip(node.parts, node.units or [""] * len(node.parts), strict=True):
        if isinstance(part, str):
            parts.append(part)
        else:
            parts.append(evolve(display(draft, part.sort), unit=unit))
            several = holds_several(part.sort)
            values.append((sources.source if several else expressions.value)(draft, scope, part))
    step = draft.steps.get(scope.step or "")
    stands_for = draft.step_numbers[step.name] if step is not None and _first(step) is node else None
    return Say(_number(draft, tuple(parts), stands_for), tuple(values), rule)


def _first(step: StepDecl) -> st.Say | None:
    """The sentence that is said in place of the choice of a step: the first one that is sure to be said."""
    return next((one for one in step.body if isinstance(one, st.Say)), None)


def begun(draft: Draft, scope: Scope, step: StepDecl, performed: Span) -> list[Piece]:
    """The sentence of a step that is carried out without being chosen."""
    if step.sentence is None or performed not in draft.openly.performs:
        return []
    return [_words(draft, scope if step.uses_me else None, step.sentence, step.name, step.span)]


def hooked(draft: Draft, scope: Scope, step: StepDecl, hook: HookDecl) -> list[Piece]:
    """The sentence of a hook that is carried out."""
    if hook.sentence is None or hook.span not in draft.openly.performs:
        return []
    return [_words(draft, scope, hook.sentence, step.name, hook.span)]


def ended(draft: Draft, step: StepDecl, performed: Span) -> list[Piece]:
    """The end of a phase: of a step in which players take turns."""
    if step.name not in draft.openly.phases or performed not in draft.openly.performs:
        return []
    words = step.name.replace("_", " ")
    number = _number(draft, (f"End of the {words}",), None)
    return [Say(number, (), draft.rule(step.name, step.span))]


def _words(draft: Draft, scope: Scope | None, sentence: str, name: str, span: Span) -> Say:
    """A sentence as it is, behind who acts."""
    me = scope.me if scope is not None else None
    parts: tuple[str | Display, ...] = (sentence,) if me is None else (Display("player"), f": {sentence}")
    return Say(_number(draft, parts, None), () if me is None else (me,), draft.rule(name, span))


def _number(draft: Draft, parts: tuple[str | Display, ...], step: int | None) -> int:
    saying = ir.Saying(parts, step)
    if saying not in draft.sayings:
        draft.sayings.append(saying)
    return draft.sayings.index(saying)
