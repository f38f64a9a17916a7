"""Data that is written is read again as it was; data that was not written by us is refused, with the place."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Literal

import pytest
from attrs import frozen

from rulelang.serialize import UnreadableData, from_json, to_json
from rulelang.syntax import model as ast

TEXT = 'game "X"\nstate:\n    deck: pile of Card, seen by owner\n    luck: number, starts at 1 + 2\n'


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@frozen
class Leaf:
    colour: Colour
    numbers: tuple[int, ...] = ()


@frozen
class Tree:
    """Not a class of the syntax: the converter asks for nothing but attrs."""

    what: Leaf | Tree | None
    mode: Literal["a", "b"] | Leaf
    rest: tuple[Leaf, ...] | str
    pairs: tuple[tuple[str, int], ...]


def written(module: Callable[[str], ast.Module]) -> Any:
    return json.loads(to_json(module(TEXT)))


def test_the_format_and_the_class_come_first(module: Callable[[str], ast.Module]) -> None:
    assert to_json(module(TEXT)).startswith('{"format":1,"node":"Module",')


@pytest.mark.parametrize(
    "tree",
    [
        Tree(None, "a", (), ()),
        Tree(
            Tree(Leaf(Colour.RED, (1, 2)), Leaf(Colour.BLUE), "x", ()), "b", (Leaf(Colour.RED),), (("y", 3), ("z", -1))
        ),
    ],
)
def test_any_frozen_classes(tree: Tree) -> None:
    assert from_json(to_json(tree), Tree) == tree


def _entry(data: Any) -> Any:
    return data["declarations"][1]["entries"][1]


@pytest.mark.parametrize(
    ("change", "path", "said"),
    [
        (lambda d: d.update(format=2), "$.format", "format 1"),
        (lambda d: d.pop("format"), "$", "format"),
        (lambda d: d.update(node="Span"), "$", "a Module"),
        (lambda d: d.pop("declarations"), "$.declarations", "`declarations` is missing"),
        (lambda d: d["declarations"][0].update(title=3), "$.declarations[0].title", "a str"),
        (lambda d: d["declarations"][0].update(node="Gmae"), "$.declarations[0]", "`Gmae`"),
        (lambda d: d["declarations"][0].update(colour="red"), "$.declarations[0]", "colour"),
        (lambda d: d["declarations"][0].update(span=[1]), "$.declarations[0].span", "start and end"),
        (lambda d: _entry(d)["starts"].update(operator="%"), "$.declarations[1].entries[1].starts.operator", "%"),
        (lambda d: _entry(d).update(starts="x"), "$.declarations[1].entries[1].starts", '"x"'),
        (
            lambda d: _entry(d)["starts"]["left"].update(value=True),
            "$.declarations[1].entries[1].starts.left.value",
            "int",
        ),
        (
            lambda d: _entry(d)["starts"]["left"].update(value="1"),
            "$.declarations[1].entries[1].starts.left.value",
            "int",
        ),
    ],
)
def test_changed_data(module: Callable[[str], ast.Module], change: Callable[[Any], None], path: str, said: str) -> None:
    data = written(module)
    change(data)
    with pytest.raises(UnreadableData) as error:
        from_json(json.dumps(data), ast.Module)
    assert error.value.path == path
    assert said in str(error.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "null", '{"format":1', "[" * 100_000, '{"format": null}'])
def test_broken_json(text: str) -> None:
    with pytest.raises(UnreadableData):
        from_json(text, ast.Module)
