"""`stop S`: S must be under way, and a hook of S may not stop S itself.

Proved: on every way from where the flow begins to a `stop S`, the step S is under way.  A way counts although a
condition might close it, so a message may be about a way that no game takes.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.calls import Calls, Origin, begins, calls_in, hooks, reachable, step, way_to, written
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.program import HookDecl, Program, StepDecl
from rulelang.resolve.model.statements import Stop
from rulelang.resolve.walk import find

GAME = "game"


def stops(program: Program, calls: Calls) -> Iterator[Diagnostic]:
    for origin, body in begins(program):
        yield from _not_under_way(origin, find(Stop, body), calls)
    for declared in program.steps.values():
        bodies = [declared.body, *(hook.body for hook in hooks(declared))]
        yield from _not_under_way(step(declared.name), find(Stop, bodies), calls)
        for hook in hooks(declared):
            yield from _stops_its_own(declared, hook, program, calls)


def _not_under_way(origin: Origin, found: Iterator[Stop], calls: Calls) -> Iterator[Diagnostic]:
    for stop in found:
        if stop.step in (GAME, origin.name):
            continue
        way = way_to(calls, origin, around=stop.step)
        if way is not None:
            yield diagnostic("RL0503", stop.span, name=stop.step, way=written(way))


def _stops_its_own(declared: StepDecl, hook: HookDecl, program: Program, calls: Calls) -> Iterator[Diagnostic]:
    """A hook that stops its own step, by itself or in a step that it performs: would the step's `after` hooks run?"""
    beneath = reachable(calls, [call.step for call in calls_in(hook.body, program)])
    bodies = [hook.body]
    for name in sorted(beneath - {declared.name}):
        under = program.steps[name]
        bodies += [under.body, *(h.body for h in hooks(under))]
    for stop in find(Stop, bodies):
        if stop.step == declared.name:
            own = any(stop is other for other in find(Stop, hook.body))
            labels = [] if own else [Label(hook.span, "this hook comes to it")]
            yield diagnostic("RL0504", stop.span, labels=labels, name=declared.name)
