"""Choices that depend on what the chooser cannot see.

Proved: what a step asks before it happens (picks, `needs`, `let`, `forbid`, the `when` of an offer beside it) reads
no place and no counter that is surely hidden from the chooser, also not through a value.  Not proved: reading by what
a rule works out (`seen by all where …`, `seen by PLAYERS`), what may be told from the effects of a step, and what the
order of a loop gives away.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.calls import begins, hooks
from rulelang.check.sight.reading import Reader, Scope
from rulelang.check.sight.viewers import Known, Whose, together
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.program import Program, StepDecl
from rulelang.resolve.model.statements import Choose, Offered, Secretly, StepCall, steps_of
from rulelang.resolve.walk import find

Arguments = dict[str, list[list[Known]]]


def knowledge(program: Program) -> Iterator[Diagnostic]:
    offered = _offered(program)
    for name, arguments in offered.items():
        if name in program.steps:
            yield from _asked_first(program.steps[name], arguments, program)


def _asked_first(declared: StepDecl, arguments: list[list[Known]], program: Program) -> Iterator[Diagnostic]:
    reader = Reader(program)
    receiver = [declared.receiver] if declared.receiver is not None else []
    scope = Scope(Whose.ME)
    for number, parameter in enumerate([*receiver, *declared.parameters]):
        scope = scope.knowing(parameter, together(a[number] for a in arguments if number < len(a)))
    inner = reader.header(declared.header, scope, declared.forbids)
    for forbid in declared.forbids:
        reader.read(forbid.when, inner)
    for beside in declared.beside:
        if beside.when is not None:
            reader.read(beside.when, scope)
    for hidden, span in dict.fromkeys(reader.leaks):
        labels = []
        if hidden in program.places:
            labels = [Label(program.places[hidden].span, "who sees it is said here")]
        elif hidden in program.counters:
            labels = [Label(program.counters[hidden].span, "who sees it is said here")]
        yield diagnostic("RL0601", span, labels=labels, step=declared.name, name=hidden)


def _offered(program: Program) -> Arguments:
    """Every step that is offered somewhere, with what is known of its receiver and parameters at each place."""
    found: Arguments = {}
    bodies: list[object] = [body for _, body in begins(program)]
    for declared in program.steps.values():
        bodies += [declared.body, *(hook.body for hook in hooks(declared))]
        for beside in declared.beside:
            _note(beside.step, Scope(Whose.ME), program, found)
    choices: list[Choose | Secretly] = [*find(Choose, bodies), *find(Secretly, bodies)]
    for choice in choices:
        mine = isinstance(choice, Choose) and choice.chooser is None
        for offer in [*choice.offers, *([choice.fallback] if choice.fallback else [])]:
            _note(offer, Scope(Whose.ME if mine else Whose.ANY), program, found)
    return found


def _note(offer: Offered, scope: Scope, program: Program, found: Arguments) -> None:
    if isinstance(offer, StepCall):
        reader = Reader(program)
        given = [offer.receiver] if offer.receiver is not None else []
        found.setdefault(offer.step, []).append([reader.read(a, scope) for a in [*given, *offer.arguments]])
    else:
        for name in steps_of(offer):
            found.setdefault(name, []).append([])
