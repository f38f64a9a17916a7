"""Marks that stay on cards when these are shuffled: whoever sees the mark knows the card again on its back.

Proved: a counter of a card that everybody sees is set, no rule ever sets it back to what it begins with, and a card
that may carry it is shuffled in a pile or bag, or such a pile is refilled, which shuffles it; in the set-up only if the
set-up itself sets marks.  Not looked at: whether a rule that sets it back comes in time.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.calls import begins, calls_of, reachable
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model import expressions as x
from rulelang.resolve.model.program import CounterDecl, Program
from rulelang.resolve.model.sorts import CardSort, PlaceSort
from rulelang.resolve.model.statements import Add, MoveSome, Set, Shuffle
from rulelang.resolve.sorts import lowest_start
from rulelang.resolve.walk import find
from rulelang.source import Span


def marks(program: Program) -> Iterator[Diagnostic]:
    play, setup = _carried_out(program, {"play", "whenever"}), _carried_out(program, {"setup"})
    for name, declared in program.counters.items():
        types = {kind for key in declared.keys if isinstance(key.sort, CardSort) for kind in key.sort.types}
        if not types or (declared.seen is not None and declared.seen.who != "all"):
            continue
        changes = [one for one in find(Set, (play, setup)) if one.target.counter == name]
        if any(_is_start(one.value, declared) for one in changes):
            continue
        early = _changes(name, setup)
        if not early and not _changes(name, play):
            continue
        for span, place in _shuffled(program, (play, setup) if early else play):
            if place.shape in ("pile", "bag") and types & set(place.types):
                yield diagnostic("RL0606", declared.span, labels=[Label(span, "here they are shuffled")], name=name)
                break


def _carried_out(program: Program, kinds: set[str]) -> list[object]:
    """The bodies of all that is carried out from there on."""
    calls = calls_of(program)
    steps = reachable(calls, [call.step for origin in calls if origin.kind in kinds for call in calls[origin]])
    bodies: list[object] = [body for origin, body in begins(program) if origin.kind in kinds]
    return bodies + [program.steps[name] for name in sorted(steps) if name in program.steps]


def _changes(name: str, bodies: object) -> bool:
    changes: list[Set | Add] = [*find(Set, bodies), *find(Add, bodies)]
    return any(one.target.counter == name for one in changes)


def _shuffled(program: Program, bodies: object) -> Iterator[tuple[Span, PlaceSort]]:
    """What is shuffled, and what is refilled when somebody draws from it."""
    for shuffle in find(Shuffle, bodies):
        if isinstance(shuffle.place.sort, PlaceSort):
            yield shuffle.span, shuffle.place.sort
    for drawn in find(MoveSome, bodies):
        if isinstance(drawn.source, x.PlaceRef) and isinstance(drawn.source.sort, PlaceSort):
            declared = program.places.get(drawn.source.place)
            if declared is not None and declared.refilled_from is not None:
                yield declared.span, drawn.source.sort


def _is_start(value: x.Expr, declared: CounterDecl) -> bool:
    """Whether a counter is set to what it begins with, as far as that is written out."""
    start = declared.starts
    if not isinstance(value, x.Constant) or not (start is None or isinstance(start, x.Constant)):
        return False
    return value.value == (lowest_start(declared.sort) if start is None else start.value)
