"""What every node of the syntax tree has: a place in the text."""

from __future__ import annotations

from attrs import field

from rulelang.nodes import frozen
from rulelang.source import Span


@frozen(kw_only=True)
class Node:
    """A piece of the author's text.  Spans do not count for equality, so formatted text gives an equal tree."""

    span: Span = field(eq=False, repr=False)


@frozen
class Name(Node):
    """``player``, one word that names something"""

    text: str


@frozen
class Text(Node):
    """``"a pet parrot"``, words for people (or the name of a card), without the quotes"""

    text: str


@frozen
class Cell(Node):
    """One cell of a table as it was written, trimmed; quotes are kept"""

    text: str


@frozen
class Row(Node):
    """``| 2 | owl | 1 |``"""

    cells: tuple[Cell, ...]
