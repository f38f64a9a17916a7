"""How a game changes with skill: the same seeds in better and better hands.

Comes in: a game, how to play it, the names of bots, the weakest first.  Goes out: for each of them what comes of games
in which all play so, what of that differs from the first of them (in pairs, game by game), and how often one such
player wins at a table of those one rung below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from interpreter.simulate.batches.measures import MEASURES, measured
from interpreter.simulate.beside.comparing import Comparison, amount
from interpreter.simulate.findings import between, of_hundred, percent
from interpreter.simulate.numbers import wilson
from interpreter.simulate.playout import Playout
from interpreter.simulate.running import Batch, Plan, play_batches
from interpreter.simulate.statistics import Statistics
from rulelang.nodes import frozen

if TYPE_CHECKING:
    from interpreter.game import Game

Data = dict[str, Any]
RUNGS = ("random", "greedy", "ismcts:200")
GAMES = 200
"""So many games of each rung, where nothing is said."""
TOLD = ("first", "lost", "length", "changes", "touching", "decided", "choices")
"""The measures that are told of each rung, beside the shares of the win."""


@define
class Climb:
    """Games of one player among players of the rung below, seat after seat; a shared win counts as its part"""

    below: str
    sides: int
    games: int = 0
    ended: int = 0
    won: float = 0.0
    lost_by_all: int = 0

    @property
    def fair(self) -> float:
        """What each side would win if all won alike."""
        return (self.ended - self.lost_by_all) / self.sides / max(1, self.ended)

    @property
    def share(self) -> float | None:
        return self.won / self.ended if self.ended else None

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.won, self.ended)

    @property
    def helps(self) -> bool | None:
        """Whether it wins more than its part; none if that may be chance."""
        low, high = self.interval
        return True if low > self.fair else False if high < self.fair else None

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        share = None if self.share is None else round(self.share, 4)
        interval = [round(end, 4) for end in self.interval]
        return {
            "below": self.below, "games": self.games, "ended": self.ended, "share": share, "interval": interval,
            "fair_share": round(self.fair, 4), "wins_more": self.helps,
        }  # fmt: skip


@define
class Rung:
    """`game`: on the backend that plays such bots.  `changes`: less what the first rung has; none in the first, as
    `climb` is, and where nobody wins against anybody."""

    game: Game
    bot: str
    statistics: Statistics
    changes: Comparison | None = None
    climb: Climb | None = None

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        statistics, sides = self.statistics, self.statistics.sides
        ended = statistics.ended
        shares = {
            name: {
                "share": round(share / ended, 4) if ended else None,
                "interval": [round(end, 4) for end in wilson(share, ended)],
            }
            for name, share in zip(sides.names, statistics.side_shares, strict=True)
        }
        return {
            "bot": self.bot,
            "games": statistics.games,
            "ended": ended,
            "shares": shares,
            "measures": {
                name: None if value is None else round(value, 5) for name, value in measured(statistics).items()
            },
            "changes": [one.to_dict() for one in self.changes.differences()] if self.changes else [],
            "climb": self.climb.to_dict() if self.climb else None,
        }


@frozen
class Part:
    """Games that were played together: of all seats alike, or of one side above the others"""

    rung: Rung
    side: int | None
    batch: Batch


@define
class Ladder:
    """`games` of each rung; `play` plays them, part by part, and `count` counts a part."""

    plan: Plan
    rungs: list[Rung]
    games: int
    firsts: list[Playout] = field(factory=list)

    @classmethod
    def of(cls, games: Sequence[Game], bots: Sequence[str], plan: Plan) -> Ladder:
        """Nothing played yet; `games[i]` is what `bots[i]` play, the same game on whatever backend."""
        rungs: list[Rung] = []
        for game, bot in zip(games, bots, strict=True):
            rung = Rung(game, bot, Statistics.of(game))
            sides = rung.statistics.sides
            if rungs:
                rung.changes = Comparison.of(game, game)
            if rungs and len(sides.seats) > 1:
                rung.climb = Climb(rungs[-1].bot, len(sides.seats))
            rungs.append(rung)
        return cls(plan, rungs, plan.games)

    @property
    def total(self) -> int:
        """How many games `play` plays."""
        return sum(self.games + self._each(rung) * len(self._climbing(rung)) for rung in self.rungs)

    def play(self) -> Iterator[Part]:
        """All of it, rung by rung."""
        for rung in self.rungs:
            seats = rung.game.players
            for batch in play_batches(rung.game, evolve(self.plan, bots=(rung.bot,) * seats)):
                yield Part(rung, None, batch)
            for side in self._climbing(rung):
                assert rung.climb is not None
                mine = rung.statistics.sides.seats[side]
                bots = tuple(rung.bot if seat in mine else rung.climb.below for seat in range(seats))
                for batch in play_batches(rung.game, evolve(self.plan, bots=bots, games=self._each(rung), watch=False)):
                    yield Part(rung, side, batch)

    def count(self, part: Part) -> None:
        """Add the games of a part."""
        rung = part.rung
        for playout in part.batch.playouts():
            if part.side is not None:
                _climbed(rung, part.side, playout)
                continue
            if rung is self.rungs[0]:
                self.firsts.append(playout)
            elif rung.changes is not None and rung.statistics.games < len(self.firsts):
                rung.changes.add(self.firsts[rung.statistics.games], playout)
            rung.statistics.add(playout)

    def _climbing(self, rung: Rung) -> range:
        return range(len(rung.statistics.sides.seats) if rung.climb is not None else 0)

    def _each(self, rung: Rung) -> int:
        """How many games one side climbs."""
        return max(1, self.games // len(rung.statistics.sides.seats))

    def findings(self) -> list[str]:
        """What is sure, in sentences."""
        said = []
        for rung in self.rungs[1:]:
            if rung.climb is not None and rung.climb.share is not None:
                said.append(_climb(rung.bot, rung.climb))
            for one in rung.changes.differences() if rung.changes is not None else ():
                if one.sure:
                    low, high = (amount(one, end, signed=True) for end in (one.low, one.high))
                    points = " points" if one.share else ""
                    said.append(
                        f"{one.name[0].upper()}{one.name[1:]}: {amount(one, one.b)} where all play as {rung.bot}, "
                        f"{amount(one, one.a)} where all play as {self.rungs[0].bot}; the difference lies between "
                        f"{low} and {high}{points}."
                    )
        return said

    def to_dict(self, stopped: bool = False) -> Data:
        """Plain data for JSON; `stopped`: before all games were played."""
        said = ["Stopped early: some games of the ladder were not played."] if stopped else []
        rungs = [rung.to_dict() for rung in self.rungs if rung.statistics.games]
        return {"games": self.games, "rungs": rungs, "findings": [*said, *self.findings()]}


def _climbed(rung: Rung, side: int, playout: Playout) -> None:
    climb, sides = rung.climb, rung.statistics.sides
    assert climb is not None
    climb.games += 1
    if playout.result is not None:
        climb.ended += 1
        climb.lost_by_all += not playout.result.winners
        climb.won += sides.share(sides.seats[side][0], playout.result.winners)


def _climb(bot: str, climb: Climb) -> str:
    assert climb.share is not None
    told = f"{of_hundred(climb.share)} games at a table of {climb.below}"
    interval = f"the true share lies {between(climb.interval)}, a fair one is {percent(climb.fair)}"
    if climb.helps is None:
        return f"Whether {bot} wins more than {climb.below} is not sure: it won {told}; {interval}."
    return f"{bot} wins {told}, {'more' if climb.helps else 'less'} than chance explains: {interval}."


def told_rows(data: Data) -> tuple[list[list[str]], list[list[str]]]:
    """Two tables from `to_dict`, with their heads: what comes of each rung; how one player climbs."""
    rungs = data["rungs"]
    shown = [name for name in TOLD if any(rung["measures"][name] is not None for rung in rungs)]
    rows = [["all play as", "games", *rungs[0]["shares"], *shown]]
    climbs = [["one plays as", "all others as", "games", "share of wins", "between", "", "fair"]]
    for rung in rungs:
        measures = (MEASURES[name].told(rung["measures"][name]) for name in shown)
        rows.append([rung["bot"], str(rung["ended"]), *map(_share, rung["shares"].values()), *measures])
        if climb := rung["climb"]:
            numbers = climb["share"], *climb["interval"], climb["fair_share"]
            told = ("–" if number is None else percent(number) for number in numbers)
            climbs.append([rung["bot"], climb["below"], str(climb["ended"]), *told])
    return rows, climbs


def _share(one: Data) -> str:
    """`33.5 % (27–40)`"""
    if one["share"] is None:
        return "–"
    low, high = one["interval"]
    return f"{percent(one['share'])} ({100 * low:.0f}–{100 * high:.0f})"
