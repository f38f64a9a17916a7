"""What the bots share that try choices out: budgets, seeds, and what they think of each choice.

Comes in: what one seat sees.  Goes out: `Thought`s; the choice with the best of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Protocol

from interpreter.bots.model import Sight
from interpreter.bots.random import even
from interpreter.worlds import MOST_DRAWS, Worlds
from rulelang.nodes import frozen

PORTION = 0.03
"""Seconds that may go by until somebody looks at the clock."""


@frozen
class Budget:
    """So many games, or so many seconds, for each choice"""

    games: int | None
    seconds: float | None = None

    def portions(self) -> Iterator[int]:
        """How many games to play at a time, until it is used up; one is played in any case.

        Games are always parted alike; of seconds a portion takes no more than some hundredths.
        """
        if self.games is not None:
            yield from (min(MOST_DRAWS, self.games - begun) for begun in range(0, self.games, MOST_DRAWS))
            return
        begun = now = time.monotonic()
        end, portion = begun + (self.seconds or 0.0), 1
        while True:
            yield portion
            before, now = now, time.monotonic()
            if now >= end:
                return
            each = max(now - before, 1e-6) / portion
            portion = max(1, min(MOST_DRAWS, 2 * portion, int(min(PORTION, end - now) / each)))


@frozen
class Thought:
    """What a bot has found out about a choice: its place, in how many games it was tried, and what these were worth on
    average"""

    choice: int
    tried: int
    worth: float


class Model(Protocol):
    """How somebody is thought to play

    `affords`: so many odds may be asked for at one decision.
    """

    affords: int

    def odds(self, sight: Sight) -> list[float]:
        """How likely each choice is."""


class Thinker:
    """A bot that thinks anew at each decision, always the same with the same seed; `think` is left to each sort."""

    affords = 200

    def __init__(self, seed: str, seat: int, budget: Budget, model: Model | None = None) -> None:
        """`model`: how others are thought to play, for what their choices betray; where there is none, that is not
        asked."""
        self._name = f"{seed}/{seat}"
        self._made = 0
        self.budget, self.model = budget, model

    def choose(self, sight: Sight) -> int:
        chance = Random(f"{self._name}/{self._made}")
        self._made += 1
        if sight.count == 1:
            return 0
        if self.budget.seconds is not None:
            sight.world(Random(0))  # whatever is made ready once takes none of the time
        thoughts = self.think(sight, chance)
        return thoughts[0].choice if thoughts else chance.randrange(sight.count)

    def passed(self, count: int) -> None:
        self._made += 1

    def worlds(self, sight: Sight) -> Worlds:
        """In which it tries its choices."""
        return sight.worlds if self.model is None else sight.reading(self.model.odds, self.model.affords)

    def odds(self, sight: Sight) -> list[float]:
        """How likely it makes each choice: what it thinks best, at one go."""
        thoughts = self.think(sight, Random(self._name)) if sight.count > 1 else []
        return even((one.choice for one in thoughts if one.worth == thoughts[0].worth), sight.count)

    def think(self, sight: Sight, chance: Random) -> list[Thought]:
        """What it thinks of the choices that it has tried, the best first; empty if nothing could be played."""
        raise NotImplementedError
