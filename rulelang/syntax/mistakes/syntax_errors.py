"""From a mistake to a message in an author's words.

Comes in: a `Mistake` of `reading`.  Goes out: its diagnostic.  Three ways are tried, from the special to the general:
what `lexing` and `reading` have named; slips that are known by the words themselves; and a table from (state of the
parser, what was found) to a code, learned from the texts in `learned.txt`.  What none of them knows is RL0100, which
says what was expected.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from attrs import evolve
from lark import Token

from rulelang.diagnostics import Diagnostic, diagnostic, did_you_mean
from rulelang.near import distance
from rulelang.source import Span
from rulelang.syntax import keywords, terminals
from rulelang.syntax.mistakes import slips
from rulelang.syntax.places import end_of, start_of
from rulelang.syntax.reading import Mistake, read

_NAMED = {
    "bad indent": "RL0106",
    "nothing beneath": "RL0108",
    "missing colon": "RL0109",
    "unclosed bracket": "RL0110",
    "unopened bracket": "RL0111",
    "unclosed text": "RL0128",
    "misplaced citation": "RL0130",
    "too deep": "RL0131",
    "too many words": "RL0132",
    "number too big": "RL0133",
}
# The names in `learned.txt`.
_LEARNED = {
    "and with or": "RL0113",
    "equals sign": "RL0114",
    "equals sign in the state": "RL0115",
    "who sees it": "RL0116",
    "or between choices": "RL0118",
    "comma before by": "RL0119",
    "sum in the middle": "RL0121",
    "condition before the value": "RL0123",
    "condition at the end": "RL0124",
    "range of numbers": "RL0125",
    "set of numbers": "RL0126",
    "reason without else": "RL0134",
}
_SIGN_INSTEAD = {
    "!": "`is not`", "≠": "`is not`", "≤": "`<=`", "≥": "`>=`", "×": "`*`", "·": "`*`", "÷": "`/`", "–": "`-`",
    "—": "`-`", "−": "`-`", "'": "a text between `\"`", "…": "nothing", ";": "a new line", "&": "`and`", "{": "`(`",
    "}": "`)`", "%": "`/` with `rounded up` or `rounded down`",
}  # fmt: skip
_SELECTORS = ("first", "the", "random")
_OPERATORS = ("PLUS", "MINUS", "STAR", "SLASH", "OP", "EQUAL", "DOT", "COMMA", "IS", "COLON")
_HEADER = ("PICK", "NEEDS")


def describe(mistake: Mistake, path: str, text: str) -> Diagnostic:
    """The message for one mistake; how the sentence is written instead, if that can be said."""
    told = _described(mistake, path, text)
    write = None if mistake.kind in _NAMED else slips.mended(text, mistake.token, mistake.opener, told.help is not None)
    return told if write is None else evolve(told, help=f"write `{write}`")


def _described(mistake: Mistake, path: str, text: str) -> Diagnostic:
    span = _span(mistake, path)
    if mistake.kind in _NAMED:
        return diagnostic(_NAMED[mistake.kind], span)
    if mistake.kind == "unreadable":
        sign = str(mistake.token)
        if sign == "|":
            return diagnostic("RL0136", span)
        return diagnostic("RL0129", span, sign=sign, instead=_SIGN_INSTEAD.get(sign))
    if mistake.token.type == "_INDENT":
        return diagnostic("RL0107", span)
    special = _first_word if mistake.previous is None else _later_word
    return special(mistake, span) or _learned(mistake, span) or _unexpected(mistake, span, text)


def too_deep(span: Span) -> Diagnostic:
    """The message for a sentence with too much inside it."""
    return diagnostic("RL0131", span)


# ---------------------------------------------------------------- slips that show in the words themselves


def _first_word(mistake: Mistake, span: Span) -> Diagnostic | None:
    """A line that begins with a word that begins no line here."""
    kind, word = mistake.token.type, str(mistake.token)
    at_margin, in_block = "DEFINE" in mistake.accepted, "SHUFFLE" in mistake.accepted
    if kind in _OPERATORS:
        return diagnostic("RL0120", span, sign=word)
    if kind == "ELSE":
        return diagnostic("RL0135", span)
    if kind in _HEADER and in_block:
        return diagnostic("RL0117", span, word=word)
    if kind in terminals.STATEMENTS - {"NAME"} and at_margin:
        return diagnostic("RL0103", span, word=word)
    if kind in terminals.DECLARATIONS and in_block:
        return diagnostic("RL0104", span, word=word)
    if _reserved_name(mistake):
        return diagnostic("RL0112", span, word=word)
    if kind == "NAME" and at_margin:
        return _unknown("RL0101", word, span, mistake.accepted)
    if kind == "NAME" and "GIVEN" in mistake.accepted:
        return _unknown("RL0105", word, span, mistake.accepted)
    return None


def _later_word(mistake: Mistake, span: Span) -> Diagnostic | None:
    token, previous, accepted = mistake.token, mistake.previous, mistake.accepted
    assert previous is not None
    if token.type == "APOSTROPHE_S":
        return diagnostic("RL0127", span, before=str(previous))
    if token.type == "_NL" and "COLON" in accepted:
        return diagnostic("RL0109", span)
    if _reserved_name(mistake):
        return diagnostic("RL0112", span, word=str(token))
    if previous in _SELECTORS and token.type in ("NAME", "TYPED"):
        return diagnostic("RL0122", _place(previous, span.path).to(span), word=str(previous))
    if previous.type == "ROW":
        return diagnostic("RL0136", _place(previous, span.path))
    if previous is mistake.opener and "CHOOSES" in accepted and token.type not in _OPERATORS:
        return _unknown_statement(mistake, previous, span)
    return None


def _reserved_name(mistake: Mistake) -> bool:
    """A reserved word where a name must stand, and not merely a value."""
    wants_name = "NAME" in mistake.accepted and not mistake.accepted & {"INT", "SHUFFLE"}
    return wants_name and str(mistake.token) in keywords.reserved()


def _unknown_statement(mistake: Mistake, first: Token, span: Span) -> Diagnostic | None:
    """A statement whose first word could only be the name of a step, and is not used as one."""
    word = str(first)
    if word.upper() in terminals.STATEMENTS - set(_HEADER):
        found = terminals.found(mistake.token.type, str(mistake.token))
        return diagnostic("RL0100", span, what=f"this `{word}` line", expected="a value", found=found)
    if word.upper() in _HEADER and str(mistake.token) in keywords.reserved():
        return diagnostic("RL0112", span, word=str(mistake.token))
    span = _place(first, span.path)
    if word.upper() in _HEADER:
        return diagnostic("RL0117", span, word=word)
    if word.upper() in terminals.DECLARATIONS:
        return diagnostic("RL0104", span, word=word)
    return _unknown("RL0102", word, span, terminals.STATEMENTS)


def _unknown(code: str, word: str, span: Span, accepted: frozenset[str]) -> Diagnostic:
    return diagnostic(code, span, word=word, suggestion=_near(word, accepted))


def _near(word: str, accepted: frozenset[str]) -> str | None:
    """A keyword that may be meant by a word."""
    return did_you_mean(word, sorted(name.lower() for name in accepted if name.lower() in keywords.all_words()))


# ---------------------------------------------------------------- slips that are known from examples


def _learned(mistake: Mistake, span: Span) -> Diagnostic | None:
    code = _table().get((mistake.state, mistake.token.type))
    return None if code is None else diagnostic(code, span)


@cache
def _table() -> dict[tuple[int, str], str]:
    """(state of the parser, what was found) to code."""
    examples = learned_examples()
    return {(mistake.state, mistake.token.type): code for code, _, mistakes in examples for mistake in mistakes}


def learned_examples() -> list[tuple[str, str, tuple[Mistake, ...]]]:
    """The texts of `learned.txt`: the code, the text, and the mistakes (one) that are in it."""
    paragraphs = Path(__file__).with_name("learned.txt").read_text(encoding="utf-8").split("\n\n")
    examples = []
    for paragraph in paragraphs:
        name, _, text = paragraph.strip("\n").partition("\n")
        if name.startswith("== "):
            examples.append((_LEARNED[name.removeprefix("== ")], text, read(text).mistakes))
    return examples


# ---------------------------------------------------------------- everything else


def _unexpected(mistake: Mistake, span: Span, text: str) -> Diagnostic:
    word = str(mistake.token)
    near = _near(word, mistake.accepted) if mistake.token.type == "NAME" else None
    return diagnostic(
        "RL0100",
        span,
        what=_what(mistake),
        expected=terminals.expected(mistake.accepted),
        found=terminals.found(mistake.token.type, word),
        suggestion=near or _misspelt(mistake, text),
    )


def _misspelt(mistake: Mistake, text: str) -> str | None:
    """A long keyword that the word before the mistake is, but for one letter: it was read as a name, and not behind a
    dot, where keywords never stand."""
    word = str(mistake.previous or "")
    if mistake.previous is None or mistake.previous.type != "NAME" or len(word) < 5 or word in keywords.all_words():
        return None
    if text[: start_of(mistake.previous)].endswith("."):
        return None
    return next((known for known in sorted(keywords.all_words()) if distance(word, known, 1) <= 1), None)


def _what(mistake: Mistake) -> str:
    if mistake.previous is None:
        return "this place"
    first, opener = mistake.first, mistake.opener
    if opener is not None and opener.type in terminals.STATEMENTS - {"NAME"}:
        return f"this `{opener}` line"
    if first is not None and first.type != "NAME" and str(first) in keywords.all_words():
        return f"this `{first}` line"
    return "this line"


def _span(mistake: Mistake, path: str) -> Span:
    """Where the mistake is; at the end of a line, the last word before it."""
    if mistake.token.type == "_NL" and mistake.previous is not None:
        return _place(mistake.previous, path)
    return _place(mistake.token, path)


def _place(token: Token, path: str) -> Span:
    return Span(path, start_of(token), end_of(token))
