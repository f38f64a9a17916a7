"""Writing to a terminal or a pipe.

Comes in: screens, menus, lines.  Goes out: text on a stream, with frames and colours (`Framed`) or without
any (`Plain`).  What is written is decided by the callers.  `rich` is imported only for frames.
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from interpreter.terminal import menu, screen
from interpreter.terminal.menu import Item
from interpreter.terminal.screen import Row, Screen

if TYPE_CHECKING:
    from rich.table import Table

NARROWEST, WIDEST = 20, 500
"""Columns that are used at least and at most, whatever the terminal says that it has."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Empties the window and what has scrolled out of it."""


def printable(text: str) -> str:
    """The text without anything that would move the cursor or change colours."""
    return "".join(c if c.isprintable() else "?" for c in text)


class Plain:
    """One fact a line, no colours, no frames, nothing moves: for screen readers, pipes and tests."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.out.write(printable(line) + "\n")
        self.out.flush()

    def heading(self, text: str) -> None:
        self.lines(["", text])

    def log(self, lines: Sequence[str]) -> None:
        self.lines(lines)

    def screen(self, shown: Screen) -> None:
        self.lines(screen.lines(shown))

    def menu(self, items: Sequence[Item]) -> None:
        self.lines(menu.lines(items, 10_000))

    def note(self, text: str) -> None:
        """An answer to something that was typed."""
        self.lines([text])

    def clear(self) -> None:
        """On a terminal take everything away, so that the next person does not see it."""
        if self.out.isatty():
            self.out.write(CLEAR)
            self.out.flush()


class Framed(Plain):
    """Panels and colours, as wide as the terminal."""

    def __init__(self, out: TextIO) -> None:
        super().__init__(out)
        from rich.console import Console

        self._console = Console(file=out, highlight=False, markup=False, emoji=False, width=self.width, height=24)

    def _print(self, *what: Any, **how: Any) -> None:
        self._console.width = self.width
        self._console.print(*what, **how)

    @property
    def width(self) -> int:
        return max(NARROWEST, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))

    def lines(self, lines: Iterable[str]) -> None:
        super().lines(part for line in lines for part in self._wrapped(line))

    def _wrapped(self, line: str) -> list[str]:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        return textwrap.wrap(line, self.width - 1, subsequent_indent=indent) or [""]

    def heading(self, text: str) -> None:
        from rich.rule import Rule
        from rich.text import Text

        self._print(Rule(Text(printable(text), "bold"), align="left", style="dim"))

    def log(self, lines: Sequence[str]) -> None:
        if lines:
            self.heading("what has happened")
        self.lines(lines)

    def screen(self, shown: Screen) -> None:
        from rich.panel import Panel
        from rich.text import Text

        table = self._grid([*shown.table, *shown.others])
        title = Text(printable(shown.title), "bold")
        self._print(Panel(table, title=title, title_align="left", border_style="dim"))
        if shown.me:
            you = Text(f"you are {shown.me}", "bold green")
            self._print(Panel(self._grid(shown.own), title=you, title_align="left", border_style="green"))

    def menu(self, items: Sequence[Item]) -> None:
        from rich.text import Text

        for line in menu.flowing(items, self.width):
            text = Text(printable(line))
            text.highlight_regex(r"(^|   ) *\d+( to \d+)?  (?=\S)", "bold cyan")
            self._print(text, overflow="fold")

    def note(self, text: str) -> None:
        from rich.text import Text

        self._print(Text(printable(text), "yellow"))

    def _grid(self, rows: Sequence[Row]) -> Table:
        from rich.table import Table
        from rich.text import Text

        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(ratio=1, overflow="fold")
        for row in rows:
            grid.add_row(Text(printable(row.name), "cyan"), Text(printable(row.text)))
        return grid
