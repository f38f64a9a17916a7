"""Data that is written for other programs holds all that the objects hold."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

from attrs import fields, frozen

from rulelang.plain import TAG, plain, to_json
from rulelang.source import Source, Span
from rulelang.syntax.parser import parse
from tests.syntax.walking import walk

TEXT = 'game "X"\nstate:\n    deck: pile of Card, seen by owner\n    luck: number, starts at 1 + 2\n'


class Colour(StrEnum):
    RED = "red"


@frozen
class Leaf:
    colour: Colour
    numbers: tuple[int, ...] = ()


@frozen
class Tree:
    what: Leaf | Tree | None
    pairs: tuple[tuple[str, int], ...]
    named: dict[str, Leaf]
    at: Span


TREE = Tree(Tree(None, (), {}, Span("x", 3, 4)), (("y", 3),), {"z": Leaf(Colour.RED, (1, -2))}, Span("x", 1, 2))


def test_plain() -> None:
    inner = {"what": None, "pairs": [], "named": {}, "at": {"path": "x", "start": 3, "end": 4}}
    named = {"z": {"colour": "red", "numbers": [1, -2]}}
    assert plain(TREE) == {
        "what": inner, "pairs": [["y", 3]], "named": named, "at": {"path": "x", "start": 1, "end": 2},
    }  # fmt: skip


def test_json() -> None:
    assert to_json(TREE) == (
        '{"format":1,"node":"Tree","what":{"node":"Tree","what":null,"pairs":[],"named":{},"at":["x",3,4]},'
        '"pairs":[["y",3]],"named":{"z":{"node":"Leaf","colour":"red","numbers":[1,-2]}},"at":["x",1,2]}'
    )


def test_a_tree_holds_all_its_nodes() -> None:
    module, _ = parse(Source("x.rules", TEXT))
    written = list(_objects(json.loads(to_json(module))))
    nodes = list(walk(module))
    assert len(written) == len(nodes) > 15
    for data, node in zip(written, nodes, strict=True):
        assert list(data)[-len(fields(type(node))) :] == [field.name for field in fields(type(node))]


def _objects(data: Any) -> Any:
    """Each object before those within it, as they stand."""
    if isinstance(data, dict):
        if TAG in data:
            yield data
        for part in data.values():
            yield from _objects(part)
    elif isinstance(data, list):
        for part in data:
            yield from _objects(part)
