"""What people keep their cards in, as text: CSV files in any encoding, workbooks.

Comes in: the bytes of a file.  Goes out: its text, or `Unreadable`; what the text of a workbook looks like stands in
`workbooks`.  Which cards stand there is left to `resolve`, opening files to `inputs`.
"""

from __future__ import annotations

from rulelang.sheets.encodings import decoded
from rulelang.sheets.unreadable import NotInstalled, Unreadable
from rulelang.sheets.workbooks import Cell, column_letters, is_workbook, sheets_of, written

__all__ = ["Cell", "NotInstalled", "Unreadable", "column_letters", "decoded", "is_workbook", "sheets_of", "written"]
