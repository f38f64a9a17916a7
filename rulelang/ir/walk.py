"""Going through the IR, and making it anew with some nodes changed.

Comes in: a part of a program.  Goes out: its nodes, or the part as it is then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

import attrs

from rulelang.ir.model import statements as do
from rulelang.nodes import Parts, has

Part = TypeVar("Part")


def nodes(part: object) -> Iterator[object]:
    """Every IR node in a part of a program, itself included, from the outside in and from left to right."""
    todo = [part]
    while todo:
        part = todo.pop()
        if has(type(part)):
            yield part
        todo += _PARTS[type(part)](part)[::-1]


def children(node: object) -> Iterator[object]:
    """The nodes that stand in the fields of a node, also in tuples there."""
    todo = [*_PARTS[type(node)](node)][::-1]
    while todo:
        part = todo.pop()
        if has(type(part)):
            yield part
        elif isinstance(part, tuple):
            todo += part[::-1]


def mapped(part: Part, change: Callable[[Any], object]) -> Part:
    """The part with every node replaced by what `change` gives for it, from the inside out; what does not change stays
    the same object.
    """
    if isinstance(part, tuple):
        made = tuple(mapped(each, change) for each in part)
        return cast(Part, made) if any(new is not old for new, old in zip(made, part, strict=True)) else part
    if not has(type(part)):
        return part
    changed = {}
    for name in _FIELDS[type(part)]:
        old = getattr(part, name)
        new = mapped(old, change)
        if new is not old:
            changed[name] = new
    return cast(Part, change(attrs.evolve(cast(Any, part), **changed) if changed else part))


def successors(end: do.End) -> tuple[int, ...]:
    """The blocks to which the end of a block may lead."""
    match end:
        case do.Goto(block=to) | do.Decide(then=to):
            return (to,)
        case do.Branch(yes=yes, no=no):
            return yes, no
        case do.Switch(blocks=blocks):
            return blocks
        case do.Halt():
            return ()


def first_rule(part: object) -> int:
    """The first rule that is named in a part of a program."""
    named = (getattr(node, "rule", None) for node in nodes(part))
    return next((rule for rule in named if isinstance(rule, int)), 0)


_PARTS = Parts(plain=("bool", "int", "str"))


class _Fields(dict[type, tuple[str, ...]]):
    """For each class the fields in which nodes may stand."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        self[kind] = found = tuple(
            each.name for each in attrs.fields(cast(Any, kind)) if each.type not in ("bool", "int", "str")
        )
        return found


_FIELDS = _Fields()
