"""Players that are no people.

Comes in: what one seat sees and may do (`Sight`).  Goes out: the number of a choice.  A bot never gets a
state: what its seat does not see, it does not know.  It may play on in worlds that agree with what it knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.bots.always import AlwaysBot
from interpreter.bots.flat import FlatBot
from interpreter.bots.greedy import GreedyBot
from interpreter.bots.ismcts import IsmctsBot
from interpreter.bots.model import Bot, BotTrouble, Sight, meant
from interpreter.bots.own import OwnBot, is_own, own_class
from interpreter.bots.random import RandomBot
from interpreter.bots.rules import RulesBot
from interpreter.bots.thinking import Budget, Model, Thinker
from rulelang.ir.model.program import Program

PLAIN: dict[str, Callable[[str, int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
"""Bots that are made from the seed of the game and their seat, counted from 0 …"""
THINKING: dict[str, tuple[Callable[[str, int, Budget, Model | None], Thinker], int]] = {
    "flat": (FlatBot, 500),
    "ismcts": (IsmctsBot, 1000),
}
"""… and those that also get so many games or seconds for each choice, and how many games where nothing is said."""
ALWAYS = "always"
"""`always:draw` draws whenever it may."""
RULES = "rules"
"""`rules:careful` plays as `bot "careful":` in the rules says."""
BOTS = (*PLAIN, *THINKING, ALWAYS, RULES)
"""Every sort of bot by its name."""
READS = "+"
"""`ismcts:1000+greedy` thinks that others play as `greedy`, and sees from that what they may hold."""
MOST_GAMES = 10_000_000
MOST_SECONDS = 3600.0


def made(name: str, seed: str, seat: int) -> Bot:
    """A bot by its name: `random`, `greedy`, `flat:200`, `ismcts:1000`, `ismcts:2s`, `always:draw`,
    `rules:careful`, `mine.py:Careful`.

    BotTrouble if there is none of this name.
    """
    if is_own(name):
        return OwnBot(name, seed, seat)
    name, plus, read_as = name.partition(READS)
    sort, colon, amount = name.partition(":")
    if plus and sort in BOTS and sort not in THINKING:
        raise BotTrouble(f"`{sort}` does not read others; `{READS}` stands behind {' and '.join(THINKING)}")
    if sort == ALWAYS:
        if not amount:
            raise BotTrouble("`always` does one thing whenever it may: say which step, as in `always:draw`")
        return AlwaysBot(amount, seed, seat)
    if sort == RULES:
        if not amount:
            raise BotTrouble("`rules` plays as a bot in the rules: say which, as in `rules:careful`")
        return RulesBot(amount, seed, seat)
    if sort in PLAIN and not colon:
        return PLAIN[sort](seed, seat)
    if sort in THINKING:
        thinker, usual = THINKING[sort]
        return thinker(seed, seat, _budget(name, amount) if colon else Budget(usual), _model(name, plus, read_as, seed))
    if sort in PLAIN:
        raise BotTrouble(f"`{sort}` takes no number of games, as in `{name}`")
    if not sort:
        raise BotTrouble(f"a bot has no name here; there are {', '.join(BOTS)}, and your own: `file.py:Class`")
    hint = meant(sort, BOTS) or f"there are {', '.join(BOTS)}, and your own: `file.py:Class`"
    raise BotTrouble(f"no bot is called `{name}`; {hint}")


def checked(name: str, program: Program | None = None) -> None:
    """BotTrouble if there is no bot of this name, or none in this game."""
    if is_own(name):
        own_class(name)
        return
    bot = made(name, "", 0)
    for one in (bot, getattr(bot, "model", None)):
        if program is not None and isinstance(one, AlwaysBot | RulesBot):
            one.check(program)


def reads(name: str | None) -> bool:
    """Whether a bot of this name reads others: it is given the choices so far."""
    return name is not None and not is_own(name) and READS in name


def _model(name: str, plus: str, read_as: str, seed: str) -> Model | None:
    """How others are thought to play."""
    if not plus:
        return None
    if not read_as or is_own(read_as):
        raise BotTrouble(f"`{name}{READS}` reads others: say as what, as in `{name}{READS}greedy`")
    if READS in read_as:
        raise BotTrouble(f"`{read_as}` reads others itself; what they are read as does not")
    model: Any = made(read_as, seed, 0)
    found: Model = model
    return found


def _budget(name: str, amount: str) -> Budget:
    found = re.fullmatch(r"([0-9]{1,9})|([0-9]{1,5}(?:\.[0-9]{1,3})?)s", amount)
    if found and found[1] and 1 <= int(found[1]) <= MOST_GAMES:
        return Budget(int(found[1]))
    if found and found[2] and 0 < float(found[2]) <= MOST_SECONDS:
        return Budget(None, float(found[2]))
    sort = name.partition(":")[0]
    raise BotTrouble(f"`{name}` says neither how many games nor how many seconds, as `{sort}:1000` and `{sort}:2s` do")


def seat_bots(names: Sequence[str | None], seed: str, program: Program | None = None) -> list[Bot | None]:
    """A bot for each seat that has a name of one; the same names and seed always play the same, unless their time is
    measured in seconds.  BotTrouble if there is none of some name, or none in this game."""
    for name in dict.fromkeys(names):
        if name is not None and program is not None:
            checked(name, program)
    return [None if name is None else made(name, seed, seat) for seat, name in enumerate(names)]


__all__ = ["BOTS", "Bot", "BotTrouble", "RandomBot", "Sight", "checked", "is_own", "made", "reads", "seat_bots"]
