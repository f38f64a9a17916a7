"""Two games on the same seeds: what is different.

Comes in: pairs of playouts, game i of the one with game i of the other.  Goes out: paired differences with intervals,
and sentences.  The interval of a difference is made from the differences of the pairs, so whatever is alike in both
games of a pair (the cards dealt, as far as the rules deal alike) does not blur it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from attrs import Factory, define, field

from interpreter.bots.model import all_steps
from interpreter.simulate.batches.valued import Had, Valued
from interpreter.simulate.batches.worths import Worth
from interpreter.simulate.beside.worths import Shift, only_in, shifts, strongest
from interpreter.simulate.findings import MOST_WORTHS, called, of_hundred, percent, worth_sentence
from interpreter.simulate.numbers import CONFIDENCE, Moments
from interpreter.simulate.playout import Playout
from interpreter.simulate.sides import Sides
from interpreter.simulate.watching import Notes
from rulelang.nodes import frozen

if TYPE_CHECKING:
    from interpreter.game import Game

FORMAT = 1
TOGETHER = 64
"""So many pairs are counted together."""


@frozen
class Difference:
    """One figure in both games: its mean in A and in B, B less A, and the interval of that

    `share`: a share from 0 to 1; otherwise a number.  `sure`: the difference is more than chance explains, at 95 % for
    all figures of the comparison together.
    """

    name: str
    share: bool
    a: float
    b: float
    difference: float
    low: float
    high: float
    sure: bool

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON; ends of an interval that there is not are null."""
        ends = [None if end in (float("inf"), float("-inf")) else round(end, 5) for end in (self.low, self.high)]
        return {
            "figure": self.name,
            "share": self.share,
            "a": round(self.a, 5),
            "b": round(self.b, 5),
            "difference": round(self.difference, 5),
            "interval": ends,
            "sure": self.sure,
        }


@define
class Comparison:
    """All pairs so far; a pair in which a game did not come to its end is only counted

    `figures`: of A, of B, of B less A.  `alike`: pairs with the same winners after the same number of decisions and
    turns.
    """

    players: int
    sides: tuple[Sides, Sides] = field(default=Factory(lambda self: (Sides.alone(self.players),) * 2, takes_self=True))
    pairs: int = 0
    compared: int = 0
    alike: int = 0
    figures: dict[str, tuple[Moments, Moments, Moments]] = field(factory=dict)
    valued: tuple[Valued, Valued] | None = None
    waiting: tuple[list[Had], list[Had]] = field(factory=lambda: ([], []))
    shares: set[str] = field(factory=set)

    @classmethod
    def of(cls, a: Game, b: Game) -> Comparison:
        """Nothing compared yet of these games, which as many play."""
        made = cls(a.players, (Sides.of(a.program), Sides.of(b.program)))
        ours, theirs = (Valued.of(game.program, all_steps(game.program)) for game in (a, b))
        made.valued = ours, theirs
        return made

    def add(self, a: Playout, b: Playout) -> None:
        """One more pair; both with the same seed."""
        self.pairs += 1
        if a.result is None or b.result is None:
            return
        self.compared += 1
        same = (a.result.winners, a.decisions, a.turns) == (b.result.winners, b.decisions, b.turns)
        self.alike += same
        if self.valued is not None:
            self._value(a, b)
        ours, theirs = (dict(_figures(*game)) for game in zip((a, b), self.sides, strict=True))
        for (name, share), value in ours.items():
            if (name, share) not in theirs:
                continue
            if share:
                self.shares.add(name)
            other = theirs[name, share]
            moments = self.figures.setdefault(name, (Moments(), Moments(), Moments()))
            for one, number in zip(moments, (value, other, other - value), strict=True):
                one.add(number)

    def _value(self, *pair: Playout) -> None:
        """What was had and chosen in both games of a pair; many pairs are counted together."""
        assert self.valued is not None
        for game, sides, valued, waiting in zip(pair, self.sides, self.valued, self.waiting, strict=True):
            result, notes = game.result, game.notes
            if result is not None and notes is not None:
                held = notes.held if self.compared <= valued.most_card_games else None
                shares = [sides.share(seat, result.winners) for seat in range(len(notes.asked))]
                waiting.append((notes.who, held, game.decisions, shares))
        if len(self.waiting[0]) >= TOGETHER:
            self._count()

    def _count(self) -> None:
        for valued, waiting in zip(self.valued or (), self.waiting, strict=False):
            valued.add_games(waiting)
            waiting.clear()

    def worths(self) -> list[Shift]:
        """How much more each card and step is worth in B."""
        self._count()
        return shifts(*self.valued) if self.valued else []

    def new(self) -> tuple[list[Worth], list[Worth]]:
        """What is sure of cards and steps that only A has, and only B."""
        self._count()
        return (only_in(*self.valued), only_in(*reversed(self.valued))) if self.valued else ([], [])

    def differences(self) -> list[Difference]:
        """Every figure that both have, in a fixed order."""
        strict = 1 - (1 - CONFIDENCE) / max(1, len(self.figures))
        return [self._difference(name, strict) for name in self.figures]

    def _difference(self, name: str, strict: float) -> Difference:
        a, b, between = self.figures[name]
        least, most = between.interval(strict)
        sure = least > 0 or most < 0
        return Difference(name, name in self.shares, a.mean, b.mean, between.mean, *between.interval(), sure)

    def findings(self) -> list[str]:
        """At least one sentence."""
        if not self.compared:
            return ["No pair of games came to its end: there is nothing to compare."]
        said = self._different()
        if left := self.pairs - self.compared:
            be = "is" if left == 1 else "are"
            said.append(f"{left} of {self.pairs} pairs {be} left out, because a game did not come to its end.")
        return said

    def _different(self) -> list[str]:
        if self.alike == self.compared:
            return ["Every game went as its partner: the same winners after the same number of decisions and turns."]
        said = [_sentence(difference) for difference in self.differences() if difference.sure]
        if not said:
            said = [f"No difference is more than chance explains, in {self.compared} pairs of games."]
        said += [_shifted(shift) for shift in strongest(self.worths())[:MOST_WORTHS]]
        for name, worths in zip("AB", self.new(), strict=True):
            said += [f"Only in {name}: {worth_sentence(worth)}" for worth in worths[:MOST_WORTHS]]
        if self.alike:
            said.append(f"{of_hundred(self.alike / self.compared)} games went as their partners.")
        return said

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "format": FORMAT,
            "pairs": self.pairs,
            "compared": self.compared,
            "alike": self.alike,
            "findings": self.findings(),
            "differences": [difference.to_dict() for difference in self.differences()],
            "worths": [shift.to_dict() for shift in self.worths()],
            "only_in": {name: [one.to_dict() for one in worths] for name, worths in zip("ab", self.new(), strict=True)},
        }


