"""The canonical layout of a text.

Comes in: sentences and comments.  Goes out: the text.  Blocks stand four letters further in; the cells of a table stand
beneath each other; citations and comments behind lines too, in one column of the text; there is at most one empty line
in a row, and one around each block that begins at the margin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from attrs import define, evolve
from lark import Token

from rulelang.format.breaks import INDENT, Line, lines_of
from rulelang.format.sentences import Comment, Item, Sentence, Tail
from rulelang.format.spacing import Words, width

_STANDS_ALONE = frozenset(
    (
        "AFTER", "BEFORE", "INSTEAD", "PLAY", "SCENARIO", "SETUP", "STATE", "TO", "VARIANT", "WHENEVER",
    )
)  # fmt: skip
_STEP = 8
_COLUMNS = range(32, 97, _STEP)
_MOST = 0.9


@define
class _Written:
    """A line as it will be written, and what stands behind it."""

    code: str
    tail: Tail | None = None


@define
class _Laid:
    """A sentence with its words and lines, or a comment."""

    item: Item
    words: Words | None
    lines: list[Line]

    @property
    def stands_alone(self) -> bool:
        """Whether it is a declaration with a block of sentences, or too long for one line."""
        if not isinstance(self.item, Sentence):
            return False
        kinds = [word.type for word in self.item.words[:2]]
        kind = kinds[1] if kinds[0] == "REPLACE" else kinds[0]
        return (self.item.opens or len(self.lines) > 1) and kind in _STANDS_ALONE


def layout(items: Sequence[Item]) -> str:
    """The text; it ends with a line end unless it is empty."""
    written: list[_Written] = []
    for laid in _with_blank_lines([_laid(item) for item in _with_even_rows(items)]):
        if laid.item.blank and written:
            written.append(_Written(""))
        written += _written(laid)
    column = _column([line for line in written if line.tail is not None])
    return "".join(f"{_whole(line, column)}\n" for line in written)


def _laid(item: Item) -> _Laid:
    if isinstance(item, Comment):
        return _Laid(item, None, [])
    words = Words(item.words)
    return _Laid(item, words, lines_of(item, words))


def _written(laid: _Laid) -> Iterator[_Written]:
    sentence, words = laid.item, laid.words
    if isinstance(sentence, Comment):
        yield _Written(" " * INDENT * sentence.depth + sentence.text)
        return
    assert words is not None
    tails = _tails(sentence, laid.lines)
    for number, line in enumerate(laid.lines):
        for comment in sentence.within.get(line.low, ()):
            yield _Written(" " * line.indent + comment)
        yield _Written(" " * line.indent + words.text(line.low, line.high), tails.get(number))


def _tails(sentence: Sentence, lines: list[Line]) -> dict[int, Tail]:
    """What stands behind which line."""
    if len(sentence.tails) == 1 and sentence.tails[0].is_first:
        return {0: sentence.tails[0]}
    ends = {line.high - 1: number for number, line in enumerate(lines)}
    return {ends[tail.after]: tail for tail in sentence.tails}


# ---------------------------------------------------------------- empty lines


def _with_blank_lines(laid: list[_Laid]) -> list[_Laid]:
    """None beneath a line that opens a block; one before and behind each block at the margin."""
    behind_block = False
    for number, entry in enumerate(laid):
        above = laid[number - 1].item if number else None
        if isinstance(above, Sentence) and above.depth < entry.item.depth:
            _set_blank(entry, False)
        if entry.item.depth > 0:
            continue
        if behind_block or entry.stands_alone:
            _set_blank(laid[_first_above(laid, number)], True)
        behind_block = entry.stands_alone
    return laid


def _set_blank(laid: _Laid, blank: bool) -> None:
    laid.item = evolve(laid.item, blank=blank)


def _first_above(laid: Sequence[_Laid], number: int) -> int:
    """The first of the comments that stand right above a line at the margin, or the line itself."""
    while number > 0 and not laid[number].item.blank and _is_comment_at_margin(laid[number - 1].item):
        number -= 1
    return number


def _is_comment_at_margin(item: Item) -> bool:
    return isinstance(item, Comment) and item.depth == 0


# ---------------------------------------------------------------- tables


def _with_even_rows(items: Sequence[Item]) -> list[Item]:
    """The cells of each table padded to the widest of their column."""
    found = list(items)
    sentences = [(number, item) for number, item in enumerate(items) if isinstance(item, Sentence)]
    for is_row, group in groupby(sentences, key=lambda entry: entry[1].is_row):
        if not is_row:
            continue
        rows = [(number, item, _cells(item.words[0])) for number, item in group]
        columns = zip_longest(*(cells for _, _, cells in rows), fillvalue="")
        widths = [max(map(width, column)) for column in columns]
        for number, item, cells in rows:
            padded = (cell + " " * (wide - width(cell)) for cell, wide in zip(cells, widths, strict=False))
            row = item.words[0].update(value=f"| {' | '.join(padded)} |")
            found[number] = evolve(item, words=(row,))
    return found


def _cells(row: Token) -> list[str]:
    """The cells of a row; a bar between quotes is none."""
    cells, quoted = [""], False
    for letter in row[1:-1]:
        quoted ^= letter == '"'
        if letter == "|" and not quoted:
            cells.append("")
        else:
            cells[-1] += letter
    return [cell.strip() for cell in cells]


# ---------------------------------------------------------------- citations and comments behind lines


def _column(lines: Sequence[_Written]) -> int:
    """Where citations and comments begin: where most of the text's own do already, so that no edit of one line moves
    all the others; or else as near as leaves nine of ten of them room.
    """
    fitting = Counter(
        line.tail.column
        for line in lines
        if line.tail is not None and line.tail.column in _COLUMNS and width(line.code) + 2 <= line.tail.column
    )
    if fitting:
        column, votes = min(fitting.items(), key=lambda entry: (-entry[1], entry[0]))
        if votes * 2 >= len(lines):
            return column
    ends = [width(line.code) + 2 for line in lines]
    few_enough = (column for column in _COLUMNS if sum(end <= column for end in ends) >= _MOST * len(ends))
    return next(few_enough, _COLUMNS[-1])


def _whole(line: _Written, column: int) -> str:
    if line.tail is None:
        return line.code
    at = max(column, -(-(width(line.code) + 2) // _STEP) * _STEP)
    return line.code + " " * (at - width(line.code)) + line.tail.text
