"""From bytes to text, whatever a spreadsheet has saved.

Comes in: the bytes of a CSV file.  Goes out: its text, and which encoding it was taken for where nothing in the file
says so.
"""

from __future__ import annotations

import codecs
from importlib import import_module

from rulelang.sheets.unreadable import NotInstalled, Unreadable

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
# What spreadsheets save, the commonest first: of two that read the same text out of a file the first is told.
_PAGES = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp874", "cp932",
    "gb18030", "cp949", "big5", "utf_16_le", "utf_16_be", "mac_roman",
)  # fmt: skip


def decoded(data: bytes) -> tuple[str, str]:
    """The text, and the name of the encoding if it is a guess (`windows-1252`).

    Unreadable if no text comes of it, NotInstalled if nobody can guess.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _exactly(data.removeprefix(mark), encoding), ""
    try:
        return data.decode(), ""
    except UnicodeDecodeError:
        return _guessed(data)


def _exactly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise Unreadable(f"it begins as {encoding.upper()} text, and does not go on so") from None


def _guessed(data: bytes) -> tuple[str, str]:
    try:
        found = import_module("charset_normalizer").from_bytes(data, cp_isolation=list(_PAGES)).best()
    except ImportError:
        raise NotInstalled from None
    if found is None:
        raise Unreadable("it is no text in any encoding that spreadsheets save")
    text = str(found)
    same = (page for page in _PAGES if _reads(data, page) == text)
    return text, next(same, str(found.encoding)).replace("cp", "windows-").replace("_", "-")


def _reads(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None
