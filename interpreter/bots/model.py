"""What a bot is given and what it gives back.

Comes in: a state at a decision.  Goes out: `Sight`, the part of it that the chooser may know, made only when
it is looked at.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from interpreter.state import State
    from interpreter.views import View


class Sight:
    """A decision as the one who has to choose sees it."""

    def __init__(self, state: State, seat: int, count: int) -> None:
        self._state = state
        self.seat = seat
        self.count = count

    @cached_property
    def view(self) -> View:
        """All that the seat sees of the table."""
        return self._state.view(self.seat)

    @cached_property
    def texts(self) -> list[str]:
        """The choices as they are written, in their order."""
        decision = self._state.decision
        return [] if decision is None else decision.texts


class Bot(Protocol):
    """One seat's player for one game."""

    def choose(self, sight: Sight) -> int:
        """The place of its choice among the choices, from 0 to `sight.count - 1`."""
