"""Sorts of values: what a name can stand for.  `maybe` says that it may also be none."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.nodes import frozen

LOWEST, HIGHEST = -(2**31) + 1, 2**31 - 1
"""The bounds of a plain `number`; -2^31 stands for "no number", and is a number only where bounds name it."""

NONE, NO_NUMBER = -1, -(2**31)
"""How none is encoded, as in the IR, which comes later and may not be asked here."""

Shape: TypeAlias = Literal["pile", "row", "hand", "slot", "bag"]


@frozen
class NumberSort:
    """a number from `low` to `high`, both included"""

    low: int = LOWEST
    high: int = HIGHEST
    maybe: bool = False


@frozen
class FlagSort:
    """yes or no"""


@frozen
class MemberSort:
    """a member of a kind, or a value of an option (then `kind` is the option's name)"""

    kind: str
    maybe: bool = False


@frozen
class PlayerSort:
    """a player"""

    maybe: bool = False


@frozen
class CardSort:
    """a card of one of these types, in the order in which they are declared"""

    types: tuple[str, ...]
    maybe: bool = False


@frozen
class SetSort:
    """a set of cards, bound by `pick group: 3 of Card in …` or given to a `set of Card` parameter"""

    types: tuple[str, ...]


@frozen
class PlaceSort:
    """a place (zone): where cards of these types may lie; several joined by `+` have no shape"""

    types: tuple[str, ...]
    shape: Shape | None


@frozen
class PlayersSort:
    """several players: `players`, `me.others`, `player.team`"""


@frozen
class MembersSort:
    """a set of members of a kind, as in the cell `owl, snake`"""

    kind: str


@frozen
class NamesSort:
    """a set of cards by their names, as in the cell `"looked like a pirate", "walked with a limp"`"""

    types: tuple[str, ...]


@frozen
class NumbersSort:
    """a set of numbers, `(5 to 95 by 10)`"""


@frozen
class StepSort:
    """one of these steps, from a column such as `letter.does`"""

    steps: tuple[str, ...]
    maybe: bool = False


Sort: TypeAlias = (
    NumberSort | FlagSort | MemberSort | PlayerSort | CardSort | SetSort | PlaceSort | PlayersSort | MembersSort
    | NamesSort | NumbersSort | StepSort
)  # fmt: skip
