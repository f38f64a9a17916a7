"""One card from one place to another, and what chance has to do with it (docs/design/ir.md, "Zones and cards")."""

from __future__ import annotations

from interpreter.kernel.knowledge import forget, mix, sees
from interpreter.kernel.listed import insert, join, member, remove
from interpreter.kernel.lists import index_of, once, sort
from interpreter.kernel.places import admit, by_number, items, lies_in, place_of, real_card, real_place
from interpreter.kernel.words import (
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
    PLACED,
    POSITION,
    ROW,
    SHAPE,
    SIZE,
    TRACED,
    TURNED,
    ZONE,
    Cells,
    S,
    copy,
    dealing,
    drawn,
    event,
    fault,
    mute,
    room,
)  # fmt: skip

# ---------------------------------------------------------------- one card


def move(card: int, target: int, rule: int) -> None:
    """One card to the usual end of a place."""
    if card < 0:
        fault(NO_CARD, rule)
    card = real_card(card)
    place = place_of(card)
    target = real_place(target)
    aware = carry(card, place, found_at(card, place), target, rule)
    if TRACED:
        event("move", card, place, target, aware, rule)
    turn_up(place, rule)


def move_from(card: int, place: int, target: int, rule: int) -> None:
    """The same for a card that most likely lies in a certain place: there it is looked for first."""
    if card < 0:
        fault(NO_CARD, rule)
    card = real_card(card)
    if lies_in(card, place):
        target = real_place(target)
        aware = carry(card, place, found_at(card, place), target, rule)
        if TRACED:
            event("move", card, place, target, aware, rule)
        turn_up(place, rule)
    else:
        move(card, target, rule)


def move_followed(card: int, target: int, followers: int, rule: int) -> None:
    """One card to the usual end of a place, in the sight of those who can tell which one goes.

    Who of them knew it still does, and they forget nothing of what is left.
    """
    if card < 0:
        fault(NO_CARD, rule)
    card = real_card(card)
    place = place_of(card)
    target = real_place(target)
    aware = 0
    if KNOWING:
        aware = sees(place, card) | (S[KNOWN + card] & followers)
    if not take_out(card, place, found_at(card, place)):
        aware |= S[KNOWN + card]
    put_in(card, target, rule)
    aware = settle(card, place, target, aware, followers)
    if TRACED:
        event("move", card, place, target, aware, rule)
    turn_up(place, rule)


def move_at(card: int, target: int, at: int, rule: int) -> None:
    """One card to an index of a place."""
    if card < 0:
        fault(NO_CARD, rule)
    card = real_card(card)
    place = place_of(card)
    target = real_place(target)
    aware = carry_at(card, place, found_at(card, place), target, at, rule)
    if TRACED:
        event("move", card, place, target, aware, rule)
    turn_up(place, rule)


def carry(card: int, place: int, index: int, target: int, rule: int) -> int:
    """One card from an index among the cells of its place, which does not matter where it is kept by number.

    Says who is aware which card it was.
    """
    aware = 0
    if KNOWING:
        aware = sees(place, card)
    if not take_out(card, place, index):
        aware |= S[KNOWN + card]
    put_in(card, target, rule)
    return settle(card, place, target, aware, 0)


def carry_at(card: int, place: int, index: int, target: int, at: int, rule: int) -> int:
    aware = 0
    if KNOWING:
        aware = sees(place, card)
    if not take_out(card, place, index):
        aware |= S[KNOWN + card]
    put_at(card, target, at, rule)
    return settle(card, place, target, aware, 0)


def pour(place: int, target: int, rule: int) -> None:
    """All cards of a hand, a bag or a slot to a place with room for them, where nobody asks who knows what."""
    place = real_place(place)
    target = real_place(target)
    if place == target:
        return
    if by_number(place) and by_number(target) and not PLACED:
        join(place, target)
        S[SIZE[target]] += S[SIZE[place]]
        S[SIZE[place]] = 0
        return
    while S[SIZE[place]] > 0:
        card = card_at(place, 0)
        take_out(card, place, 0)
        put_in(card, target, rule)


def found_at(card: int, place: int) -> int:
    """The index of a card among the cells of its place, looked for at the end first; 0 where it does not matter."""
    if by_number(place):
        return 0
    cards = CARDS[place]
    last = S[SIZE[place]] - 1
    if S[cards + last] == card:
        return last
    return index_of(S, cards, last, card)


def settle(card: int, place: int, target: int, aware: int, followers: int) -> int:
    """What a card that has gone from one place to another leaves known; says who is aware of it.

    `followers` could tell which card went, also if they do not know it.
    """
    if KNOWING:
        aware |= sees(target, card)
        S[KNOWN + card] = aware
        if SHAPE[place] == HAND and (aware | followers) != EVERYONE:
            forget(place, card, aware | followers, NONE)
        if SHAPE[target] == BAG:
            mix(target, card)
    return aware


