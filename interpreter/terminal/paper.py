"""Writing to a terminal or a pipe, line by line.

Comes in: lines.  Goes out: text on a stream, without colours, frames, or anything that moves.  What is written is
decided by the callers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Empties the window and what has scrolled out of it."""


PLAIN_SIGNS = str.maketrans({"·": "-", "…": "...", "▸": ">", "—": "-", "–": "-", "“": '"', "”": '"', "’": "'"})
"""What stands for signs that an output has not."""


def printable(text: str) -> str:
    """The text without anything that would move the cursor or change colours."""
    return "".join(c if c.isprintable() else "?" for c in text)


class Plain:
    """One fact a line: for screen readers, pipes and tests."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.out.write(self._written(line) + "\n")
        self.out.flush()

    def _written(self, line: str) -> str:
        """The line in signs that the output has: `2 apple - coins 3` in ASCII."""
        text, encoding = printable(line), getattr(self.out, "encoding", None) or "utf-8"
        if encoding.replace("-", "").casefold() == "utf8":
            return text
        plain = text.translate(PLAIN_SIGNS)
        return plain.encode(encoding, "replace").decode(encoding)

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
