"""How text looks in a terminal: what is shown for each letter, and how many cells it takes.

Comes in: any text, also a broken one.  Goes out: text that can be printed safely, and its width.  The widths
follow Unicode's East Asian Width; a terminal that draws joined emoji otherwise may still differ by a cell.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

TAB = 4
LONGEST = 400
_ZERO = {"Mn", "Me", "Cf"}
_HIDDEN = {"Cc", "Cs", "Zl", "Zp"}
# They turn the direction of a line: what an author sees would not be what the text says.
_TURNS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def shown(letter: str) -> str:
    """What stands for one code point: itself, or a visible sign for what would upset a terminal."""
    if " " <= letter <= "~":
        return letter
    if letter == "\t":
        return " " * TAB
    if letter < " ":
        return chr(0x2400 + ord(letter))
    if letter == "\x7f":
        return "\u2421"
    if letter in _TURNS or unicodedata.category(letter) in _HIDDEN:
        return "\ufffd"
    return letter


def width(letter: str) -> int:
    """Cells of one code point: 0 for a combining mark, 2 for a wide letter, `TAB` for a tab."""
    if " " <= letter <= "~":
        return 1
    if letter == "\t":
        return TAB
    if letter in _TURNS:
        return 1
    if unicodedata.category(letter) in _ZERO:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def text_width(text: str) -> int:
    return sum(map(width, text))


def printable(text: str) -> str:
    return "".join(map(shown, text))


def fitting(letters: Iterable[str], room: int) -> int:
    """How many of the letters, from the first on, fit into `room` cells."""
    count = 0
    for letter in letters:
        room -= width(letter)
        if room < 0:
            break
        count += 1
    return count


def sentence(text: str) -> str:
    """A message on one line, printable, and shortened in the middle if a name in it is absurdly long."""
    if len(text) > LONGEST:
        half = LONGEST // 2
        text = f"{text[:half]} … {text[-half:]}"
    return printable(" ".join(text.split()))