def take_out(card: int, place: int, index: int) -> int:
    """Takes a card out of its place; says whether who does not see it may confuse it with others there."""
    size = SIZE[place]
    last = S[size] - 1
    if by_number(place):
        remove(place, card)
        S[size] = last
        return 1
    cards = CARDS[place]
    if index != last:
        copy(S, cards + index, S, cards + index + 1, last - index)
    S[cards + last] = 0
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
    admit(card, target, rule)
    if many >= CAPACITY[target]:
        fault(FULL, rule, target)
    if by_number(target):
        insert(target, card)
    else:
        S[CARDS[target] + many] = card
    S[size] = many + 1
    if PLACED:
        S[ZONE + card] = target


def put_at(card: int, target: int, at: int, rule: int) -> None:
    """To an index of a row or pile; elsewhere the index does not matter."""
    shape = SHAPE[target]
    if shape != ROW and shape != PILE:
        put_in(card, target, rule)
        return
    size = SIZE[target]
    many = S[size]
    admit(card, target, rule)
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
    copy(S, index + 1, S, index, CARDS[target] + many - index)
    S[index] = card
    S[size] = many + 1
    if PLACED:
        S[ZONE + card] = target


# ---------------------------------------------------------------- without an order


def shuffle(place: int, rule: int) -> None:
    """From now on these cards have no order, and only who sees the place knows them."""
    place = real_place(place)
    size = SIZE[place]
    if SHAPE[place] == ROW:
        fault(IN_ROW, rule, place)
    if SHAPE[place] == PILE:
        sort(S, CARDS[place], S[size])
        S[size + 1] = 0
        S[size + 2] = S[size]
    if KNOWING:
        mix_all(place)
    if TRACED:
        event("shuffle", place, rule)
    turn_up(place, rule)


def put_in_order(place: int, rule: int) -> None:
    """The cards of a pile that have no order get one, drawn by chance from the top on; nobody knows it."""
    place = real_place(place)
    size = SIZE[place]
    while SHAPE[place] == PILE and S[size + 2] > 0:
        low = S[size + 1]
        loose = S[size + 2]
        index = CARDS[place] + low + drawn(place, low, loose, rule)
        last = CARDS[place] + low + loose - 1
        card = S[index]
        copy(S, index, S, index + 1, last - index)
        S[last] = card
        S[size + 2] = loose - 1
        if loose == 1:
            S[size + 1] = 0


def mix_all(place: int) -> None:
    """None of these cards has an order now."""
    cards = room(S[SIZE[place]])
    many = items(place, cards)
    at = 0
    while at < many:
        mix(place, cards[at])
        at += 1


def turn_up(place: int, rule: int) -> None:
    """The top of a pile that is seen, drawn by chance if it has no order yet; who sees it knows it from now on."""
    if HAS_TOPS and TURNED[place]:
        size = SIZE[place]
        loose = S[size + 2]
        if loose and S[size] <= S[size + 1] + loose:
            index = CARDS[place] + top_at(place, rule)
            card = S[index]
            last = CARDS[place] + S[size] - 1
            copy(S, index, S, index + 1, last - index)
            S[last] = card
            S[size + 2] = loose - 1
            if loose == 1:
                S[size + 1] = 0
            if KNOWING:
                S[KNOWN + card] |= sees(place, card)
            if TRACED:
                event("turn", card, place, S[KNOWN + card], rule)


def card_at(place: int, index: int) -> int:
    if by_number(place):
        return member(place, index)
    return S[CARDS[place] + index]


def top_at(place: int, rule: int) -> int:
    """The index of the card that comes off this place, which is not empty: its top or first, or one by chance."""
    size = SIZE[place]
    many = S[size]
    if SHAPE[place] == PILE:
        low = S[size + 1]
        loose = S[size + 2]
        if loose == 0 or many > low + loose:
            return many - 1
        return low + drawn(place, low, loose, rule)
    if by_number(place):
        return drawn(place, 0, many, rule)
    return 0


# ---------------------------------------------------------------- deals


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
        dealing(rule)
        card = deal_one(place, target, rule)
        amount -= 1
    return card


def deal_one(place: int, target: int, rule: int) -> int:
    """The card that comes off a place that is not empty, to the usual end of another."""
    index = top_at(place, rule)
    card = card_at(place, index)
    aware = carry(card, place, index, target, rule)
    if TRACED:
        event("deal", card, place, target, aware, rule)
    turn_up(place, rule)
    return card


def deal_one_at(place: int, target: int, at: int, rule: int) -> int:
    """The same to an index of the other place."""
    index = top_at(place, rule)
    card = card_at(place, index)
    aware = carry_at(card, place, index, target, at, rule)
    if TRACED:
        event("deal", card, place, target, aware, rule)
    turn_up(place, rule)
    return card


def refill(cards: Cells, many: int, target: int, rule: int) -> None:
    """All these cards go to `target` and are shuffled there; told of once for each place from which some came."""
    if TRACED:
        places = room(many)
        at = 0
        while at < many:
            places[at] = place_of(cards[at])
            at += 1
        mute(1)
    at = 0
    while at < many:
        move(cards[at], target, rule)
        at += 1
    shuffle(target, rule)
    if TRACED:
        mute(0)
        many = once(places, many)
        at = 0
        while at < many:
            event("refill", places[at], target, rule)
            at += 1
