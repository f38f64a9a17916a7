"""Marks that stay on cards when these are shuffled: whoever sees the mark knows the card again on its back.

Proved: a counter of a card that everybody sees is set, no rule ever sets it back to what it begins with, and a card
that may carry it is shuffled in a pile or bag.  Not looked at: whether a rule that sets it back comes in time.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model import expressions as x
from rulelang.resolve.model.program import CounterDecl, Program
from rulelang.resolve.model.sorts import CardSort, PlaceSort
from rulelang.resolve.model.statements import Add, Set, Shuffle
from rulelang.resolve.walk import find


def marks(program: Program) -> Iterator[Diagnostic]:
    bodies = (program.steps, program.whenevers, program.play)
    shuffled = [one for one in find(Shuffle, bodies, program.setup) if isinstance(one.place.sort, PlaceSort)]
    for name, declared in program.counters.items():
        types = {kind for key in declared.keys if isinstance(key.sort, CardSort) for kind in key.sort.types}
        if not types or (declared.seen is not None and declared.seen.who != "all"):
            continue
        changes = [one for one in find(Set, bodies) if one.target.counter == name]
        set_back = any(_is_start(one.value, declared) for one in changes)
        if set_back or not (changes or any(one.target.counter == name for one in find(Add, bodies))):
            continue
        for shuffle in shuffled:
            sort = shuffle.place.sort
            assert isinstance(sort, PlaceSort)
            if sort.shape in ("pile", "bag") and types & set(sort.types):
                label = Label(shuffle.span, "here they are shuffled")
                yield diagnostic("RL0606", declared.span, labels=[label], name=name)
                break


def _is_start(value: x.Expr, declared: CounterDecl) -> bool:
    """Whether a counter is set to what it begins with, as far as that is written out."""
    if not isinstance(value, x.Constant):
        return False
    start = declared.starts
    return start.value == value.value if isinstance(start, x.Constant) else start is None
