"""What many playouts have in common.

Comes in: playouts, one by one.  Goes out: counts and spreads, at any time; and the same as plain data.

A share of wins counts a win that n players share as 1/n for each.  What is odd, or fair, is asked of sides: a team
wins and loses as one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from attrs import Factory, define, field

from interpreter.bots.model import all_steps
from interpreter.machine.results import Result
from interpreter.machine.texts import seat_name
from interpreter.simulate.batches.valued import Valued
from interpreter.simulate.numbers import CONFIDENCE, spread, wilson
from interpreter.simulate.playout import Playout
from interpreter.simulate.sides import Sides
from interpreter.simulate.watched import Watched
from interpreter.simulate.watching import lines_that_show, only_fallbacks, open_score

if TYPE_CHECKING:
    from interpreter.game import Game

FORMAT = 1


@define
class Statistics:
    """Counts over the games so far; lists have an entry for each seat; a number that each game
    has is counted by its values, so that a run of any length takes the same room.

    `names` are the steps that anybody may ever choose, `fallbacks` those of them that only stand behind `if none`,
    `lines` the places in the rules where something can be seen to happen, with the rules they belong to: what is never
    met can only be told of what is known.  `ties`: games that more than one side has won.
    """

    players: int
    names: Sequence[str] = ()
    fallbacks: Sequence[str] = ()
    lines: dict[str, str] = field(factory=dict)
    open_score: bool = False
    sides: Sides = field(default=Factory(lambda self: Sides.alone(self.players), takes_self=True))
    games: int = 0
    ended: int = 0
    wins: list[int] = field(factory=list)
    shared: list[int] = field(factory=list)
    shares: list[float] = field(factory=list)
    ties: int = 0
    side_wins: list[int] = field(factory=list)
    side_shared: list[int] = field(factory=list)
    side_shares: list[float] = field(factory=list)
    everyone_lost: int = 0
    nobody_won: int = 0
    given_up: list[str] = field(factory=list)
    faults: list[Playout] = field(factory=list)
    decisions: Counter[int] = field(factory=Counter)
    turns: Counter[int] = field(factory=Counter)
    asked: int = 0
    real: int = 0
    options: int = 0
    criteria: dict[str, list[Counter[int]]] = field(factory=dict)
    payoffs: list[Counter[int]] = field(factory=list)
    margins: Counter[int] = field(factory=Counter)
    decided_by: Counter[str] = field(factory=Counter)
    watched: Watched = field(default=Factory(lambda self: Watched(self.players, self.sides), takes_self=True))

    @classmethod
    def of(cls, game: Game) -> Statistics:
        """Nothing counted yet of this game."""
        program = game.program
        names, fallbacks = all_steps(program), only_fallbacks(program)
        made = cls(game.players, names, fallbacks, lines_that_show(program), open_score(program), Sides.of(program))
        made.watched.valued = Valued.of(program, names)
        return made

    def __attrs_post_init__(self) -> None:
        self.wins = [0] * self.players
        self.shared = [0] * self.players
        self.shares = [0.0] * self.players
        self.side_wins = [0] * len(self.sides.seats)
        self.side_shared = [0] * len(self.sides.seats)
        self.side_shares = [0.0] * len(self.sides.seats)

    def add(self, playout: Playout) -> None:
        """Count one more game."""
        self.games += 1
        if playout.result is None:
            self.add_stopped(playout)
        else:
            self._ended(playout, playout.result)
        if playout.notes is not None:
            self.watched.add(playout, playout.notes)

    def add_stopped(self, playout: Playout) -> None:
        """Keep a game that did not come to its end: it met a fault, or was given up."""
        if playout.fault is not None:
            self.faults.append(playout)
        else:
            self.given_up.append(playout.seed)

    def _ended(self, playout: Playout, result: Result) -> None:
        self.ended += 1
        self.decisions[playout.decisions] += 1
        self.turns[playout.turns] += 1
        self.watched.samples.offer("shortest", playout.seed, playout.turns, highest=False)
        self.watched.samples.offer("longest", playout.seed, playout.turns)
        self.asked += playout.decisions
        self.real += playout.real
        self.options += playout.options
        self.everyone_lost += result.everyone_lost
        self.nobody_won += not result.winners and not result.everyone_lost
        won = self.sides.won(result.winners)
        self.ties += len(won) > 1
        _count(result.winners, self.wins, self.shared, self.shares)
        _count(won, self.side_wins, self.side_shared, self.side_shares)
        for score in result.scores:
            for counts, value in zip(self.of_criterion(score.text), score.values, strict=True):
                counts[value] += 1
        if result.payoffs:
            for counts, value in zip(self.of_payoffs(), result.payoffs, strict=True):
                counts[value] += 1
        if result.scores and len(self.sides.seats) > 1:
            first = result.scores[0]
            best = max if first.best == "highest" else min
            of_sides = [best(first.values[seat] for seat in side) for side in self.sides.seats]
            ahead, second, *_ = sorted(of_sides, reverse=first.best == "highest")
            self.margins[abs(ahead - second)] += 1
            self.watched.samples.offer("closest", playout.seed, abs(ahead - second), highest=False)
            self.watched.samples.offer("clearest", playout.seed, abs(ahead - second))
            self.decided_by.update(filter(None, [decider(result, self.sides)]))

    def of_criterion(self, text: str) -> list[Counter[int]]:
        """How often each value of a criterion came up, by seat."""
        return self.criteria.setdefault(text, [Counter() for _ in range(self.players)])

    def of_payoffs(self) -> list[Counter[int]]:
        """How often each payoff came up, by seat."""
        self.payoffs = self.payoffs or [Counter() for _ in range(self.players)]
        return self.payoffs

    def share(self, seat: int) -> float:
        """The seat's share of wins; 0 without games."""
        return self.shares[seat] / self.ended if self.ended else 0.0

    @property
    def fair(self) -> float:
        """The share that each side would have if all won alike; less than 1/sides where all can lose."""
        return sum(self.side_shares) / len(self.sides.seats) / self.ended if self.ended else 0.0

    @property
    def fair_seat(self) -> float:
        """The share that each seat would have if all won alike."""
        return sum(self.shares) / self.players / self.ended if self.ended else 0.0

    def interval(self, seat: int) -> tuple[float, float]:
        """Between which shares the seat's true share of wins lies, with 95 % confidence; 0 to 1 without games."""
        return wilson(self.shares[seat], self.ended)

    @property
    def strict(self) -> float:
        """The confidence for one side that makes 95 % for all sides, and the one who chooses first, together."""
        return 1 - (1 - CONFIDENCE) / (len(self.sides.seats) + (len(self.watched.firsts) > 1))

    def odd(self, wins: float) -> Literal["more", "less"] | None:
        """Whether so many wins of a side are more or less than chance explains."""
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
            "nobody_won": self.nobody_won,
            "cooperative": self.sides.cooperative,
            "given_up": len(self.given_up),
            "given_up_seeds": self.given_up,
            "faults": [{"seed": playout.seed, "message": playout.fault} for playout in self.faults],
            "fair_share": round(self.fair_seat, 4) if self.ended else None,
            "teams": self._teams() if self.sides.teams else None,
            "seats": {seat_name(seat): self._seat(seat) for seat in range(self.players)},
            "decisions": spread(self.decisions),
            "turns": spread(self.turns),
            "choices_per_decision": round(self.options / self.asked, 3) if self.asked else None,
            "decisions_with_a_choice": round(self.real / self.asked, 4) if self.asked else None,
            "scores": {text: self._by_seat(of_seats) for text, of_seats in self.criteria.items()},
            "payoffs": self._by_seat(self.payoffs) if self.payoffs else None,
            "margin": spread(self.margins),
            "decided_by": {text: self.decided_by[text] for text in self.criteria},
            "samples": {
                sort: {"seed": seed, "number": number} for sort, (seed, number) in self.watched.samples.found.items()
            },
            "watched": self._watched() if self.watched.games else None,
        }

    def _seat(self, seat: int) -> dict[str, object]:
        counted = self._shares(self.wins[seat], self.shared[seat], self.shares[seat])
        return {**counted, "more_than_chance": self.odd(self.shares[seat]) if self.sides.alone_each else None}

    def _teams(self) -> dict[str, object]:
        counts = zip(self.side_wins, self.side_shared, self.side_shares, strict=True)
        teams: dict[str, object] = {}
        for name, seats, (wins, shared, share) in zip(self.sides.names, self.sides.seats, counts, strict=True):
            of_team = {"seats": [seat_name(seat) for seat in seats], **self._shares(wins, shared, share)}
            teams[name] = {**of_team, "fair_share": round(self.fair, 4), "more_than_chance": self.odd(share)}
        return teams

    def _shares(self, wins: int, shared: int, share: float) -> dict[str, object]:
        low, high = wilson(share, self.ended)
        return {
            "wins": wins,
            "shared": shared,
            "share": round(share / self.ended, 4) if self.ended else None,
            "interval": [round(low, 4), round(high, 4)],
        }

    def _watched(self) -> dict[str, object]:
        odd = self.odd(self.watched.first_shares)
        return self.watched.to_dict(self.names, self.lines, self.open_score, odd)

    def _by_seat(self, of_seats: list[Counter[int]]) -> dict[str, object]:
        return {seat_name(seat): spread(values) for seat, values in enumerate(of_seats)}


def _count(won: Sequence[int], wins: list[int], shared: list[int], shares: list[float]) -> None:
    for one in won:
        shares[one] += 1 / len(won)
        (shared if len(won) > 1 else wins)[one] += 1


def decider(result: Result, sides: Sides) -> str | None:
    """The comparison that told the only side that won from all others; none where several won."""
    if len(sides.won(result.winners)) != 1:
        return None
    winner = result.winners[0]
    rivals = sides.rivals(winner)
    for score in result.scores:
        rivals = [seat for seat in rivals if score.values[seat] == score.values[winner]]
        if not rivals:
            return score.text
    return None
