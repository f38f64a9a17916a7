"""Trees as JSON and back: the one converter for everything that is written and read again.

Comes in: objects of frozen attrs classes whose fields say exactly what may stand in them.  Goes out: JSON with
`"format": 1` on top and, first in every object, its class.  What cannot be read raises `UnreadableData`, which says
where; opening and writing files is left to the callers.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import attrs
from cattrs import Converter, transform_error
from cattrs.errors import BaseValidationError, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from rulelang.source import Span

FORMAT = 1
TAG = "node"
T = TypeVar("T")


class UnreadableData(Exception):
    """Data that was not written by this version, or was changed since; `path` says where, as in `$.body[2].to`."""

    def __init__(self, message: str, path: str = "$") -> None:
        super().__init__(f"{message} (at {path})")
        self.path = path


def to_json(obj: object) -> str:
    """The JSON text of an object, without line ends."""
    data = converter().unstructure(obj)
    return json.dumps({"format": FORMAT, **data}, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str, cls: type[T]) -> T:
    """The object of a class that a JSON text holds; raises `UnreadableData`."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableData(f"this is no JSON: {error}") from error
    if not isinstance(data, dict) or "format" not in data:
        raise UnreadableData("this was not written by rulelang: it does not say its format")
    if data.pop("format") != FORMAT:
        raise UnreadableData(f"this is not in format {FORMAT}", "$.format")
    try:
        return converter().structure(data, cls)
    except BaseValidationError as error:
        message, _, path = transform_error(error, format_exception=_said)[0].rpartition(" @ ")
        raise UnreadableData(message, path) from error
    except (ValueError, RecursionError) as error:
        raise UnreadableData(str(error)) from error


def _said(error: BaseException, type: type[Any] | None) -> str:
    match error:
        case KeyError():
            return f"`{error.args[0]}` is missing"
        case ForbiddenExtraKeysError():
            return f"nobody asked for {', '.join(sorted(error.extra_fields))}"
        case _:
            return str(error)


@cache
def converter() -> Converter:
    """The converter; made once."""
    made = Converter(unstruct_collection_overrides={tuple: list})
    made.register_unstructure_hook_factory(attrs.has, lambda cls: _write(made, cls))
    made.register_structure_hook_factory(attrs.has, lambda cls: _read(made, cls))
    made.register_structure_hook_factory(_is_union, lambda union: _read_one_of(made, union))
    for plain in (str, int, bool):
        made.register_structure_hook(plain, _exactly)
    made.register_unstructure_hook(Span, lambda span: [span.path, span.start, span.end])
    made.register_structure_hook(Span, _read_span)
    return made


def _write(made: Converter, cls: type[Any]) -> Callable[[Any], dict[str, Any]]:
    fields = make_dict_unstructure_fn(cls, made)
    return lambda value: {TAG: cls.__name__, **fields(value)}


def _read(made: Converter, cls: type[Any]) -> Callable[[Any, Any], Any]:
    fields = make_dict_structure_fn(cls, made, _cattrs_forbid_extra_keys=True)

    def read(data: Any, _: Any) -> Any:
        if not isinstance(data, dict) or data.get(TAG) != cls.__name__:
            raise ValueError(f"a {cls.__name__} should stand here")
        return fields({name: value for name, value in data.items() if name != TAG}, cls)

    return read


def _is_union(annotation: Any) -> bool:
    return get_origin(annotation) in (Union, types.UnionType)


def _read_one_of(made: Converter, union: Any) -> Callable[[Any, Any], Any]:
    """A union says by the shape of the data which of its members is meant."""
    members = get_args(union)
    classes = {member.__name__: member for member in members if attrs.has(member)}
    others = [member for member in members if not attrs.has(member)]

    def read(data: Any, _: Any) -> Any:
        if isinstance(data, dict):
            member = classes.get(str(data.get(TAG)))
        else:
            member = next((member for member in others if _fits(data, member)), None)
        if member is None:
            what = f"`{data.get(TAG)}`" if isinstance(data, dict) else json.dumps(data)[:40]
            raise ValueError(f"{what} cannot stand here")
        return None if data is None else made.structure(data, member)

    return read


def _fits(data: Any, member: Any) -> bool:
    if get_origin(member) is Literal:
        return data in get_args(member)
    if get_origin(member) is tuple:
        return isinstance(data, list)
    return type(data) is member


def _exactly(data: Any, cls: type[T]) -> T:
    """No number is taken for a text, nor the other way round; a member of an enumeration is found by its value."""
    if issubclass(cls, Enum):
        return cls(data)
    if type(data) is not cls:
        raise ValueError(f"a {cls.__name__} should stand here")
    return data


def _read_span(data: Any, _: Any) -> Span:
    match data:
        case [str(path), int(start), int(end)]:
            return Span(path, start, end)
        case _:
            raise ValueError("the path, start and end of a place should stand here")
