"""The bot that always does one thing.

Comes in: what one seat sees, and the name of a step.  Goes out: one of the choices that carry out this step, by
chance; where there is none, any choice.  Each decision takes one number from its stream, whatever is on offer, so that
a game that is gone on with goes on as it would have.
"""

from __future__ import annotations

from interpreter.bots.model import BotTrouble, Sight, all_steps, meant
from interpreter.bots.random import RandomBot, even
from rulelang.ir.model.program import Program


class AlwaysBot(RandomBot):
    """`always:draw` draws whenever it may"""

    def __init__(self, step: str, seed: str, seat: int) -> None:
        super().__init__(seed, seat)
        self._step = step

    def check(self, program: Program) -> None:
        """BotTrouble if nobody ever may do this in this game."""
        steps = all_steps(program)
        if self._step not in steps:
            hint = meant(self._step, steps, "always:")
            raise BotTrouble(
                f"`always:{self._step}` does a step that no decision of this game ever offers; "
                + (hint or f"there are {', '.join(steps)}")
            )

    def odds(self, sight: Sight) -> list[float]:
        return even((number for number, step in enumerate(sight.steps) if step == self._step), sight.count)

    def choose(self, sight: Sight) -> int:
        wanted = [number for number, step in enumerate(sight.steps) if step == self._step]
        if not wanted:
            self.check(sight.game.program)
        return self.one_among(wanted, sight.count)
