"""What every resolved piece has: a place in the text, and if it is an expression a sort."""

from __future__ import annotations

from attrs import field

from rulelang.nodes import frozen
from rulelang.resolve.model.sorts import Sort
from rulelang.source import Span


@frozen
class Variable:
    """A parameter, receiver, pick, let or range variable; `uid` is unique in the program.  Sets have a SetSort"""

    name: str
    sort: Sort
    uid: int


@frozen(kw_only=True)
class Node:
    """A resolved piece of text"""

    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Valued(Node):
    """An expression: it has a sort"""

    sort: Sort
