"""What the end of a game is worth to each seat, so that ends can be averaged and compared.

Comes in: states at their end.  Goes out: the payoffs, where the rules say any; else the share of the win: 1 for who
wins alone, a half for each of two that share, 0 for all others, and for all where nobody wins or everyone loses.  Where
all win or lose together by one common score, this score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.machine.results import is_common

if TYPE_CHECKING:
    from interpreter.machine.edition import Edition
    from interpreter.state import State


class Worth:
    """Of one game."""

    def __init__(self, game: Edition) -> None:
        self._players = game.players
        self.is_paid = game.program.result.payoff is not None
        self.is_common = is_common(game.program)
        self.is_share = not self.is_paid and not self.is_common

    def of(self, state: State) -> Sequence[float]:
        """For each seat; nothing for anybody in a game that is not over.  GameFault if a criterion has no value."""
        return self._of(state) if state.is_over else (0.0,) * self._players

    def _of(self, state: State) -> Sequence[float]:
        if self.is_common:
            result = state.result
            assert result is not None
            if not result.scores:
                return (1 / self._players if result.winners else 0.0,) * self._players
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
