"""Going through the checked program without knowing every class in it.

Comes in: any part of the checked program.  Goes out: the nodes in it, outermost first, in the order in which
they are written. Meaning is left to the caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar

from attrs import fields, has

from rulelang.resolve.model.expressions import Node, Var, Variable

T = TypeVar("T")


def children(piece: object) -> Iterator[object]:
    """What stands directly beneath; tuples and tables opened."""
    if isinstance(piece, tuple | list):
        yield from piece
    elif isinstance(piece, dict):
        yield from piece.values()
    elif has(type(piece)) and not isinstance(piece, Variable):
        for name in _all_names(piece):
            if name not in ("sort", "cites"):
                yield getattr(piece, name)


def nodes(*pieces: object) -> Iterator[Node]:
    """Every node in some pieces, each piece itself first if it is one."""
    for piece in pieces:
        if piece is None or isinstance(piece, str | int):
            continue
        if isinstance(piece, Node):
            yield piece
        yield from nodes(*children(piece))


def find(kind: type[T], *pieces: object) -> Iterator[T]:
    """Every node of one class in some pieces."""
    return (node for node in nodes(*pieces) if isinstance(node, kind))


def mentions(piece: object, *variables: Variable | None) -> bool:
    """Whether one of these variables is spoken of."""
    uids = {variable.uid for variable in variables if variable is not None}
    return any(node.variable.uid in uids for node in find(Var, piece))


def everything(*pieces: object) -> Iterator[object]:
    """Nodes and all else that has fields: variables, sorts, amounts, columns."""
    for piece in pieces:
        if has(type(piece)):
            yield piece
            yield from everything(*(getattr(piece, name) for name in _all_names(piece)))
        elif isinstance(piece, tuple | list | dict):
            yield from everything(*children(piece))


def _all_names(piece: object) -> tuple[str, ...]:
    kind: Any = type(piece)
    return _names(kind)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.name != "span")
