"""Which word stands at a place of a text.

Comes in: a text, a place, and what the parser could go on with.  Goes out: the word.  What a word is depends on where
it stands: of all terminals that fit, the first is taken that the parser can use, and if it can use none, the first.
Signs, numbers and texts are found by one regular expression; for a word a dictionary says what it may be.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from attrs import define, field
from lark import Token

from rulelang.nodes import frozen
from rulelang.syntax.places import new_word

_IGNORED = frozenset(("_SPACE", "COMMENT", "_CONTINUED"))
_ANYWHERE = frozenset(("_NL", "CITE"))
_NAME = "NAME"
_WORD = "WORD"

Meaning = tuple[str, list[re.Pattern[str]]]
"""A terminal that a word may be, and what may stand behind the word for that (empty: anything)."""


@frozen
class Terminal:
    """A sort of word: its regular expression; for keywords the words, each with what may follow (empty: anything)."""

    name: str
    pattern: str
    words: dict[str, tuple[str, ...]]


@define
class Scanner:
    """Finds the words of one grammar; its terminals stand in the order in which they are tried."""

    _terminals: list[Terminal]
    _name: str = field(init=False)
    _signs: re.Pattern[str] = field(init=False)
    _meanings: dict[str, list[Meaning]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._name = next(t.pattern for t in self._terminals if t.name == _NAME)
        found = [f"(?P<{t.name}>{t.pattern})" for t in self._all_signs()]
        self._signs = re.compile("|".join([*found, rf"(?P<{_WORD}>[^\W\d]\w*)"]))

    def next(self, text: str, position: int, accepted: Container[str]) -> Token | int:
        """The next word; or the place behind the last one, where the text ends or no word begins."""
        while (match := self._signs.match(text, position)) is not None:
            kind = match.lastgroup
            assert kind is not None
            if kind in _IGNORED:
                position = match.end()
            elif kind == _WORD:
                return self._word(match, accepted)
            elif kind in accepted or kind in _ANYWHERE:
                return new_word(kind, match[0], position, match.end())
            else:
                return self._other_sign(text, position, accepted) or new_word(kind, match[0], position, match.end())
        return position

    def _word(self, found: re.Match[str], accepted: Container[str]) -> Token:
        word, end = found[0], found.end()
        first = ""
        for name, behind in self._meanings.get(word) or self._learn(word):
            if first and name not in accepted:
                continue
            if not behind or any(one.match(found.string, end) for one in behind):
                if name in accepted:
                    return new_word(name, word, found.start(), end)
                first = name
        return new_word(first, word, found.start(), end)

    def _learn(self, word: str) -> list[Meaning]:
        """All that a word may be.  A name may be each terminal that is a name with something behind it."""
        is_name = re.match(self._name, word) is not None
        meanings: list[Meaning] = []
        for terminal in self._terminals:
            if word in terminal.words:
                meanings.append((terminal.name, [re.compile(behind) for behind in terminal.words[word]]))
            elif is_name and terminal.pattern.startswith(self._name):
                behind = terminal.pattern.removeprefix(self._name)
                meanings.append((terminal.name, [re.compile(behind)] if behind else []))
        self._meanings[word] = meanings
        return meanings

    def _other_sign(self, text: str, position: int, accepted: Container[str]) -> Token | None:
        """What else the text may be read as, where the first of all signs that fit is of no use."""
        for terminal in self._all_signs():
            if terminal.name in accepted and (match := re.compile(terminal.pattern).match(text, position)):
                return new_word(terminal.name, match[0], position, match.end())
        return None

    def _all_signs(self) -> Iterator[Terminal]:
        return (t for t in self._terminals if not t.words and not t.pattern.startswith(self._name))
