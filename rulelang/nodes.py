"""Classes of frozen data: attrs' own, made in half the time.

Comes in: a class with annotated fields.  Goes out: what `attrs.frozen` makes of it.  attrs writes and compiles the text
of `__eq__`, `__hash__` and `__repr__` for each class by itself, which is half of the time that it takes, and there are
some five hundred classes; here the three are the same functions for all of them, with the same outcome.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

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


def _values(names: list[str]) -> Callable[[object], object]:
    return attrgetter(*names) if names else lambda node: ()


def _equal(cls: Any, values: Callable[[object], object]) -> None:
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
