"""Classes of data, as attrs has them, that take no time until they are used.

Comes in: a class with annotations.  Goes out: the class that `attrs.frozen` or `attrs.define` would make of it: with
slots, compared and shown by its fields.  attrs writes and compiles the methods of each class when it is imported; for
the four hundred classes of the pipeline that is most of what a command waits for.  Here all classes share their
methods, but for `__init__`, which is made when the first object is.  This is the part of attrs that the pipeline uses,
no more.  Type checkers take it for attrs, and attrs takes its classes for its own (`attrs.fields`, cattrs).
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from reprlib import recursive_repr
from types import FunctionType
from typing import TYPE_CHECKING, Any

from rulelang import lazy_inits

_NOTHING: Any = type("_NOTHING", (), {"__repr__": lambda self: "NOTHING"})()
_FIELDS = "__lazy_fields__"
_KEY = "__lazy_key__"


class _Field:
    """One field: its name, what it is when nothing is given, and what it counts for."""

    __slots__ = ("default", "eq", "factory", "init", "kw_only", "name", "repr", "type")

    def __init__(self, default: Any, factory: Callable[[], Any] | None, init: bool, eq: bool, repr: bool) -> None:
        self.name = ""
        self.type: Any = None
        self.kw_only = False
        self.default, self.factory, self.init, self.eq, self.repr = default, factory, init, eq, repr


def _field(
    *,
    default: Any = _NOTHING,
    factory: Callable[[], Any] | None = None,
    init: bool = True,
    eq: bool = True,
    repr: bool = True,
) -> Any:
    """What is special about a field."""
    return _Field(default, factory, init, eq, repr)


def _fields(cls: type) -> tuple[_Field, ...]:
    """The fields of a class, those that it has from others first."""
    found: tuple[_Field, ...] = getattr(cls, _FIELDS)
    return found


def _has(cls: type) -> bool:
    """Whether a class is one of these."""
    return hasattr(cls, _FIELDS)


def _evolve(instance: Any, **changes: Any) -> Any:
    """The same with other values in some fields; classes of the machine are attrs' own."""
    if not _has(type(instance)):
        import attrs

        return attrs.evolve(instance, **changes)
    for field in _fields(type(instance)):
        if field.init:
            changes.setdefault(field.name.lstrip("_"), getattr(instance, field.name))
    return type(instance)(**changes)


def _define(cls: type | None = None, *, frozen: bool = False, kw_only: bool = False, eq: bool = True) -> Any:
    """A class whose objects may be changed."""
    if cls is None:
        return lambda cls: _define(cls, frozen=frozen, kw_only=kw_only, eq=eq)
    own = _own_fields(cls, kw_only)
    fields = _all_fields(cls, own)
    content = {name: value for name, value in cls.__dict__.items() if name not in own}
    for name in ("__dict__", "__weakref__"):
        content.pop(name, None)
    bases = cls.__mro__[1:-1]
    taken = {name for base in bases for name in getattr(base, "__slots__", ())}
    weak = () if any("__weakref__" in base.__dict__ for base in bases) else ("__weakref__",)
    content["__slots__"] = (*(name for name in own if name not in taken), *weak)
    content["__match_args__"] = tuple(field.name for field in fields if field.init and not field.kw_only)
    content[_FIELDS] = fields
    content["__attrs_attrs__"] = _ForAttrs()
    content["__init__"] = _first_init
    content["__setstate__"] = _set_state
    content.setdefault("__repr__", _repr)
    if frozen:
        content["__setattr__"] = content["__delattr__"] = _refuse
    if eq:
        compared = [field.name for field in fields if field.eq]
        content[_KEY] = attrgetter(*compared) if compared else _no_key
        content.setdefault("__eq__", _eq)
        content.setdefault("__hash__", _hash if frozen else None)
    return type(cls)(cls.__name__, cls.__bases__, content)


def _frozen(cls: type | None = None, *, kw_only: bool = False, eq: bool = True) -> Any:
    """A class whose objects stay as they are."""
    return _define(cls, frozen=True, kw_only=kw_only, eq=eq)


if TYPE_CHECKING:
    from attrs import define as define
    from attrs import evolve as evolve
    from attrs import field as field
    from attrs import fields as fields
    from attrs import frozen as frozen
    from attrs import has as has
else:
    define, evolve, field, fields, frozen, has = _define, _evolve, _field, _fields, _frozen, _has


# ---------------------------------------------------------------- fields


def _own_fields(cls: type, kw_only: bool) -> dict[str, _Field]:
    own = {}
    for name, annotation in cls.__annotations__.items():
        if "ClassVar" in str(annotation):
            continue
        given = cls.__dict__.get(name, _NOTHING)
        field = own[name] = given if isinstance(given, _Field) else _Field(given, None, True, True, True)
        field.name, field.type, field.kw_only = name, annotation, kw_only
    return own


