"""Rows with headings: what stands in a table of the text.

Comes in: the rows of the syntax tree.  Goes out: a grid of cells under headings, every row as long as the headings.
Files are left to `sheets`, what the cells mean to `cells`.
"""

from __future__ import annotations

import re

from attrs import evolve

from rulelang.diagnostics import diagnostic
from rulelang.nodes import frozen
from rulelang.resolve.reports import Reports
from rulelang.source import Span
from rulelang.syntax import model as ast

SPECIAL = ("copies", "name", "text")
"""Headings that say something of the card itself and are no columns of it."""
HEADING = re.compile(r"[^\W\d]\w*(\([^\W\d]\w*\))?")


@frozen
class GridCell:
    """One cell; in a file `place` says where, since its span is that of the file's name in the rules"""

    text: str
    span: Span
    place: str | None = None


@frozen
class Grid:
    """Headings and the rows beneath them"""

    headings: tuple[GridCell, ...]
    rows: tuple[tuple[GridCell, ...], ...]

    def column(self, heading: str) -> int | None:
        """Where a column stands."""
        return next((i for i, cell in enumerate(self.headings) if cell.text == heading), None)

    def without(self, column: int) -> Grid:
        """The same without one column."""
        rows = ((*row[:column], *row[column + 1 :]) for row in self.rows)
        return Grid((*self.headings[:column], *self.headings[column + 1 :]), tuple(rows))


def say(reports: Reports, at: GridCell, code: str, **parameters: object) -> None:
    """A message about one cell; one of a file says in words where the cell stands."""
    found = diagnostic(code, at.span, **parameters)  # type: ignore[arg-type]
    reports.add(evolve(found, message=f"{found.message} ({at.place})", cell=at.place) if at.place else found)


def from_rows(rows: tuple[ast.Row, ...], reports: Reports) -> Grid | None:
    """The rows of a table in the text; the first one must be headings."""
    cells = [tuple(GridCell(cell.text, cell.span) for cell in row.cells) for row in rows]
    return checked(cells, reports) if cells else None


def checked(rows: list[tuple[GridCell, ...]], reports: Reports) -> Grid | None:
    """The grid, if its headings are headings; rows that are too short or too long are left out."""
    headings, *rest = rows
    wrong = next((cell for cell in headings if not HEADING.fullmatch(cell.text)), None)
    if wrong is not None:
        say(reports, wrong, "RL0401", cell=wrong.text)
        return None
    seen: set[str] = set()
    for cell in headings:
        if cell.text in seen:
            say(reports, cell, "RL0405", heading=cell.text)
            return None
        seen.add(cell.text)
    return Grid(headings, tuple(row for row in rest if _complete(row, len(headings), reports)))


def _complete(row: tuple[GridCell, ...], want: int, reports: Reports) -> bool:
    """Whether a row has a cell beneath each heading and none is empty."""
    if len(row) != want:
        say(reports, row[-1], "RL0402", want=want, have=len(row))
        return False
    empty = next((cell for cell in row if not cell.text), None)
    if empty is not None:
        say(reports, empty, "RL0404")
    return empty is None
