"""Classes of data behave as those of attrs: each test looks at both."""

from __future__ import annotations

import copy
import pickle
from types import SimpleNamespace
from typing import Any, ClassVar

import attrs
import pytest
from cattrs import Converter

from rulelang import lazy_attrs

MAKERS = [attrs, lazy_attrs]


@pytest.fixture(params=MAKERS, ids=["attrs", "lazy"])
def some(request: pytest.FixtureRequest) -> Any:
    """A few classes, made by attrs and made lazily."""
    frozen, define, field = request.param.frozen, request.param.define, request.param.field

    @frozen(kw_only=True)
    class Base:
        place: int = field(eq=False, repr=False)

    @frozen
    class Node(Base):
        kind: ClassVar[str] = "node"
        name: str
        parts: tuple[int, ...] = ()

        @property
        def size(self) -> int:
            return len(self.parts)

    @frozen
    class Other(Base):
        name: str
        parts: tuple[int, ...] = ()

    @define
    class Work:
        _path: str
        found: list[int] = field(factory=list)
        total: int = field(init=False)
        notes: dict[str, int] = field(factory=dict, eq=False, repr=False)
        depth: int = 0

        def __attrs_post_init__(self) -> None:
            self.total = len(self._path)

    @frozen
    class Empty:
        pass

    @frozen
    class Wide:
        a: int
        b: int
        c: int
        d: int
        e: int
        f: int
        g: int
        h: int
        i: int = 9

    return SimpleNamespace(Node=Node, Other=Other, Work=Work, Empty=Empty, Wide=Wide, made_by=request.param)


def test_making_and_showing(some: Any) -> None:
    node = some.Node("x", (1, 2), place=7)
    assert (node.name, node.parts, node.place, node.size, node.kind) == ("x", (1, 2), 7, 2, "node")
    assert repr(node).rpartition(".")[2] == "Node(name='x', parts=(1, 2))"
    assert some.Node(name="x", place=1).parts == ()
    assert some.Node.__match_args__ == ("name", "parts")
    assert some.Wide(1, 2, 3, 4, 5, 6, 7, 8).i == 9
    assert some.Empty() == some.Empty()


@pytest.mark.parametrize("arguments", [{}, {"name": "x"}, {"place": 1}, {"name": "x", "place": 1, "more": 2}])
def test_wrong_arguments(some: Any, arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        some.Node(**arguments)
    with pytest.raises(TypeError):
        some.Node("x", (), 1, place=1)


def test_equal_is_what_has_the_same_class_and_fields(some: Any) -> None:
    node = some.Node("x", (1,), place=1)
    assert node == some.Node("x", (1,), place=2)
    assert hash(node) == hash(some.Node("x", (1,), place=2))
    assert node != some.Node("y", (1,), place=1)
    assert node != some.Other("x", (1,), place=1)
    assert node != ("x", (1,))
    assert some.Work("p", notes={"a": 1}) == some.Work("p")
    with pytest.raises(TypeError):
        hash(some.Work("p"))


def test_frozen_stays_as_it_is(some: Any) -> None:
    node = some.Node("x", place=1)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        node.name = "y"
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del node.name
    assert not hasattr(node, "__dict__")


def test_what_is_not_given_is_made_anew(some: Any) -> None:
    one, two = some.Work("abc"), some.Work("abc")
    one.found.append(1)
    one.depth += 1
    assert (one.found, two.found, one.total, one.depth) == ([1], [], 3, 1)
    assert some.Work(path="ab", found=[5]).found == [5]
    with pytest.raises(AttributeError):
        one.unheard_of = 1


def test_another_one_with_some_changes(some: Any) -> None:
    node = some.Node("x", (1,), place=1)
    assert some.made_by.evolve(node, name="y") == some.Node("y", (1,), place=1)
    assert attrs.evolve(node, name="y").place == 1
    assert some.made_by.evolve(some.Work("ab"), path="abc").total == 3


def test_fields(some: Any) -> None:
    assert [field.name for field in some.made_by.fields(some.Node)] == ["place", "name", "parts"]
    assert [field.name for field in attrs.fields(some.Node)] == ["place", "name", "parts"]
    assert attrs.has(some.Node)
    assert some.made_by.has(some.Node)
    assert not some.made_by.has(str)
    assert attrs.asdict(some.Node("x", (1,), place=2)) == {"place": 2, "name": "x", "parts": (1,)}
    assert attrs.fields(some.Work).depth.default == 0


def test_copies(some: Any) -> None:
    node = some.Node("x", (1,), place=3)
    assert copy.copy(node) == copy.deepcopy(node) == node
    assert copy.copy(node).place == 3


@lazy_attrs.frozen
class Kept:
    name: str
    parts: tuple[int, ...] = ()


def test_pickles_and_json() -> None:
    kept = Kept("x", (1, 2))
    assert pickle.loads(pickle.dumps(kept)) == kept
    converter = Converter()
    assert converter.structure(converter.unstructure(kept), Kept) == kept


def test_positional_patterns() -> None:
    match Kept("x", (1,)):
        case Kept(name, (one,)):
            assert (name, one) == ("x", 1)
        case _:
            pytest.fail("no match")
