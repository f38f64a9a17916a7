"""How many players there may be, and what depends on it.

Comes in: `players 2 to 4`, or `players:` with a row for each number.  Goes out: the bounds and the columns of
the sheet.
"""

from __future__ import annotations

import re

from rulelang.resolve.digits import INTEGER, WHAT, number
from rulelang.resolve.layers.laid import Laid
from rulelang.resolve.model.sorts import NumberSort
from rulelang.resolve.names import Names, Thing
from rulelang.resolve.reports import Reports
from rulelang.resolve.tables.grids import GridCell, from_rows, say
from rulelang.source import Span
from rulelang.syntax import model as ast

MOST = 26
"""Players are called by letters."""
COUNT = re.compile(r"(?P<low>[0-9]+)( to (?P<high>[0-9]+))?")
Sheet = dict[str, dict[int, int]]


def resolve(laid: Laid, names: Names, reports: Reports) -> Sheet:
    """Set the number of players in `names`, put the columns of the sheet there, and give the sheet."""
    match laid.players:
        case None:
            names.players = (2, 6)
            if laid.play is not None:
                reports.diagnostic("RL0226", (laid.game or laid.play).span)
        case ast.Players(low=low, high=high):
            if not 1 <= low <= high <= MOST:
                reports.diagnostic("RL0227", laid.players.span, low=low, high=high, most=MOST)
                low, high = 1, max(1, min(high, MOST))
            names.players = (low, high)
        case ast.PlayerSheet():
            return _sheet(laid.players, names, reports)
    return {}


def _sheet(decl: ast.PlayerSheet, names: Names, reports: Reports) -> Sheet:
    grid = from_rows(decl.rows, reports)
    names.players = (1, MOST)
    if grid is None or not grid.rows:
        return {}
    first = grid.headings[0]
    if first.text != "players":
        say(reports, first, "RL0414", cell=first.text)
        names.wrong |= {cell.text for cell in grid.headings}
        return {}
    sheet: Sheet = {cell.text: {} for cell in grid.headings[1:]}
    seen: list[int] = []
    for row in grid.rows:
        counts = _counts(row[0], seen, reports)
        seen += counts
        for heading, cell in zip(grid.headings[1:], row[1:], strict=True):
            value = _number(cell, reports)
            sheet[heading.text] |= dict.fromkeys(counts, value)
    if seen:
        names.players = (min(seen), max(seen))
        _check_gaps(seen, decl.span, reports)
    for heading in grid.headings[1:]:
        _declare(heading, sheet[heading.text], names)
    return sheet


def _counts(cell: GridCell, seen: list[int], reports: Reports) -> list[int]:
    """The numbers of players that a row is for."""
    match = COUNT.fullmatch(cell.text)
    low = number(match["low"]) or 0 if match else 0
    high = number(match["high"] or match["low"]) or 0 if match else 0
    if match is None or not 1 <= low <= high <= MOST:
        say(reports, cell, "RL0403", cell=cell.text, what="a number of players, as in `2` or `3 to 4`")
        return []
    counts = list(range(low, high + 1))
    twice = next((count for count in counts if count in seen), None)
    if twice is not None:
        say(reports, cell, "RL0415", count=twice)
    return counts


def _number(cell: GridCell, reports: Reports) -> int:
    if (value := number(cell.text)) is not None:
        return value
    say(reports, cell, "RL0403", cell=cell.text, what=WHAT if INTEGER.fullmatch(cell.text) else "a number")
    return 0


def _check_gaps(seen: list[int], span: Span, reports: Reports) -> None:
    for count in range(min(seen), max(seen) + 1):
        if count not in seen:
            reports.diagnostic("RL0416", span, count=count)


def _declare(heading: GridCell, values: dict[int, int], names: Names) -> None:
    numbers = values.values() or [0]
    sort = NumberSort(min(numbers), max(numbers))
    names.add_thing(Thing("sheet", heading.text, heading.text, None, (), heading.span, lambda: sort))
