"""The events that a traced engine reports, from which logs are written.

Comes in: nothing.  Goes out: the shapes of the tuples that an engine appends to its list of events, one for
each thing that happened, in the order in which it happened.  Sentences are left to `views.log`.

Every event is a plain tuple that begins with its sort; all else are integers:

    ("step", step, player, rule)                a step is carried out; player NONE: by nobody
    ("move", card, source, target, knows, rule) one card moved by a move; a swap gives one for each card
    ("deal", card, source, target, knows, rule) one card dealt from the top or drawn
    ("refill", source, target, rule)            the cards of `source` have gone into `target`, all shuffled
    ("shuffle", zone, rule)
    ("turn", card, zone, knows, rule)           the top of a pile whose top is seen has been turned up
    ("show", card, zone, to, knows, rule)       the players `to` learn which card this is
    ("fact", card, zone, position, column, value, holds, to, knows, rule)
                                                … learn whether (1 or 0) its column is `value`
    ("write", counter, offset, old, new, knows, rule, own, at, card, there)
                                                a counter that is not hidden; only if the value changes
    ("tell", counter, offset, value, to, rule, own, at, card, there)
                                                the players `to` learn the value
    ("finish", outcome, rule)                   1 ended, 2 everyone lost

`source`, `target`, `zone` are numbers of zone instances; `offset` counts through the instances of one
counter as zone instances are counted (last key fastest).  `knows` and `to` are bit sets of players; `knows`
holds who sees or knows the card or counter before or after the event.  `position` counts from 0 as
`Position` does.  `rule` is an index into `Program.rules`.  Of a counter that belongs to a card `own` holds who knows
the card, and `at` where it lies; `card` and `there` are the same for a card that is the value; otherwise NONE.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

StepEvent: TypeAlias = tuple[Literal["step"], int, int, int]
MoveEvent: TypeAlias = tuple[Literal["move", "deal"], int, int, int, int, int]
RefillEvent: TypeAlias = tuple[Literal["refill"], int, int, int]
ShuffleEvent: TypeAlias = tuple[Literal["shuffle"], int, int]
TurnEvent: TypeAlias = tuple[Literal["turn"], int, int, int, int]
ShowEvent: TypeAlias = tuple[Literal["show"], int, int, int, int, int]
FactEvent: TypeAlias = tuple[Literal["fact"], int, int, int, int, int, int, int, int, int]
WriteEvent: TypeAlias = tuple[Literal["write"], int, int, int, int, int, int, int, int, int, int]
TellEvent: TypeAlias = tuple[Literal["tell"], int, int, int, int, int, int, int, int, int]
FinishEvent: TypeAlias = tuple[Literal["finish"], int, int]

Event: TypeAlias = (
    StepEvent
    | MoveEvent
    | RefillEvent
    | ShuffleEvent
    | TurnEvent
    | ShowEvent
    | FactEvent
    | WriteEvent
    | TellEvent
    | FinishEvent
)


def rule_of(event: Event) -> int:
    """The rule by which something has happened."""
    match event:
        case ("write", _, _, _, _, _, rule, *_) | ("tell", _, _, _, _, rule, *_):
            return rule
        case (*_, int(rule)):
            return rule
    raise AssertionError(event)
