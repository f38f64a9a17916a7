"""From characters to words, and from lines of a file to sentences and their indentation.

Comes in: a clean text and what the parser could go on with, which decides what a word may be.  Goes out: words, and at
the end of each sentence an `EndOfSentence` with the indentation of the next one.  A sentence goes on over a line end
inside brackets, behind a comma, `=` or an operator, and before a line that begins with `where`, `and`, `or`, `has`,
`else "…"`, `when` or `for`; what goes on must stand further in than the block it belongs to.  Comments and citations
are put aside here.  What the words mean, and what to do about a mistake, is left to `reading`.
"""

from __future__ import annotations

import re
from collections.abc import Container

from attrs import define, field
from lark import Token

from rulelang.nodes import frozen
from rulelang.syntax.places import end_of, new_word, start_of
from rulelang.syntax.scanning import Scanner

MOST_BRACKETS = 64
MOST_WORDS = 1000
LARGEST = 2**31  # only behind a minus; the number itself is refused when its sign is known
TAB_WIDTH = 4

# Words that no sentence ends with.
_CARRY_ON = frozenset(
    ("COMMA", "EQUAL", "AND", "OR", "WHERE", "HAS", "THEN", "FOR", "PLUS", "MINUS", "STAR", "SLASH", "OP")
)
_CARRY_ON_TEXT = re.compile(r"(?:[,=+*/<>-]|\b(?:and|or|where|has|then|for))[ \t\u00a0]*(?:#[^\n]*)?\Z")
_OPENS_BLOCK = re.compile(r":[ \t\u00a0]*(?:#[^\n]*)?\Z")
_CONTINUED = re.compile(r'(?:\n[ \t\u00a0]*(?:#[^\n]*(?=\n))?)+(?=(?:where|and|or|has)\b|else[ ]+")')
_FURTHER = re.compile(r"(?:when|for)\b")
"""Words that also begin sentences of their own: a line goes on with them only where it opens no block."""
_BLANK = re.compile(r"(?:\n[ \t\u00a0]*(?:#[^\n]*)?)+")
_NEXT_WORD = re.compile(r"(?:\s|#[^\n]*)*(?P<word>\w*)")
_COMMENT = re.compile(r"#[^\n]*")


@frozen
class EndOfSentence:
    """The end of a sentence: where it ends, and how far in the next one begins (0 at the end of the file)."""

    at: int
    width: int


@frozen
class Misread:
    """Something that is wrong before any grammar: `kind` names it, `token` is where."""

    kind: str
    token: Token


def _too_large(digits: str) -> bool:
    known = digits.lstrip("0")
    return len(known) > len(str(LARGEST)) or int(known or "0") > LARGEST


