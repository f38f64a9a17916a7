"""Steps in a circle, and values that are made of themselves.

Proved: no step comes back to itself through what it performs or offers, hooks and offers beside a step included, and
no value or header needs itself to be read.  So every game has a fixed depth.  Not asked: whether the circle would
ever be gone through; a condition around it does not make it right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rulelang.check.calls import Call, Calls, step
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.expressions import Can, DefineCall
from rulelang.resolve.model.program import Program
from rulelang.resolve.walk import nodes
from rulelang.source import Span

Edge = tuple[str, Span]


def circles(program: Program, calls: Calls) -> Iterator[Diagnostic]:
    """One message for each circle."""
    steps = {name: [_edge(call) for call in calls.get(step(name), ())] for name in program.steps}
    for circle in _circles(steps):
        way, span, labels = _told(circle)
        yield diagnostic("RL0501", span, labels=labels, name=circle[0][0], way=way)
    for circle in _circles(_readings(program)):
        way, span, labels = _told(circle)
        yield diagnostic("RL0502", span, labels=labels, name=circle[0][0], way=way)


def _edge(call: Call) -> Edge:
    return call.step, call.span


def _readings(program: Program) -> dict[str, list[Edge]]:
    """What must be read to read a value, or to know whether a step is possible (`can`)."""
    found: dict[str, list[Edge]] = {}
    for define in program.defines.values():
        found[define.name] = list(_read(define.layers))
    for declared in program.steps.values():
        found[_can(declared.name)] = list(_read(declared.header, declared.forbids))
    return found


def _read(*pieces: object) -> Iterator[Edge]:
    for node in nodes(*pieces):
        match node:
            case DefineCall(define=name):
                yield name, node.span
            case Can(step=name):
                yield _can(name), node.span
            case _:
                pass


def _can(name: str) -> str:
    return f"can {name}"


def _told(circle: Sequence[Edge]) -> tuple[str, Span, list[Label]]:
    names = [name for name, _ in circle]
    way = " → ".join(f"`{name}`" for name in [*names, names[0]])
    spans = [span for _, span in circle]
    labels = [Label(span, f"to `{name}`") for (name, span) in _turned(circle)]
    return way, spans[0], [label for label in labels if label.span != spans[0]]


def _turned(circle: Sequence[Edge]) -> Iterator[Edge]:
    """Each place with the name of what it leads to."""
    for (_, span), (following, _) in zip(circle, [*circle[1:], circle[0]], strict=True):
        yield following, span


def _circles(edges: Mapping[str, Sequence[Edge]]) -> Iterator[list[Edge]]:
    """Circles that share nothing, each as the names on it with the place that leads on."""
    done: set[str] = set()
    for start in edges:
        found = _back_to(start, edges, done.__contains__)
        if found:
            yield found
            done.update(name for name, _ in found)
        done.add(start)


def _back_to(start: str, edges: Mapping[str, Sequence[Edge]], done: Callable[[str], bool]) -> list[Edge] | None:
    waiting: list[tuple[str, list[Edge]]] = [(start, [])]
    seen: set[str] = set()
    while waiting:
        name, before = waiting.pop(0)
        for to, span in edges.get(name, ()):
            way = [*before, (name, span)]
            if to == start:
                return way
            if to not in seen and not done(to):
                seen.add(to)
                waiting.append((to, way))
    return None
