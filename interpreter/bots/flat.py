"""Flat Monte Carlo: every choice is tried equally often, each time in a world of its own.

Comes in: what one seat sees.  Goes out: the choice after which random games are worth most on average.
"""

from __future__ import annotations

from random import Random

from interpreter.bots.model import Sight
from interpreter.bots.thinking import Thinker, Thought, rollout
from interpreter.bots.worth import Worth


class FlatBot(Thinker):
    """`budget`: all games of a decision together."""

    def think(self, sight: Sight, chance: Random) -> list[Thought]:
        order = list(range(sight.count))
        chance.shuffle(order)
        worth = Worth(sight.game)
        tried, sums = [0] * sight.count, [0.0] * sight.count
        for number in self.budget.spent():
            choice = order[number % sight.count]
            found = rollout(sight, choice, worth, chance)
            if found is not None:
                tried[choice] += 1
                sums[choice] += found
        thoughts = [Thought(choice, tried[choice], sums[choice] / tried[choice]) for choice in order if tried[choice]]
        return sorted(thoughts, key=lambda thought: -thought.worth)
