"""One game from its first card to its end, played by bots.

Comes in: a game, a seed, the bots' names.  Goes out: a `Playout`.  What went wrong in the rules is part of
it; nothing is raised for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.bots import Sight, seat_bots
from interpreter.engine import GameFault

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.results import Result

MOST_DECISIONS = 10_000
"""A game that is not over after so many decisions is given up."""


@frozen
class Playout:
    """How one game went

    `turns`: how often the one who has to choose changed, the first counted in.  `real`: decisions with more
    than one choice; `options`: the choices of all decisions together.  Without a result it was given up, or
    stopped by a fault of the rules.
    """

    seed: str
    decisions: int
    turns: int
    real: int
    options: int
    result: Result | None
    fault: str | None = None


def seed_of(seed: str, number: int) -> str:
    """The seed of game `number`, counted from 0, of a run with this seed; `rulec play --seed` takes it too."""
    return f"{seed}/{number}"


def play_out(game: Game, seed: str, bots: Sequence[str], most: int = MOST_DECISIONS) -> Playout:
    """Play one game to its end."""
    seats = seat_bots(bots, seed)
    decisions = turns = real = options = 0
    chooser = -1
    result = fault = None
    try:
        state = game.new(seed, log=False)
        while decisions < most and (decision := state.decision) is not None:
            choices = decision.choices
            decisions += 1
            options += len(choices)
            real += len(choices) > 1
            turns += decision.player != chooser
            chooser = decision.player
            bot = seats[chooser]
            assert bot is not None
            state.apply(choices[bot.choose(Sight(state, chooser, len(choices)))])
        result = state.result
    except GameFault as problem:
        fault = str(problem)
    return Playout(seed, decisions, turns, real, options, result, fault)
