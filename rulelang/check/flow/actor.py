"""`me` where nobody acts.

Proved: on every way from where the flow begins to a line that speaks of `me` (or lets `me` choose), somebody acts: a
`turns`, a `by` or a `chooses` stands on the way.  A way counts although a condition might close it.  Where `me` may
not stand at all is left to `resolve`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.check.calls import Calls, begins, hooks, step, way_to, written
from rulelang.diagnostics import Diagnostic, diagnostic
from rulelang.resolve.model.expressions import Me
from rulelang.resolve.model.program import Program, StepDecl
from rulelang.resolve.model.statements import (
    Choose,
    ForEach,
    If,
    Repeat,
    Secretly,
    Stmt,
    Turns,
    TurnsOnce,
)
from rulelang.resolve.walk import find
from rulelang.source import Span


def actors(program: Program, calls: Calls) -> Iterator[Diagnostic]:
    for origin, body in begins(program):
        for span in _needs_me(body):
            yield diagnostic("RL0514", span, way=written([origin]))
            break
    for declared in program.steps.values():
        for span in _asked_by(declared):
            way = way_to(calls, step(declared.name), without_actor=True)
            if way is not None:
                yield diagnostic("RL0514", span, way=written(way))
            break


def _asked_by(declared: StepDecl) -> Iterator[Span]:
    yield from _me_in(declared.header)
    yield from _needs_me(declared.body)
    for hook in hooks(declared):
        yield from _me_in(hook.when)
        yield from _needs_me(hook.body)


def _needs_me(body: Sequence[Stmt]) -> Iterator[Span]:
    """Where some statements need somebody to act, and do not say who."""
    for line in body:
        match line:
            case Choose(chooser=None):
                yield line.span
            case Choose(chooser=chooser, anyone=anyone):
                yield from _me_in(chooser, anyone)
            case Secretly(range=range):
                yield from _me_in(range)
            case Turns(start=start):
                yield from _me_in(start)
            case TurnsOnce(start=start, orders=orders):
                yield from _me_in(start, orders)
            case If(arms=arms, otherwise=otherwise):
                for condition, inner in arms:
                    yield from _me_in(condition)
                    yield from _needs_me(inner)
                yield from _needs_me(otherwise)
            case ForEach(range=range, body=inner):
                yield from _me_in(range)
                yield from _needs_me(inner)
            case Repeat(times=times, until=until, body=inner):
                yield from _me_in(times, until)
                yield from _needs_me(inner)
            case _:
                yield from _me_in(line)


def _me_in(*pieces: object) -> Iterator[Span]:
    return (node.span for node in find(Me, *pieces))
