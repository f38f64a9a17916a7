"""Choices from a file or a pipe: one a line.

Comes in: lines.  Goes out: choices, and the log of what happens.  Empty lines and lines that begin with # are
passed over.  What may be asked for beside answering (see `desk`) may stand there too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from interpreter.machine.errors import IllegalChoice
from interpreter.terminal.paper import Plain
from interpreter.terminal.table import InputEnded, Table, Wish

if TYPE_CHECKING:
    from interpreter.decisions.choices import Choice, Decision
    from interpreter.terminal.desk import Desk


class WrongLine(Exception):
    """A line that is no choice of the player who has to choose; `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


def numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers, counted from 1."""
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text


class Scripted:
    """A front for which all answers are there from the beginning."""

    def __init__(self, lines: Iterator[tuple[int, str]], paper: Plain, desk: Desk) -> None:
        """`lines`: what `numbered` gives."""
        self._lines, self._paper, self._desk = lines, paper, desk
        self._told = 0

    def ask(self, table: Table, decision: Decision) -> Choice:
        for number, text in self._lines:
            try:
                return decision.parse(text)
            except IllegalChoice as problem:
                answer = self._desk.command(text, decision)
                if answer is None:
                    raise WrongLine(number, str(problem)) from problem
                self._paper.lines(answer[1])
        raise InputEnded

    def tell(self, table: Table) -> None:
        log = table.state.story(table.onlooker, whole=True)
        self._paper.lines(log[self._told :])
        self._told = len(log)

    def after(self, table: Table, lines: Sequence[str]) -> Wish:
        self._paper.heading("The end")
        self._paper.lines(lines)
        return "leave"
