"""What cards and steps are worth: how often whoever had them wins, against whoever had not.

Comes in: for each game and seat, which things it had, and its share of the win.  Goes out: `Worth`s, with intervals
that hold although the seats of one game win at each other's cost: the game is the unit (a ratio estimator with games as
clusters; W. G. Cochran, Sampling Techniques, 1977, section 6).  All of them together are held to 95 % (Holm).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from interpreter.simulate.batches.columns import Flags
from interpreter.simulate.numbers import chance_of, holm, normal
from rulelang.nodes import frozen

ENOUGH = 30
"""With fewer seats that had a thing, or had not, nothing is said."""


@frozen
class Thing:
    """A card, a power (what several cards have in common) or a step; `how` the seat had it: drawn, played, kept,
    chosen"""

    sort: str
    name: str
    how: str


@frozen
class Worth:
    """`had`, `had_not`: so many seats in all games; `share`, `other`: their shares of the win; `low`, `high`: the
    interval of the difference.  `sure`: it is more than chance explains, for all things together."""

    thing: Thing
    had: int
    had_not: int
    share: float
    other: float
    low: float
    high: float
    sure: bool

    @property
    def difference(self) -> float:
        return self.share - self.other

    @property
    def error(self) -> float:
        """The standard error of the difference."""
        return (self.high - self.low) / (2 * normal())

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "sort": self.thing.sort,
            "name": self.thing.name,
            "how": self.thing.how,
            "had": self.had,
            "had_not": self.had_not,
            "share": round(self.share, 4),
            "share_without": round(self.other, 4),
            "difference": round(self.difference, 4),
            "interval": [round(self.low, 4), round(self.high, 4)],
            "sure": self.sure,
        }


@define
class Worths:
    """Sums over games, for each thing: of the four numbers (wins with it, seats with it, wins, seats) and of their
    products in pairs"""

    things: Sequence[Thing]
    sums: NDArray[np.float64] = field(init=False)
    products: NDArray[np.float64] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.sums = np.zeros((len(self.things), 4))
        self.products = np.zeros((len(self.things), 4, 4))

    def add(self, had: Flags, asked: Flags, shares: NDArray[np.float64]) -> None:
        """`had[game, seat, thing]`, `asked`: seats that could have had it; `shares[game, seat]` of the win."""
        won = shares[:, :, None]
        numbers = np.stack([(had * won).sum(1), had.sum(1), (asked * won).sum(1), asked.sum(1)]).astype(np.float64)
        self.sums += numbers.sum(axis=1).T
        self.products += np.einsum("igt,jgt->tij", numbers, numbers)

    def strongest(self) -> list[Worth]:
        """What is sure, the greatest difference first; of each thing only how it shows most."""
        strongest: dict[tuple[str, str], Worth] = {}
        for worth in sorted(self.found(), key=lambda worth: -abs(worth.difference)):
            if worth.sure:
                strongest.setdefault((worth.thing.sort, worth.thing.name), worth)
        return list(strongest.values())

    def found(self) -> list[Worth]:
        """Of all things that enough seats had, and had not."""
        made = [made for place in range(len(self.things)) if (made := self._worth(place)) is not None]
        sure = holm([chance for _, chance in made])
        return [
            Worth(one.thing, one.had, one.had_not, one.share, one.other, one.low, one.high, holds)
            for (one, _), holds in zip(made, sure, strict=True)
        ]

    def _worth(self, place: int) -> tuple[Worth, float] | None:
        """With how often chance alone does as much."""
        won, had, all_won, asked = self.sums[place].tolist()
        without = asked - had
        if min(had, without) < ENOUGH:
            return None
        share, other = won / had, (all_won - won) / without
        weights = np.array([1 / had + 1 / without, -share / had - other / without, -1 / without, other / without])
        error = sqrt(max(0.0, float(weights @ self.products[place] @ weights)))
        if error < 1e-9 and abs(share - other) < 1e-9:
            return None  # whether somebody has it is nothing to the win, in no game
        half = normal() * error
        low, high = share - other - half, share - other + half
        worth = Worth(self.things[place], int(had), int(without), share, other, low, high, False)
        return worth, chance_of((share - other) / max(error, 1e-9))
