"""A word of advice for whoever has to choose.

Comes in: a state at a decision.  Goes out: a sentence with the choice that the strongest bot would make, what it
expects of it, and what comes next.  It is made from what the chooser may know, as every bot's choice is.
"""

from __future__ import annotations

import secrets
from random import Random
from typing import TYPE_CHECKING

from interpreter.bots.ismcts import IsmctsBot
from interpreter.bots.model import Sight
from interpreter.bots.thinking import Budget, Thought
from interpreter.bots.worth import Worth
from interpreter.machine.errors import IllegalChoice

if TYPE_CHECKING:
    from interpreter.state import State

BUDGET = Budget(None, 1.0)


def hint(state: State, budget: Budget | None = None, seed: str | None = None) -> str:
    """`claim("page") · wins 62 of 100, as far as 1240 games tell; next best lay("owl"): 48`.

    It takes a second, unless a budget is said, and is made anew each time, unless a seed is.

    IllegalChoice where nobody has to choose.
    """
    decision = state.decision
    if decision is None:
        raise IllegalChoice("nobody has to choose")
    sight = Sight(state, decision.player, len(decision.raw))
    if sight.count == 1:
        return f"{sight.texts[0]} · it is all that can be done"
    sight.world(Random(0))  # whatever is made ready once takes none of the time
    chance = Random(secrets.token_hex(8) if seed is None else seed)
    thoughts = IsmctsBot("", sight.seat, budget or BUDGET).think(sight, chance)
    if not thoughts:
        return "No hint: whatever is tried, the rules come to a dead end."
    worth = Worth(state.game)
    games = sum(thought.tried for thought in thoughts)
    best, *others = thoughts
    tell = f"as far as {games} games tell" if games > 1 else "as far as one game tells"
    said = f"{sight.texts[best.choice]} · {_expected(worth, best)}, {tell}"
    return f"{said}; next best {sight.texts[others[0].choice]}: {_number(worth, others[0])}" if others else said


def _expected(worth: Worth, thought: Thought) -> str:
    number = _number(worth, thought)
    if worth.is_share:
        return f"wins {number} of 100"
    return f"a payoff of {number} on average" if worth.is_paid else f"ends with {number} on average"


def _number(worth: Worth, thought: Thought) -> str:
    return f"{100 * thought.worth:.0f}" if worth.is_share else f"{thought.worth:.1f}"
