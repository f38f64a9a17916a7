"""Text and places in it.

Comes in: the text of one `.rules` file.  Goes out: clean text (no BOM, NFC, `\\n` line ends) and spans that every node
carries.  Reading files is left to the commands; wording is left to `diagnostics`.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right

from attrs import define, field

from rulelang.nodes import frozen

INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""What cannot be seen, moves the cursor or turns the direction of a line: it may stand in no text, and is never printed
as it is.  (Tabs and line ends are left to those who read lines.)
"""


@frozen
class Span:
    """A stretch of one source text: `start` and `end` are code-point offsets, `end` exclusive."""

    path: str
    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`, in the same text."""
        return Span(self.path, min(self.start, other.start), max(self.end, other.end))


@define
class Source:
    """One text with the name that messages give it (`games/kuhn.rules`, `library/tricks.rules`, `<stdin>`)."""

    path: str
    text: str
    guessed: str = ""  # the encoding that it was taken for, where nothing in the file says so
    _known_starts: list[int] = field(init=False, factory=list, eq=False, repr=False)

    @classmethod
    def clean(cls, path: str, text: str) -> Source:
        """Take away what editors and systems add: a byte-order mark, CR before LF, decomposed accents."""
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        return cls(path, unicodedata.normalize("NFC", text))

    @property
    def _starts(self) -> list[int]:
        if not self._known_starts:
            self._known_starts += [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]
        return self._known_starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1, columns in code points."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Where a place lies that is given as `position` gives it."""
        return self._starts[line - 1] + column - 1

    def line(self, number: int) -> str:
        """The text of a line counted from 1, without its line end; empty beyond the end."""
        if not 1 <= number <= len(self._starts):
            return ""
        return self.text[self._starts[number - 1] :].split("\n", 1)[0]
