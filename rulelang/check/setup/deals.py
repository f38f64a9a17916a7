"""Deals that do not fit a number of players.

Proved: gone through from the set-up into the play, line by line, for each number of players, as long as every line is
certain to be carried out and every number is known, a `move N from Z` finds N cards in Z (or in what refills it); and
one line never moves more cards to a place than the place may hold, nor takes cards from among some that
may not lie where they go; and no pile is dealt out to its last card
although players draw from it.  The going through ends at the first choice and at the first condition or hook of which
nobody knows whether it applies; what comes later is not looked at.  Options count with what they normally are.

The work is bounded by `MOST_LINES`, whatever numbers stand in the text: a loop ends early when going through it once
changes nothing, and after so many lines nothing more is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from attrs import define, field

from rulelang.check.calls import calls_of
from rulelang.check.setup.heaps import Heaps, Spot, spot_of
from rulelang.check.setup.numbers import Numbers
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.expressions import (
    AllOf,
    Below,
    Constant,
    Expr,
    Group,
    PlaceRef,
    Range,
    Selected,
    SlotCard,
    Stretch,
    Through,
)
from rulelang.resolve.model.program import Program
from rulelang.resolve.model.sorts import CardSort, MemberSort, NumberSort, PlayerSort
from rulelang.resolve.model.statements import (
    Add,
    ForEach,
    Let,
    Move,
    MoveEvery,
    MoveSome,
    Nothing,
    Perform,
    Repeat,
    Say,
    Set,
    Show,
    ShowWhether,
    Shuffle,
    StepCall,
    Stmt,
)
from rulelang.resolve.sorts import article, either
from rulelang.resolve.walk import find, nodes
from rulelang.source import Span

MOST_LINES = 5_000
"""So many lines are gone through for one number of players; a deal of the largest decks has a few hundred."""


class _Unsure(Exception):
    """From here on nobody can say what happens; caught in this file."""


@define
class _Deal:
    """One going through, for one number of players."""

    program: Program
    players: int
    heaps: Heaps
    found: dict[tuple[Span, str], Diagnostic] = field(factory=dict)
    taken: dict[Spot, MoveSome] = field(factory=dict)
    """From where cards were dealt, with the last line that did it."""
    lines: int = 0

    def all(self, body: Sequence[Stmt], known: Numbers) -> None:
        for line in body:
            self.line(line, known)

    def over(self, body: Sequence[Stmt], times: int, known: Numbers) -> None:
        """A body so many times; it is enough to see once that it changes nothing."""
        for _ in range(times):
            before = self.heaps.picture()
            self.all(body, known)
            if self.heaps.picture() == before:
                return

    def line(self, line: Stmt, known: Numbers) -> None:
        self.lines += 1
        known.worked_out.clear()
        if self.lines > MOST_LINES:
            raise _Unsure
        match line:
            case MoveEvery(range=range, to=to):
                self.every(range, spot_of(to))
            case MoveSome():
                self.some(line, known)
            case ForEach(range=range, body=body):
                self.over(body, self.members(range, known), known)
            case Repeat(times=None, body=body):
                self.all(body, known)
                raise _Unsure  # nothing is known of the second time round
            case Repeat(times=times, body=body) if times is not None:
                self.over(body, _sure(known.value(times)), known)
            case Perform(what=StepCall(step=name) as call, by=None):
                self.perform(name, call, known)
            case Move():
                self.one(line)
            case Shuffle() | Set() | Add() | Show() | ShowWhether() | Say() | Let() | Nothing():
                pass
            case _:
                raise _Unsure

    def perform(self, name: str, call: StepCall, known: Numbers) -> None:
        declared = self.program.steps.get(name)
        if declared is None:
            return
        if any(known.holds(hook.when) is not False for hook in declared.before + declared.after + declared.instead):
            raise _Unsure
        pairs = zip(declared.parameters, call.arguments, strict=False)
        given = {parameter.uid: known.value(argument) for parameter, argument in pairs}
        self.all(declared.body, known.knowing(given))

    def members(self, range: Range, known: Numbers) -> int:
        """How many members a loop has, if that is sure."""
        if range.where is not None or range.limit is not None or range.amount is not None:
            raise _Unsure
        match range.source:
            case AllOf(sort=PlayerSort()) | Through(value=Group(which="players")):
                return self.players
            case AllOf(sort=MemberSort(kind=kind)) if kind in self.program.kinds:
                return len(self.program.kinds[kind].members)
            case Stretch(low=low, high=high, step=None) if isinstance(low.sort, NumberSort):
                return _sure(known.value(high)) - _sure(known.value(low)) + 1
            case _:
                raise _Unsure

    def every(self, range: Range, to: Spot | None) -> None:
        match range:
            case Range(source=AllOf(sort=CardSort(types=types)), where=None, limit=None, amount=None):
                self.heaps.gather(types, to)
            case _:
                self.heaps.lose_sight()

    def one(self, line: Move) -> None:
        """One card that is chosen out of a place; of any other move nobody knows what it takes."""
        match line.what:
            case Selected(range=Range(source=Through(value=place), amount=None)) | SlotCard(place=place):
                source = spot_of(place)
            case _:
                source = None
        there = self.heaps.size(source) if source is not None else None
        if source is None or not there:
            self.heaps.lose_sight()
        else:
            self.heaps.take(source, 1, spot_of(line.to))

    def some(self, line: MoveSome, known: Numbers) -> None:
        amount = known.value(line.amount)
        source, to = spot_of(line.source), spot_of(line.to)
        if amount is None or source is None:
            self.heaps.lose_sight()
            return
        there = self.heaps.size(source)
        refill = self.refill(line)
        self.holds(line, source, amount)
        if not line.up_to:
            self.fits(line, amount)
            if there is not None and refill is not None and there + refill < amount:
                self.report(line, amount, there + refill)
                raise _Unsure
        if refill != 0 and (there is None or there < amount):
            self.heaps.lose_sight()
        else:
            self.heaps.take(source, amount if there is None else min(amount, there), to)
            self.taken[source] = line

    def holds(self, line: MoveSome, source: Spot, amount: int) -> None:
        """What comes is not chosen, so that any card that lies there may come."""
        place = self.program.places.get(line.to.place) if isinstance(line.to, PlaceRef) else None
        if place is None or not amount or self.heaps.size(source) is None:
            return
        strangers = [name for name in self.heaps.coming(source, amount) if name not in place.types]
        if strangers:
            label, name = Label(place.span, "declared here"), _written(line.source, self.program)
            found = diagnostic(
                "RL0710", line.source.span, labels=[label], name=name, strangers=either(article(s) for s in strangers),
                goal=place.name, holds=either(place.types),
            )  # fmt: skip
            self.found.setdefault((line.span, found.code), found)

    def refill(self, line: MoveSome) -> int | None:
        """How many cards can be brought in when the source is empty; None if nobody knows."""
        if not isinstance(line.source, PlaceRef) or line.source.place not in self.program.places:
            return 0
        by = self.program.places[line.source.place].refilled_from
        if by is None:
            return 0
        spot = spot_of(by.place if isinstance(by, Below) else by)
        return self.heaps.size(spot) if spot is not None else None

    def fits(self, line: MoveSome, number: int) -> None:
        place = self.program.places.get(line.to.place) if isinstance(line.to, PlaceRef) else None
        room = None if place is None else 1 if place.shape == "slot" else place.capacity
        if place is not None and room is not None and number > room:
            label = Label(place.span, "declared here")
            found = diagnostic("RL0704", line.span, labels=[label], name=place.name, room=room, number=number)
            self.found.setdefault((line.span, found.code), found)

    def dealt_out(self, drawn: set[str]) -> None:
        """Piles of which nothing is left although players draw from them."""
        for source, line in self.taken.items():
            if source.place in drawn and self.heaps.size(source) == 0:
                name = _written(line.source, self.program)
                found = diagnostic("RL0709", line.amount.span, players=self.players, name=name)
                self.found.setdefault((line.span, found.code), found)

    def report(self, line: MoveSome, wanted: int, there: int) -> None:
        name = _written(line.source, self.program)
        found = diagnostic("RL0702", line.amount.span, players=self.players, name=name, wanted=wanted, there=there)
        self.found.setdefault((line.span, found.code), found)


def _sure(number: int | None) -> int:
    if number is None:
        raise _Unsure
    return number


def _written(place: Expr, program: Program) -> str:
    """The place as it is written, with the member of a kind that stands before its dot."""
    match place:
        case PlaceRef(place=name, keys=(Constant(value=value, sort=MemberSort(kind=kind)), *_)):
            return f"{program.kinds[kind].members[value]}.{name}"
        case PlaceRef(place=name):
            return name
        case _:
            return "the place"


def _drawn_from(program: Program) -> set[str]:
    """Places from which offered steps draw, where no offered step puts anything back and nothing refills them."""
    offered = {call.step for calls in calls_of(program).values() for call in calls if call.offered}
    steps = [program.steps[name] for name in sorted(offered) if name in program.steps]
    moves = [node for node in nodes(steps) if isinstance(node, Move | MoveSome | MoveEvery)]
    sources = [move.source for move in moves if isinstance(move, MoveSome)]
    draws = {source.place for source in sources if isinstance(source, PlaceRef)}
    filled = {place.place for move in moves for place in find(PlaceRef, move.to)}
    refilled = {name for name, place in program.places.items() if place.refilled_from is not None}
    return draws - filled - refilled


def deals(program: Program) -> Iterator[Diagnostic]:
    """One message for each line, about the smallest number of players that it does not fit."""
    found: dict[tuple[Span, str], Diagnostic] = {}
    drawn = _drawn_from(program)
    for players in range(program.players[0], program.players[1] + 1):
        heaps = Heaps.in_the_box(program, players)
        deal = _Deal(program, players, heaps)
        play = () if program.whenevers else program.play  # a `whenever` may step in between
        with suppress(_Unsure):
            deal.all([*program.setup, *play], Numbers(program, players, size=heaps.size_of))
        deal.dealt_out(drawn)
        for place, message in deal.found.items():
            found.setdefault(place, message)
    yield from found.values()
