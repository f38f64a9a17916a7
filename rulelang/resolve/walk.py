"""Going through the checked program without knowing every class in it.

Comes in: any part of the checked program.  Goes out: the nodes in it, outermost first, in the order in which
they are written. Meaning is left to the caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from rulelang.nodes import Parts, has
from rulelang.resolve.model.expressions import Node, Var, Variable

T = TypeVar("T")


def children(piece: object) -> Iterator[object]:
    """What stands directly beneath; tuples and tables opened."""
    yield from _NODES[type(piece)](piece)


def nodes(*pieces: object) -> Iterator[Node]:
    """Every node in some pieces, each piece itself first if it is one."""
    todo: list[object] = list(reversed(pieces))
    while todo:
        piece = todo.pop()
        if isinstance(piece, Node):
            yield piece
        todo += _NODES[type(piece)](piece)[::-1]


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
        if has(type(piece)):
            yield piece
        todo += _ALL[type(piece)](piece)[::-1]


_PLAIN = ("bool", "int", "str", "int | None", "str | None")
_ALL = Parts(but=("span",), plain=_PLAIN)
_NODES = Parts(but=("span", "sort", "cites"), closed=(Variable,), plain=_PLAIN)
