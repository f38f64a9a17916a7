"""A handful of figures that tell one version of a game from another.

Comes in: `Statistics`.  Goes out: a number for each measure, none where it cannot be said; how far luck may move it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from typing import TYPE_CHECKING

from interpreter.simulate.numbers import Spread, normal
from rulelang.nodes import frozen

if TYPE_CHECKING:
    from interpreter.simulate.statistics import Statistics


@frozen
class Measure:
    """`name` for tables and goals, `text` for people.  `share`: from 0 to 1, told in percent"""

    name: str
    text: str
    share: bool
    of: Callable[[Statistics], float | None]

    def told(self, value: float | None) -> str:
        """`12.3 %`, `81.20`, or a dash."""
        if value is None:
            return "–"
        return f"{100 * value:.1f} %" if self.share else f"{value:.2f}"


def _gap(statistics: Statistics) -> float | None:
    """How far the side that is furthest from a fair share is from it."""
    if statistics.sides.cooperative or len(statistics.sides.seats) < 2:
        return None
    return max(abs(share / statistics.ended - statistics.fair) for share in statistics.side_shares)


def _first(statistics: Statistics) -> float | None:
    """By how much whoever chooses first is above a fair share, or below."""
    return None if statistics.sides.cooperative else statistics.watched.begins - statistics.fair


def _touching(statistics: Statistics) -> float | None:
    valued = statistics.watched.valued
    return valued.touching / valued.choices if valued is not None and valued.choices else None


def _median(statistics: Statistics) -> float | None:
    ahead = statistics.watched.ahead
    return Spread.of(ahead).median / 1000 if ahead else None


def _mean(numbers: Callable[[Statistics], dict[int, int]]) -> Callable[[Statistics], float | None]:
    def mean(statistics: Statistics) -> float | None:
        counts = numbers(statistics)
        return sum(number * count for number, count in counts.items()) / sum(counts.values()) if counts else None

    return mean


MEASURES = {
    measure.name: measure
    for measure in (
        Measure("length", "turns of a game", False, _mean(lambda one: one.turns)),
        Measure("seats", "a seat is off a fair share by", True, _gap),
        Measure("first", "who chooses first is off it by", True, _first),
        Measure("lost", "everyone loses", True, lambda one: one.everyone_lost / one.ended),
        Measure("shared", "shared win", True, lambda one: one.ties / one.ended),
        Measure("decided", "winner leads for good after", True, _median),
        Measure("changes", "changes of the lead", False, _mean(lambda one: one.watched.lead_changes)),
        Measure("choices", "choices for each decision", False, lambda one: one.options / max(1, one.asked)),
        Measure("touching", "decisions that move others' cards", True, _touching),
    )
}


def measured(statistics: Statistics) -> dict[str, float | None]:
    """Every measure by its name; all none where no game came to its end."""
    return {name: measure.of(statistics) if statistics.ended else None for name, measure in MEASURES.items()}


def luck(statistics: Statistics) -> dict[str, float]:
    """How far luck may move measures in 95 of 100 cases, where that is known; no share moves further than `seats`."""
    one = normal() / sqrt(max(1, statistics.ended))
    length = one * Spread.of(statistics.turns).deviation if statistics.ended > 1 else inf
    return {"length": length, **dict.fromkeys(("seats", "first", "lost"), one / 2)}
