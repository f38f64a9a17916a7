"""What other people's programs want to know of a game before it begins.

Comes in: a `Game`.  Goes out: `Limits`: how many words a game can take, what an end can be worth, how much can come up
by chance.  All of it is proved from the program (`lengths`, `spans`), with one exception that `Limits` tells of.
"""

from __future__ import annotations

from fractions import Fraction

from interpreter.game import Game
from interpreter.state import MOST_DECISIONS
from interpreter.stepwise.lengths import most_decisions
from interpreter.stepwise.spans import utility
from interpreter.stepwise.words import Words
from rulelang.ir.analyse.bounds import most
from rulelang.ir.model.statements import Random
from rulelang.ir.walk import nodes
from rulelang.nodes import frozen


@frozen
class Limits:
    """The limits of one game.

    `decisions` and `words`: no game has more; if not `proved`, nobody knows such a bound (a loop is ended by a
    condition alone, or after a million decisions only), and they are where `State.playout` gives up.  `low` and `high`:
    what an end is worth to a seat lies between them.  `outcomes`: no chance event has more.
    """

    decisions: int
    words: int
    proved: bool
    low: Fraction
    high: Fraction
    outcomes: int

    @classmethod
    def of(cls, game: Game) -> Limits:
        """The limits of a game, worked out once."""
        return game.once(_limits)


def _limits(game: Game) -> Limits:
    program = game.program
    found = most_decisions(program)
    proved = found is not None and found <= MOST_DECISIONS
    decisions = found if found is not None and proved else MOST_DECISIONS
    low, high = utility(game)
    draws = [node for node in nodes((program.blocks, program.procedures)) if isinstance(node, Random)]
    outcomes = max(1, len(program.cards), *(most(program, draw.source) for draw in draws))
    return Limits(decisions, decisions * Words.of(game).longest, proved, low, high, outcomes)
