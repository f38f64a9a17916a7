"""Deals that do not fit a number of players.

Proved: gone through from the set-up into the play, line by line, for each number of players, as long as every line is
certain to be carried out and every number is known, a `move N from Z` finds N cards in Z (or in what refills it); and
one line never moves more cards to a place than the place may hold.  The going through ends at the first choice,
condition or hook; what comes later is not looked at.  Options count with what they normally are.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from contextlib import suppress

from attrs import define, field

from rulelang.check.heaps import Heaps, Spot, spot_of
from rulelang.check.numbers import Numbers
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.expressions import AllOf, Below, PlaceRef, Range, Stretch
from rulelang.resolve.model.program import Program
from rulelang.resolve.model.sorts import CardSort, MemberSort, PlayerSort
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
    Set,
    Show,
    ShowWhether,
    Shuffle,
    StepCall,
    Stmt,
)
from rulelang.source import Span


class _Unsure(Exception):
    """From here on nobody can say what happens; caught in this file."""


@define
class _Deal:
    """One going through, for one number of players."""

    program: Program
    players: int
    heaps: Heaps
    found: dict[Span, Diagnostic] = field(factory=dict)

    def all(self, body: Sequence[Stmt], known: Numbers) -> None:
        for line in body:
            self.line(line, known)

    def line(self, line: Stmt, known: Numbers) -> None:
        match line:
            case MoveEvery(range=range, to=to):
                self.every(range, spot_of(to))
            case MoveSome():
                self.some(line, known)
            case ForEach(range=range, body=body):
                for _ in builtins.range(self.members(range, known)):
                    self.all(body, known)
            case Repeat(times=None, body=body):
                self.all(body, known)
                raise _Unsure  # nothing is known of the second time round
            case Repeat(times=times, body=body) if times is not None:
                for _ in builtins.range(_sure(known.value(times))):
                    self.all(body, known)
            case Perform(what=StepCall(step=name) as call, by=None):
                self.perform(name, call, known)
            case Move():
                self.heaps.lose_sight()
            case Shuffle() | Set() | Add() | Show() | ShowWhether() | Let() | Nothing():
                pass
            case _:
                raise _Unsure

    def perform(self, name: str, call: StepCall, known: Numbers) -> None:
        declared = self.program.steps.get(name)
        if declared is None:
            return
        if declared.before or declared.after or declared.instead:
            raise _Unsure
        pairs = zip(declared.parameters, call.arguments, strict=False)
        given = {parameter.uid: known.value(argument) for parameter, argument in pairs}
        self.all(declared.body, known.knowing(given))

    def members(self, range: Range, known: Numbers) -> int:
        """How many members a loop has, if that is sure."""
        if range.where is not None or range.limit is not None or range.amount is not None:
            raise _Unsure
        match range.source:
            case AllOf(sort=PlayerSort()):
                return self.players
            case AllOf(sort=MemberSort(kind=kind)) if kind in self.program.kinds:
                return len(self.program.kinds[kind].members)
            case Stretch(low=low, high=high, step=None):
                return _sure(known.value(high)) - _sure(known.value(low)) + 1
            case _:
                raise _Unsure

    def every(self, range: Range, to: Spot | None) -> None:
        match range:
            case Range(source=AllOf(sort=CardSort(types=types)), where=None, limit=None, amount=None):
                self.heaps.gather(types, to)
            case _:
                self.heaps.lose_sight()

    def some(self, line: MoveSome, known: Numbers) -> None:
        amount = known.value(line.amount)
        source, to = spot_of(line.source), spot_of(line.to)
        if amount is None or source is None:
            self.heaps.lose_sight()
            return
        there = self.heaps.size(source)
        refill = self.refill(line)
        if not line.up_to:
            self.fits(line, amount)
            if there is not None and refill is not None and there + refill < amount:
                self.report(line, amount, there + refill)
                raise _Unsure
        if refill != 0 and (there is None or there < amount):
            self.heaps.lose_sight()
        else:
            self.heaps.take(source, amount if there is None else min(amount, there), to)

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
            self.found.setdefault(line.span, found)

    def report(self, line: MoveSome, wanted: int, there: int) -> None:
        name = line.source.place if isinstance(line.source, PlaceRef) else "the place"
        found = diagnostic("RL0702", line.amount.span, players=self.players, name=name, wanted=wanted, there=there)
        self.found.setdefault(line.span, found)


def _sure(number: int | None) -> int:
    if number is None:
        raise _Unsure
    return number


def deals(program: Program) -> Iterator[Diagnostic]:
    """One message for each line, about the smallest number of players that it does not fit."""
    found: dict[Span, Diagnostic] = {}
    for players in range(program.players[0], program.players[1] + 1):
        deal = _Deal(program, players, Heaps.in_the_box(program, players))
        play = () if program.whenevers else program.play  # a `whenever` may step in between
        with suppress(_Unsure):
            deal.all([*program.setup, *play], Numbers(program, players))
        for span, message in deal.found.items():
            found.setdefault(span, message)
    yield from found.values()