def _figures(playout: Playout, sides: Sides) -> Iterator[tuple[tuple[str, bool], float]]:
    """What is compared of one game that has come to its end; whether each is a share."""
    result, notes = playout.result, playout.notes
    assert result is not None
    if sides.cooperative:
        yield ("everyone wins", True), float(bool(result.winners))
    else:
        yield from _wins(result.winners, notes, sides)
    yield ("nobody wins", True), float(not result.winners and not result.everyone_lost)
    yield ("everyone loses", True), float(result.everyone_lost)
    yield ("turns", False), float(playout.turns)
    yield ("decisions", False), float(playout.decisions)
    if playout.decisions:
        yield ("choices for each decision", False), playout.options / playout.decisions
        yield ("decisions with a choice", True), playout.real / playout.decisions
    if notes is not None and playout.decisions:
        yield ("forced passes", True), sum(notes.passes) / playout.decisions
        yield ("piles made anew", False), float(notes.refills)
    if notes is not None and notes.held is not None and playout.decisions:
        yield ("decisions that move others' cards", True), int(notes.held.touched.sum()) / playout.decisions
    if notes is not None and notes.lead_changes is not None and sides.alone_each:
        yield ("lead changes", False), float(notes.lead_changes)
    for score in result.scores:
        yield (f"mean {score.text}", False), fmean(score.values)


def _shifted(shift: Shift) -> str:
    a, b, low, high = (100 * value for value in (shift.a.difference, shift.b.difference, shift.low, shift.high))
    return (
        f"{HAVING[shift.thing.how].format(called(shift.thing))} goes with {a:+.0f} points of winning in A "
        f"and {b:+.0f} in B (the difference lies between {low:+.0f} and {high:+.0f} points)."
    )


HAVING = {
    "drawn": "To get {}",
    "played": "To play {}",
    "kept": "To have {} at the end",
    "chosen": "To choose {} at least once",
}


def _wins(winners: Sequence[int], notes: Notes | None, sides: Sides) -> Iterator[tuple[tuple[str, bool], float]]:
    who = "team" if sides.teams else "seat"
    for name, seats in zip(sides.names, sides.seats, strict=True):
        yield (f"{who} {name} wins", True), sides.share(seats[0], winners)
    if notes is not None:
        first = "team of who chooses first wins" if sides.teams else "who chooses first wins"
        yield (first, True), sides.share(notes.first, winners)
    yield ("shared win", True), float(len(sides.won(winners)) > 1)


def amount(difference: Difference, value: float, signed: bool = False) -> str:
    """`48.3 %` or `81.20`; with its sign `+3.1 points` or `-4.20`."""
    if value in (float("inf"), float("-inf")):
        return "?"
    if not difference.share:
        return f"{value:+.2f}" if signed else f"{value:.2f}"
    return f"{100 * value:+.1f}" if signed else percent(value)


def _sentence(difference: Difference) -> str:
    low, high = (amount(difference, end, signed=True) for end in (difference.low, difference.high))
    unit = " points" if difference.share else ""
    change = "more" if difference.difference > 0 else "less"
    name = difference.name[0].upper() + difference.name[1:]
    lies = f"is always {low}{unit}" if low == high else f"lies between {low} and {high}{unit}"
    return (
        f"{name}: {change} in B, {amount(difference, difference.b)} against {amount(difference, difference.a)} in A; "
        f"the difference {lies}."
    )
