"""What the end of a game is worth to each seat, so that ends can be averaged and compared.

Comes in: states at their end.  Goes out: the payoffs, where the rules say any; else the share of the win: 1 for who
wins alone, a half for each of two that share, 0 for all others, and for all where nobody wins or everyone loses.  Where
all win or lose together by one common score, this score.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING

from rulelang.ir.model.expressions import Local
from rulelang.ir.walk import nodes

if TYPE_CHECKING:
    from interpreter.machine.edition import Edition
    from interpreter.state import State


class Worth:
    """Of one game; it notes what has come up, so that payoffs of any size can be compared with shares."""

    def __init__(self, game: Edition) -> None:
        self._players = game.players
        result = game.program.result
        functions = [game.program.functions[criterion.function] for criterion in result.criteria]
        self.is_paid = result.payoff is not None
        self.is_common = (
            not self.is_paid
            and bool(functions)
            and not any(
                Local(parameter.name) in nodes(function.value)
                for function in functions
                for parameter in function.parameters
            )
        )
        self.is_share = not self.is_paid and not self.is_common
        self._many, self._sum, self._squares = 0, 0.0, 0.0

    def of(self, state: State) -> Sequence[float]:
        """For each seat; nothing for anybody in a game that is not over.  GameFault if a criterion has no value."""
        worths = self._of(state) if state.is_over else (0.0,) * self._players
        if not self.is_share:
            self._many += self._players
            self._sum += sum(worths)
            self._squares += sum(worth * worth for worth in worths)
        return worths

    def _of(self, state: State) -> Sequence[float]:
        if self.is_common:
            result = state.result
            assert result is not None
            sign = {"highest": 1, "lowest": -1}
            return [
                float(sum(sign[score.best] * score.values[seat] for score in result.scores[:1]))
                for seat in range(self._players)
            ]
        returns = state.returns
        if self.is_paid:
            return returns
        if any(returns):
            return [max(0.0, share) for share in returns]
        result = state.result
        return (1 / self._players if result and result.winners else 0.0,) * self._players

    def scaled(self, worth: float) -> float:
        """A share as it is; anything else so that nearly all that has come up lies between 0 and 1: two standard
        deviations about the mean.  The whole range would be that of the rarest ends."""
        if self.is_share or not self._many:
            return worth
        mean = self._sum / self._many
        spread = sqrt(max(0.0, self._squares / self._many - mean * mean))
        return 0.5 + (worth - mean) / (4 * spread) if spread else 0.5
