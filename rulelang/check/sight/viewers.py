"""Who sees a place or a counter, as seen from the player who chooses.

Comes in: what a declaration says after `seen by`, and whose the place is.  Goes out: whether the chooser surely sees
it.  A `where` behind it (`seen by all where card.turned`) and players worked out by a rule count as seen: nothing can
be said of them without playing.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from rulelang.nodes import frozen
from rulelang.resolve.model.expressions import Group, Var, Variable
from rulelang.resolve.model.program import CounterDecl, PlaceDecl, SeenDecl
from rulelang.resolve.model.sorts import PlayerSort


class Whose(Enum):
    """What is known of a player: the chooser, somebody else, or nothing"""

    ME = "me"
    OTHER = "another player"
    ANY = "any player"


@frozen
class Known:
    """What is known of a value: which player it is, and for cards the places in which the chooser cannot see them"""

    whose: Whose = Whose.ANY
    unseen: frozenset[str] = frozenset()


NOTHING = Known()


def together(values: Iterable[Known]) -> Known:
    """What is known of a value that may be each of these."""
    found = list(values)
    whose = {value.whose for value in found}
    unseen = frozenset(name for value in found for name in value.unseen)
    return Known(whose.pop() if len(whose) == 1 else Whose.ANY, unseen)


def is_seen(declared: PlaceDecl | CounterDecl, keys: tuple[Known, ...], surely: bool = False) -> bool:
    """Whether the chooser sees it (or its top, where only that is seen), with keys of which so much is known.

    `surely`: what has to be played to be known counts as hidden.
    """
    if declared.seen is None:
        return True
    if surely and declared.seen.where is not None:
        return False
    owned = bool(declared.keys) and isinstance(declared.keys[0].sort, PlayerSort)
    return _sees(declared.seen, keys[0].whose if owned and keys else None, declared.keys, surely)


def _sees(seen: SeenDecl, owner: Whose | None, keys: tuple[Variable, ...], surely: bool) -> bool:
    match seen.who:
        case "all":
            return True
        case "nobody":
            return False
        case "owner":
            return owner in (None, Whose.ME)
        case "others":
            return owner in (None, Whose.OTHER)
        case Group(player=Var(variable=variable), which="others") if keys and variable.uid == _first(seen, keys).uid:
            return owner in (None, Whose.OTHER)
        case Var(variable=variable) if keys and variable.uid == _first(seen, keys).uid:
            return owner in (None, Whose.ME)
        case _:
            return not surely


def _first(seen: SeenDecl, keys: tuple[Variable, ...]) -> Variable:
    """The owner, as the words after `seen by` name it."""
    return seen.parameters[0] if seen.parameters else keys[0]
