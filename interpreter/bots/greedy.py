"""One step ahead: what counts for the win is compared right after the choice.

Comes in: what one seat sees.  Goes out: the choice after which the first criterion of the winner stands best for it
against the best of the others, on average over a few worlds.  Where the rules pay, the payoff as it would be now is the
criterion; where they name the winner outright, only ends differ.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from interpreter.bots.model import Sight
from interpreter.bots.thinking import Budget, Thinker, Thought
from interpreter.bots.worth import Worth
from interpreter.machine.engine import GameFault

if TYPE_CHECKING:
    from interpreter.state import State

WORLDS = 8
ENOUGH = 200
"""So many tries of all choices together are enough."""
WON = 1e6
"""What an end is worth beside any criterion."""


class GreedyBot(Thinker):
    def __init__(self, seed: str, seat: int) -> None:
        super().__init__(seed, seat, Budget(WORLDS))

    def think(self, sight: Sight, chance: Random) -> list[Thought]:
        tried, sums = [0] * sight.count, [0.0] * sight.count
        for number in range(WORLDS):
            if number * sight.count >= ENOUGH:
                break
            world = sight.world(chance)
            for choice in range(sight.count):
                after = world.clone()
                try:
                    after.apply(choice)
                    sums[choice] += standing(after, sight.seat)
                    tried[choice] += 1
                except GameFault:
                    continue
        order = [choice for choice in range(sight.count) if tried[choice]]
        chance.shuffle(order)
        thoughts = [Thought(choice, tried[choice], sums[choice] / tried[choice]) for choice in order]
        return sorted(thoughts, key=lambda thought: -thought.worth)


def standing(state: State, seat: int) -> float:
    """How a seat stands against the best of the others.  GameFault where the criterion has no value."""
    result, game = state.game.program.result, state.game
    worth = 0.0
    if state.is_over and result.payoff is None:
        worth = WON * (Worth(game).of(state)[seat] - 0.5)
    function, sign = result.payoff, 1
    if function is None and result.criteria:
        function, sign = result.criteria[0].function, 1 if result.criteria[0].best == "highest" else -1
    if function is None:
        return worth
    engine, array = game.engine(), state.array
    values = [sign * engine.call(function, array, each) for each in range(game.players)]
    return worth + values[seat] - max((value for each, value in enumerate(values) if each != seat), default=0)
