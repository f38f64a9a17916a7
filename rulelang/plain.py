"""Frozen data as plain data for JSON: the one way in which objects are written for other programs.

Comes in: an object of an attrs class.  Goes out: dictionaries, lists, texts and numbers.  Nothing is read back: states
are kept as bytes, games as records, and programs are made anew from their texts.  cattrs is imported when it is first
needed: that takes longer than to make a table, and who plays in lines never needs it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from rulelang.nodes import has
from rulelang.source import Span

if TYPE_CHECKING:
    from cattrs import Converter

FORMAT = 1
TAG = "node"


def plain(value: object) -> dict[str, Any]:
    """All fields of an object by their names, lists for tuples."""
    data: dict[str, Any] = _converter(False).unstructure(value)
    return data


def as_bytes(data: dict[str, Any]) -> bytes:
    """Plain data as bytes, the same for what is equal."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def to_json(obj: object) -> str:
    """The JSON text of a tree or program, without line ends: `"format": 1` on top, the class first in every object,
    places as path, start and end.
    """
    data = _converter(True).unstructure(obj)
    return json.dumps({"format": FORMAT, **data}, ensure_ascii=False, separators=(",", ":"))


@cache
def _converter(tagged: bool) -> Converter:
    from cattrs import Converter

    made = Converter(unstruct_collection_overrides={tuple: list, frozenset: list})
    if tagged:
        made.register_unstructure_hook_factory(has, lambda kind: _tagged(made, kind))
        made.register_unstructure_hook(Span, lambda span: [span.path, span.start, span.end])
    return made


def _tagged(made: Converter, kind: type[Any]) -> Callable[[Any], dict[str, Any]]:
    from cattrs.gen import make_dict_unstructure_fn

    fields = make_dict_unstructure_fn(kind, made)
    return lambda value: {TAG: kind.__name__, **fields(value)}
