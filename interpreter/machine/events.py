"""The events that a traced engine reports, from which logs are written.

Comes in: nothing.  Goes out: a class for each thing that can happen; an engine appends its events to a list in the
order in which they happened.  Sentences are left to `views.log`.

`source`, `target`, `zone` are numbers of zone instances; `offset` counts through the instances of one
counter as zone instances are counted (last key fastest).  `knows` and `to` are bit sets of players; `knows`
holds who sees or knows the card or counter before or after the event.  `position` counts from 0 as
`Position` does.  `rule` is an index into `Program.rules`.  Of a counter that belongs to a card `own` holds who knows
the card, and `at` where it lies; `card` and `there` are the same for a card that is the value; otherwise NONE.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rulelang.nodes import frozen


@frozen
class Stepped:
    """A step is carried out; player NONE: by nobody"""

    step: int
    player: int
    rule: int


@frozen
class Moved:
    """One card moved by a move; a swap gives one for each card"""

    card: int
    source: int
    target: int
    knows: int
    rule: int


@frozen
class Dealt(Moved):
    """One card dealt from the top or drawn"""


@frozen
class Refilled:
    """The cards of `source` have gone into `target`, all shuffled"""

    source: int
    target: int
    rule: int


@frozen
class Shuffled:
    """A place has been shuffled"""

    zone: int
    rule: int


@frozen
class Turned:
    """The top of a pile whose top is seen has been turned up"""

    card: int
    zone: int
    knows: int
    rule: int


@frozen
class Shown:
    """The players `to` learn which card this is"""

    card: int
    zone: int
    to: int
    knows: int
    rule: int


@frozen
class FactTold:
    """The players `to` learn whether (`holds`: 1 or 0) a column of a card is `value`"""

    card: int
    zone: int
    position: int
    column: int
    value: int
    holds: int
    to: int
    knows: int
    rule: int


@frozen
class Written:
    """A counter that is not hidden has another value"""

    counter: int
    offset: int
    old: int
    new: int
    knows: int
    rule: int
    own: int
    at: int
    card: int
    there: int


@frozen
class CounterTold:
    """The players `to` learn the value of a counter"""

    counter: int
    offset: int
    value: int
    to: int
    rule: int
    own: int
    at: int
    card: int
    there: int


@frozen
class Said:
    """A sentence with its values; of each of them, several for a set, also who knows it"""

    saying: int
    values: tuple[tuple[tuple[int, int], ...], ...]
    rule: int


@frozen
class Finished:
    """The game is over: 1 ended, 2 everyone lost, 3 everyone won, 4 nobody won"""

    outcome: int
    rule: int


Event: TypeAlias = (
    Stepped
    | Moved
    | Dealt
    | Refilled
    | Shuffled
    | Turned
    | Shown
    | FactTold
    | Written
    | CounterTold
    | Said
    | Finished
)  # fmt: skip
FINISHED = ("", "The game is over", "Everyone loses", "Everyone wins", "Nobody wins")
"""What is said of each outcome."""
EVENTS: dict[str, Callable[..., Event]] = {
    "step": Stepped, "move": Moved, "deal": Dealt, "refill": Refilled, "shuffle": Shuffled, "turn": Turned,
    "show": Shown, "fact": FactTold, "write": Written, "tell": CounterTold, "finish": Finished,
}  # fmt: skip
"""By the words of the kernel, which says no sentences."""
