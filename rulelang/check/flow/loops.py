"""Loops that cannot end.

Proved: a `repeat:` or `turns` without a condition has nothing beneath it that stops a step around it or the game; the
condition of a `repeat until` or of `turns` reads nothing that changes inside.  A `whenever` counts as if it stood
inside every loop.  Not proved: that a loop does end; the machine stops a loop that never comes to a decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.check.calls import Calls, begins, blocks, calls_in, hooks, reachable
from rulelang.check.touched import bodies_beneath, changed_in, read_in
from rulelang.diagnostics import Diagnostic, diagnostic
from rulelang.resolve.model.expressions import Expr
from rulelang.resolve.model.program import Program
from rulelang.resolve.model.statements import EveryoneLoses, Repeat, Stmt, Stop, Turns
from rulelang.resolve.walk import find


def loops(program: Program, calls: Calls) -> Iterator[Diagnostic]:
    for _, body in begins(program):
        yield from _loops(body, program, calls)
    for declared in program.steps.values():
        for body in [declared.body, *(hook.body for hook in hooks(declared))]:
            yield from _loops(body, program, calls)


def _loops(body: Sequence[Stmt], program: Program, calls: Calls) -> Iterator[Diagnostic]:
    for line in body:
        match line:
            case Repeat(times=None, until=condition) | Turns(where=condition):
                yield from _endless(line, condition, program, calls)
            case _:
                pass
        for inner in blocks(line):
            yield from _loops(inner, program, calls)


def _endless(loop: Repeat | Turns, condition: Expr | None, program: Program, calls: Calls) -> Iterator[Diagnostic]:
    always = [body for origin, body in begins(program) if origin.kind == "whenever"]
    performed = [call.step for body in (loop.body, *always) for call in calls_in(body, program)]
    inside = [loop.body, *always, *bodies_beneath(program, calls, performed)]
    if any(stop.step not in reachable(calls, performed) for stop in find(Stop, inside)):
        return
    if next(find(EveryoneLoses, inside), None) is not None:
        return
    word = "turns" if isinstance(loop, Turns) else "repeat"
    if condition is None:
        yield diagnostic("RL0510", loop.span, word=word)
    elif not read_in(program, condition) & changed_in(inside):
        yield diagnostic("RL0511", condition.span, word=word)
