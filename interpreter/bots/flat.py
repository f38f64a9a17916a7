"""Flat Monte Carlo: every choice is tried equally often, each time in a world of its own.

Comes in: what one seat sees.  Goes out: the choice after which random games are worth most on average.
"""

from __future__ import annotations

from random import Random

from interpreter.bots.model import Sight
from interpreter.bots.thinking import Thinker, Thought
from interpreter.bots.tree import Tree


class FlatBot(Thinker):
    """`budget`: all games of a decision together."""

    def think(self, sight: Sight, chance: Random) -> list[Thought]:
        order = list(range(sight.count))
        chance.shuffle(order)
        tree, place = Tree(self.worlds(sight), points=max(sight.count, sight.game.players)), 0
        for games in self.budget.portions():
            place = tree.try_each(chance, order, place, games)
        thoughts = {thought.choice: thought for thought in tree.by_place(sight.count)}
        return sorted((thoughts[choice] for choice in order if choice in thoughts), key=lambda thought: -thought.worth)
