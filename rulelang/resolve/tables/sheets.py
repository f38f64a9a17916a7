"""Cards in a file: a CSV file, or a sheet of a workbook.

Comes in: the text of a file, what the rules say of it, and which words they use.  Goes out: a grid of cells under
headings, as from a table in the text.  A column is called as its heading is written, if the rules say so; or else in
small letters, with `_` between words.  Empty rows, and columns without a heading, are left out where nothing stands in
them.  Encodings and workbooks are left to `rulelang.sheets`, what the cells mean to `cells`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from attrs import evolve

from rulelang.diagnostics import did_you_mean
from rulelang.resolve.reports import Reports
from rulelang.resolve.tables.grids import HEADING, SPECIAL, Grid, GridCell, checked, say
from rulelang.resolve.tables.used import Used
from rulelang.sheets import Cell, column_letters, is_workbook, sheets_of
from rulelang.source import INVISIBLE, Source, Span
from rulelang.syntax import model as ast

_WHOLE = re.compile(r"(-?[0-9]+)\.0+")
_NO_WORD = re.compile(r"\W+")
_WORDS = ("name", "text")
_NO_WORDS = {
    "date": ("a date", "let the spreadsheet take the cell for text, and write it again"),
    "formula": ("a formula without a value", "open the file in a spreadsheet and save it, so that the value is there"),
    "error": ("an error", "mend it in the spreadsheet"),
}
_COPIES = frozenset(
    (
        "qty", "quantity", "count", "number", "amount", "num", "no", "times", "how_many", "copy", "anzahl", "menge",
        "stück", "stueck", "stk", "anz", "nombre", "quantité", "cantidad", "número", "quantità", "numero", "aantal",
        "antal", "liczba", "кількість", "количество", "数量", "枚数",
    )
)  # fmt: skip


def from_file(source: Source, file: ast.FromFile, used: Used, reports: Reports) -> Grid | None:
    """The rows of a file.  Unreadable if it is no table at all."""
    if source.guessed:
        reports.diagnostic("RL0438", file.span, path=file.path, encoding=source.guessed)
    try:
        workbook = is_workbook(file.path)
        rows = _of_workbook(source, file, reports) if workbook else list(_of_csv(source, file.span, reports))
    except csv.Error as problem:
        reports.diagnostic("RL0431", file.span, place=problem.args[0], problem=problem.args[1])
        return None
    if rows is None:
        return None
    rows = _without_empty_columns(rows)
    if not rows:
        reports.diagnostic("RL0432", file.span, path=file.path)
        return None
    named = _named(rows[0], file, used, reports)
    if named is None:
        return None
    rest = [tuple(_value(cell, heading) for heading, cell in _pairs(named, row)) for row in rows[1:]]
    grid = checked([named, *rest], reports)
    return _asked_for_copies(rows[0], grid, used, reports) if grid is not None else None


# ---------------------------------------------------------------- rows


def _of_csv(source: Source, span: Span, reports: Reports) -> Iterator[list[GridCell]]:
    """The rows in which something stands: comma, semicolon or tab between cells."""
    text = source.text.removeprefix("\ufeff")
    first = next((line for line in text.split("\n") if line.strip()), "")
    separator = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    number = 0
    try:
        for row in reader:
            number += 1
            if any(cell.strip() for cell in row):
                line = f"{source.path}, line {reader.line_num}"
                yield [_cell(cell, span, f"{line}, {_at(column, number)}", reports) for column, cell in enumerate(row)]
    except csv.Error as problem:
        raise csv.Error(f"{source.path}, line {reader.line_num}", str(problem)) from problem


def _of_workbook(source: Source, file: ast.FromFile, reports: Reports) -> list[list[GridCell]] | None:
    """The rows of the sheet that is named, or of the only one in which something stands."""
    sheets = sheets_of(source.text)
    full = [title for title, rows in sheets.items() if rows]
    if file.sheet is not None:
        title = next((t for t in sheets if t.casefold() == file.sheet.text.casefold()), None)
        if title is None:
            near = did_you_mean(file.sheet.text, sheets)
            reports.diagnostic("RL0439", file.sheet.span, path=file.path, name=file.sheet.text, suggestion=near)
            return None
    elif len(full) > 1:
        named = ", ".join(f'"{title}"' for title in full)
        reports.diagnostic("RL0440", file.span, path=file.path, sheets=named, first=full[0])
        return None
    else:
        title = next(iter(full), "")
    rows, where = sheets.get(title, []), f'{file.path}, sheet "{title}"'
    width = max((len(row) for _, row in rows), default=0)
    return [
        [
            _cell(cell, file.span, f"{where}, {_at(column, number)}", reports)
            for column, cell in enumerate([*row, *[""] * (width - len(row))])
        ]
        for number, row in rows
    ]


def _at(column: int, row: int) -> str:
    return f"{column_letters(column + 1)}{row}"


def _cell(written: Cell, span: Span, place: str, reports: Reports) -> GridCell:
    """A cell of a file, held to what a text is held to: it becomes a name that people read and type."""
    if isinstance(written, dict):
        what, text = next(iter(written.items()), ("error", ""))
        said, mend = _NO_WORDS[what] if what in _NO_WORDS else _NO_WORDS["error"]
        say(reports, GridCell(text, span, place), "RL0441", cell=text, what=said, mend=mend)
        written = ""
    text = written.strip()
    if (strange := INVISIBLE.search(text)) is not None:
        text = INVISIBLE.sub(" ", text)
        say(reports, GridCell(text, span, place), "RL0032", number=f"U+{ord(strange[0]):04X}")
    if "\n" in text or "\t" in text:
        text = " ".join(text.split())
        say(reports, GridCell(text, span, place), "RL0434", cell=text)
    return GridCell(text, span, place)


def _without_empty_columns(rows: list[list[GridCell]]) -> list[list[GridCell]]:
    width = max(map(len, rows), default=0)
    full = [any(column < len(row) and row[column].text for row in rows) for column in range(width)]
    return [[cell for cell, is_full in zip(row, full, strict=False) if is_full] for row in rows]


def _pairs(headings: Sequence[GridCell], row: list[GridCell]) -> Iterator[tuple[str, GridCell]]:
    for column, cell in enumerate(row):
        yield headings[column].text if column < len(headings) else "", cell


def _value(cell: GridCell, heading: str) -> GridCell:
    """A cell beneath a heading: `3.0` is 3, unless words stand there; an empty one is none."""
    whole = None if heading in _WORDS else _WHOLE.fullmatch(cell.text)
    return evolve(cell, text=(whole[1] if whole else cell.text) or "-")


# ---------------------------------------------------------------- headings


def _named(headings: list[GridCell], file: ast.FromFile, used: Used, reports: Reports) -> tuple[GridCell, ...] | None:
    """The headings as the rules call them; None, with a message, if one that they name is not there."""
    called: dict[int, str] = {}
    for headed in file.headed:
        wanted = _folded(headed.heading.text)
        column = next((i for i, cell in enumerate(headings) if _folded(cell.text) == wanted), None)
        if column is None:
            near = did_you_mean(headed.heading.text, [cell.text for cell in headings])
            said = headed.heading
            reports.diagnostic("RL0442", said.span, path=file.path, heading=said.text, suggestion=near)
            return None
        called[column] = headed.name.text
    return tuple(
        evolve(cell, text=called.get(column) or name_of(cell.text, used) or "-") for column, cell in enumerate(headings)
    )


def _folded(heading: str) -> str:
    """In small letters, with `_` between words; `on(purse)` is one, `Height (m)` two."""
    small = heading.strip().casefold()
    return small if HEADING.fullmatch(small) else _NO_WORD.sub("_", small).strip("_")


def name_of(heading: str, used: Used) -> str:
    """What a column is called in the rules."""
    folded = _folded(heading)
    as_written = used.attributes.__contains__ if folded in SPECIAL else used.speaks_of
    if HEADING.fullmatch(folded) and not (HEADING.fullmatch(heading) and as_written(heading)):
        return folded
    return heading


def _asked_for_copies(written: list[GridCell], grid: Grid, used: Used, reports: Reports) -> Grid:
    """The grid without a column that looks as if it said how many there are, after asking; with it if the rules speak
    of it, or if cards that have no names are told apart by it.
    """
    if grid.column("copies") is not None or not grid.rows:
        return grid
    for column, (heading, cell) in enumerate(zip(grid.headings, written, strict=True)):
        numbers = all(row[column].text.isdecimal() for row in grid.rows)
        if heading.text.casefold() in _COPIES and numbers and not used.speaks_of(heading.text):
            say(reports, heading, "RL0443", heading=cell.text)
            return grid.without(column) if grid.column("name") is not None else grid
    return grid
