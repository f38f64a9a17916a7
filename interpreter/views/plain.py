"""Frozen data as plain data for JSON.

Comes in: an object of an attrs class.  Goes out: dictionaries, lists, texts and numbers.  cattrs takes longer to import
than a table to make, and nobody who plays needs it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cattrs import Converter


def plain(value: object) -> dict[str, Any]:
    """All fields of an object by their names, lists for tuples."""
    data: dict[str, Any] = _converter().unstructure(value)
    return data


@cache
def _converter() -> Converter:
    from cattrs import Converter

    return Converter(unstruct_collection_overrides={tuple: list})
