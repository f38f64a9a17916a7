"""One card from one place to another (see `interpreter.python.cards` and `interpreter.python.chance`)."""

from __future__ import annotations

from interpreter.native.kernel.knowledge import forget, mix, sees
from interpreter.native.kernel.listed import insert, member, remove
from interpreter.native.kernel.lists import index_of, sort
from interpreter.native.kernel.places import by_number, items, real_card, real_place
from interpreter.native.kernel.words import (
    BAG,
    CAPACITY,
    CARDS,
    EMPTY,
    EVERYONE,
    FULL,
    HAND,
    HAS_TOPS,
    IN_ROW,
    KNOWING,
    KNOWN,
    NEGATIVE,
    NO_CARD,
    NONE,
    PILE,
    POSITION,
    ROW,
    SHAPE,
    SIZE,
    TURNED,
    ZONE,
    A,
    Cells,
    S,
    after,
    below_deal,
    copy,
    fault,
    keep,
)  # fmt: skip


def move(card: int, target: int, rule: int) -> None:
    """One card to the usual end of a place."""
    if card < 0:
        fault(NO_CARD, rule)
    card = real_card(card)
    carry(card, S[ZONE + card], real_place(target), rule)


def move_at(card: int, target: int, at: int, rule: int) -> None:
    """One card to an index of a place."""
    if card < 0:
        fault(NO_CARD, rule)
    card = real_card(card)
    carry_at(card, S[ZONE + card], real_place(target), at, rule)


def carry(card: int, place: int, target: int, rule: int) -> None:
    carry_from(card, place, found_at(card, place), target, rule)


def carry_from(card: int, place: int, index: int, target: int, rule: int) -> None:
    """One card from an index among the cells of its place, which does not matter where it is kept by number."""
    aware = 0
    if KNOWING:
        aware = sees(place, card)
    if not take_out(card, place, index):
        aware |= S[KNOWN + card]
    put_in(card, target, rule)
    settle(card, place, target, aware)


def carry_at(card: int, place: int, target: int, at: int, rule: int) -> None:
    aware = 0
    if KNOWING:
        aware = sees(place, card)
    if not take_out(card, place, found_at(card, place)):
        aware |= S[KNOWN + card]
    put_at(card, target, at, rule)
    settle(card, place, target, aware)


def found_at(card: int, place: int) -> int:
    """The index of a card among the cells of its place, looked for at the end first; 0 where it does not matter."""
    if by_number(place):
        return 0
    cards = CARDS[place]
    last = S[SIZE[place]] - 1
    if S[cards + last] == card:
        return last
    return index_of(after(S, cards), last, card)


def settle(card: int, place: int, target: int, aware: int) -> None:
    """What a card that has gone from one place to another leaves known."""
    if KNOWING:
        aware |= sees(target, card)
        S[KNOWN + card] = aware
        if SHAPE[place] == HAND and aware != EVERYONE:
            forget(place, card, aware, NONE)
        if SHAPE[target] == BAG:
            mix(target, card)
    turn_up(place)


def take_out(card: int, place: int, index: int) -> int:
    """Takes a card out of its place; says whether who does not see it may confuse it with others there."""
    size = SIZE[place]
    last = S[size] - 1
    if by_number(place):
        remove(place, card)
        S[size] = last
        return 1
    cards = after(S, CARDS[place])
    if index != last:
        copy(after(cards, index), after(cards, index + 1), last - index)
    cards[last] = 0
    S[size] = last
    if SHAPE[place] == PILE and S[size + 2]:
        return leave_pile(size, index)
    return 0


def leave_pile(size: int, index: int) -> int:
    """Counts down the run of a pile with loose cards from which one has left."""
    low = S[size + 1]
    loose = S[size + 2]
    if index < low:
        S[size + 1] = low - 1
        return 0
    if index < low + loose:
        S[size + 2] = loose - 1
        if loose == 1:
            S[size + 1] = 0
        return 1
    return 0


