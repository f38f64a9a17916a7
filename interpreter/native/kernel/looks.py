"""Cards that look alike, and sets of cards (see `interpreter.python.runtime`)."""

from __future__ import annotations

from interpreter.native.kernel.knowledge import knows
from interpreter.native.kernel.words import (
    HAS_OWN,
    LOOK,
    MOST_SETS,
    OWN_CELLS,
    OWN_START,
    TOO_MANY,
    ZONE,
    A,
    Cells,
    S,
    fault,
    keep,
    ones,
)  # fmt: skip


def alike(one: int, other: int) -> int:
    """Whether two cards cannot be told apart: look, place, and the counters of their own."""
    if LOOK[one] != LOOK[other] or S[ZONE + one] != S[ZONE + other]:
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


def by_look(members: Cells, many: int, sizes: Cells) -> int:
    """Puts cards together by look, in order of first appearance, in each group the best known first.

    `sizes` gets the size of each group; says how many groups there are.
    """
    sorted_cards = A
    keep(many)
    groups = 0
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
            sizes[groups] = done - start
            groups += 1
        at += 1
    at = 0
    while at < many:
        members[at] = sorted_cards[at]
        at += 1
    return groups


def place_by_known(cards: Cells, start: int, end: int, card: int) -> None:
    """Into its place among the cards from start to end: known to most players, then by number."""
    back = end
    many = 0
    if end > start:
        many = ones(knows(card))
    while back > start and before(many, card, cards[back - 1]):
        cards[back] = cards[back - 1]
        back -= 1
    cards[back] = card


def before(many: int, card: int, other: int) -> int:
    """Whether a card known to so many players comes before another."""
    known = ones(knows(other))
    return many > known or (many == known and card < other)


def one_of_each(members: Cells, many: int) -> int:
    """One card for all that look alike, where the first of them stands; says how many."""
    if many < 2:
        return many
    sizes = A
    keep(many)
    groups = by_look(members, many, sizes)
    at = 0
    first = 0
    while at < groups:
        members[at] = members[first]
        first += sizes[at]
        at += 1
    return groups


def each_alone(sizes: Cells, many: int) -> int:
    """Groups of one."""
    at = 0
    while at < many:
        sizes[at] = 1
        at += 1
    return many


def few_enough(sizes: Cells, groups: int, many: int, low: int, high: int, rule: int) -> None:
    """A fault if groups of so many cards make too many sets."""
    if many <= 12:
        return
    ways = A
    keep(many + 1)
    at = 0
    while at <= many:
        ways[at] = at == 0
        at += 1
    total = 0
    group = 0
    while group < groups:
        total += sizes[group]
        size = total
        while size >= 0:
            sum_of = 0
            taken = 0
            while taken <= sizes[group] and taken <= size:
                sum_of += ways[size - taken]
                if sum_of > MOST_SETS:
                    sum_of = MOST_SETS + 1
                taken += 1
            ways[size] = sum_of
            size -= 1
        group += 1
    more_than = 0
    size = low
    while size <= high:
        more_than += ways[size]
        if more_than > MOST_SETS:
            fault(TOO_MANY, rule)
        size += 1


def first_set(counts: Cells, sizes: Cells, groups: int, size: int) -> None:
    """The first set of a size: most of the earliest groups.  `counts` says how many of each group are in it."""
    group = 0
    while group < groups:
        taken = size
        if taken > sizes[group]:
            taken = sizes[group]
        counts[group] = taken
        size -= taken
        group += 1


def next_set(counts: Cells, sizes: Cells, groups: int) -> int:
    """The set that comes after; 0 if this was the last."""
    after_it = 0
    room = 0
    group = groups - 1
    while group >= 0:
        if counts[group] > 0 and after_it < room:
            counts[group] -= 1
            after_it += 1
            group += 1
            while group < groups:
                taken = after_it
                if taken > sizes[group]:
                    taken = sizes[group]
                counts[group] = taken
                after_it -= taken
                group += 1
            return 1
        after_it += counts[group]
        room += sizes[group]
        group -= 1
    return 0


def set_cards(members: Cells, counts: Cells, sizes: Cells, groups: int, into: Cells) -> None:
    """Writes the cards of a set in order."""
    first = 0
    done = 0
    group = 0
    while group < groups:
        at = 0
        while at < counts[group]:
            into[done] = members[first + at]
            done += 1
            at += 1
        first += sizes[group]
        group += 1


def skip_sets(counts: Cells, sizes: Cells, groups: int, size: int, good: int) -> None:
    """On to the last set of this size with the same first cards, one more than `good` of them."""
    group = 0
    same = good + 1
    while same > counts[group]:
        same -= counts[group]
        group += 1
    counts[group] = same
    left = size - good - 1
    last = groups - 1
    while last > group:
        taken = left
        if taken > sizes[last]:
            taken = sizes[last]
        counts[last] = taken
        left -= taken
        last -= 1
    counts[group] += left
