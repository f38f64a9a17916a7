"""Where a sentence that is too long for one line is broken.

Comes in: a sentence.  Goes out: its lines, each with how far in it stands.  A sentence that fits stands on one line,
wherever it was broken before; if it does not fit, it is broken at its outermost joint: behind the colon of its block,
before `else "…"`, behind `=`; and if that is not enough, so that there are few lines and no more brackets are torn than
must be.  Where the language lets a sentence go on is written in `syntax.lexing`.  A sentence with comments in its midst
keeps the line ends that it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import define
from lark import Token

from rulelang.format.sentences import Sentence
from rulelang.format.spacing import LIMIT, Words, is_sign
from rulelang.nodes import frozen

INDENT = 4

_HAS_BLOCK = frozenset(
    (
        "AFTER", "BEFORE", "ELSE", "FOR", "IF", "INSTEAD", "PLAY", "REPEAT", "REPLACE", "SETUP", "TO",
        "TURNS", "WHENEVER",
    )
)  # fmt: skip
_BEFORE = {"WHEN": 5, "WHERE": 10, "ORDERED_BY": 10, "FOR": 12, "AND": 15, "OR": 15, "HAS": 20}
_BEHIND = {"COMMA": 15, "OP": 40, "PLUS": 40, "MINUS": 40, "STAR": 40, "SLASH": 40, "EQUAL": 40, "THEN": 60}
_CLAUSES = frozenset(("BACK", "BACKS", "EXCEPT", "FACE", "NORMALLY", "REFILLED", "SEEN", "STARTS", "TEXT", "TOP"))
_BEFORE_CLAUSE = 5  # that begins behind a comma
_LINE = 100  # what a further line costs; the figures above are how ugly it is to break there
_DEEPER = 100  # and for each bracket or question around, squared
_TOO_WIDE = 1000  # for each letter beyond the limit


@frozen
class Line:
    """Words `low` up to, not including, `high` of a sentence, `indent` letters further in than the margin"""

    indent: int
    low: int
    high: int


def lines_of(sentence: Sentence, words: Words) -> list[Line]:
    """The lines of a sentence."""
    folding = _Folding(words, sentence)
    indent = sentence.depth * INDENT
    if keeps_its_lines(sentence):
        return folding.as_written(indent)
    return list(folding.fold(0, len(words.words), indent, sentence.opens))


def keeps_its_lines(sentence: Sentence) -> bool:
    """Whether there are comments that only the old line ends keep at their places."""
    if sentence.within or len(sentence.tails) > 1:
        return True
    return any(not (tail.is_last or (tail.is_first and not tail.is_comment)) for tail in sentence.tails)


@define
class _Folding:
    _words: Words
    _sentence: Sentence

    def as_written(self, indent: int) -> list[Line]:
        ends = pairwise((0, *self._sentence.begins, len(self._words.words)))
        further = self._further(indent, self._sentence.opens)
        return [Line(self._indent(low, further) if low else indent, low, high) for low, high in ends]

    def fold(self, low: int, high: int, indent: int, opens: bool) -> Iterator[Line]:
        """The lines of a part of a sentence that begins a line."""
        if indent + self._words.width(low, high) <= LIMIT:
            yield Line(indent, low, high)
        elif (colon := self._colon(low, high)) is not None:
            yield from self.fold(low, colon + 1, indent, True)
            yield from self.fold(colon + 1, high, indent + INDENT, opens)
        elif (reason := self._reason(low, high)) is not None:
            yield from self.fold(low, reason, indent, opens)
            yield Line(self._further(indent, opens), reason, high)
        elif (equals := self._equals(low, high)) is not None:
            further = self._further(indent, opens)
            yield from self._wrap(low, equals + 1, indent, further)
            yield from self._wrap(equals + 1, high, further, further)
        else:
            yield from self._wrap(low, high, indent, self._further(indent, opens))

    def _further(self, indent: int, opens: bool) -> int:
        """Where a sentence goes on: not where its block stands, unless that can only be `but` lines."""
        return indent + INDENT * (2 if opens and not self._has_value else 1)

    @property
    def _has_value(self) -> bool:
        return any(word.type in ("DEFINE", "PAYOFF") for word in self._words.words[:2])

    def _indent(self, low: int, further: int) -> int:
        return further + INDENT * self._words.depths[low]

    # ------------------------------------------------------------ outermost joints

    def _colon(self, low: int, high: int) -> int | None:
        """The colon of a block whose content stands on the same line."""
        if self._words.words[low].type not in _HAS_BLOCK or not all(tail.is_first for tail in self._sentence.tails):
            return None
        return next((number for number in range(low, high - 1) if self._is_outer(number, "COLON")), None)

    def _is_outer(self, number: int, kind: str) -> bool:
        words = self._words.words
        named = kind == "COLON" and words[number - 1].type == "TYPED"
        return words[number].type == kind and self._words.depths[number] == 0 and not named

    def _reason(self, low: int, high: int) -> int | None:
        words = self._words.words
        last = high - 2
        return last if last > low and words[last].type == "ELSE" and words[last + 1].type == "STRING" else None

    def _equals(self, low: int, high: int) -> int | None:
        return next((number for number in range(low, high - 1) if self._is_outer(number, "EQUAL")), None)

    # ------------------------------------------------------------ everything else

    def _wrap(self, low: int, high: int, indent: int, further: int) -> list[Line]:
        """The lines that cost least, the first of them as full as can be."""
        breaks = [low, *(n for n in range(low + 1, high) if self._cost(n, low) is not None), high]
        best: dict[int, tuple[int, int]] = {high: (0, high)}  # from a break on: what it costs, the next break
        for place in range(len(breaks) - 2, -1, -1):
            start = breaks[place]
            room = LIMIT - (indent if start == low else self._indent(start, further))
            choices = []
            for end in breaks[place + 1 :]:
                beyond = max(0, self._words.width(start, end) - room)
                choices.append((beyond * _TOO_WIDE + (self._cost(end, low) or 0) + best[end][0], -end))
                if beyond:
                    break
            cost, end = min(choices)
            best[start] = cost, -end
        lines: list[Line] = []
        while low < high:
            end = best[low][1]
            lines.append(Line(indent if not lines else self._indent(low, further), low, end))
            low = end
        return lines

    def _cost(self, number: int, low: int) -> int | None:
        """How bad it is to begin a line with this word; None where that may not be."""
        if number >= len(self._words.words):
            return 0
        words = self._words.words
        before, word = words[number - 1], words[number]
        ugly = _BEFORE.get(word.type) or (None if number - 1 == low else _BEHIND.get(before.type))
        if before.type == "COMMA" and word.type in _CLAUSES:
            ugly = _BEFORE_CLAUSE
        if ugly is None or is_sign(words, number - 1) or self._names_a_set(number):
            return None
        return _LINE + ugly + _DEEPER * self._words.levels[number] ** 2

    def _names_a_set(self, number: int) -> bool:
        """Whether the word stands in `group: 2 to 5 of Card`, which is known by the capital on the same line."""
        words: tuple[Token, ...] = self._words.words
        typed = next((n for n in range(number - 1, -1, -1) if words[n].type == "TYPED"), None)
        if typed is None or words[typed + 2][0].isupper():
            return False
        return all(words[n].type != "OF" for n in range(typed, number))