def _all_fields(cls: type, own: dict[str, _Field]) -> tuple[_Field, ...]:
    found: dict[str, _Field] = {}
    for base in cls.__mro__[1:-1]:
        for field in getattr(base, _FIELDS, ()):
            if field.name not in own:
                found.setdefault(field.name, field)
    return (*found.values(), *own.values())


class _ForAttrs:
    """What attrs knows its classes by, made when it asks."""

    def __get__(self, instance: object, cls: type) -> tuple[Any, ...]:
        import attrs

        def of(field: _Field) -> Any:
            default = attrs.Factory(field.factory) if field.factory else field.default
            return attrs.field(
                default=attrs.NOTHING if default is _NOTHING else default,
                init=field.init,
                eq=field.eq,
                repr=field.repr,
                kw_only=field.kw_only,
                type=field.type,
            )

        twin: Any = attrs.make_class(cls.__name__, {field.name: of(field) for field in _fields(cls)})
        found: tuple[Any, ...] = attrs.fields(twin)
        cls.__attrs_attrs__ = found  # type: ignore[attr-defined]
        return found


# ---------------------------------------------------------------- methods


def _first_init(self: object, /, *given: Any, **named: Any) -> None:
    """Makes the real `__init__` of a class, and calls it."""
    made = next(cls for cls in type(self).__mro__ if _FIELDS in cls.__dict__)
    written: Callable[..., None] = _plain_init(made) or _written_init(made)
    made.__init__ = written  # type: ignore[misc]
    written(self, *given, **named)


def _plain_init(made: type) -> FunctionType | None:
    """For a class that does nothing but keep what it is given."""
    fields = sorted(_fields(made), key=lambda field: field.kw_only)
    special = any(not field.init or field.factory for field in fields) or hasattr(made, "__attrs_post_init__")
    if special or len(fields) > lazy_inits.MOST:
        return None
    names = [field.name.lstrip("_") for field in fields]
    setters = [getattr(made, field.name).__set__ for field in fields]
    defaults = {name: field.default for name, field in zip(names, fields, strict=True) if field.default is not _NOTHING}
    return lazy_inits.init(setters, names, sum(field.kw_only for field in fields), defaults)


def _written_init(made: type) -> Callable[..., None]:
    known: dict[str, Any] = {"NOTHING": _NOTHING}
    given: list[str] = []
    named: list[str] = []
    lines: list[str] = []
    for number, field in enumerate(_fields(made)):
        argument = field.name.lstrip("_")
        known[f"default{number}"], known[f"make{number}"] = field.default, field.factory
        known[f"set{number}"] = getattr(made, field.name).__set__
        if not field.init:
            if field.factory is None and field.default is _NOTHING:
                continue
            value = f"make{number}()" if field.factory else f"default{number}"
        elif field.factory:
            value = f"make{number}() if {argument} is NOTHING else {argument}"
            argument += "=NOTHING"
        else:
            value = argument
            argument += "" if field.default is _NOTHING else f"=default{number}"
        if field.init:
            (named if field.kw_only else given).append(argument)
        lines.append(f"set{number}(self, {value})")
    if hasattr(made, "__attrs_post_init__"):
        lines.append("self.__attrs_post_init__()")
    head = ", ".join(["self", *given, *(["*", *named] if named else [])])
    body = "\n    ".join(lines or ["pass"])
    exec(compile(f"def __init__({head}):\n    {body}\n", f"<fields of {made.__qualname__}>", "exec"), known)
    written: Callable[..., None] = known["__init__"]
    return written


def _no_key(instance: object) -> tuple[()]:
    return ()


def _eq(self: object, other: object) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    key = getattr(type(self), _KEY)
    return key(self) == key(other)


def _hash(self: Any) -> int:
    cls = type(self)
    return hash((cls, getattr(cls, _KEY)(self)))


@recursive_repr()
def _repr(self: object) -> str:
    values = ", ".join([f"{field.name}={getattr(self, field.name)!r}" for field in _fields(type(self)) if field.repr])
    return f"{type(self).__qualname__.rsplit('>.', 1)[-1]}({values})"


def _set_state(self: object, state: tuple[Any, dict[str, Any]]) -> None:
    """How copies and pickles put the values back."""
    for name, value in state[1].items():
        object.__setattr__(self, name, value)


def _refuse(self: object, name: str, value: object = None) -> None:
    from attrs.exceptions import FrozenInstanceError

    raise FrozenInstanceError
