"""From a workbook to text, and from that text to the rows of a sheet.

Comes in: the bytes of an .xlsx file; later the text made of it.  Goes out: the text; later the sheets with their rows.
The text is what is kept with a game, as that of any other file is: a line of JSON for each sheet, `{"sheet": "Owls"}`,
and one for each row in which there is something: its number and its cells, `[3, "barn owl", "2"]`.  What is no word and
no number is an object: `{"date": "2026-12-01"}`, `{"error": "#REF!"}`, `{"formula": "=B2+1"}` for one whose value
nobody has worked out.
"""

from __future__ import annotations

import json
import re
import warnings
import zlib
from collections.abc import Iterator
from datetime import date, datetime, time
from importlib import import_module
from io import BytesIO
from os.path import splitext
from typing import Any, TypeAlias
from zipfile import BadZipFile, ZipFile

from rulelang.sheets.unreadable import NotInstalled, Unreadable

ENDINGS = (".xlsx", ".xlsm")
LARGEST = 20_000_000
"""Bytes of all that is packed into a workbook; one of a thousand cards has some 200,000."""
MOST_CELLS = 1_000_000
"""Cells of a sheet up to the last row and column in which something stands, empty ones included"""
_MERGED = re.compile(rb'mergeCell\b[^>]*?\bref="([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})"')
_FORMULA = re.compile(rb"<(?:\w+:)?f\b")
_OTHERS = (".xls", ".xlsb", ".ods", ".numbers")

Cell: TypeAlias = str | dict[str, str]
Rows: TypeAlias = list[tuple[int, list[Cell]]]


def is_workbook(name: str) -> bool:
    """Whether a file of this name is a workbook and no text.  Unreadable for those of other makers."""
    ending = splitext(name)[1].lower()
    if ending in _OTHERS:
        raise Unreadable(f"it is a {ending} file; save it as .xlsx or as CSV")
    return ending in ENDINGS


def written(data: bytes) -> str:
    """The text of a workbook.  Unreadable if it is none, NotInstalled if nobody can read it."""
    has_formulas = _look_inside(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of extensions that the library leaves out, all of them about looks
        values = _loaded(data, data_only=True)
        formulas = _loaded(data, data_only=False) if has_formulas else values
    lines = []
    for sheet in values.worksheets:
        lines.append(json.dumps({"sheet": sheet.title}, ensure_ascii=False))
        lines += [json.dumps([number, *row], ensure_ascii=False) for number, row in _rows(sheet, formulas[sheet.title])]
    return "".join(f"{line}\n" for line in lines)


def sheets_of(text: str) -> dict[str, Rows]:
    """The sheets of a workbook from its text, in their order.  Unreadable if it is no such text."""
    found: dict[str, Rows] = {}
    rows: Rows = []
    try:
        for line in text.splitlines():
            match json.loads(line):
                case {"sheet": str(title)}:
                    rows = found.setdefault(title, [])
                case [int(number), *cells] if all(map(_is_cell, cells)):
                    rows.append((number, cells))
                case _:
                    raise Unreadable("it is no text of a workbook")
    except ValueError:
        raise Unreadable("it is no text of a workbook") from None
    return found


def _is_cell(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, dict) and all(isinstance(v, str) for v in value.values()))


# ---------------------------------------------------------------- reading a file


def _look_inside(data: bytes) -> bool:
    """Refuse what would take up more than a workbook of cards; whether there are formulas."""
    has_formulas = False
    try:
        with ZipFile(BytesIO(data)) as packed:
            if sum(about.file_size for about in packed.infolist()) > LARGEST:
                raise Unreadable(f"it unpacks to more than {LARGEST // 1_000_000} million bytes")
            for about in packed.infolist():
                if "worksheets" in about.filename and about.filename.endswith(".xml"):
                    content = packed.read(about)
                    has_formulas = has_formulas or _FORMULA.search(content) is not None
                    if any(_cells(found) > MOST_CELLS for found in _MERGED.finditer(content)):
                        raise Unreadable("cells are merged in it over more of a sheet than could hold cards")
    except (BadZipFile, ValueError, NotImplementedError, RuntimeError, OSError, EOFError, zlib.error) as problem:
        raise Unreadable("it is no workbook, whatever its name says") from problem
    return has_formulas


def _cells(area: re.Match[bytes]) -> int:
    """How many cells there are from `B2` to `D40`."""
    left, top, right, bottom = area.groups()
    return (column_number(right.decode()) - column_number(left.decode()) + 1) * (int(bottom) - int(top) + 1)


def column_number(letters: str) -> int:
    """1 for `A`, 27 for `AA`."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def column_letters(number: int) -> str:
    """`A` for 1, `AA` for 27."""
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _loaded(data: bytes, data_only: bool) -> Any:
    try:
        openpyxl = import_module("openpyxl")
    except ImportError:
        raise NotInstalled from None
    try:
        return openpyxl.load_workbook(BytesIO(data), data_only=data_only, keep_links=False)
    except Exception as problem:  # the library raises whatever comes up: KeyError, TypeError, its own …
        raise Unreadable("it is damaged, or no workbook") from problem


def _rows(sheet: Any, formulas: Any) -> Iterator[tuple[int, list[Cell]]]:
    """The rows of a sheet in which something stands, but for titles above the headings: cells over several columns."""
    if sheet.max_row * sheet.max_column > MOST_CELLS:
        end = column_letters(sheet.max_column)
        raise Unreadable(
            f'the sheet "{sheet.title}" goes on to {end}{sheet.max_row}; delete its empty rows and columns'
        )
    above, titles = _merged(sheet)
    begun = False
    for row in sheet.iter_rows():
        number = row[0].row
        cells = [_cell(cell, formulas[cell.coordinate].value) for cell in row]
        for column, first in above.get(number, ()):
            cells[column - 1] = _cell(sheet.cell(first, column), formulas.cell(first, column).value)
        while cells and cells[-1] == "":
            cells.pop()
        is_title = not begun and number in titles and sum(cell != "" for cell in cells) == 1
        if cells and not is_title:
            begun = True
            yield number, cells


def _merged(sheet: Any) -> tuple[dict[int, list[tuple[int, int]]], set[int]]:
    """By row, which columns take their cell from which row above; and the rows in which a cell goes over columns."""
    above: dict[int, list[tuple[int, int]]] = {}
    titles: set[int] = set()
    for area in sheet.merged_cells.ranges:
        if area.max_col > area.min_col:
            titles.add(area.min_row)
        for row in range(area.min_row + 1, area.max_row + 1):
            above.setdefault(row, []).append((area.min_col, area.min_row))
    return above, titles


def _cell(cell: Any, formula: object) -> Cell:
    match cell.value:
        case None:
            return {"formula": str(getattr(formula, "text", formula))} if formula is not None else ""
        case bool() as flag:
            return "yes" if flag else "no"
        case int() | float() as number:
            return str(int(number)) if float(number).is_integer() else repr(number)
        case datetime() as moment if moment.time() == time():
            return {"date": moment.date().isoformat()}
        case date() | time() as moment:
            return {"date": moment.isoformat()}
        case value:
            return {"error": str(value)} if cell.data_type == "e" else str(value).strip()
