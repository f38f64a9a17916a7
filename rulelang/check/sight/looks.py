"""Looking at cards that lie hidden.

Proved: no rule names the top of a pile that nobody sees, or what lies beneath an open top; in play, nobody picks from
such a pile and no rule takes the first of its cards that fits.  Such a card has no order until it is drawn. Questions
about the whole pile (`count`, `some`, `sum`) and loops over it are left alone: their answer does not depend on an
order.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.calls import Calls, Origin, hooks, reachable
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.expressions import EndCard, EndOf, Expr, PlaceRef, Range, Selected, Through
from rulelang.resolve.model.program import PlaceDecl, Program
from rulelang.resolve.model.statements import Pick
from rulelang.resolve.walk import find, nodes


def looks(program: Program, calls: Calls) -> Iterator[Diagnostic]:
    yield from _at_the_top(program)
    yield from _for_the_first(program, calls)


def _at_the_top(program: Program) -> Iterator[Diagnostic]:
    everywhere = (program.setup, program.play, program.whenevers, program.steps, program.defines)
    for end in find(EndCard, *everywhere, program.winner, program.always):
        place = _pile(end.place, program)
        if place is None:
            continue
        if place.seen.who == "nobody" or (place.seen.top_only and end.end != "top"):
            label = Label(place.span, "who sees it is said here")
            yield diagnostic("RL0602", end.span, labels=[label], name=place.name, end=end.end)


def _for_the_first(program: Program, calls: Calls) -> Iterator[Diagnostic]:
    for piece in _in_play(program, calls):
        for looked in nodes(piece):
            match looked:
                case Pick(range=range):
                    yield from _searched(range, program)
                case Selected(word="first", range=range) if not range.orders:
                    yield from _searched(range, program)
                case EndOf(source=source):
                    place = _pile(source.value, program)
                    if place is not None and place.seen.who == "nobody":
                        yield diagnostic("RL0603", looked.span, labels=[_said(place)], name=place.name)
                case _:
                    pass


def _searched(range: Range, program: Program) -> Iterator[Diagnostic]:
    match range.source:
        case Through(value=value):
            place = _pile(value, program)
            if place is not None and place.seen.who == "nobody":
                yield diagnostic("RL0603", range.span, labels=[_said(place)], name=place.name)
        case _:
            pass


def _in_play(program: Program, calls: Calls) -> Iterator[object]:
    """All rules but those of the set-up alone."""
    yield from (program.play, program.whenevers, program.defines)
    begun = [origin for origin in calls if origin.kind not in ("step", "setup")]
    names = reachable(calls, [call.step for origin in begun for call in calls[origin]])
    for name in program.steps:
        if name in names or not _is_set_up(name, calls):
            declared = program.steps[name]
            yield from (declared.header, declared.body, [hook.body for hook in hooks(declared)])


def _is_set_up(name: str, calls: Calls) -> bool:
    return name in reachable(calls, [call.step for call in calls.get(Origin("setup"), ())])


def _pile(value: Expr, program: Program) -> PlaceDecl | None:
    """The pile or bag that is meant, if it is named."""
    match value:
        case PlaceRef(place=name) if name in program.places and program.places[name].shape in ("pile", "bag"):
            return program.places[name]
        case _:
            return None


def _said(place: PlaceDecl) -> Label:
    return Label(place.span, "who sees it is said here")
