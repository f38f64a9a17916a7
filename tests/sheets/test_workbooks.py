"""Workbooks as text."""

from __future__ import annotations

import datetime
import random
import sys
import zipfile
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from rulelang import check_file
from rulelang.sheets import Cell, NotInstalled, Unreadable, column_letters, is_workbook, sheets_of, written
from rulelang.sheets.workbooks import column_number
from tests.sheets.books import book


def _rows(data: bytes) -> list[tuple[int, list[Cell]]]:
    return next(iter(sheets_of(written(data)).values()))


def test_what_stands_in_cells() -> None:
    moment = datetime.datetime(2026, 3, 4, 12, 30)
    data = book(
        ["name", "copies", "tame"],
        [" owl ", 3.0, True],
        ["goat", 2.5, False],
        [None, datetime.date(2026, 3, 4), moment],
        ["=B2+1", "#REF!", "'=1"],
    )
    assert _rows(data) == [
        (1, ["name", "copies", "tame"]),
        (2, ["owl", "3", "yes"]),
        (3, ["goat", "2.5", "no"]),
        (4, ["", {"date": "2026-03-04"}, {"date": "2026-03-04T12:30:00"}]),
        (5, [{"formula": "=B2+1"}, {"error": "#REF!"}, "'=1"]),
    ]


def test_the_value_of_a_formula_counts() -> None:
    data = book(["copies", "name"], ["=1+1", "owl"])
    changed = _changed(data, "xl/worksheets/sheet1.xml", b"<v />", b"<v>2</v>", b"<v></v>", b"<v>2</v>")
    assert _rows(changed)[1] == (2, ["2", "owl"])


def test_merged_and_empty_cells() -> None:
    def merge(sheet: Any) -> None:
        sheet["A1"] = "All my animals"
        sheet.merge_cells("A1:C1")
        for row in (["habitat", "name"], ["wood", "owl"], [None, "goat"], [None, None], ["sea", "seal"]):
            sheet.append(row)
        sheet.merge_cells("A3:A4")

    assert _rows(book(fill=merge)) == [
        (2, ["habitat", "name"]),
        (3, ["wood", "owl"]),
        (4, ["wood", "goat"]),
        (6, ["sea", "seal"]),
    ]


def test_several_sheets() -> None:
    text = written(book(["name"], ["owl"], Notes=[["to do"]], Empty=[]))
    assert {title: len(rows) for title, rows in sheets_of(text).items()} == {"Animals": 2, "Notes": 1, "Empty": 0}


@pytest.mark.parametrize("name", ["a.xls", "a.ods", "deep/a.numbers", "a.XLS"])
def test_workbooks_of_other_makers(name: str) -> None:
    with pytest.raises(Unreadable, match="save it as"):
        is_workbook(name)
    assert is_workbook("a.XLSX")
    assert not is_workbook("a.csv")
    assert not is_workbook("xlsx")


def _changed(data: bytes, name: str, *pairs: bytes) -> bytes:
    """The workbook with one of its parts changed."""
    file = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(file, "w") as new:
        for about in old.infolist():
            content = old.read(about)
            if about.filename == name:
                for this, that in zip(pairs[::2], pairs[1::2], strict=True):
                    content = content.replace(this, that)
            new.writestr(about.filename, content)
    return file.getvalue()


def test_what_would_take_up_too_much() -> None:
    data = book(["name"], ["owl"])
    sheet = "xl/worksheets/sheet1.xml"
    merged = b'</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'
    with pytest.raises(Unreadable, match="merged in it over more"):
        written(_changed(data, sheet, b"</sheetData>", merged))
    with pytest.raises(Unreadable, match="goes on to XFD1048576"):
        written(_changed(data, sheet, b'r="A2"', b'r="XFD1048576"', b'<row r="2"', b'<row r="1048576"'))
    bomb = BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b" " * 30_000_000)
    with pytest.raises(Unreadable, match="unpacks to more than 20 million bytes"):
        written(bomb.getvalue())


def test_what_is_no_workbook() -> None:
    for data in (b"", b"name,copies\n", b"PK\x03\x04", _changed(book(["a"]), "xl/workbook.xml", b"<", b"")):
        with pytest.raises(Unreadable):
            written(data)
    for text in ("x", '{"sheet": 3}\n', "[1, 2]\n", '["a"]\n', "[1, {}"):
        with pytest.raises(Unreadable):
            sheets_of(text)


def test_damaged_files_are_told(tmp_path: Path) -> None:
    """Bytes are changed and cut: there is a message or a sheet, never an exception."""
    data, chance = book(["copies", "name"], [2, "owl"], [3, "goat"]), random.Random(1)
    (tmp_path / "game.rules").write_text('rules 1\ncards Beast from "cards.xlsx"\n', encoding="utf-8")
    codes: Counter[str] = Counter()
    for _ in range(40):
        broken = bytearray(data)
        for _ in range(chance.randrange(1, 6)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        (tmp_path / "cards.xlsx").write_bytes(broken[: chance.randrange(len(broken) // 2, len(broken) + 1)])
        codes.update({found.code for found in check_file(tmp_path / "game.rules")})
    assert codes["RL0436"] > 20, codes


def test_nothing_is_read_where_the_library_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    data = book(["name"], ["owl"])
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(NotInstalled):
        written(data)


def test_columns_are_called_by_letters() -> None:
    assert [column_letters(number) for number in (1, 26, 27, 702, 703, 16384)] == ["A", "Z", "AA", "ZZ", "AAA", "XFD"]
    assert all(column_number(column_letters(number)) == number for number in range(1, 16385))
