"""What the end of a game is worth to each seat, so that ends can be averaged and compared.

Comes in: states at their end.  Goes out: the payoffs, where the rules say any; else the share of the win: 1 for who
wins alone, a half for each of two that share, 0 for all others, and for all where nobody wins or everyone loses.  Where
all win or lose together by one common score, this score.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

from interpreter.machine.lifetimes import nodes
from rulelang.ir.model.expressions import Local

if TYPE_CHECKING:
    from interpreter.machine.edition import Edition
    from interpreter.state import State


class Worth:
    """Of one game; it notes the lowest and the highest that have come up, so that all lies between 0 and 1."""

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
        self._low, self._high = (0.0, 1.0) if self.is_share else (inf, -inf)

    def of(self, state: State) -> Sequence[float]:
        """For each seat; nothing for anybody in a game that is not over.  GameFault if a criterion has no value."""
        worths = self._of(state) if state.is_over else (0.0,) * self._players
        self._low, self._high = min(self._low, *worths), max(self._high, *worths)
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
        """From 0 to 1."""
        return (worth - self._low) / (self._high - self._low) if self._high > self._low else 0.5
