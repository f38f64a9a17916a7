"""Frozen classes of ours are those of attrs, but for the time that making them takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from attrs import field

from rulelang import nodes


def classes(frozen: Any) -> list[type]:
    """One class of each kind that there is in the language."""

    @frozen
    class Nothing:
        pass

    @frozen
    class One:
        a: object

    @frozen
    class Several:
        a: object
        b: object = None
        c: object = field(default=1, repr=False)

    @frozen(kw_only=True)
    class Placed:
        span: object = field(default="here", eq=False, repr=False)

    @frozen
    class Below(Placed):
        a: object
        rest: object = ()

    return [Nothing, One, Several, Below]


OURS, THEIRS = classes(nodes.frozen), classes(attrs.frozen)
VALUES = [(), (1,), (2,), ("1",), ((1, 2),)]
LOOKS: list[Callable[[Any], object]] = [repr, lambda x: x == x, attrs.asdict, lambda x: x.__match_args__]


def made(classes: list[type]) -> list[Any]:
    """Every class with all that fits into it."""
    found = [cls(*values) for cls in classes for values in VALUES if bool(values) == (cls.__name__ != "Nothing")]
    found += [classes[2](1, 2, 3), classes[2](1, 2, 4), classes[3](1, span="there"), classes[3](1, 2)]
    return found + [cls(found[1]) for cls in classes[1:]]


@pytest.mark.parametrize("look", LOOKS)
def test_each_looks_as_that_of_attrs(look: Callable[[Any], object]) -> None:
    assert [look(node) for node in made(OURS)] == [look(node) for node in made(THEIRS)]


def test_the_same_ones_are_equal() -> None:
    ours, theirs = made(OURS), made(THEIRS)
    same = [[a == b for b in theirs] for a in theirs]
    assert [[a == b for b in ours] for a in ours] == same
    assert [[a != b for b in ours] for a in ours] == [[not equal for equal in row] for row in same]
    assert len(set(ours)) == len(set(theirs)) < len(ours)
    assert [hash(a) == hash(b) for a, b in zip(ours, made(OURS), strict=True)] == [True] * len(ours)


def test_another_class_with_the_same_in_it_is_not_equal() -> None:
    for ours, theirs in zip(made(OURS), made(THEIRS), strict=True):
        assert ours != theirs
        assert ours != ()


def test_nothing_can_be_changed() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        OURS[1](1).a = 2  # type: ignore[attr-defined]
    assert not hasattr(OURS[1](1), "__dict__")
    assert attrs.evolve(OURS[1](1), a=2) == OURS[1](2)


def test_what_something_is_made_of() -> None:
    """In the order of its fields; nothing is in what has none."""
    nothing, one, several, below = OURS
    parts = nodes.Parts()
    for value, inside in [
        (nothing(), ()), (one(1), (1,)), (several(1, c=3), (1, None, 3)), (below(1), ("here", 1, ())),
        ((1, 2), (1, 2)), ([1], (1,)), ({"a": 1}, (1,)), ("ab", ()), (None, ()), (3, ()),
    ]:  # fmt: skip
        assert tuple(parts[type(value)](value)) == inside
        assert nodes.has(type(value)) == attrs.has(type(value))


def test_what_is_passed_over() -> None:
    several, below = OURS[2:]
    assert tuple(nodes.Parts(but=("span", "rest"))[below](below(1))) == (1,)
    assert tuple(nodes.Parts(closed=(several,))[several](several(1))) == ()
    assert tuple(nodes.Parts(plain=("object",))[several](several(1))) == ()
