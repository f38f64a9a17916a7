"""A text as the formatter sees it: its sentences and comments, in order.

Comes in: a text without mistakes, and what `syntax` made of it.  Goes out: sentences with their words, how deep they
stand, and all that the grammar passes over: comments, citations, empty lines, where a line ended.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import pairwise

from attrs import define
from lark import Token

from rulelang.nodes import frozen
from rulelang.source import Source
from rulelang.syntax.lexing import TAB_WIDTH
from rulelang.syntax.places import end_of, new_word, start_of
from rulelang.syntax.reading import Reading


@frozen
class Tail:
    """A citation, a comment or both, behind the word number `after`, on the first or last line of its sentence or
    between them; `column` is how far in it was written.
    """

    text: str
    after: int
    column: int
    is_first: bool
    is_last: bool

    @property
    def is_comment(self) -> bool:
        """Whether it is more than a citation."""
        return "#" in self.text


@frozen
class Comment:
    """``# the first card is the oldest``, on a line of its own; `blank`: behind an empty line"""

    text: str
    depth: int
    blank: bool = False


@frozen
class Sentence:
    """One sentence of the grammar, a row of a table included

    `begins`: which words, the first aside, begin a line as it was written.  `within`: comments on lines of their own
    before a word.  `opens`: a block stands beneath it.
    """

    words: tuple[Token, ...]
    depth: int
    opens: bool
    blank: bool
    begins: tuple[int, ...]
    tails: tuple[Tail, ...]
    within: dict[int, tuple[str, ...]]

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table."""
        return self.words[0].type == "ROW"


Item = Sentence | Comment


def items(source: Source, reading: Reading) -> list[Item]:
    """All sentences and comments of a text."""
    return list(_Text(source).items([_words(sentence) for sentence in reading.sentences]))


def _words(sentence: Sequence[Token]) -> tuple[Token, ...]:
    """The words of a sentence; `, by`, one word to the grammar, is two."""
    words: list[Token] = []
    for word in sentence:
        if word.type == "_BY":
            start, end = start_of(word), end_of(word)
            words += [new_word("COMMA", ",", start, start + 1), new_word("ORDERED_BY", "by", end - 2, end)]
        else:
            words.append(word)
    return tuple(words)


def tidy(comment: str) -> str:
    """A comment as it is to be written: a space behind the sign, none at the end."""
    comment = comment.rstrip()
    return f"# {comment[1:]}" if comment[1:2].isalnum() else comment


@define
class _Text:
    """The lines of a text; they are counted from 1."""

    source: Source

    def items(self, sentences: Sequence[tuple[Token, ...]]) -> Iterator[Item]:
        widths = [0]
        passed = 1  # the first line that has not been looked at
        for number, words in enumerate(sentences):
            first, last = self._line(start_of(words[0])), self._line(end_of(words[-1]))
            behind = sentences[number + 1] if number + 1 < len(sentences) else None
            width = self._width(start_of(words[0]))
            old = list(widths)
            while widths[-1] > width:
                widths.pop()
            if width > widths[-1]:
                widths.append(width)
            blank = yield from self._comments(passed, first, old, widths)
            opens = behind is not None and self._width(start_of(behind[0])) > width
            yield self._sentence(words, len(widths) - 1, opens, blank)
            passed = last + 1
        yield from self._comments(passed, self._line(len(self.source.text)) + 1, widths, [0])

    def _comments(self, low: int, high: int, before: list[int], behind: list[int]) -> Generator[Item, None, bool]:
        """The comments on these lines, between a sentence in the blocks `before` and one in `behind`; whether there is
        an empty line behind the last."""
        blank, deepest = False, max(len(before), len(behind)) - 1
        if len(behind) > len(before):
            before = behind
        for line in range(low, high):
            written = self.source.line(line)
            said = written.strip()
            if not said:
                blank = True
                continue
            column = _width(written[: -len(written.lstrip())])
            fitting = (depth for depth in range(deepest, len(behind) - 2, -1) if before[depth] <= column)
            deepest = next(fitting, len(behind) - 1)
            yield Comment(tidy(said), deepest, blank)
            blank = False
        return blank

    def _sentence(self, words: tuple[Token, ...], depth: int, opens: bool, blank: bool) -> Sentence:
        begins, within = [], {}
        for number, (word, following) in enumerate(pairwise(words), 1):
            low, high = self._line(end_of(word)), self._line(start_of(following))
            if low == high:
                continue
            begins.append(number)
            alone = (self.source.line(line).strip() for line in range(low + 1, high))
            if comments := tuple(tidy(comment) for comment in alone if comment):
                within[number] = comments
        ends = [*(number - 1 for number in begins), len(words) - 1]
        tails = tuple(tail for end in ends if (tail := self._tail(words[end], end, ends)) is not None)
        return Sentence(words, depth, opens, blank, tuple(begins), tails, within)

    def _tail(self, word: Token, number: int, ends: list[int]) -> Tail | None:
        line, column = self.source.position(end_of(word))
        written = self.source.line(line)
        said = written[column - 1 :].strip()
        if not said:
            return None
        cite, sign, comment = said.partition("#")
        parts = (" ".join(cite.split()), tidy(sign + comment))
        at = _width(written[: written.rstrip().rindex(said)])
        text = "  ".join(part for part in parts if part)
        return Tail(text, number, at, is_first=number == ends[0], is_last=number == ends[-1])

    def _line(self, place: int) -> int:
        return self.source.position(place)[0]

    def _width(self, place: int) -> int:
        line, column = self.source.position(place)
        return _width(self.source.line(line)[: column - 1])


def _width(written: str) -> int:
    return len(written.expandtabs(TAB_WIDTH))
