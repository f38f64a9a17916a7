"""Writing to a terminal or a pipe, line by line.

Comes in: lines.  Goes out: text on a stream, without colours, frames, or anything that moves.  What is written is
decided by the callers.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TextIO

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Empties the window and what has scrolled out of it."""


PLAIN_SIGNS = str.maketrans(
    {"·": "-", "×": "x", "…": "...", "▸": ">", "—": "-", "–": "-", "“": '"', "”": '"', "’": "'"}
)
"""What stands for signs that an output has not."""
OLD_TERMINALS = ("linux", "vt52", "vt100", "vt102", "vt220")
"""By the names in TERM: those whose fonts lack signs that frames are made of."""
NO_SCREENS = ("", "dumb", "unknown")
"""By the names in TERM: those that can do nothing but write one line after the other."""


def is_utf8(out: TextIO) -> bool:
    return (getattr(out, "encoding", None) or "utf-8").replace("-", "").casefold() == "utf8"


def only_ascii(out: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether a terminal may not show other signs: by its encoding, its kind, or the locale `C`.

    Python itself writes UTF-8 under that locale; it sets LC_CTYPE to say so, which says nothing of the terminal.
    """
    names = [environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    asked = [name for name in names if name not in ("", "C.UTF-8")]
    return not is_utf8(out) or environment.get("TERM") in OLD_TERMINALS or asked[:1] in (["C"], ["POSIX"])


def printable(text: str) -> str:
    """The text without anything that would move the cursor or change colours."""
    return "".join(c if c.isprintable() else "?" for c in text)


class Plain:
    """One fact a line: for screen readers, pipes and tests."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self._plainly = not is_utf8(out) or (out.isatty() and only_ascii(out, os.environ))

    def lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.out.write(self._written(line) + "\n")
        self.out.flush()

    def _written(self, line: str) -> str:
        """The line in signs that the output has: `2 apple - coins 3` in ASCII."""
        text = printable(line)
        if not self._plainly:
            return text
        encoding = "ascii" if is_utf8(self.out) else self.out.encoding
        return text.translate(PLAIN_SIGNS).encode(encoding, "replace").decode(encoding)

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
