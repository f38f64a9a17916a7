"""Which steps read `me`, themselves or through what they perform.

Comes in: all steps of a program.  Goes out: the names of those that cannot do without somebody who acts. In the
body of `turns` and behind `by P` somebody new acts, so `me` there asks nothing of the step around.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.nodes import has
from rulelang.resolve.model.expressions import Me, Range, Variable
from rulelang.resolve.model.program import StepDecl
from rulelang.resolve.model.statements import (
    Choose,
    Perform,
    Secretly,
    StepCall,
    StepFrom,
    Turns,
    TurnsOnce,
    steps_of,
)
from rulelang.resolve.walk import children


def acting_steps(steps: dict[str, StepDecl]) -> frozenset[str]:
    """The steps that need somebody who acts."""
    reads: set[str] = set()
    calls: dict[str, set[str]] = {}
    for name, step in steps.items():
        asked = list(_asks((step.header, step.body, step.before, step.after, step.instead, step.forbids)))
        calls[name] = {word for word in asked if word is not None}
        if None in asked or any(step.beside):
            reads.add(name)
    while True:
        more = {name for name, called in calls.items() if name not in reads and called & reads}
        if not more:
            return frozenset(reads)
        reads |= more


def _asks(node: object) -> Iterator[str | None]:
    """None for each `me` of whoever acts around; the name of each step that is performed for them."""
    match node:
        case Me():
            yield None
        case Choose(offers=offers, anyone=Range() as asked):
            yield from _asks(asked)
            for one in offers:
                yield from _arguments(one)
        case Choose(chooser=chooser, offers=offers):
            # The chooser is `me` of what is offered; what its brackets read is read before.
            yield from _asks(chooser) if chooser is not None else (None,)
            for one in offers:
                yield from _arguments(one)
        case Secretly(range=range):
            yield from _asks(range)
        case Perform(what=what, by=by):
            yield from _arguments(what)
            yield from _asks(by)
            if by is None:
                yield from steps_of(what)
        case Turns(start=start) | TurnsOnce(start=start):
            yield from _asks(start)
        case tuple():
            for part in node:
                yield from _asks(part)
        case Variable():
            pass
        case _ if has(type(node)):
            for part in children(node):
                yield from _asks(part)


def _arguments(what: StepCall | StepFrom) -> Iterator[str | None]:
    if isinstance(what, StepFrom):
        yield from _asks(what.value)
    else:
        yield from _asks(what.receiver)
        yield from _asks(what.arguments)
