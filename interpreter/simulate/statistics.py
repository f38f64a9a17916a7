"""What many playouts have in common.

Comes in: playouts, one by one.  Goes out: counts and spreads, at any time; and the same as plain data.

A share of wins counts a win that n players share as 1/n for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from attrs import Factory, define, field

from interpreter.results import Result
from interpreter.simulate.numbers import CONFIDENCE, spread, wilson
from interpreter.simulate.playout import Playout
from interpreter.simulate.watched import Watched
from interpreter.simulate.watching import all_steps, lines_that_show, only_fallbacks, open_score
from interpreter.texts import seat_name

if TYPE_CHECKING:
    from interpreter.game import Game

FORMAT = 1


@define
class Statistics:
    """Counts over the games so far; lists have an entry for each seat or for each game that came to an end.

    `names` are the steps that anybody may ever choose, `fallbacks` those of them that only stand behind `if none`,
    `lines` the places in the rules where something can be seen to happen, with the rules they belong to: what is never
    met can only be told of what is known.
    """

    players: int
    names: Sequence[str] = ()
    fallbacks: Sequence[str] = ()
    lines: dict[str, str] = field(factory=dict)
    open_score: bool = False
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
    criteria: dict[str, list[list[int]]] = field(factory=dict)
    payoffs: list[list[int]] = field(factory=list)
    margins: list[int] = field(factory=list)
    decided_by: Counter[str] = field(factory=Counter)
    watched: Watched = field(default=Factory(lambda self: Watched(self.players), takes_self=True))

    @classmethod
    def of(cls, game: Game) -> Statistics:
        """Nothing counted yet of this game."""
        program = game.program
        names, fallbacks = all_steps(program), only_fallbacks(program)
        return cls(game.players, names, fallbacks, lines_that_show(program), open_score(program))

    def __attrs_post_init__(self) -> None:
        self.wins = [0] * self.players
        self.shared = [0] * self.players
        self.shares = [0.0] * self.players

    def add(self, playout: Playout) -> None:
        """Count one more game."""
        self.games += 1
        if playout.fault is not None:
            self.faults.append(playout)
        elif playout.result is None:
            self.given_up.append(playout.seed)
        else:
            self._ended(playout, playout.result)
        if playout.notes is not None:
            self.watched.add(playout, playout.notes)

    def _ended(self, playout: Playout, result: Result) -> None:
        self.ended += 1
        self.decisions.append(playout.decisions)
        self.turns.append(playout.turns)
        self.asked += playout.decisions
        self.real += playout.real
        self.options += playout.options
        self.everyone_lost += result.everyone_lost
        winners = result.winners
        self.ties += len(winners) > 1
        for seat in winners:
            self.shares[seat] += 1 / len(winners)
            (self.shared if len(winners) > 1 else self.wins)[seat] += 1
        for score in result.scores:
            of_seats = self.criteria.setdefault(score.text, [[] for _ in range(self.players)])
            for seat, value in enumerate(score.values):
                of_seats[seat].append(value)
        if result.payoffs:
            self.payoffs = self.payoffs or [[] for _ in range(self.players)]
            for seat, value in enumerate(result.payoffs):
                self.payoffs[seat].append(value)
        if result.scores and self.players > 1:
            best, second, *_ = sorted(result.scores[0].values, reverse=result.scores[0].best == "highest")
            self.margins.append(abs(best - second))
            self.decided_by.update(filter(None, [decider(result)]))

    def share(self, seat: int) -> float:
        """The seat's share of wins; 0 without games."""
        return self.shares[seat] / self.ended if self.ended else 0.0

    @property
    def fair(self) -> float:
        """The share that everybody would have if all won alike; less than 1/players where all can lose."""
        return sum(self.shares) / self.players / self.ended if self.ended else 0.0

    def interval(self, seat: int) -> tuple[float, float]:
        """Between which shares the seat's true share of wins lies, with 95 % confidence; 0 to 1 without games."""
        return wilson(self.shares[seat], self.ended)

    @property
    def strict(self) -> float:
        """The confidence for one seat that makes 95 % for all seats, and the one who chooses first, together."""
        return 1 - (1 - CONFIDENCE) / (self.players + (len(self.watched.firsts) > 1))

    def odd(self, wins: float) -> Literal["more", "less"] | None:
        """Whether so many wins are more or less than chance explains."""
        low, high = wilson(wins, self.ended, self.strict)
        return "more" if low > self.fair else "less" if high < self.fair else None

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON, players as letters."""
        return {
            "format": FORMAT,
            "games": self.games,
            "ended": self.ended,
            "ties": self.ties,
            "everyone_lost": self.everyone_lost,
            "given_up": len(self.given_up),
            "given_up_seeds": self.given_up,
            "faults": [{"seed": playout.seed, "message": playout.fault} for playout in self.faults],
            "fair_share": round(self.fair, 4) if self.ended else None,
            "seats": {seat_name(seat): self._seat(seat) for seat in range(self.players)},
            "decisions": spread(self.decisions),
            "turns": spread(self.turns),
            "choices_per_decision": round(self.options / self.asked, 3) if self.asked else None,
            "decisions_with_a_choice": round(self.real / self.asked, 4) if self.asked else None,
            "scores": {text: self._by_seat(of_seats) for text, of_seats in self.criteria.items()},
            "payoffs": self._by_seat(self.payoffs) if self.payoffs else None,
            "margin": spread(self.margins),
            "decided_by": {text: self.decided_by[text] for text in self.criteria},
            "watched": self._watched() if self.watched.games else None,
        }

    def _seat(self, seat: int) -> dict[str, object]:
        low, high = self.interval(seat)
        return {
            "wins": self.wins[seat],
            "shared": self.shared[seat],
            "share": round(self.shares[seat] / self.ended, 4) if self.ended else None,
            "interval": [round(low, 4), round(high, 4)],
            "more_than_chance": self.odd(self.shares[seat]),
        }

    def _watched(self) -> dict[str, object]:
        odd = self.odd(self.watched.first_shares)
        return self.watched.to_dict(self.names, self.lines, self.open_score, odd)

    def _by_seat(self, of_seats: list[list[int]]) -> dict[str, object]:
        return {seat_name(seat): spread(values) for seat, values in enumerate(of_seats)}


def decider(result: Result) -> str | None:
    """The comparison that told the only winner from all others; none where several won."""
    if len(result.winners) != 1:
        return None
    winner = result.winners[0]
    rivals = [seat for seat in range(len(result.ranks)) if seat != winner]
    for score in result.scores:
        rivals = [seat for seat in rivals if score.values[seat] == score.values[winner]]
        if not rivals:
            return score.text
    return None
