"""Where cards lie: the questions."""

from __future__ import annotations

from interpreter.kernel.listed import has, member, members, rank
from interpreter.kernel.lists import index_of, reverse
from interpreter.kernel.words import (
    ADMITS,
    BAG,
    CARDS,
    CHECKED,
    HAND,
    MANY_CARDS,
    MANY_PLACES,
    MANY_TYPES,
    NONE,
    PILE,
    PLACED,
    RANGE,
    SHAPE,
    SIZE,
    STRANGE,
    STRICT,
    TYPE,
    ZONE,
    Cells,
    S,
    copy,
    fault,
)  # fmt: skip


def real_place(place: int) -> int:
    """A fault for what is no number of a place."""
    if CHECKED and (place < 0 or place >= MANY_PLACES):
        fault(RANGE, 0, place)
    return place


def real_card(card: int) -> int:
    """A fault for what is no card."""
    if CHECKED and (card < 0 or card >= MANY_CARDS):
        fault(RANGE, 0, card)
    return card


def admit(card: int, place: int, rule: int) -> None:
    """A fault for a card of a type that the place does not hold."""
    if STRICT and ADMITS[place * MANY_TYPES + TYPE[card]] == 0:
        fault(STRANGE, rule, place, card)


def items(place: int, into: Cells) -> int:
    """Copies the cards of a place in the order in which an expression goes through them; says how many."""
    place = real_place(place)
    many = S[SIZE[place]]
    if by_number(place):
        members(place, into)
        return many
    copy(into, 0, S, CARDS[place], many)
    if SHAPE[place] == PILE:
        reverse(into, 0, many)
    return many


def size_of(place: int) -> int:
    return S[SIZE[real_place(place)]]


def at_place(place: int, index: int) -> int:
    """The card at an index, none outside."""
    many = S[SIZE[real_place(place)]]
    if index < 0 or index >= many:
        return NONE
    if SHAPE[place] == PILE:
        return S[CARDS[place] + many - 1 - index]
    if by_number(place):
        return member(place, index)
    return S[CARDS[place] + index]


def place_of(card: int) -> int:
    """The number of the place in which a card lies."""
    if PLACED:
        return S[ZONE + card]
    place = 0
    while not lies_in(card, place):
        place += 1
    return place


def lies_in(card: int, place: int) -> int:
    """Whether a card lies in a place."""
    if by_number(place):
        return has(place, card)
    first = CARDS[place]
    at = first + S[SIZE[place]] - 1
    while at >= first and S[at] != card:
        at -= 1
    return at >= first


def lies_at(card: int, place: int) -> int:
    """The index of a card among the cards of its place."""
    if by_number(place):
        return rank(place, card)
    return index_of(S, CARDS[place], S[SIZE[place]], card)


def position(card: int) -> int:
    """The index of a card in its place, counted as `items` goes."""
    place = place_of(real_card(card))
    index = lies_at(card, place)
    if SHAPE[place] == PILE:
        return S[SIZE[place]] - 1 - index
    return index


def by_number(place: int) -> int:
    """Whether a place is kept by card number."""
    return SHAPE[place] == HAND or SHAPE[place] == BAG


def mixed(place: int, card: int) -> int:
    """Whether a card of this place lies without an order."""
    size = SIZE[place]
    if SHAPE[place] != PILE or S[size + 2] == 0:
        return SHAPE[place] == BAG
    index = lies_at(card, place) - S[size + 1]
    return index >= 0 and index < S[size + 2]
