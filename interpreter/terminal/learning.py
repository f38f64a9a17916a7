"""What a choice has taught whoever made it: the reason why it cannot be taken back.

Comes in: a state, a choice, the state to which it led.  Goes out: words, none if nothing was learnt.  Somebody learns
from cards that they see now, from what they were told, from what chance decided; and from everything that would have
come otherwise if the cards that they cannot see lay in another order.  The last is tried with a few such orders.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from interpreter.alike import mixed, standing
from interpreter.machine.engine import GameFault
from interpreter.machine.errors import IllegalChoice
from interpreter.machine.layout import FIRST_BOT, FIRST_STREAM
from interpreter.machine.texts import listed

if TYPE_CHECKING:
    from interpreter.decisions.choices import Choice
    from interpreter.state import State

ORDERS = 12
"""So many other orders of the hidden cards are tried."""


def from_choice(before: State, choice: Choice, after: State, player: int) -> str:
    """What the choice has taught its player, as a clause with `since`; empty if nothing."""
    chance = slice(FIRST_STREAM, FIRST_BOT)
    by_chance = list(before.array[chance]) != list(after.array[chance])
    if seen := _seen_since(before, after, player):
        return f"You have {'drawn' if by_chance else 'seen'} {listed(seen, len(seen), 'and')} since"
    if by_chance:
        return "Chance has decided something since"
    if told := _told(after, player) - _told(before, player):
        return f"You have been told {listed(sorted(told), len(told), 'and')} since"
    if _depends_on_the_hidden(before, choice, player):
        return "What came of it depends on cards that you cannot see, so it has told you of them"
    return ""


def _seen_since(before: State, after: State, player: int) -> list[str]:
    one, two = (state.game.contents(state.array) for state in (before, after))
    return [
        text
        for card, text in enumerate(before.game.texts.cards)
        if two.sees(player, two.zone_of(card), card) and not one.sees(player, one.zone_of(card), card)
    ]


def _told(state: State, player: int) -> set[str]:
    """What was said of cards, and which counters can be seen."""
    view = state.view(player)
    of_cards = {
        f"that a card in {zone.name} {mark}" for zone in view.zones for card in zone.cards for mark in card.told
    }
    return of_cards | {counter.name for counter in view.counters}


def _depends_on_the_hidden(before: State, choice: Choice, player: int) -> bool:
    orders = Random(0)
    seen = _after(before, choice, player)
    return any(_after(mixed(before, player, orders), choice, player) != seen for _ in range(ORDERS))


def _after(before: State, choice: Choice, player: int) -> bytes:
    """The table as the player sees it after the choice; empty where the choice cannot be made."""
    state = standing(before, before.array)
    try:
        state.apply(choice.text)
    except (IllegalChoice, GameFault):
        return b""
    return bytes(state.table(player))
