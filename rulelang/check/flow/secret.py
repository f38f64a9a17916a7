"""`secretly`: what may be offered when nobody is to see anything before all have chosen.

Proved: no step offered secretly, nor what it performs, comes to another choice, stops something, lets chance speak,
or draws from a place that nobody sees.  Not proved: that two choosers never pick the same card; picks from places of
their own cannot.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.calls import Calls, begins, calls_in, hooks
from rulelang.check.touched import bodies_beneath
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.expressions import Node, PlaceRef, Selected
from rulelang.resolve.model.program import Program
from rulelang.resolve.model.statements import Choose, EveryoneLoses, MoveSome, Secretly, Show, Stop
from rulelang.resolve.walk import find, nodes


def secret(program: Program, calls: Calls) -> Iterator[Diagnostic]:
    bodies: list[object] = [body for _, body in begins(program)]
    for declared in program.steps.values():
        bodies += [declared.body, *(hook.body for hook in hooks(declared))]
    for choice in find(Secretly, bodies):
        for call in calls_in((choice,), program):
            for node in nodes(*bodies_beneath(program, calls, [call.step])):
                what = _too_much(node, program)
                if what is not None:
                    label = Label(call.span, f"`{call.step}` is offered secretly here")
                    yield diagnostic("RL0512", node.span, labels=[label], name=call.step, what=what)


def _too_much(node: Node, program: Program) -> str | None:
    match node:
        case Choose() | Secretly():
            return "comes to another choice"
        case Stop() | EveryoneLoses():
            return "stops something"
        case Selected(word="random"):
            return "lets chance speak"
        case MoveSome(source=PlaceRef(place=name)) if _is_unseen(program, name):
            return "draws a card"
        case Show():
            return "shows something"
        case _:
            return None


def _is_unseen(program: Program, name: str) -> bool:
    place = program.places.get(name)
    return place is not None and place.seen.who == "nobody"
