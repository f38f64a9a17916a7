"""Workbooks for tests."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import openpyxl

Fill = Callable[[Any], object]


def book(*rows: list[object], title: str = "Animals", fill: Fill | None = None, **others: list[list[object]]) -> bytes:
    """A workbook with these rows in its first sheet; `fill` does more to it, `others` are further sheets."""
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.title = title
    for row in rows:
        sheet.append(row)
    if fill is not None:
        fill(sheet)
    for name, more in others.items():
        further = made.create_sheet(name)
        for row in more:
            further.append(row)
    file = BytesIO()
    made.save(file)
    return file.getvalue()
