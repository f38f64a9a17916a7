"""The bot that the author of the rules has written.

Comes in: what one seat sees, and the name of a `bot` of the game.  Goes out: one of the choices that its first line
that applies speaks of, by chance; where no line applies, any choice.  Each decision takes one number from its stream,
whatever is on offer, so that a game that is gone on with goes on as it would have.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.bots.model import BotTrouble, Sight, meant
from interpreter.bots.random import RandomBot, even
from rulelang.ir.model.program import Preference, Program


class RulesBot(RandomBot):
    """`rules:careful` plays as `bot "careful":` says"""

    def __init__(self, name: str, seed: str, seat: int) -> None:
        super().__init__(seed, seat)
        self._name = name

    def check(self, program: Program) -> tuple[Preference, ...]:
        """Its lines; BotTrouble if the rules have no bot of this name."""
        known = {bot.name: bot for bot in program.bots}
        if self._name not in known:
            there = [f"rules:{name}" for name in known]
            instead = f"only {', '.join(there)}" if known else 'nor any other; write one, as in `bot "careful":`'
            hint = meant(self._name, list(known), "rules:")
            raise BotTrouble(f"this game has no bot `rules:{self._name}`{f'; {hint}' if hint else f', {instead}'}")
        return known[self._name].preferences

    def choose(self, sight: Sight) -> int:
        return self.one_among(self._wanted(sight), sight.count)

    def odds(self, sight: Sight) -> list[float]:
        return even(self._wanted(sight), sight.count)

    def _wanted(self, sight: Sight) -> Sequence[int]:
        """What its first line that applies speaks of; nothing where none does."""
        found = (sight.preferred(line) for line in self.check(sight.game.program))
        return next(filter(None, found), ())
