"""Lines of a given width, continued beneath what they say and not at the left edge.

Comes in: blocks of parts that stay whole where they can, or plain lines.  Goes out: `rich` texts, one a line, no longer
than the width.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from rich.text import Text

from rulelang.nodes import frozen

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

GAP = "   "
COLUMNS = re.compile(r" *\S.*? {2,}(?=\S)")
"""What stands before the second column of a line: `steal  ` in `steal  Draw a tile.`"""
FURTHER = 2
"""So much further in goes on what has no second column."""


@frozen
class Block:
    """Parts beside each other behind a head, and in further lines behind `indent` spaces

    A part is broken, between words, only if no line holds it.
    """

    head: Text
    parts: tuple[Text, ...]
    indent: int

    def further_in(self, by: int) -> Block:
        return Block(Text(" " * by).append_text(self.head), self.parts, self.indent + by)

    def lines(self, width: int) -> Iterator[Text]:
        """One line at least; without any room it is as if there were two columns."""
        width = max(2, width)  # a wide sign has two
        indent, fits = min(self.indent, width // 2 - 1), self.head.cell_len < width
        line, gap = self.head.copy() if fits else Text(), ""
        for part in self.parts if fits else (self.head, *self.parts):
            if gap and line.cell_len + len(gap) + part.cell_len > width:
                yield line
                line, gap = Text(" " * indent), ""
            rest = part
            while line.cell_len + len(gap) + rest.cell_len > width:
                first, rest = _broken(rest, width - line.cell_len - len(gap), width - indent)
                yield line.append(gap).append_text(first)
                line, gap = Text(" " * indent), ""
            line = line.append(gap).append_text(rest)
            gap = GAP
        yield line


@frozen
class Hanging:
    """The lines of a page, as wide as it is."""

    texts: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.texts)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from hanging(self.texts, options.max_width)


def hanging(texts: Iterable[str], width: int) -> Iterator[Text]:
    """Plain lines; what goes on stands beneath the second column if there is one."""
    for text in texts:
        columns = COLUMNS.match(text)
        spaces = len(text) - len(text.lstrip())
        head = columns.group() if columns and columns.end() < width // 2 else text[:spaces]
        indent = len(head) if len(head) > spaces else spaces + FURTHER
        yield from Block(Text(head), (Text(text[len(head) :]),), indent).lines(width)


def _broken(text: Text, room: int, whole: int) -> tuple[Text, Text]:
    """As many words as there is room for, and the others; none if not one has room that a further line would have."""
    if room < 1 or (room < whole and len(text.plain.split(" ", 1)[0]) > room):
        return Text(), text
    first = text.wrap(_console(), room)[0]
    rest = text[len(first.plain) :]
    return first, rest[len(rest.plain) - len(rest.plain.lstrip()) :]


@cache
def _console() -> Console:
    from rich.console import Console

    return Console(width=80, legacy_windows=False)
