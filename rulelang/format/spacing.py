"""One line of words: which of them stand apart, and how wide it is.

Comes in: the words of a sentence.  Goes out: their text.  Where a line ends is left to `breaks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from attrs import define, field
from lark import Token

LIMIT = 110
"""How many letters a line has at most, where it can be broken; a comment or a citation behind it does not count."""

_CLINGS_TO_NEXT = frozenset(("LPAR", "DOT"))
_CLINGS_TO_LAST = frozenset(("RPAR", "COMMA", "COLON", "DOT", "APOSTROPHE_S"))
# What a value may end with: a minus behind one of them stands between two values.
_ENDS_VALUE = frozenset(("NAME", "INT", "STRING", "RPAR", "YES", "NO", "NONE", "NOTHING", "USUAL", "ROUNDING"))
_READS_ON = frozenset(("SOME", "EVERY", "SUM", "BEST", "DISTINCT", "FIRST", "THE", "RANDOM"))


def width(text: str) -> int:
    """How many columns a text takes: two for each letter that is wide in a terminal."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def is_sign(words: Sequence[Token], number: int) -> bool:
    """Whether this word is the minus of a negative number, not one between two values."""
    return words[number].type == "MINUS" and (number == 0 or words[number - 1].type not in _ENDS_VALUE)


def apart(words: Sequence[Token], number: int) -> bool:
    """Whether a space stands before this word, in the middle of a line."""
    before, word = words[number - 1], words[number]
    if before.type in _CLINGS_TO_NEXT or word.type in _CLINGS_TO_LAST or is_sign(words, number - 1):
        return False
    return not (word.type == "LPAR" and before.type == "NAME")


@define
class Words:
    """The words of one sentence, and where each would begin and end if they stood on one line."""

    words: tuple[Token, ...]
    depths: list[int] = field(init=False)
    """In how many brackets a word stands, an opening bracket outside its own"""
    levels: list[int] = field(init=False)
    """The same, and in how many questions and folds, which read on to the end of their brackets or clause"""
    _starts: list[int] = field(init=False)
    _ends: list[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        steps = [(word.type == "LPAR") - (word.type == "RPAR") for word in self.words]
        self.depths = [after - (word.type == "LPAR") for after, word in zip(accumulate(steps), self.words, strict=True)]
        self.levels = self._levels()
        self._starts, self._ends, end = [], [], 0
        for number, word in enumerate(self.words):
            start = end + (number > 0 and apart(self.words, number))
            end = start + width(word)
            self._starts.append(start)
            self._ends.append(end)

    def _levels(self) -> list[int]:
        levels: list[int] = []
        outer: list[int] = []
        inside = 0
        for number, word in enumerate(self.words):
            if word.type == "RPAR":
                inside = outer.pop()
            elif word.type == "WHEN":
                inside = 0
            levels.append(self.depths[number] + sum(outer) + inside)
            if word.type == "LPAR":
                outer.append(inside)
                inside = 0
            elif word.type in _READS_ON or (word.type == "NO" and self._begins_range(number)):
                inside += 1
        return levels

    def _begins_range(self, number: int) -> bool:
        return number + 1 < len(self.words) and self.words[number + 1].type in ("NAME", "TYPED")

    def width(self, low: int, high: int) -> int:
        """How wide the words from `low` up to, not including, `high` are."""
        return self._ends[high - 1] - self._starts[low]

    def text(self, low: int, high: int) -> str:
        """Their text."""
        gaps = ("", *(" " if apart(self.words, number) else "" for number in range(low + 1, high)))
        return "".join(gap + word for gap, word in zip(gaps, self.words[low:high], strict=True))
