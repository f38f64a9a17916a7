"""Where the words of a text stand.

Comes in: a word, or what is to become one.  Goes out: places, which Lark's words may lack and ours never do.
"""

from __future__ import annotations

from lark import Token


def new_word(terminal: str, text: str, start: int, end: int) -> Token:
    """A word as it is written, what it is to the grammar, and where it stands."""
    return Token(terminal, text, start, end_pos=end)


def start_of(word: Token) -> int:
    """Where a word begins."""
    assert word.start_pos is not None
    return word.start_pos


def end_of(word: Token) -> int:
    """The place behind a word."""
    assert word.end_pos is not None
    return word.end_pos
