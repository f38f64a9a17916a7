"""What many playouts have in common.

Comes in: playouts, one by one.  Goes out: counts and spreads, at any time; and the same as plain data.

A share of wins counts a win that n players share as 1/n for each.  Its interval is the 95 % interval of E. B.
Wilson (1927).
"""

from __future__ import annotations

from math import sqrt
from statistics import fmean, median

from attrs import define, field, frozen

from interpreter.simulate.playout import Playout
from interpreter.texts import seat_name

FORMAT = 1
_Z = 1.959964


@frozen
class Spread:
    """How a number is spread over games"""

    mean: float
    low: int
    median: float
    high: int

    @classmethod
    def of(cls, numbers: list[int]) -> Spread:
        """Of at least one number."""
        return cls(fmean(numbers), min(numbers), median(numbers), max(numbers))

    def to_dict(self) -> dict[str, float]:
        return {"mean": round(self.mean, 3), "min": self.low, "median": self.median, "max": self.high}


@define
class Statistics:
    """Counts over the games so far; lists have an entry for each seat or for each game that came to an end."""

    players: int
    games: int = 0
    ended: int = 0
    wins: list[int] = field(factory=list)
    shared: list[int] = field(factory=list)
    shares: list[float] = field(factory=list)
    ties: int = 0
    everyone_lost: int = 0
    given_up: list[str] = field(factory=list)
    faults: list[Playout] = field(factory=list)
    decisions: list[int] = field(factory=list)
    turns: list[int] = field(factory=list)
    asked: int = 0
    real: int = 0
    options: int = 0

    def __attrs_post_init__(self) -> None:
        self.wins = [0] * self.players
        self.shared = [0] * self.players
        self.shares = [0.0] * self.players

    def add(self, playout: Playout) -> None:
        """Count one more game."""
        self.games += 1
        if playout.fault is not None:
            self.faults.append(playout)
            return
        if playout.result is None:
            self.given_up.append(playout.seed)
            return
        self.ended += 1
        self.decisions.append(playout.decisions)
        self.turns.append(playout.turns)
        self.asked += playout.decisions
        self.real += playout.real
        self.options += playout.options
        self.everyone_lost += playout.result.everyone_lost
        winners = playout.result.winners
        self.ties += len(winners) > 1
        for seat in winners:
            self.shares[seat] += 1 / len(winners)
            (self.shared if len(winners) > 1 else self.wins)[seat] += 1

    def interval(self, seat: int) -> tuple[float, float]:
        """Between which shares the seat's true share of wins lies, with 95 % confidence; 0 to 1 without games."""
        return wilson(self.shares[seat], self.ended)

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON, players as letters."""
        return {
            "format": FORMAT,
            "games": self.games,
            "ended": self.ended,
            "ties": self.ties,
            "everyone_lost": self.everyone_lost,
            "given_up": len(self.given_up),
            "faults": [{"seed": playout.seed, "message": playout.fault} for playout in self.faults],
            "seats": {seat_name(seat): self._seat(seat) for seat in range(self.players)},
            "decisions": Spread.of(self.decisions).to_dict() if self.ended else None,
            "turns": Spread.of(self.turns).to_dict() if self.ended else None,
            "choices_per_decision": round(self.options / self.asked, 3) if self.asked else None,
            "decisions_with_a_choice": round(self.real / self.asked, 4) if self.asked else None,
        }

    def _seat(self, seat: int) -> dict[str, object]:
        low, high = self.interval(seat)
        return {
            "wins": self.wins[seat],
            "shared": self.shared[seat],
            "share": round(self.shares[seat] / self.ended, 4) if self.ended else None,
            "interval": [round(low, 4), round(high, 4)],
        }


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not trials:
        return 0.0, 1.0
    share, z2 = successes / trials, _Z * _Z
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = _Z * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    return max(0.0, middle - half), min(1.0, middle + half)
