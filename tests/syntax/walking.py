"""Going through a syntax tree without knowing its classes.

Comes in: a node.  Goes out: its children, all nodes within it, or those of one class, in the order of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from attrs import fields

from rulelang.syntax.model import Node

N = TypeVar("N", bound=Node)


def children(node: Node) -> Iterator[Node]:
    """The nodes right beneath a node."""
    for field in fields(type(node)):
        if field.name != "span":
            yield from _nodes(getattr(node, field.name))


def walk(node: Node) -> Iterator[Node]:
    """The node and all nodes within it, each before what is within it."""
    todo = [node]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(reversed(tuple(children(node))))


def find(node: Node, cls: type[N]) -> Iterator[N]:
    """All nodes of a class within a node, itself included."""
    return (found for found in walk(node) if isinstance(found, cls))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _nodes(part)
