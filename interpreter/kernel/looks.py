"""Cards that look alike, and how many sets of cards there are (docs/design/ir.md, "Decisions")."""

from __future__ import annotations

from interpreter.kernel.knowledge import knows
from interpreter.kernel.words import (
    HAS_OWN,
    KNOWN,
    LOOK,
    MOST_SETS,
    OWN_CELLS,
    OWN_START,
    PLACED,
    SEEN,
    TOO_MANY,
    ZONE,
    Cells,
    S,
    copy,
    fault,
    ones,
    room,
)  # fmt: skip


def alike(one: int, other: int) -> int:
    """Whether two cards cannot be told apart: look, place, and the counters of their own.

    Where nothing says in which place a card lies, only cards of one place are compared, and nobody knows any.
    """
    if LOOK[one] != LOOK[other] or (PLACED and S[ZONE + one] != S[ZONE + other]):
        return 0
    if not HAS_OWN:
        return 1
    mine = OWN_START[one]
    theirs = OWN_START[other]
    many = OWN_START[one + 1] - mine
    if many != OWN_START[other + 1] - theirs:
        return 0
    at = 0
    while at < many:
        if S[OWN_CELLS[mine + at]] != S[OWN_CELLS[theirs + at]]:
            return 0
        at += 1
    return 1


def by_look(members: Cells, many: int, following: Cells) -> None:
    """Puts cards together by look, in order of first appearance, in each group the best known first.

    `following` gets for each card where the next group begins.
    """
    sorted_cards = room(many)
    done = 0
    at = 0
    while at < many:
        card = members[at]
        if card >= 0:
            start = done
            later = at
            while later < many:
                other = members[later]
                if other >= 0 and alike(card, other):
                    place_by_known(sorted_cards, start, done, other)
                    done += 1
                    members[later] = -1
                later += 1
            end_group(following, start, done)
        at += 1
    copy(members, 0, sorted_cards, 0, many)


def runs_by_look(members: Cells, many: int, following: Cells) -> None:
    """The same where look-alikes stand side by side already, by number."""
    at = 0
    while at < many:
        start = at
        look = LOOK[members[at]]
        at += 1
        while at < many and LOOK[members[at]] == look:
            if not equally_known(members[at - 1], members[at]):
                place_by_known(members, start, at, members[at])
            at += 1
        end_group(following, start, at)


def end_group(following: Cells, start: int, end: int) -> None:
    """These cards are a group."""
    while start < end:
        following[start] = end
        start += 1


def equally_known(one: int, other: int) -> int:
    """Whether two cards of one place are surely known to the same players."""
    if not PLACED:
        return 1
    return S[KNOWN + one] == S[KNOWN + other] and SEEN[S[ZONE + one]] >= 0


def place_by_known(cards: Cells, start: int, end: int, card: int) -> None:
    """Into its place among the cards from start to end: known to most players, then by number."""
    back = end
    many = 0
    if PLACED and end > start:
        many = ones(knows(card))
    while back > start and before(many, card, cards[back - 1]):
        cards[back] = cards[back - 1]
        back -= 1
    cards[back] = card


def before(many: int, card: int, other: int) -> int:
    """Whether a card known to so many players comes before another."""
    if not PLACED:
        return card < other
    known = ones(knows(other))
    return many > known or (many == known and card < other)


def one_of_each(members: Cells, many: int) -> int:
    """One card for all that look alike, where the first of them stands; says how many."""
    if many < 2:
        return many
    following = room(many)
    by_look(members, many, following)
    groups = 0
    at = 0
    while at < many:
        members[groups] = members[at]
        at = following[at]
        groups += 1
    return groups


def one_of_each_run(members: Cells, many: int) -> int:
    """The same where look-alikes stand side by side already, by number."""
    groups = 0
    at = 0
    while at < many:
        card = members[at]
        look = LOOK[card]
        at += 1
        while at < many and LOOK[members[at]] == look:
            if not equally_known(card, members[at]) and ones(knows(members[at])) > ones(knows(card)):
                card = members[at]
            at += 1
        members[groups] = card
        groups += 1
    return groups


def few_single(many: int, low: int, high: int, rule: int) -> None:
    """A fault if so many cards that all differ make too many sets."""
    if many <= 12:
        return
    following = room(many)
    at = 0
    while at < many:
        following[at] = at + 1
        at += 1
    few_enough(following, many, low, high, rule)


def few_enough(following: Cells, many: int, low: int, high: int, rule: int) -> None:
    """A fault if groups of so many cards make too many sets."""
    if many <= 12 or surely_few(following, many, high):
        return
    ways = room(many + 1)
    at = 0
    while at <= many:
        ways[at] = at == 0
        at += 1
    at = 0
    while at < many:
        size = following[at]
        while size >= 0:
            sum_of = 0
            taken = 0
            while taken <= following[at] - at and taken <= size:
                sum_of += ways[size - taken]
                if sum_of > MOST_SETS:
                    sum_of = MOST_SETS + 1
                taken += 1
            ways[size] = sum_of
            size -= 1
        at = following[at]
    more_than = 0
    size = low
    while size <= high:
        more_than += ways[size]
        if more_than > MOST_SETS:
            fault(TOO_MANY, rule)
        size += 1


def surely_few(following: Cells, many: int, high: int) -> int:
    """Whether there are few sets even if of each group as many cards may be taken as sets have at most."""
    ways = 1
    at = 0
    while at < many:
        taken = following[at] - at
        if taken > high:
            taken = high
        ways *= taken + 1
        if ways > MOST_SETS:
            return 0
        at = following[at]
    return 1