def put_in(card: int, target: int, rule: int) -> None:
    """To the usual end: row last, pile top, hand and bag by number."""
    size = SIZE[target]
    many = S[size]
    if many >= CAPACITY[target]:
        fault(FULL, rule, target)
    if by_number(target):
        insert(target, card)
    else:
        S[CARDS[target] + many] = card
    S[size] = many + 1
    S[ZONE + card] = target


def put_at(card: int, target: int, at: int, rule: int) -> None:
    """To an index of a row or pile; elsewhere the index does not matter."""
    shape = SHAPE[target]
    if shape != ROW and shape != PILE:
        put_in(card, target, rule)
        return
    size = SIZE[target]
    many = S[size]
    if many >= CAPACITY[target]:
        fault(FULL, rule, target)
    if at < 0 or at > many:
        fault(POSITION, rule, target, at)
    index = at
    if shape == PILE:
        index = many - at
        if S[size + 2]:
            if S[size + 1] < index and index < S[size + 1] + S[size + 2]:
                fault(POSITION, rule, target, at)
            if index <= S[size + 1]:
                S[size + 1] += 1
    index += CARDS[target]
    copy(after(S, index + 1), after(S, index), CARDS[target] + many - index)
    S[index] = card
    S[size] = many + 1
    S[ZONE + card] = target


def shuffle(place: int, rule: int) -> None:
    """From now on these cards have no order, and only who sees the place knows them."""
    place = real_place(place)
    size = SIZE[place]
    if SHAPE[place] == ROW:
        fault(IN_ROW, rule, place)
    if SHAPE[place] == PILE:
        sort(after(S, CARDS[place]), S[size])
        S[size + 1] = 0
        S[size + 2] = S[size]
    if KNOWING:
        mix_all(place)
    turn_up(place)


def mix_all(place: int) -> None:
    """None of these cards has an order now."""
    cards = A
    keep(S[SIZE[place]])
    many = items(place, cards)
    at = 0
    while at < many:
        mix(place, cards[at])
        at += 1


def turn_up(place: int) -> None:
    """The top of a pile that is seen, drawn by chance if it has no order yet; who sees it knows it from now on."""
    if HAS_TOPS and TURNED[place]:
        size = SIZE[place]
        loose = S[size + 2]
        if loose and S[size] <= S[size + 1] + loose:
            index = top_at(place)
            cards = after(S, CARDS[place])
            card = cards[index]
            last = S[size] - 1
            copy(after(cards, index), after(cards, index + 1), last - index)
            cards[last] = card
            S[size + 2] = loose - 1
            if loose == 1:
                S[size + 1] = 0
            if KNOWING:
                S[KNOWN + card] |= sees(place, card)


def top(place: int) -> int:
    """The card that comes off this place, which is not empty."""
    return card_at(place, top_at(place))


def card_at(place: int, index: int) -> int:
    if by_number(place):
        return member(place, index)
    return S[CARDS[place] + index]


def top_at(place: int) -> int:
    """The index of the card that comes off this place, which is not empty: its top or first, or one by chance."""
    size = SIZE[place]
    many = S[size]
    if SHAPE[place] == PILE:
        low = S[size + 1]
        loose = S[size + 2]
        if loose == 0 or many > low + loose:
            return many - 1
        return low + below_deal(loose)
    if by_number(place):
        return below_deal(many)
    return 0


def deal(amount: int, place: int, target: int, up_to: int, rule: int) -> int:
    """So many cards from one place to another, one after the other; gives the last, none if there was none."""
    if amount < 0:
        fault(NEGATIVE, rule, amount)
    place = real_place(place)
    target = real_place(target)
    card = NONE
    while amount > 0:
        if S[SIZE[place]] == 0:
            if up_to:
                return card
            fault(EMPTY, rule, place)
        index = top_at(place)
        card = card_at(place, index)
        carry_from(card, place, index, target, rule)
        amount -= 1
    return card


def refill(cards: Cells, many: int, target: int, rule: int) -> None:
    """All these cards go to `target` and are shuffled there."""
    at = 0
    while at < many:
        move(cards[at], target, rule)
        at += 1
    shuffle(target, rule)
