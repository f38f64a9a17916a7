"""Classes of frozen data: attrs' own, made in half the time; and what stands in their fields.

Comes in: a class with annotated fields.  Goes out: what `attrs.frozen` makes of it, and `Parts`.  attrs writes and
compiles the text of `__eq__`, `__hash__` and `__repr__` for each class by itself, which is half of the time that it
takes, and there are some five hundred classes; here the three are the same functions for all of them, with the same
outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

import attrs

if TYPE_CHECKING:
    from attrs import frozen as frozen
else:

    def frozen(cls: type | None = None, **settings: Any) -> Any:
        """`@frozen` or `@frozen(kw_only=True)`, as in attrs."""
        if cls is None:
            return lambda cls: frozen(cls, **settings)
        made = attrs.frozen(cls, eq=False, repr=False, **settings)
        fields = attrs.fields(made)
        _equal(made, _values([field.name for field in fields if field.eq]))
        made.__repr__ = _shown([field.name for field in fields if field.repr])
        return made


def has(kind: type) -> bool:
    """Whether its values are nodes: `attrs.has`, which is slow to say no."""
    if kind not in _KNOWN:
        _KNOWN[kind] = attrs.has(kind)
    return _KNOWN[kind]


_KNOWN: dict[type, bool] = {}


class Parts(dict[type, Callable[[Any], Sequence[object]]]):
    """For each class how to get at the parts of a value, in order: what stands in its fields, or in a tuple, list or
    dictionary; nothing for all else.  It is found out once for each class.

    `but`: fields that are passed over; `closed`: classes whose fields are; `plain`: types of fields that have no parts.
    """

    def __init__(self, but: tuple[str, ...] = (), closed: tuple[type, ...] = (), plain: tuple[str, ...] = ()) -> None:
        self.but = but
        self.closed = closed
        self.plain = plain

    def __missing__(self, kind: type) -> Callable[[Any], Sequence[object]]:
        self[kind] = found = self._found(kind)
        return found

    def _found(self, kind: type) -> Callable[[Any], Sequence[object]]:
        if issubclass(kind, tuple | list):
            return _itself
        if issubclass(kind, dict):
            return _entries
        if not has(kind) or issubclass(kind, self.closed):
            return _nothing
        return _values(
            [f.name for f in attrs.fields(cast(Any, kind)) if f.name not in self.but and f.type not in self.plain]
        )


def _itself(value: Sequence[object]) -> Sequence[object]:
    return value


def _entries(value: dict[object, object]) -> Sequence[object]:
    return tuple(value.values())


def _nothing(value: object) -> Sequence[object]:
    return ()


def _values(names: list[str]) -> Callable[[Any], tuple[object, ...]]:
    """What stands in some fields, always as a tuple."""
    if not names:
        return lambda node: ()
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda node: (get(node),)


def _equal(cls: Any, values: Callable[[Any], tuple[object, ...]]) -> None:
    salt = hash(cls.__qualname__)

    def __eq__(self: object, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    def __hash__(self: object) -> int:
        return hash((salt, values(self)))

    cls.__eq__, cls.__hash__ = __eq__, __hash__


def _shown(names: list[str]) -> Callable[[object], str]:
    def __repr__(self: object) -> str:
        shown = []
        for name in names:  # no comprehension: a call more at each level of a deep tree
            shown.append(f"{name}={getattr(self, name)!r}")
        return f"{type(self).__qualname__.rsplit('>.', 1)[-1]}({', '.join(shown)})"

    return __repr__
