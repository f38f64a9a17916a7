"""Who knows which card (see `interpreter.python.knowledge`)."""

from __future__ import annotations

from interpreter.native.kernel.places import mixed, real_card
from interpreter.native.kernel.words import (
    CARDS, EVERYONE, HAS_FACTS, KNOWN, NO_CARD, SEEN, SIZE, ZONE, Cells, S, asked, fault, forget_facts,
)  # fmt: skip


def sees(place: int, card: int) -> int:
    """Who sees this card in this place."""
    seen = SEEN[place]
    if seen >= 0:
        return seen
    return asked(place, card)


def knows(card: int) -> int:
    """Who sees or knows a card where it lies."""
    return S[KNOWN + card] | sees(S[ZONE + card], card)


def forget(hand: int, gone: int, aware: int, come: int) -> None:
    """A card has left a hand; who is not aware which one forgets all others but the one that has come for it."""
    first = CARDS[hand]
    end = first + S[SIZE[hand]]
    while first < end:
        card = S[first]
        if card != come:
            remember(card, aware | sees(hand, card))
        first += 1
    if HAS_FACTS:
        forget_facts(gone, aware)


def remember(card: int, players: int) -> None:
    """Only these still know a card."""
    S[KNOWN + card] &= players
    if HAS_FACTS:
        forget_facts(card, players)


def mix(place: int, card: int) -> None:
    """A card lies without an order now: only who sees it there knows it."""
    remember(card, sees(place, card))


def show(cards: Cells, many: int, to: int, rule: int) -> None:
    at = 0
    while at < many:
        card = cards[at]
        if card < 0:
            fault(NO_CARD, rule)
        card = real_card(card)
        if not mixed(S[ZONE + card], card):
            S[KNOWN + card] |= to & EVERYONE
        at += 1
