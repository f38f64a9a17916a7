"""The words of the language: which are reserved, and when the others are only names.

Comes in: the text of `rules.lark`.  Goes out: the two lists (for highlighters and the reference) and the regular
expression of each keyword (for the parser).  Nothing here needs Lark.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

# Words inside sentences.  They are never names: a value that is forgotten must not be found in the next word.
_RESERVED = (
    "and", "as", "at", "by", "can", "cannot", "each", "else", "every", "for", "from", "has", "if", "in", "is", "may",
    "no", "none", "not", "nothing", "of", "or", "some", "then", "to", "until", "usual", "when", "where", "with", "yes",
)  # fmt: skip
# Those of them that may begin what stands behind a verb: `needs not …`, `secretly each …`.
_OPENING = ("each", "every", "no", "none", "not", "nothing", "some", "usual", "yes")
_SPACE = r"[ \t\u00a0]+"
_CONNECTING = "|".join(sorted(set(_RESERVED) - set(_OPENING)))
# Soft words that may stand behind a value, with what tells them: what comes before one of them is a name.
_FOLLOWING = "|".join(
    (
        rf"because{_SPACE}\"",
        rf"chooses{_SPACE}(?!(?:{_CONNECTING}|times)\b)\w",
        rf"once{_SPACE}per\b",
        rf"rounded{_SPACE}(?:up|down)\b",
        rf"starts{_SPACE}with\b",
    )
)
_VALUE = rf"{_SPACE}(?:(?!(?:{_CONNECTING})\b|{_FOLLOWING})[\w\"(]|-[\w(])"

_BEFORE_VALUES = (
    "add", "choose", "distinct", "do", "first", "highest", "last", "let", "lowest", "move", "needs", "pick", "random",
    "show", "shuffle", "stop", "subtract", "swap", "the", "whether",
)  # fmt: skip
# What must come next where a name could stand in the keyword's place.  So a counter may be called `show` or `first`,
# and a line that says `show` alone performs the step of that name.
_GUARDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_BEFORE_VALUES, (_VALUE,)),
    "a": (rf"{_SPACE}multiple\b",),
    "anyone": (rf"{_SPACE}of\b",),
    "count": (r"[ \t]*\(", rf"(?!{_SPACE}times[ \t]*:){_VALUE}"),
    "highest": (_VALUE, rf"{_SPACE}of\b"),
    "like": (_VALUE,),
    "lowest": (_VALUE, rf"{_SPACE}of\b"),
    "everyone": (rf"{_SPACE}(?:loses|wins)\b",),
    "nobody": (rf"{_SPACE}wins\b",),
    "except": (r'\s*"',),
    "only": (_VALUE,),
    "playing": (rf'{_SPACE}"',),
    "other": (_VALUE,),
    "repeat": (r"[ \t]*:", rf"{_SPACE}until\b", _VALUE),
    "say": (rf'{_SPACE}"',),
    "secretly": (rf"{_SPACE}each\b",),
    "set": (rf"{_SPACE}of\b", _VALUE),
    "sum": (rf"{_SPACE}of\b",),
    "turns": (rf"{_SPACE}(?:from|once|where|:)",),
    "up": (rf"{_SPACE}to\b",),
}


def reserved() -> tuple[str, ...]:
    """The words that are never names, in order of the alphabet."""
    return _RESERVED


def soft() -> tuple[str, ...]:
    """The words that mean something in some places and are free as names in all others."""
    return tuple(word for word in all_words() if word not in _RESERVED)


def guarded() -> frozenset[str]:
    """The soft words that stand where a name may stand, and are told from a name by what comes next."""
    return frozenset(_GUARDS)


def behind(word: str) -> tuple[str, ...]:
    """What must come next for a word to be the keyword: one of these regular expressions, or anything."""
    return _GUARDS.get(word, ())


def pattern(word: str, behind: tuple[str, ...]) -> str:
    """The regular expression by which a keyword is found: the whole word, and what must come next."""
    return rf"{word}\b(?={'|'.join(behind)})" if behind else rf"{word}\b"


@cache
def grammar_text() -> str:
    """The grammar as it is written, before %RESERVED% is filled in."""
    return Path(__file__).with_name("rules.lark").read_text(encoding="utf-8")


@cache
def all_words() -> tuple[str, ...]:
    """Every quoted word of the grammar."""
    lines = (line.split("//")[0] for line in grammar_text().splitlines())
    return tuple(sorted({word for line in lines for word in re.findall(r'"([a-z]+)"', line)}))
