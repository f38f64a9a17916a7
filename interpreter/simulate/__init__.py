"""Many games between bots, and what they tell.

Comes in: a game, bots, seeds.  Goes out: one `Playout` for each game and `Statistics` over all of them.
Printing is left to the commands.
"""

from interpreter.simulate.playout import Playout, play_out, seed_of
from interpreter.simulate.statistics import Spread, Statistics

__all__ = ["Playout", "Spread", "Statistics", "play_out", "seed_of"]
