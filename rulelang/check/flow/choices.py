"""What is offered: fallbacks that ask for something, and choices that are always empty.

Proved: the step after `if none` can always be taken; some offer of a choice without a fallback is not plainly
impossible.  An offer is plainly impossible if it picks from a place into which no card is ever moved, from the others
in a game for one, or has a `needs` that is never true.  Not proved: that some offer is always possible; where none
is, the machine says so while it runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.check.calls import begins, hooks
from rulelang.check.setup.places import never_filled
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.expressions import Constant, Group, PlaceRef, Through
from rulelang.resolve.model.program import Program, StepDecl
from rulelang.resolve.model.statements import Choose, Head, Needs, Offered, Pick, Secretly, steps_of
from rulelang.resolve.walk import find


def choices(program: Program) -> Iterator[Diagnostic]:
    bodies: list[object] = [body for _, body in begins(program)]
    for declared in program.steps.values():
        bodies += [declared.body, *(hook.body for hook in hooks(declared))]
    unfilled = frozenset(never_filled(program))
    for body in bodies:
        found: list[Choose | Secretly] = [*find(Choose, body), *find(Secretly, body)]
        for choice in found:
            if choice.fallback is not None:
                yield from _fallback(choice.fallback, program)
            elif choice.offers and _is_empty(choice.offers, program, unfilled):
                yield diagnostic("RL0509", choice.span)


def _fallback(fallback: Offered, program: Program) -> Iterator[Diagnostic]:
    for name in steps_of(fallback):
        declared = program.steps.get(name)
        asked = _asks(declared) if declared else None
        if asked is not None:
            what, label = asked
            yield diagnostic("RL0508", fallback.span, labels=[label], name=name, what=what)


def _asks(declared: StepDecl) -> tuple[str, Label] | None:
    for item in declared.header:
        if isinstance(item, Pick):
            return "a pick", Label(item.span, "picked here")
        if isinstance(item, Needs):
            return "a `needs`", Label(item.span, "needed here")
    for forbid in declared.forbids:
        return "a `forbid`", Label(forbid.span, "forbidden here")
    return None


def _is_empty(offers: Sequence[Offered], program: Program, unfilled: frozenset[str]) -> bool:
    names = [name for offer in offers for name in steps_of(offer)]
    besides = [b for name in names if name in program.steps for b in program.steps[name].beside]
    if besides or not names or any(name not in program.steps for name in names):
        return False
    return all(_is_impossible(program.steps[name].header, program, unfilled) for name in names)


def _is_impossible(header: Sequence[Head], program: Program, unfilled: frozenset[str]) -> bool:
    for item in header:
        match item:
            case Needs(condition=Constant(value=0)):
                return True
            case Pick(range=range) if range.amount is None and isinstance(range.source, Through):
                source = range.source.value
                if isinstance(source, PlaceRef) and source.place in unfilled:
                    return True
                if isinstance(source, Group) and source.which == "others" and program.players[1] == 1:
                    return True
            case _:
                pass
    return False
