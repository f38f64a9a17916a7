"""How values are written for people, and what pieces of a program are handed."""

from __future__ import annotations

from typing import Literal

from rulelang.nodes import frozen


@frozen
class Display:
    """How a value is written for people; `of` is the kind's index for members, else 0

    `unit`: in a sentence the word behind a number, `coins` or `coin|coins`; otherwise empty.
    """

    sort: Literal["number", "flag", "member", "player", "card", "cards", "step"]
    of: int = 0
    maybe: bool = False
    unit: str = ""


@frozen
class Parameter:
    """A parameter of a function, header or procedure; a set parameter takes a Source of cards"""

    name: str
    is_set: bool = False
