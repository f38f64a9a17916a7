"""Values that stand on the table, and who may see each of them.

Comes in: a checked program.  Goes out: for a value who surely sees everything that it is made of (all, its owner
alone, nobody), and a message for each `show` of a value that nobody may see.  Proved: who is shown a value could work
it out from what lies open.  What has to be played to be known (`seen by all where …`) counts as hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rulelang.check.sight.reading import Reader, Scope
from rulelang.check.sight.viewers import NOTHING, Known, Whose
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model import expressions as x
from rulelang.resolve.model.program import Program, ShownDecl
from rulelang.resolve.model.sorts import PlayerSort

Audience = Literal["all", "owner", "nobody"]


def shown(program: Program) -> Iterator[Diagnostic]:
    for declared in program.shown:
        value, parameters = shown_value(program, declared)
        if audience(program, value, parameters) != "nobody":
            continue
        hidden = _hidden(program, value, parameters, Whose.ANY)[0]
        thing = program.places.get(hidden) or program.counters.get(hidden)
        labels = [Label(thing.span, "who sees it is said here")] if thing is not None else []
        yield diagnostic("RL0620", declared.span, labels=labels, name=declared.name, hidden=hidden)


def shown_value(program: Program, shown: ShownDecl) -> tuple[x.Expr, tuple[x.Variable, ...]]:
    """What is shown, of its own parameters, and these."""
    if shown.is_counter:
        counter = program.counters[shown.name]
        keys = tuple(x.Var(one, sort=one.sort, span=counter.span) for one in counter.keys)
        return x.CounterRef(counter.name, keys, sort=counter.sort, span=counter.span), counter.keys
    value = program.defines[shown.name]
    arguments = tuple(x.Var(one, sort=one.sort, span=value.span) for one in value.parameters)
    return x.DefineCall(value.name, arguments, sort=value.sort, span=value.span), value.parameters


def audience(program: Program, value: x.Expr, parameters: tuple[x.Variable, ...]) -> Audience:
    """Who sees all that a value depends on; `owner`: the player that its first parameter is."""
    if not _hidden(program, value, parameters, Whose.ANY):
        return "all"
    owned = bool(parameters) and isinstance(parameters[0].sort, PlayerSort)
    return "owner" if owned and not _hidden(program, value, parameters, Whose.ME) else "nobody"


def _hidden(program: Program, value: x.Expr, parameters: tuple[x.Variable, ...], owner: Whose) -> list[str]:
    """What somebody cannot see of what the value depends on; `owner`: who the first parameter is to them."""
    reader, scope = Reader(program, surely=True), Scope(Whose.ANY)
    for number, one in enumerate(parameters):
        scope = scope.knowing(one, Known(owner) if number == 0 else NOTHING)
    known = reader.read(value, scope)
    return [name for name, _ in reader.leaks] + sorted(known.unseen)
