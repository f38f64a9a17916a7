"""Search in a tree of what players know (ISMCTS).

Comes in: what one seat sees.  Goes out: the choice that was tried most.  After P. Cowling, E. Powley and D. Whitehouse,
Information Set Monte Carlo Tree Search (2012), with many observers: a tree for each player, whose branches are choices
as that player hears of them; in each round a new world is drawn, all trees are gone down together, and a choice counts
against how often it could have been made.  What came of a choice is kept twice: for all worlds, and for those in which
its maker has the same cards in sight; once there is enough of the latter, only that counts.  Choices that are secret,
or keep what is picked from others, are one branch for those others.  What chance brings is no branch.  Of many choices
only some are tried, more of them the oftener a point of the tree is come to (progressive widening).
"""

from __future__ import annotations

from random import Random

from interpreter.bots.model import Sight
from interpreter.bots.random import even
from interpreter.bots.thinking import Thinker, Thought
from interpreter.bots.tree import Tree

CURIOSITY = 0.7
"""How much is tried that seems not best (the constant of UCB1)."""


class IsmctsBot(Thinker):
    """`budget`: the rounds of a decision."""

    def odds(self, sight: Sight) -> list[float]:
        thoughts = self.think(sight, Random(self._name)) if sight.count > 1 else []
        games = sum(thought.tried for thought in thoughts)
        if not games:
            return even((), sight.count)
        tried = {thought.choice: thought.tried for thought in thoughts}
        return [tried.get(choice, 0) / games for choice in range(sight.count)]

    def think(self, sight: Sight, chance: Random) -> list[Thought]:
        tree = Tree(self.worlds(sight), CURIOSITY)
        for rounds in self.budget.portions():
            if not tree.search(chance, rounds):
                break
        return sorted(tree.of_offers(), key=lambda thought: (-thought.tried, -thought.worth))
