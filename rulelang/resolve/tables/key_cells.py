"""The keys of a table's row: `1 to 2`, `4 or more`, `ten to king`, `owl, goat`.

Comes in: the key cells of one row.  Goes out: for each key the values that fit, as bounds in the encoding of
the IR.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

from rulelang.diagnostics import did_you_mean
from rulelang.resolve.digits import number
from rulelang.resolve.model.sorts import HIGHEST, LOWEST, FlagSort, MemberSort, NumberSort
from rulelang.resolve.names import Names
from rulelang.resolve.reports import Reports
from rulelang.resolve.sorts import describe
from rulelang.resolve.tables.cells import pieces
from rulelang.resolve.tables.grids import GridCell, say

Key: TypeAlias = tuple[tuple[int, int], ...]
KeySort: TypeAlias = NumberSort | MemberSort | FlagSort
_PIECE = re.compile(r"(?P<low>-?\w+)( (to (?P<high>-?\w+)|or (?P<open>more|less)))?")


def key_ranges(row: Sequence[GridCell], sorts: Sequence[KeySort], names: Names, reports: Reports) -> list[Key] | None:
    """The keys that a row fits."""
    choices: list[list[tuple[int, int]]] = []
    for cell, sort in zip(row, sorts, strict=True):
        found = [_piece(piece, cell, sort, names, reports) for piece in pieces(cell.text)]
        known = [bounds for bounds in found if bounds is not None]
        if len(known) < len(found):
            return None
        choices.append(known)
    return list(product(*choices))


def _piece(piece: str, cell: GridCell, sort: KeySort, names: Names, reports: Reports) -> tuple[int, int] | None:
    match = _PIECE.fullmatch(piece)
    words = _words(sort, names)
    low = _value(match["low"], words) if match else None
    if match is None or low is None:
        what = {FlagSort: "yes or no", NumberSort: "a number"}.get(type(sort), describe(sort))
        say(reports, cell, "RL0403", cell=piece, what=what, suggestion=did_you_mean(piece, words))
        return None
    least, most = bounds_of(sort, names)
    high = _value(match["high"], words) if match["high"] else low
    if match["open"]:
        low, high = (low, most) if match["open"] == "more" else (least, low)
    if high is None or low > high or low < least or high > most:
        say(reports, cell, "RL0424", cell=piece, what=_all(sort, names))
        return None
    return low, high


def _words(sort: KeySort, names: Names) -> tuple[str, ...]:
    match sort:
        case MemberSort():
            return names.values_of(sort)
        case FlagSort():
            return ("no", "yes")
        case _:
            return ()


def _value(word: str, words: tuple[str, ...]) -> int | None:
    if words:
        return words.index(word) if word in words else None
    return number(word)


def bounds_of(sort: KeySort, names: Names) -> tuple[int, int]:
    """The least and the greatest key."""
    match sort:
        case NumberSort(low=low, high=high):
            return low, high
        case FlagSort():
            return 0, 1
        case MemberSort():
            return 0, len(names.values_of(sort)) - 1


def _all(sort: KeySort, names: Names) -> str:
    if isinstance(sort, NumberSort) and (sort.low > LOWEST or sort.high < HIGHEST):
        return f"from {sort.low} to {sort.high}"
    words = _words(sort, names)
    return f"from {words[0]} to {words[-1]}" if words else "from the lower to the higher number"


def written(key: int, sort: KeySort, names: Names) -> str:
    """A key as an author writes it."""
    words = _words(sort, names)
    return words[key] if words else str(key)