@define
class Lexing:
    """Reads one text once.  `comments` and `cites` fill up on the way."""

    text: str
    scanner: Scanner
    position: int = 0  # the place that has been read to
    comments: list[Token] = field(factory=list)
    cites: dict[int, tuple[str, ...]] = field(factory=dict)
    first: Token | None = None  # the first word of the sentence
    previous: Token | None = None  # the last word
    before: Token | None = None  # the word before that
    opener: Token | None = None  # the first word of the sentence or, behind a colon, of the statement in it
    _brackets: list[Token] = field(factory=list)
    _words: int = 0
    _cite: Token | None = None
    _read_to: int = 0

    def next(self, accepted: Container[str], level: int) -> Token | EndOfSentence | Misread | None:
        """The next word, end of a sentence or mistake; None at the end of the text.

        `level` is the indentation of the block that is being read.
        """
        while True:
            token = self._token(accepted)
            if token is None:
                return self._end_of_text()
            if isinstance(token, Misread):
                return token
            if token.type == "CITE":
                self._cite = token
            elif token.type == "_NL":
                ended = self._line_end(token, level)
                if ended is not None:
                    return ended
            else:
                return self._word(token)

    def first_width(self) -> int:
        """The indentation of the first sentence of the text."""
        found = _BLANK.match("\n" + self.text)
        return self._width(found.end() - 1) if found and found.end() <= len(self.text) else 0

    def skip_sentence(self, level: int) -> None:
        """Pass over the rest of a sentence that cannot be understood, up to the line end behind it."""
        start = self.position
        end = self._line_ends_at(start)
        deep = bool(self._brackets) and not _OPENS_BLOCK.search(self.text, max(start - 1, 0), end)
        while end < len(self.text):
            more = _CONTINUED.match(self.text, end)
            blank = _BLANK.match(self.text, end)
            goes_on = deep or bool(_CARRY_ON_TEXT.search(self.text, self.text.rfind("\n", 0, end) + 1, end))
            goes_on = goes_on or (blank is not None and self._goes_further(end, blank.end()))
            if more:
                end = self._line_ends_at(more.end())
            elif blank and goes_on and blank.end() < len(self.text) and self._width(blank.end()) > level:
                end = self._line_ends_at(blank.end())
            else:
                break
        self._brackets.clear()
        self.previous = self._cite = None
        self.position = end

    def _goes_further(self, end: int, begins: int) -> bool:
        """Whether a line begins with a word with which the line before may go on, and that opens no block."""
        line = self.text.rfind("\n", 0, end) + 1
        return bool(_FURTHER.match(self.text, begins)) and not _OPENS_BLOCK.search(self.text, line, end)

    def skip_block(self, level: int) -> int:
        """Pass over lines that stand further in than `level`; the indentation of the line where reading goes on."""
        while True:
            position = self.position
            if position >= len(self.text):
                return 0
            width = self._width(position)
            if width <= level:
                return width
            end = self._line_ends_at(position)
            blank = _BLANK.match(self.text, end)
            self.position = blank.end() if blank else end

    def follows(self, token: Token, word: str) -> bool:
        """Whether a word stands right behind a token."""
        return re.compile(rf"[ \t\u00a0]+{word}\b").match(self.text, end_of(token)) is not None

    def next_word(self) -> str:
        """The word with which the next sentence begins; empty if it begins with none."""
        found = _NEXT_WORD.match(self.text, self.position)
        return found["word"] if found else ""

    def begin_sentence(self) -> None:
        """Forget the sentence that has just ended."""
        self.first = self.previous = self.before = self.opener = None
        self._brackets.clear()
        self._words = 0

    # ------------------------------------------------------------ one word

    def _token(self, accepted: Container[str]) -> Token | Misread | None:
        token = self.scanner.next(self.text, self.position, accepted)
        if isinstance(token, int):
            self.position = token
            if token < len(self.text):
                return self._unreadable()
            self._note_comments(token)
            return None
        self._note_comments(end_of(token) if token.type == "_NL" else start_of(token))
        self.position = self._read_to = end_of(token)
        return token

    def _word(self, token: Token) -> Token | Misread:
        if self.first is None:
            self.first = token
        if self._cite is not None and "\n" not in self.text[end_of(self._cite) : start_of(token)]:
            return Misread("misplaced citation", self._cite)
        kind_follows = self.before is not None and self.before.type == "TYPED"
        self.before, self.previous = self.previous, token
        if self.before is None or (self.before.type == "COLON" and not kind_follows):
            self.opener = token
        self._words += 1
        if self._words > MOST_WORDS:
            return Misread("too many words", self.first)
        if token.type == "LPAR":
            self._brackets.append(token)
            if len(self._brackets) > MOST_BRACKETS:
                return Misread("too deep", token)
        elif token.type == "RPAR":
            if not self._brackets:
                return Misread("unopened bracket", token)
            self._brackets.pop()
        elif token.type in ("INT", "COPIES") and _too_large(token):
            return Misread("number too big", token)
        return token

    def _unreadable(self) -> Misread:
        position = self.position
        character = new_word("UNREADABLE", self.text[position], position, position + 1)
        if self.first is None:
            self.first = character
        return Misread("unclosed text" if character == '"' else "unreadable", character)

    def _note_comments(self, until: int) -> None:
        if self.text.find("#", self._read_to, until) >= 0:
            for found in _COMMENT.finditer(self.text, self._read_to, until):
                self.comments.append(new_word("COMMENT", found[0], found.start(), found.end()))

    # ------------------------------------------------------------ line ends

    def _line_end(self, newline: Token, level: int) -> EndOfSentence | Misread | None:
        """None where the sentence goes on, and between sentences."""
        if self.first is None:
            return None if self._cite is None else Misread("misplaced citation", self._cite)
        at_end = end_of(newline) >= len(self.text)
        width = 0 if at_end else self._width(end_of(newline))
        further_in = width > level and not at_end
        if self._brackets:
            if further_in or self.text.startswith(")", end_of(newline)):
                return None
            self.position = start_of(newline)
            return Misread("unclosed bracket", self._brackets[-1])
        if self.previous is not None and further_in:
            goes_on = self.previous.type != "COLON" and _FURTHER.match(self.text, end_of(newline))
            if self.previous.type in _CARRY_ON or goes_on:
                return None
        return self._end_sentence(start_of(newline), width)

    def _end_of_text(self) -> EndOfSentence | Misread | None:
        if self.first is None:
            return None if self._cite is None else Misread("misplaced citation", self._cite)
        if self._brackets:
            return Misread("unclosed bracket", self._brackets[-1])
        return self._end_sentence(len(self.text), 0)

    def _end_sentence(self, at: int, width: int) -> EndOfSentence:
        if self._cite is not None and self.first is not None:
            self.cites[start_of(self.first)] = tuple(self._cite[1:-1].split())
        end = at if self.previous is None else end_of(self.previous)
        self._cite = None
        return EndOfSentence(end, width)

    # ------------------------------------------------------------ places in the text

    def _width(self, position: int) -> int:
        """How far in a place stands: the spaces before it, a tab going on to the next multiple of four."""
        start = self.text.rfind("\n", 0, position) + 1
        return len(self.text[start:position].expandtabs(TAB_WIDTH))

    def _line_ends_at(self, position: int) -> int:
        found = self.text.find("\n", position)
        return len(self.text) if found < 0 else found
