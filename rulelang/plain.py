"""Frozen data as plain data for JSON: the one way in which objects are written for other programs.

Comes in: an object of an attrs class.  Goes out: dictionaries, lists, texts and numbers.  Nothing is read back: states
are kept as bytes, games as records, and programs are made anew from their texts.
"""

from __future__ import annotations

import json
from enum import Enum
from typing import Any

import attrs

from rulelang.nodes import has
from rulelang.source import Span

FORMAT = 1
TAG = "node"


def plain(value: object) -> dict[str, Any]:
    """All fields of an object by their names, lists for tuples."""
    data: dict[str, Any] = _plain(value, False)
    return data


def as_bytes(data: dict[str, Any]) -> bytes:
    """Plain data as bytes, the same for what is equal."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def to_json(obj: object) -> str:
    """The JSON text of a tree or program, without line ends: `"format": 1` on top, the class first in every object,
    places as path, start and end.
    """
    return json.dumps({"format": FORMAT, **_plain(obj, True)}, ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any, tagged: bool) -> Any:
    kind = type(value)
    if kind in _AS_IT_IS:
        return value
    if has(kind):
        if tagged and kind is Span:
            return [value.path, value.start, value.end]
        fields = {name: _plain(getattr(value, name), tagged) for name in _names(kind)}
        return {TAG: kind.__name__, **fields} if tagged else fields
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {_plain(key, tagged): _plain(part, tagged) for key, part in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return [_plain(part, tagged) for part in value]
    return value


_AS_IT_IS = frozenset({str, int, bool, float, type(None)})
_NAMES: dict[type, tuple[str, ...]] = {}


def _names(kind: type[Any]) -> tuple[str, ...]:
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in attrs.fields(kind))
    return _NAMES[kind]
