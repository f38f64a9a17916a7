"""Who knows which card (docs/design/ir.md, "What players know")."""

from __future__ import annotations

from interpreter.kernel.lists import index_of
from interpreter.kernel.places import items, mixed, place_of, real_card
from interpreter.kernel.words import (
    CARDS,
    EVERYONE,
    FACT_CARDS,
    FACT_FIRST,
    FACT_START,
    FACT_VALUES,
    HAS_FACTS,
    KNOWING,
    KNOWN,
    MANY_FACTS,
    NO_CARD,
    SEEN,
    SIZE,
    TRACED,
    Cells,
    S,
    asked,
    event,
    fault,
    room,
)  # fmt: skip


def sees(place: int, card: int) -> int:
    """Who sees this card in this place."""
    seen = SEEN[place]
    if seen >= 0:
        return seen
    return asked(place, card)


def knows(card: int) -> int:
    """Who sees or knows a card where it lies."""
    return S[KNOWN + card] | sees(place_of(card), card)


def forget(hand: int, gone: int, aware: int, come: int) -> None:
    """A card has left a hand; who is not aware which one forgets all others but the one that has come for it."""
    cards = room(S[SIZE[hand]])
    many = items(hand, cards)
    at = 0
    while at < many:
        if cards[at] != come:
            remember(cards[at], aware | sees(hand, cards[at]))
        at += 1
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
        if KNOWING and not mixed(place_of(card), card):
            S[KNOWN + card] |= to & EVERYONE
        if TRACED:
            event("show", card, place_of(card), to & EVERYONE, knows(card), rule)
        at += 1


def forget_facts(card: int, players: int) -> None:
    """What was told about a card is known only to these players from now on."""
    column = 0
    while column < MANY_FACTS:
        at = card - FACT_FIRST[column]
        if at >= 0 and at < FACT_CARDS[column]:
            cell = FACT_START[column] + at * FACT_VALUES[column]
            end = cell + FACT_VALUES[column]
            while cell < end:
                S[cell] &= players
                cell += 1
        column += 1


def show_fact(column: int, values: Cells, card: int, value: int, to: int, rule: int) -> None:
    """Players learn whether a card has a value; `column` counts those of which something is ever told."""
    if card < 0:
        fault(NO_CARD, rule)
    card = real_card(card)
    at = card - FACT_FIRST[column]
    if at >= 0 and at < FACT_CARDS[column]:
        which = index_of(values, 0, FACT_VALUES[column], value)
        if KNOWING and which < FACT_VALUES[column] and not mixed(place_of(card), card):
            S[FACT_START[column] + at * FACT_VALUES[column] + which] |= to & EVERYONE


def is_top(place: int, card: int) -> int:
    """Whether a pile has a top card, one with a known order, and this is it."""
    size = S[SIZE[place]]
    if size <= S[SIZE[place] + 1] + S[SIZE[place] + 2]:
        return 0
    return S[CARDS[place] + size - 1] == card
