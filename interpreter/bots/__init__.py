"""Players that are no people.

Comes in: what one seat sees and may do (`Sight`).  Goes out: the number of a choice.  A bot never gets a
state: what its seat does not see, it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.bots.model import Bot, Sight
from interpreter.bots.random import RandomBot

BOTS: dict[str, Callable[[str, int], Bot]] = {"random": RandomBot}
"""Every sort of bot by its name; made from the seed of the game and its seat, counted from 0."""


def seat_bots(names: Sequence[str | None], seed: str) -> list[Bot | None]:
    """A bot for each seat that has a name of one; the same names and seed always play the same."""
    return [None if name is None else BOTS[name](seed, seat) for seat, name in enumerate(names)]


__all__ = ["BOTS", "Bot", "RandomBot", "Sight", "seat_bots"]
