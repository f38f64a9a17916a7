"""What an author's own bot asks for.

Comes in: a checked program.  Goes out: a message for each line of a `bot` whose condition or order reads what the one
who chooses may not see.  Proved: the bot knows of the table what a person in its seat knows.  What has to be played to
be known (`seen by all where …`) counts as hidden.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.sight.reading import Reader, Scope
from rulelang.check.sight.viewers import Known, Whose
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.program import PreferenceDecl, Program
from rulelang.resolve.model.sorts import CardSort, SetSort
from rulelang.source import Span


def preferred(program: Program) -> Iterator[Diagnostic]:
    for bot in program.bots:
        for line in bot.preferences:
            for hidden, span in _hidden(program, line)[:1]:
                thing = program.places.get(hidden) or program.counters.get(hidden)
                labels = [Label(thing.span, "who sees it is said here")] if thing is not None else []
                yield diagnostic("RL0608", span, labels=labels, bot=bot.name, name=hidden)


def _hidden(program: Program, line: PreferenceDecl) -> list[tuple[str, Span]]:
    """What is read and hidden from the one who chooses, each with where."""
    reader, scope = Reader(program, surely=True), _picked(program, line)
    asked = [line.condition] if line.condition is not None else []
    for value in (*asked, *(order.value for order in line.orders)):
        known = reader.read(value, scope)
        reader.leaks += [(name, value.span) for name in sorted(known.unseen)]
    return reader.leaks


def _picked(program: Program, line: PreferenceDecl) -> Scope:
    """What the chooser knows of the picks of a step; of a card that a step is handed, nothing."""
    scope, step = Scope(Whose.ME), program.steps.get(line.step)
    if step is None:
        return scope
    for given in (step.receiver, *step.parameters):
        if given is not None and isinstance(given.sort, CardSort | SetSort):
            scope = scope.knowing(given, Known(unseen=frozenset([given.name])))
    return Reader(program, surely=True).header(step.header, scope, step.forbids)
