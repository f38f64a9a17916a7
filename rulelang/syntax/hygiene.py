"""What editors and other programs leave in a text and no grammar can read.

Comes in: a clean `Source`.  Goes out: a text of the same length in which such characters are mended, so that all
places stay right, and a diagnostic for each line (for tabs: for the text; for mixed letters: for the word).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from rulelang.diagnostics import Diagnostic, diagnostic
from rulelang.source import INVISIBLE, Source, Span

LONGEST_TEXT = 500_000
LONGEST_LINE = 5_000
MOST_DIAGNOSTICS = 100

_LONG_LINE = re.compile(rf"[^\n]{{{LONGEST_LINE + 1},}}")
_TAB = re.compile(r"^[ \u00a0]*\t+", re.MULTILINE)
_CURLY = re.compile("[“”„‟«»‘’‚‛]")
_OUTSIDE_QUOTES = re.compile(r'"[^"\n]*"|#[^\n]*|(?P<curly>[“”„‟«»‘’‚‛])')
_FOREIGN_WORD = re.compile(r'"[^"\n]*"|#[^\n]*|(?P<word>[^\W\d]\w*)')


def clean(source: Source) -> tuple[str, list[Diagnostic]]:
    """The text to read, of the same length, and what was wrong with it."""
    text = source.text
    if len(text) > LONGEST_TEXT:
        span = Span(source.path, LONGEST_TEXT, LONGEST_TEXT)
        return "", [diagnostic("RL0033", span, length=len(text), most=LONGEST_TEXT)]
    found: list[Diagnostic] = []
    for mend in (_long_lines, _control_characters, _tabs, _curly_quotes, _mixed_letters):
        text = mend(source, text, found)
    return text, found[:MOST_DIAGNOSTICS]


def _long_lines(source: Source, text: str, found: list[Diagnostic]) -> str:
    for line in _LONG_LINE.finditer(text):
        found.append(diagnostic("RL0034", _span(source, line), length=len(line[0]), most=LONGEST_LINE))
    return _LONG_LINE.sub(lambda line: " " * len(line[0]), text)


def _control_characters(source: Source, text: str, found: list[Diagnostic]) -> str:
    for character in _first_of_each_line(source, INVISIBLE.finditer(text)):
        found.append(diagnostic("RL0032", _span(source, character), number=f"U+{ord(character[0]):04X}"))
    return INVISIBLE.sub(" ", text)


def _tabs(source: Source, text: str, found: list[Diagnostic]) -> str:
    tab = _TAB.search(text)
    if tab is not None:
        found.append(diagnostic("RL0030", _span(source, tab)))
    return text


def _curly_quotes(source: Source, text: str, found: list[Diagnostic]) -> str:
    """Curly quotes within straight ones and in comments are the author's."""
    if not _CURLY.search(text):
        return text
    outside = [match for match in _OUTSIDE_QUOTES.finditer(text) if match["curly"]]
    for quote in _first_of_each_line(source, iter(outside)):
        found.append(diagnostic("RL0031", _span(source, quote), quote=quote[0]))
    letters = list(text)
    for quote in outside:
        letters[quote.start()] = "'" if quote[0] in "‘’‚‛" else '"'
    return "".join(letters)


def _mixed_letters(source: Source, text: str, found: list[Diagnostic]) -> str:
    """A word with letters of two alphabets that look alike is two words to the machine and one to the eye."""
    if text.isascii():
        return text
    told: set[str] = set()
    for match in _FOREIGN_WORD.finditer(text):
        word = match["word"]
        if word and not word.isascii() and word not in told and len(scripts := _scripts(word)) > 1:
            told.add(word)
            found.append(diagnostic("RL0035", _span(source, match), word=word, scripts=" and ".join(scripts)))
    return text


def _scripts(word: str) -> list[str]:
    names = (unicodedata.name(letter, "").split(" ")[0].capitalize() for letter in word if letter.isalpha())
    return sorted({name for name in names if name in ("Latin", "Cyrillic", "Greek")})


def _first_of_each_line(source: Source, matches: Iterator[re.Match[str]]) -> Iterator[re.Match[str]]:
    last = told = 0
    for match in matches:
        line = source.position(match.start())[0]
        if line != last:
            last, told = line, told + 1
            yield match
        if told == MOST_DIAGNOSTICS:
            return


def _span(source: Source, match: re.Match[str]) -> Span:
    return Span(source.path, match.start(), match.end())
