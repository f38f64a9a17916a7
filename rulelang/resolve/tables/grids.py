"""Rows with headings: what stands in a table of the text or in a CSV file.

Comes in: the rows of the syntax tree, or the text of a CSV file.  Goes out: a grid of cells under headings,
every row as long as the headings. What the cells mean is left to `cells`.
"""

from __future__ import annotations

import csv
import io
import re

from attrs import evolve

from rulelang.diagnostics import diagnostic
from rulelang.nodes import frozen
from rulelang.resolve.reports import Reports
from rulelang.source import INVISIBLE, Span
from rulelang.syntax import model as ast

HEADING = re.compile(r"[^\W\d]\w*(\([^\W\d]\w*\))?")


@frozen
class GridCell:
    """One cell; in a CSV file `place` says where, since its span is that of the file's name in the rules"""

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


def say(reports: Reports, at: GridCell, code: str, **parameters: object) -> None:
    """A message about one cell; one of a CSV file says in words where the cell stands."""
    found = diagnostic(code, at.span, **parameters)  # type: ignore[arg-type]
    reports.add(evolve(found, message=f"{found.message} ({at.place})") if at.place else found)


def from_rows(rows: tuple[ast.Row, ...], reports: Reports) -> Grid | None:
    """The rows of a table in the text; the first one must be headings."""
    cells = [tuple(GridCell(cell.text, cell.span) for cell in row.cells) for row in rows]
    return checked(cells, reports) if cells else None


def from_csv(text: str, path: str, span: Span, reports: Reports) -> Grid | None:
    """The rows of a CSV file: comma, semicolon or tab between cells, empty cells and lines allowed."""
    text = text.removeprefix("\ufeff")
    first = next((line for line in text.split("\n") if line.strip()), "")
    separator = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[tuple[GridCell, ...]] = []
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                place = f"{path}, line {reader.line_num}"
                rows.append(tuple(_cell(cell, span, place, reports) for cell in row))
    except csv.Error as problem:
        where = f"{path}, line {reader.line_num}"
        reports.diagnostic("RL0431", span, place=where, problem=str(problem))
        return None
    if not rows:
        reports.diagnostic("RL0432", span, path=path)
        return None
    return checked(rows, reports)


def _cell(text: str, span: Span, place: str, reports: Reports) -> GridCell:
    """A cell of a file, held to what a text is held to: it becomes a name that people read and type."""
    text = text.strip()
    if (strange := INVISIBLE.search(text)) is not None:
        text = INVISIBLE.sub(" ", text)
        say(reports, GridCell(text, span, place), "RL0032", number=f"U+{ord(strange[0]):04X}")
    if "\n" in text or "\t" in text:
        text = " ".join(text.split())
        say(reports, GridCell(text, span, place), "RL0434", cell=text)
    return GridCell(text or "-", span, place)


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
