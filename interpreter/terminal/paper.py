"""Writing to a terminal or a pipe, line by line.

Comes in: lines.  Goes out: text on a stream, without colours, frames, or anything that moves.  What is written is
decided by the callers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Empties the window and what has scrolled out of it."""


def printable(text: str) -> str:
    """The text without anything that would move the cursor or change colours."""
    return "".join(c if c.isprintable() else "?" for c in text)


class Plain:
    """One fact a line: for screen readers, pipes and tests."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.out.write(printable(line) + "\n")
        self.out.flush()

    def heading(self, text: str) -> None:
        self.lines(["", text])

    def note(self, text: str) -> None:
        """An answer to something that was typed."""
        self.lines([text])

    def clear(self) -> None:
        """On a terminal take everything away, so that the next person does not see it."""
        if self.out.isatty():
            self.out.write(CLEAR)
            self.out.flush()
