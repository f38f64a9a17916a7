"""What the notes of many games have in common.

Comes in: playouts with notes.  Goes out: counts, and the same as plain data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import Factory, define, field

from interpreter.machine.texts import seat_name
from interpreter.native.figures import PARTS
from interpreter.simulate.numbers import spread, wilson
from interpreter.simulate.playout import Playout
from interpreter.simulate.sides import Sides
from interpreter.simulate.watching import NOBODY, Notes

if TYPE_CHECKING:
    from interpreter.simulate.batches.columns import Numbers
    from interpreter.simulate.batches.valued import Valued

MOST_SEEDS = 1000
"""Of so many games of a sort the seeds are kept."""


@define
class Samples:
    """Games that are worth a look: of each sort the seed of the first game that is most so, with the number"""

    found: dict[str, tuple[str, int]] = field(factory=dict)

    def offer(self, sort: str, seed: str, number: int, highest: bool = True) -> None:
        """Keep the game if none of this sort before has such a number."""
        known = self.found.get(sort)
        if known is None or (number > known[1] if highest else number < known[1]):
            self.found[sort] = seed, number

    def offer_all(
        self, sort: str, seeds: Sequence[str], numbers: Numbers, places: Numbers, highest: bool = True
    ) -> None:
        """The same for many games; `places`: of each number where the seed of its game stands."""
        if len(numbers):
            best = numbers.argmax() if highest else numbers.argmin()
            self.offer(sort, seeds[int(places[best])], int(numbers[best]), highest)


@define
class Watched:
    """Counts over the games that were watched; all but `games` and those of repeats only of those that came to an end

    `repeats`: games in which the table came to stand as it had stood before; `repeated`: the seeds of the first of
    them, with the times.  `first_shares`: wins of the side of who chose first, a shared win as its part.  `half_led`,
    `half_won`: games that somebody led alone after half of the decisions, and the shares of wins of the leaders; who
    leads is only told where everybody plays alone.  `ahead`: how often in a game with one winner the winner led for
    good after so many thousandths of its decisions.
    """

    players: int
    sides: Sides = field(default=Factory(lambda self: Sides.alone(self.players), takes_self=True))
    games: int = 0
    ended: int = 0
    firsts: Counter[int] = field(factory=Counter)
    first_shares: float = 0.0
    sizes: Counter[int] = field(factory=Counter)
    part_options: list[int] = field(factory=lambda: [0] * PARTS)
    part_decisions: list[int] = field(factory=lambda: [0] * PARTS)
    asked: list[int] = field(factory=list)
    passes: list[int] = field(factory=list)
    offered: Counter[str] = field(factory=Counter)
    chosen: Counter[str] = field(factory=Counter)
    lead_changes: Counter[int] = field(factory=Counter)
    half_led: int = 0
    half_won: float = 0.0
    ahead: Counter[int] = field(factory=Counter)
    refills: Counter[int] = field(factory=Counter)
    repeats: int = 0
    repeated: list[tuple[str, int]] = field(factory=list)
    most_repeated: tuple[str, int] = ("", 0)
    touched: set[str] = field(factory=set)
    valued: Valued | None = None
    samples: Samples = field(factory=Samples)

    def __attrs_post_init__(self) -> None:
        self.asked = [0] * self.players
        self.passes = [0] * self.players

    def add(self, playout: Playout, notes: Notes) -> None:
        """Count one more game."""
        self.games += 1
        self.touched |= notes.touched
        if notes.repeats:
            self.add_repeated(playout.seed, notes.repeats)
        for name, (offered, chosen) in notes.moves.items():
            self.offered[name] += offered
            self.chosen[name] += chosen
        if playout.result is None:
            return
        self.ended += 1
        winners = playout.result.winners
        self.firsts[notes.first] += 1
        self.first_shares += self.sides.share(notes.first, winners)
        self.refills[notes.refills] += 1
        for seat in range(self.players):
            self.asked[seat] += notes.asked[seat]
            self.passes[seat] += notes.passes[seat]
        self.sizes.update(notes.options)
        for place, options in enumerate(notes.options):
            part = place * PARTS // len(notes.options)
            self.part_options[part] += options
            self.part_decisions[part] += 1
        if self.sides.alone_each:
            self._lead(notes, playout.decisions, winners)
            if notes.lead_changes is not None:
                self.samples.offer("most changes of the lead", playout.seed, notes.lead_changes)
        self._value(playout, notes, winners)

    def _value(self, playout: Playout, notes: Notes, winners: Sequence[int]) -> None:
        if self.valued is not None:
            shares = [self.sides.share(seat, winners) for seat in range(self.players)]
            held = notes.held if self.games <= self.valued.most_card_games else None
            self.valued.add_game(notes.who, held, playout.decisions, shares)

    def add_repeated(self, seed: str, times: int) -> None:
        """Count a game in which the table came to stand so many times as it had stood before."""
        self.repeats += 1
        if len(self.repeated) < MOST_SEEDS:
            self.repeated.append((seed, times))
        if times > self.most_repeated[1]:
            self.most_repeated = seed, times

    def _lead(self, notes: Notes, decisions: int, winners: Sequence[int]) -> None:
        if notes.lead_changes is not None:
            self.lead_changes[notes.lead_changes] += 1
        if notes.half is not None and notes.half != NOBODY:
            self.half_led += 1
            self.half_won += 1 / len(winners) if notes.half in winners else 0.0
        if notes.ahead is not None and decisions:
            self.ahead[round(1000 * notes.ahead / decisions)] += 1

    @property
    def begins(self) -> float:
        """The share of wins of the one who chooses first."""
        return self.first_shares / self.ended if self.ended else 0.0

    @property
    def passing(self) -> float:
        """The share of decisions in which only the fallback was left."""
        return sum(self.passes) / max(1, sum(self.asked))

    def never_offered(self, names: Sequence[str]) -> list[str]:
        return [name for name in names if not self.offered[name]]

    def never_chosen(self, names: Sequence[str]) -> list[str]:
        """On offer somewhere, and yet never chosen."""
        return [name for name in names if self.offered[name] and not self.chosen[name]]

    def untouched(self, lines: dict[str, str]) -> list[tuple[str, str]]:
        """Lines of the rules (`FILE:LINE`) in which nothing ever happened, with the names of the rules."""
        touched = {line_of(place) for place in self.touched}
        missed = {line_of(place): name for place, name in lines.items() if line_of(place) not in touched}
        return sorted(missed.items(), key=lambda item: int(item[0].rsplit(":", 1)[1]))

    def to_dict(
        self, names: Sequence[str], lines: dict[str, str], open_score: bool, odd: str | None
    ) -> dict[str, object]:
        """Plain data for JSON; `odd`: whether the one who chooses first wins more or less than chance explains."""
        low, high = wilson(self.first_shares, self.ended)
        return {
            "first_to_choose": {
                "games": {seat_name(seat): self.firsts[seat] for seat in range(self.players)},
                "share": round(self.begins, 4),
                "interval": [round(low, 4), round(high, 4)],
                "more_than_chance": odd,
            },
            "choices": spread(self.sizes),
            "choices_by_tenth": [
                round(options / count, 3) if count else None
                for options, count in zip(self.part_options, self.part_decisions, strict=True)
            ],
            "forced_passes": {
                seat_name(seat): {"decisions": self.asked[seat], "passes": self.passes[seat]}
                for seat in range(self.players)
            },
            "moves": {name: {"offered": self.offered[name], "chosen": self.chosen[name]} for name in names},
            "lead": {
                "seen_by_all": open_score,
                "changes": spread(self.lead_changes),
                "leader_at_half_time": {"games": self.half_led, "wins": round(self.half_won, 4)},
                "ahead_for_good_after_thousandths": spread(self.ahead),
            }
            if self.lead_changes
            else None,
            "refills": spread(self.refills),
            "repeated_games": self.repeats,
            "repeated": [{"seed": seed, "times": times} for seed, times in self.repeated],
            "worth": self.valued.to_dict() if self.valued else None,
            "never_happened": [{"line": line, "rule": rule} for line, rule in self.untouched(lines)],
        }


def line_of(place: str) -> str:
    """`FILE:LINE` of `FILE:LINE:COLUMN`."""
    return place.rsplit(":", 1)[0]
