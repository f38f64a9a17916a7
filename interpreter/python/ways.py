"""Functions that move a card from one place to another, made when they are first needed.

Comes in: two places of a layout.  Goes out: ``way(S, card, rule)``, which moves a card between them, or ``way(S,
rule)``, which deals one and gives it back.  The lines in them are written by `passages`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import Any, TypeAlias

from interpreter.layout import Layout
from interpreter.python.passages import Passage, spot
from interpreter.python.texts import INDENT

Way: TypeAlias = Callable[..., Any]


class Ways(dict[int, Way]):
    """The ways from one place by target, made by `make` when they are first needed."""

    def __init__(self, place: int, make: Callable[[int, int], Way]) -> None:
        self.place = place
        self.make = make

    def __missing__(self, target: int) -> Way:
        way = self[target] = self.make(self.place, target)
        return way


def written_way(layout: Layout, dealt: bool, called: dict[str, object], place: int, target: int) -> Way:
    """The function of a text, which may call what is named."""
    names = dict(called)
    exec(_code(way_text(layout, place, target, dealt)), names)
    way: Way = names["way"]  # type: ignore[assignment]
    return way


@lru_cache(2048)
def _code(text: str) -> CodeType:
    return compile(text, "<a way between two places>", "exec")


def way_text(layout: Layout, place: int, target: int, dealt: bool) -> str:
    """The text of one way."""
    passage = Passage(layout, spot(layout, place), spot(layout, target), "rule")
    if dealt:
        lines = ["def way(S, rule):", *(INDENT + line for line in passage.dealt()), f"{INDENT}return card"]
    else:
        lines = ["def way(S, card, rule):", *(INDENT + line for line in passage.moved())]
    return "\n".join(lines) + "\n"
