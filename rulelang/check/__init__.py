"""What can be said about a game without playing it.

Comes in: a checked program.  Goes out: diagnostics, of all checks, in a fixed order: the flow, what players see,
set-up and results, and at last what nothing uses.  Each file here is one check and says what it proves.  Names and
sorts are left to `resolve`, numbers and bounds to `ir`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.calls import calls_of
from rulelang.check.flow.actor import actors
from rulelang.check.flow.asked_once import asked_once
from rulelang.check.flow.choices import choices
from rulelang.check.flow.circles import circles
from rulelang.check.flow.hooks import idle_hooks
from rulelang.check.flow.lines import lines
from rulelang.check.flow.loops import loops
from rulelang.check.flow.performed import performed
from rulelang.check.flow.rivals import rivals
from rulelang.check.flow.secret import secret
from rulelang.check.flow.stops import stops
from rulelang.check.flow.whenevers import whenevers
from rulelang.check.mentions import mentioned as mentioned
from rulelang.check.results import results
from rulelang.check.setup.deals import deals
from rulelang.check.setup.places import places
from rulelang.check.setup.sets import sets
from rulelang.check.setup.unshuffled import unshuffled
from rulelang.check.sight.given_away import given_away
from rulelang.check.sight.knowledge import knowledge
from rulelang.check.sight.looks import looks
from rulelang.check.sight.marks import marks
from rulelang.check.sight.openly import said
from rulelang.check.sight.preferred import preferred
from rulelang.check.sight.shown import shown
from rulelang.check.sight.written import written
from rulelang.check.unused import unused
from rulelang.diagnostics import Diagnostic
from rulelang.resolve.model.program import Program


def check(program: Program, mentioned: frozenset[str] = frozenset()) -> list[Diagnostic]:
    """All findings about a program.  `mentioned`: names that scenarios and variants use (see `mentions`).

    A program with a circle in its steps gets the circle alone: what follows calls would go round in it.
    """
    round_and_round = list(circles(program, calls_of(program)))
    return round_and_round or list(_all(program, mentioned))


def _all(program: Program, mentioned: frozenset[str]) -> Iterator[Diagnostic]:
    calls = calls_of(program)
    yield from stops(program, calls)
    yield from lines(program)
    yield from idle_hooks(program, calls)
    yield from rivals(program, calls)
    yield from choices(program)
    yield from performed(program, calls)
    yield from loops(program, calls)
    yield from asked_once(program, calls)
    yield from whenevers(program, calls)
    yield from secret(program, calls)
    yield from actors(program, calls)
    yield from sets(program)
    yield from knowledge(program)
    yield from looks(program, calls)
    yield from places(program)
    yield from deals(program)
    yield from unshuffled(program)
    yield from marks(program)
    yield from results(program)
    yield from shown(program)
    yield from said(program)
    yield from preferred(program)
    yield from given_away(program)
    yield from written(program)
    yield from unused(program, mentioned)
