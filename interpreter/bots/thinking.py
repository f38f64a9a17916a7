"""What the bots share that try choices out: budgets, seeds, and what they think of each choice.

Comes in: what one seat sees.  Goes out: `Thought`s; the choice with the best of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from interpreter.bots.model import Sight
from interpreter.bots.worth import Worth
from interpreter.machine.engine import GameFault
from rulelang.nodes import frozen

MOST_DECISIONS = 2_000
"""A game that is not over after so many decisions is worth nothing to anybody."""


@frozen
class Budget:
    """So many games, or so many seconds, for each choice"""

    games: int | None
    seconds: float | None = None

    def spent(self) -> Iterator[int]:
        """Numbers the games, counted from 0, until it is used up; one is played in any case."""
        end = None if self.seconds is None else time.monotonic() + self.seconds
        number = 0
        while number == 0 or (number != self.games and (end is None or time.monotonic() < end)):
            yield number
            number += 1


@frozen
class Thought:
    """What a bot has found out about a choice: its place, in how many games it was tried, and what these were worth on
    average"""

    choice: int
    tried: int
    worth: float


class Thinker:
    """A bot that thinks anew at each decision, always the same with the same seed; `think` is left to each sort."""

    def __init__(self, seed: str, seat: int, budget: Budget) -> None:
        self._name = f"{seed}/{seat}"
        self._made = 0
        self.budget = budget

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

    def think(self, sight: Sight, chance: Random) -> list[Thought]:
        """What it thinks of the choices that it has tried, the best first; empty if nothing could be played."""
        raise NotImplementedError


def rollout(sight: Sight, choice: int, worth: Worth, chance: Random) -> float | None:
    """What a choice is worth to the seat in a world of its own, which chance plays to its end; none if that world comes
    to a dead end."""
    world = sight.world(chance)
    try:
        world.apply(choice)
        world.playout(MOST_DECISIONS)
        return worth.of(world)[sight.seat]
    except GameFault:
        return None
