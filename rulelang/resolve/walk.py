"""Going through the checked program without knowing every class in it.

Comes in: any piece of the checked program.  Goes out: the pieces in it, in the order of their fields, which is the
order in which they are written.  What a piece means is left to who asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeVar

from attrs import fields, has

from rulelang.resolve.model.expressions import Node

T = TypeVar("T")


def children(piece: object) -> Iterator[Node]:
    """The nodes directly beneath a piece: expressions, ranges, statements, heads, hooks."""
    for value in _values(piece):
        if isinstance(value, Node):
            yield value
        else:
            yield from children(value)


def walk(*pieces: object) -> Iterator[Node]:
    """Every node in some pieces, each piece itself first if it is one."""
    for piece in pieces:
        if isinstance(piece, Node):
            yield piece
        for child in children(piece):
            yield from walk(child)


def find(kind: type[T], *pieces: object) -> Iterator[T]:
    """Every node of one class in some pieces."""
    return (node for node in walk(*pieces) if isinstance(node, kind))


def everything(*pieces: object) -> Iterator[object]:
    """Nodes and all else that has fields: variables, sorts, amounts, columns."""
    for piece in pieces:
        if has(type(piece)):
            yield piece
        for value in _values(piece):
            yield from everything(value)


def _values(piece: object) -> Iterator[object]:
    if isinstance(piece, tuple | list):
        yield from piece
    elif isinstance(piece, dict):
        yield from piece.values()
    elif has(type(piece)):
        for name in _names(type(piece)):
            yield getattr(piece, name)


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(a.name for a in fields(kind) if a.name != "span")
