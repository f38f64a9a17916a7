"""The `__init__` of a class of data with up to eight fields, without writing and compiling one.

Comes in: how to set each field, and the names of the arguments.  Goes out: the function.  The texts that differ only
in names stand here, compiled once and for all; a function of the right length gets the names that it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

Setter = Callable[[Any, Any], None]


def _none() -> Any:
    def __init__(self: Any) -> None:
        pass

    return __init__


def _one(s1: Setter) -> Any:
    def __init__(self: Any, a: Any) -> None:
        s1(self, a)

    return __init__


def _two(s1: Setter, s2: Setter) -> Any:
    def __init__(self: Any, a: Any, b: Any) -> None:
        s1(self, a)
        s2(self, b)

    return __init__


def _three(s1: Setter, s2: Setter, s3: Setter) -> Any:
    def __init__(self: Any, a: Any, b: Any, c: Any) -> None:
        s1(self, a)
        s2(self, b)
        s3(self, c)

    return __init__


def _four(s1: Setter, s2: Setter, s3: Setter, s4: Setter) -> Any:
    def __init__(self: Any, a: Any, b: Any, c: Any, d: Any) -> None:
        s1(self, a)
        s2(self, b)
        s3(self, c)
        s4(self, d)

    return __init__


def _five(s1: Setter, s2: Setter, s3: Setter, s4: Setter, s5: Setter) -> Any:
    def __init__(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> None:
        s1(self, a)
        s2(self, b)
        s3(self, c)
        s4(self, d)
        s5(self, e)

    return __init__


def _six(s1: Setter, s2: Setter, s3: Setter, s4: Setter, s5: Setter, s6: Setter) -> Any:
    def __init__(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> None:
        s1(self, a)
        s2(self, b)
        s3(self, c)
        s4(self, d)
        s5(self, e)
        s6(self, f)

    return __init__


def _seven(s1: Setter, s2: Setter, s3: Setter, s4: Setter, s5: Setter, s6: Setter, s7: Setter) -> Any:
    def __init__(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any) -> None:
        s1(self, a)
        s2(self, b)
        s3(self, c)
        s4(self, d)
        s5(self, e)
        s6(self, f)
        s7(self, g)

    return __init__


def _eight(s1: Setter, s2: Setter, s3: Setter, s4: Setter, s5: Setter, s6: Setter, s7: Setter, s8: Setter) -> Any:
    def __init__(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any) -> None:
        s1(self, a)
        s2(self, b)
        s3(self, c)
        s4(self, d)
        s5(self, e)
        s6(self, f)
        s7(self, g)
        s8(self, h)

    return __init__


_BY_LENGTH: tuple[Callable[..., FunctionType], ...] = (
    _none, _one, _two, _three, _four, _five, _six, _seven, _eight,
)  # fmt: skip
MOST = len(_BY_LENGTH) - 1


def init(setters: Sequence[Setter], names: Sequence[str], named_only: int, defaults: dict[str, Any]) -> FunctionType:
    """An `__init__` with these arguments; the last few are given by name only."""
    written = _BY_LENGTH[len(names)](*setters)
    given = len(names) - named_only
    written.__code__ = written.__code__.replace(
        co_varnames=("self", *names), co_argcount=1 + given, co_kwonlyargcount=named_only
    )
    written.__defaults__ = tuple(defaults[name] for name in names[:given] if name in defaults)
    written.__kwdefaults__ = {name: defaults[name] for name in names[given:] if name in defaults}
    written.__annotations__ = {}
    return written
