"""Words of a text, and the tree that the grammar makes of them.

Comes in: nothing.  Goes out: `Token` and `Tree`.  Only this folder sees them; everybody else sees the syntax tree.
"""

from __future__ import annotations

LAYOUT = ("_NL", "_INDENT", "_DEDENT")


class Token(str):
    """A word as it is written, what it is to the grammar, and where it stands."""

    __slots__ = ("end", "start", "type")

    type: str
    start: int
    end: int

    def __new__(cls, type: str, text: str, start: int, end: int) -> Token:
        made = str.__new__(cls, text)
        made.type = type
        made.start = start
        made.end = end
        return made

    def as_type(self, type: str) -> Token:
        """The same word as something else."""
        return Token(type, str(self), self.start, self.end)


class Tree:
    """What a rule of the grammar made of its parts.

    It stands from `start` to `end`; with the brackets around it, from `outer_start` to `outer_end`.  What has no words
    stands nowhere.
    """

    __slots__ = ("children", "data", "end", "outer_end", "outer_start", "start")

    def __init__(self, data: str, children: list[Token | Tree | None]) -> None:
        self.data = data
        self.children = children
        self.start: int | None = None
        self.end: int | None = None
        self.outer_start: int | None = None
        self.outer_end: int | None = None

    def place(self, parts: list[Token | Tree]) -> None:
        """It stands where the words of these parts stand; a node ends with its last word, not with the line."""
        start = end = None
        for part in parts:
            start = _start(part)
            if start is not None:
                break
        else:
            return
        for part in reversed(parts):
            end = _end(part)
            if end is not None:
                break
        if self.start is None:
            self.start, self.end = start, end
        self.outer_start, self.outer_end = start, end


def _start(part: Token | Tree) -> int | None:
    if isinstance(part, Tree):
        return part.outer_start
    return None if part.type in LAYOUT else part.start


def _end(part: Token | Tree) -> int | None:
    if isinstance(part, Tree):
        return part.outer_end
    return None if part.type in LAYOUT else part.end
