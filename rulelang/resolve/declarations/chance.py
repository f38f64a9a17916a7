"""Where chance may speak.

Comes in: a checked program.  Goes out: messages about each `random` that stands where nothing is set, named or moved: a
condition or a sum is asked more than once, and would have another answer each time.
"""

from __future__ import annotations

from rulelang.resolve.model.expressions import Selected
from rulelang.resolve.model.program import CounterDecl, Program
from rulelang.resolve.model.statements import Let, Move, Set
from rulelang.resolve.reports import Reports
from rulelang.resolve.walk import nodes


def check(program: Program, reports: Reports) -> None:
    """Report every `random` at the wrong place."""
    headers = [step.header for step in program.steps.values()]
    bodies: list[object] = [program.setup, program.play, *program.whenevers]
    for step in program.steps.values():
        bodies += [step.body, step.before, step.after, step.instead]
        headers += [(step.forbids, step.beside)]  # type: ignore[list-item]
    allowed = {id(counter.starts) for counter in program.counters.values()}
    for node in nodes(tuple(bodies)):
        match node:
            case Let(value=Selected() as value) | Set(value=Selected() as value) | Move(what=Selected() as value):
                allowed.add(id(value))
            case _:
                pass
    rest: list[object] = [*program.defines.values(), program.winner, *program.always, *program.bots]
    counters: list[CounterDecl] = list(program.counters.values())
    for node in nodes((*headers, *bodies, *rest, *counters, *program.places.values())):
        if isinstance(node, Selected) and node.word == "random" and id(node) not in allowed:
            reports.diagnostic("RL0327", node.span)
