"""Going through the checked program without knowing every class in it.

Comes in: any part of the checked program.  Goes out: the nodes in it, outermost first, in the order in which
they are written. Meaning is left to the caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar, cast

from attrs import fields, has

from rulelang.resolve.model.expressions import Node, Var, Variable

T = TypeVar("T")


def children(piece: object) -> Iterator[object]:
    """What stands directly beneath; tuples and tables opened."""
    if isinstance(piece, tuple | list):
        yield from piece
    elif isinstance(piece, dict):
        yield from piece.values()
    else:
        for name in reversed(_NODES[type(piece)]):
            yield getattr(piece, name)


def nodes(*pieces: object) -> Iterator[Node]:
    """Every node in some pieces, each piece itself first if it is one."""
    todo: list[object] = list(reversed(pieces))
    while todo:
        piece = todo.pop()
        if isinstance(piece, tuple | list):
            todo += piece[::-1]
        elif isinstance(piece, dict):
            todo += reversed(piece.values())
        else:
            if isinstance(piece, Node):
                yield piece
            for name in _NODES[type(piece)]:
                todo.append(getattr(piece, name))


def find(kind: type[T], *pieces: object) -> Iterator[T]:
    """Every node of one class in some pieces."""
    return (node for node in nodes(*pieces) if isinstance(node, kind))


def mentions(piece: object, *variables: Variable | None) -> bool:
    """Whether one of these variables is spoken of."""
    uids = {variable.uid for variable in variables if variable is not None}
    return any(node.variable.uid in uids for node in find(Var, piece))


def everything(*pieces: object) -> Iterator[object]:
    """Nodes and all else that has fields: variables, sorts, amounts, columns."""
    todo: list[object] = list(reversed(pieces))
    while todo:
        piece = todo.pop()
        if isinstance(piece, tuple | list):
            todo += piece[::-1]
        elif isinstance(piece, dict):
            todo += reversed(piece.values())
        elif has(type(piece)):
            yield piece
            for name in _ALL[type(piece)]:
                todo.append(getattr(piece, name))


class _Names(dict[type, tuple[str, ...]]):
    """The fields of each class that are looked into, last first; found out once."""

    def __init__(self, passed_over: tuple[str, ...], closed: tuple[type, ...]) -> None:
        self.passed_over = passed_over
        self.closed = closed

    def __missing__(self, kind: type) -> tuple[str, ...]:
        opened = has(kind) and not issubclass(kind, self.closed)
        found = [f.name for f in fields(cast(Any, kind)) if f.type not in _WITHOUT_PARTS] if opened else []
        self[kind] = tuple(name for name in reversed(found) if name not in self.passed_over)
        return self[kind]


_WITHOUT_PARTS = ("bool", "int", "str", "int | None", "str | None")
_ALL = _Names(("span",), ())
_NODES = _Names(("span", "sort", "cites"), (Variable,))
