"""Places and cards that change over (docs/design/ir.md, "Zones and cards")."""

from __future__ import annotations

from interpreter.kernel.cards import turn_up
from interpreter.kernel.knowledge import forget, mix, sees
from interpreter.kernel.listed import clear, insert, members, remove
from interpreter.kernel.lists import reverse
from interpreter.kernel.places import admit, by_number, items, lies_at, mixed, place_of, real_card, real_place
from interpreter.kernel.words import (
    BAG,
    CAPACITY,
    CARDS,
    FULL,
    HAND,
    KNOWING,
    KNOWN,
    NO_CARD,
    NO_ORDER,
    OPEN,
    PILE,
    PLACED,
    ROW,
    SHAPE,
    SIZE,
    STRICT,
    SWAP,
    TRACED,
    ZONE,
    Cells,
    S,
    copy,
    event,
    fault,
    room,
)  # fmt: skip


def swap_places(left: int, right: int, rule: int) -> None:
    """All cards of two places change over; who saw or knew a card, or sees it now, knows it there."""
    left = real_place(left)
    right = real_place(right)
    if left == right:
        return
    lefts = S[SIZE[left]]
    rights = S[SIZE[right]]
    of_left = room(lefts)
    of_right = room(rights)
    look_at(left)
    look_at(right)
    left_low = low_of(left)
    left_loose = loose_of(left)
    right_low = low_of(right)
    right_loose = loose_of(right)
    lift(left, of_left)
    lift(right, of_right)
    lay(right, left, of_left, lefts, left_low, left_loose, rule)
    lay(left, right, of_right, rights, right_low, right_loose, rule)
    learn(of_left, lefts, left, right, rule)
    learn(of_right, rights, right, left, rule)
    turn_up(left, rule)
    turn_up(right, rule)


def look_at(place: int) -> None:
    """Who sees a card now knew it before the change; its bits remember them."""
    if not KNOWING:
        return
    cards = room(S[SIZE[place]])
    many = items(place, cards)
    at = 0
    while at < many:
        S[KNOWN + cards[at]] |= sees(place, cards[at])
        at += 1


def learn(cards: Cells, many: int, origin: int, target: int, rule: int) -> None:
    """Who sees these cards where they lie now knows them, beside those whom their bits remember.

    They are told of in the order in which an expression goes through their old place.
    """
    at = 0
    while KNOWING and at < many:
        card = cards[at]
        if not by_number(origin):
            card = cards[many - 1 - at]
        S[KNOWN + card] |= sees(target, card)
        if TRACED:
            event("move", card, origin, target, S[KNOWN + card], rule)
        if mixed(target, card):
            mix(target, card)
        at += 1


def low_of(place: int) -> int:
    if SHAPE[place] == PILE:
        return S[SIZE[place] + 1]
    return 0


def loose_of(place: int) -> int:
    """How many cards of a place have no order."""
    if SHAPE[place] == PILE:
        return S[SIZE[place] + 2]
    if SHAPE[place] != ROW and S[SIZE[place]] > 1:
        return S[SIZE[place]]
    return 0


def lift(place: int, into: Cells) -> None:
    """Takes all cards out as they lie, of a row reversed, so that its first would be on top."""
    if by_number(place):
        members(place, into)
        clear(place)
        S[SIZE[place]] = 0
        return
    first = CARDS[place]
    many = S[SIZE[place]]
    copy(into, 0, S, first, many)
    if SHAPE[place] == PILE:
        S[SIZE[place] + 1] = 0
        S[SIZE[place] + 2] = 0
    if SHAPE[place] == ROW:
        reverse(into, 0, many)
    at = first
    while at < first + many:
        S[at] = 0
        at += 1
    S[SIZE[place]] = 0


def lay(place: int, origin: int, lifted: Cells, many: int, low: int, loose: int, rule: int) -> None:
    """Puts what was lifted from `origin` into an empty place."""
    at = 0
    while STRICT and at < many:
        admit(lifted[at], place, rule)
        at += 1
    if many > CAPACITY[place]:
        fault(FULL, rule, place)
    if SHAPE[place] == ROW and loose and not (SHAPE[origin] == HAND and OPEN[place]):
        fault(NO_ORDER, rule, place)
    at = 0
    while at < many:
        if PLACED:
            S[ZONE + lifted[at]] = place
        if by_number(place):
            insert(place, lifted[at])
            S[SIZE[place]] = at + 1
        at += 1
    if by_number(place):
        return
    copy(S, CARDS[place], lifted, 0, many)
    if SHAPE[place] == PILE:
        S[SIZE[place] + 1] = low
        S[SIZE[place] + 2] = loose
    elif SHAPE[place] == ROW and not loose:
        reverse(S, CARDS[place], many)
    S[SIZE[place]] = many


def swap_cards(left: int, right: int, rule: int) -> None:
    """Two cards change places, each to the index of the other."""
    if left < 0 or right < 0:
        fault(NO_CARD, rule)
    left = real_card(left)
    right = real_card(right)
    left_place = place_of(left)
    right_place = place_of(right)
    if left == right or (left_place == right_place and by_number(left_place)):
        return
    left_aware = 0
    right_aware = 0
    if KNOWING:
        left_aware = aware_before(left, left_place)
        right_aware = aware_before(right, right_place)
    exchange_cards(left, left_place, right, right_place, rule)
    if not KNOWING:
        return
    left_aware |= sees(right_place, left)
    right_aware |= sees(left_place, right)
    if SHAPE[left_place] == HAND:
        forget(left_place, left, left_aware, right)
    if SHAPE[right_place] == HAND:
        forget(right_place, right, right_aware, left)
    if TRACED:
        event("move", left, left_place, right_place, left_aware, rule)
        event("move", right, right_place, left_place, right_aware, rule)
    S[KNOWN + left] = left_aware
    if SHAPE[right_place] == BAG:
        mix(right_place, left)
    S[KNOWN + right] = right_aware
    if SHAPE[left_place] == BAG:
        mix(left_place, right)


def aware_before(card: int, place: int) -> int:
    if by_number(place):
        return sees(place, card)
    return sees(place, card) | S[KNOWN + card]


def exchange_cards(left: int, left_place: int, right: int, right_place: int, rule: int) -> None:
    left_index = fixed_index(left, left_place, rule)
    right_index = fixed_index(right, right_place, rule)
    admit(right, left_place, rule)
    admit(left, right_place, rule)
    change(left_place, left_index, left, right)
    change(right_place, right_index, right, left)


def fixed_index(card: int, place: int, rule: int) -> int:
    """Where a card lies in a place that has an order, else -1; a fault for a card without an order."""
    if by_number(place):
        return -1
    if SHAPE[place] == PILE and mixed(place, card):
        fault(SWAP, rule, place)
    return lies_at(card, place)


def change(place: int, index: int, gone: int, come: int) -> None:
    """One card of a place for another."""
    if index >= 0:
        S[CARDS[place] + index] = come
    else:
        many = S[SIZE[place]]
        remove(place, gone)
        S[SIZE[place]] = many - 1
        insert(place, come)
        S[SIZE[place]] = many
    if PLACED:
        S[ZONE + come] = place
