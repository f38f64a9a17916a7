"""Cells: what a column holds, and the value of each cell in the encoding of the IR.

Comes in: the cells of one column, its heading, and the names known so far.  Goes out: the sort of the column
and its values; a cell that does not fit the others is reported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from rulelang.diagnostics import did_you_mean
from rulelang.nodes import frozen
from rulelang.resolve.digits import INTEGER, WHAT, number
from rulelang.resolve.model.program import CellValue
from rulelang.resolve.model.sorts import (
    NO_NUMBER,
    NONE,
    FlagSort,
    MemberSort,
    MembersSort,
    NamesSort,
    NumberSort,
    PlayerSort,
    Sort,
    StepSort,
)
from rulelang.resolve.names import Names
from rulelang.resolve.reports import Reports
from rulelang.resolve.sorts import describe
from rulelang.resolve.tables.grids import GridCell, say

QUOTED = re.compile(r'"[^"]*"')
STRETCH = re.compile(r"(?P<low>-?\w+) to (?P<high>-?\w+)( by (?P<step>[0-9]+))?")

Look = Literal["none", "number", "flag", "quoted", "words"]


@frozen
class Read:
    """A column as it was read"""

    sort: Sort
    values: tuple[CellValue, ...]


@frozen
class Cards:
    """The card names that a cell may speak of: as written, with their types, by folded name"""

    by_name: dict[str, tuple[str, tuple[str, ...]]]


def pieces(text: str) -> list[str]:
    """`owl, snake` taken apart at the commas outside quotes; in one go, however long it is."""
    cuts = [found.start() for found in re.finditer(r'"[^"]*"|,', text) if found[0] == ","]
    parts = [text[start:end] for start, end in zip([0, *(cut + 1 for cut in cuts)], [*cuts, len(text)], strict=True)]
    return [part.strip() for part in parts if part.strip()] or [text]


def unquoted(text: str) -> str:
    """A name without the quotes that it may stand in."""
    return text[1:-1] if QUOTED.fullmatch(text) else text


def look_of(text: str) -> Look:
    """What a cell looks like, before anything is known of its column."""
    if text == "-":
        return "none"
    if INTEGER.fullmatch(text):
        return "number"
    if text in ("yes", "no"):
        return "flag"
    return "quoted" if all(QUOTED.fullmatch(piece) for piece in pieces(text)) else "words"


LONGEST_STRETCH = 200
"""No names and no numbers that a game can work with are longer."""


def stretch(text: str, names: Names, heading: str) -> Sequence[int | str] | None:
    """`3 to 35 by 2` or `ten to king` in a card table: one row each; None for any other cell."""
    match = STRETCH.fullmatch(text)
    if match is None or len(text) > LONGEST_STRETCH:
        return None
    low, high, step = match["low"], match["high"], number(match["step"] or "1")
    if step is None:
        return None
    first_number, last_number = number(low), number(high)
    if first_number is not None and last_number is not None:
        return range(first_number, last_number + 1, step) if step else ()
    for kind in names.kinds.values():
        if low in kind.members and high in kind.members:
            first, last = kind.members.index(low), kind.members.index(high)
            return kind.members[first : last + 1 : step] if step else ()
    return None


def read(
    cells: Sequence[GridCell],
    heading: str,
    names: Names,
    steps: Iterable[str],
    cards: Cards,
    reports: Reports,
) -> Read | None:
    """A column with its sort and its values; None if a cell was wrong."""
    commonest = _commonest(cells)
    if commonest == "none":
        return Read(NumberSort(0, 0, maybe=True), (NO_NUMBER,) * len(cells))
    sort = _sort(commonest, cells, heading, names, tuple(steps), cards)
    if sort is None:
        _report_words(cells, names, steps, reports)
        return None
    values = [value_of(cell, sort, names, cards, reports) for cell in cells]
    if any(value is None for value in values):
        return None
    return Read(sort, tuple(value for value in values if value is not None))


def can_be_read(cells: Sequence[GridCell], heading: str, names: Names, steps: Iterable[str], cards: Cards) -> bool:
    """Whether these are numbers, flags, or words that are known."""
    commonest = _commonest(cells)
    return commonest == "none" or _sort(commonest, cells, heading, names, tuple(steps), cards) is not None


def _commonest(cells: Sequence[GridCell]) -> Look:
    looks = Counter(look for cell in cells if (look := look_of(cell.text)) != "none")
    return looks.most_common(1)[0][0] if looks else "none"


def _sort(
    look: Look,
    cells: Sequence[GridCell],
    heading: str,
    names: Names,
    steps: tuple[str, ...],
    cards: Cards,
) -> Sort | None:
    maybe = any(cell.text == "-" for cell in cells)
    match look:
        case "number":
            if isinstance(named := names.named_after(heading), MemberSort) and _all_members(cells, named, names):
                return MemberSort(named.kind, maybe=maybe)
            found = [value for cell in cells if (value := number(cell.text)) is not None]
            return NumberSort(min(found, default=0), max(found, default=0), maybe=maybe)
        case "flag":
            return FlagSort()
        case "quoted":
            return _sort_of_names(cells, cards)
        case _:
            found_sort = _sort_of_words(cells, heading, names, steps, maybe)
            if found_sort is None and _bare_names(cells, cards):
                return _sort_of_names(cells, cards)
            return found_sort


def _sort_of_names(cells: Sequence[GridCell], cards: Cards) -> NamesSort:
    known = [cards.by_name.get(unquoted(p).casefold()) for c in cells for p in pieces(c.text)]
    return NamesSort(tuple(dict.fromkeys(t for found in known if found for t in found[1])))


def _bare_names(cells: Sequence[GridCell], cards: Cards) -> bool:
    """Whether these are names of cards as they stand in a spreadsheet, where nobody writes quotes."""
    texts = [unquoted(piece).casefold() for cell in cells if cell.place for piece in pieces(cell.text)]
    return sum(text in cards.by_name for text in texts) * 2 > len(texts)


def _all_members(cells: Sequence[GridCell], sort: MemberSort, names: Names) -> bool:
    return all(cell.text == "-" or cell.text in names.values_of(sort) for cell in cells)


def _sort_of_words(
    cells: Sequence[GridCell], heading: str, names: Names, steps: tuple[str, ...], maybe: bool
) -> Sort | None:
    """The kind that the heading names, else the kind that knows most of the words, else steps."""
    several = any(len(pieces(cell.text)) > 1 for cell in cells)
    words = [piece for cell in cells if cell.text != "-" for piece in pieces(cell.text)]
    if heading == "player" and all(len(word) == 1 and "A" <= word <= "Z" for word in words):
        return PlayerSort(maybe=maybe)
    named = names.named_after(heading)
    if isinstance(named, MemberSort):
        return MembersSort(named.kind) if several else MemberSort(named.kind, maybe=maybe)
    hits = {kind.name: sum(word in kind.members for word in words) for kind in names.kinds.values()}
    best = max(hits, key=lambda kind: hits[kind], default=None)
    as_steps = sum(word in steps for word in words)
    if best is not None and hits[best] and hits[best] >= as_steps:
        return MembersSort(best) if several else MemberSort(best, maybe=maybe)
    return StepSort(tuple(dict.fromkeys(w for w in words if w in steps)), maybe=maybe) if as_steps else None


def _report_words(cells: Sequence[GridCell], names: Names, steps: Iterable[str], reports: Reports) -> None:
    for cell in cells:
        if look_of(cell.text) == "words":
            near = did_you_mean(pieces(cell.text)[0], [*names.all_members(), *steps])
            say(reports, cell, "RL0412", cell=cell.text, suggestion=near)
            return


def value_of(cell: GridCell, sort: Sort, names: Names, cards: Cards, reports: Reports) -> CellValue | None:
    """One cell as a value of its column; None, with a message, if it is none."""
    text = cell.text
    match sort:
        case NumberSort():
            if text == "-":
                return NO_NUMBER
            if (value := number(text)) is not None:
                return value
        case FlagSort():
            if text in ("yes", "no"):
                return int(text == "yes")
        case PlayerSort():
            return NONE if text == "-" else ord(text) - ord("A")
        case MemberSort() | StepSort():
            words = sort.steps if isinstance(sort, StepSort) else names.values_of(sort)
            if text == "-":
                return NONE
            if text in words:
                return words.index(text)
            _wrong(cell, text, sort, words, reports)
            return None
        case MembersSort(kind=kind):
            return _members(cell, MemberSort(kind), names, reports)
        case NamesSort():
            return _names(cell, cards, reports)
        case _:
            pass
    _wrong(cell, text, sort, (), reports)
    return None


def _wrong(cell: GridCell, text: str, sort: Sort, words: Iterable[str], reports: Reports) -> None:
    what = {FlagSort: "yes or no", NumberSort: WHAT if INTEGER.fullmatch(text) else "a number"}.get(
        type(sort), describe(sort)
    )
    say(reports, cell, "RL0403", cell=text, what=what, suggestion=did_you_mean(text, words))


def _members(cell: GridCell, sort: MemberSort, names: Names, reports: Reports) -> tuple[int, ...] | None:
    if cell.text == "-":
        return ()
    words = names.values_of(sort)
    for piece in pieces(cell.text):
        if piece not in words:
            _wrong(cell, piece, sort, words, reports)
            return None
    return tuple(sorted({words.index(piece) for piece in pieces(cell.text)}))


def _names(cell: GridCell, cards: Cards, reports: Reports) -> tuple[str, ...] | None:
    if cell.text == "-":
        return ()
    found: list[str] = []
    for piece in pieces(cell.text):
        text = unquoted(piece)
        card = cards.by_name.get(text.casefold())
        if card is None:
            near = did_you_mean(text, [name for name, _ in cards.by_name.values()])
            say(reports, cell, "RL0216", name=text, suggestion=near)
            return None
        found.append(card[0])
    return tuple(found)
