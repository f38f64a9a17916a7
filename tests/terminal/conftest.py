"""A game by hand at a table, and somebody who types."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from interpreter.game import Game
from tests.interpreter.machine_programs import market


@pytest.fixture(scope="session")
def game() -> Game:
    """The market for three; waiting by -1 is a fault of its rules."""
    return Game(market(3))


class Typist:
    """Types the given lines one after the other; `prompts` are the prompts that were shown."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            return next(self._lines)
        except StopIteration:
            raise EOFError from None
