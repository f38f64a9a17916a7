"""Choices from a file or a pipe: one a line.

Comes in: lines.  Goes out: choices, and the log of what happens.  Empty lines and lines that begin with # are
passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from interpreter.machine.errors import IllegalChoice
from interpreter.terminal.paper import Plain
from interpreter.terminal.table import InputEnded, Table

if TYPE_CHECKING:
    from interpreter.decisions.choices import Choice, Decision


class WrongLine(Exception):
    """A line that is no choice of the player who has to choose; `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


class Scripted:
    """A front for which all answers are there from the beginning."""

    def __init__(self, lines: Iterable[str], paper: Plain) -> None:
        self._lines = self._answers(lines)
        self._paper = paper
        self._told = 0

    def ask(self, table: Table, decision: Decision) -> Choice:
        number, text = next(self._lines, (0, ""))
        if not number:
            raise InputEnded
        try:
            return decision.parse(text)
        except IllegalChoice as problem:
            raise WrongLine(number, str(problem)) from problem

    def tell(self, table: Table) -> None:
        log = table.state.log(table.onlooker)
        self._paper.lines(log[self._told :])
        self._told = len(log)

    @staticmethod
    def _answers(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
        for number, line in enumerate(lines, start=1):
            text = line.strip()
            if text and not text.startswith("#"):
                yield number, text
