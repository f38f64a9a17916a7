"""Small lists: without repeats, in order, held in the state."""

from __future__ import annotations

from interpreter.kernel.words import MEMORY, Cells, S, copy, fault, room


def index_of(cells: Cells, first: int, many: int, wanted: int) -> int:
    """The first place in a run at which a number stands, `many` if nowhere."""
    at = 0
    while at < many:
        if cells[first + at] == wanted:
            return at
        at += 1
    return many


def once(cells: Cells, many: int) -> int:
    """Leaves each number only where it stands first; says how many are left."""
    left = 0
    at = 0
    while at < many:
        value = cells[at]
        if index_of(cells, 0, left, value) == left:
            cells[left] = value
            left += 1
        at += 1
    return left


def sort_by_keys(members: Cells, keys: Cells, many: int, width: int) -> None:
    """Sorts members by their keys, `width` of them for each, the lowest first; equal ones stay in order."""
    order = room(many)
    before = room(many)
    copy(before, 0, members, 0, many)
    at = 0
    while at < many:
        order[at] = at
        at += 1
    gap = widest(many)
    while gap > 0:
        at = gap
        while at < many:
            moved = order[at]
            back = at
            while back >= gap and later(keys, order[back - gap], moved, width):
                order[back] = order[back - gap]
                back -= gap
            order[back] = moved
            at += 1
        gap = gap // 3
    at = 0
    while at < many:
        members[at] = before[order[at]]
        at += 1


def later(keys: Cells, one: int, other: int, width: int) -> int:
    """Whether one member comes behind another: its keys are higher, or they are the same and it did before."""
    number = 0
    while number < width:
        left = keys[one * width + number]
        right = keys[other * width + number]
        if left != right:
            return left > right
        number += 1
    return one > other


def widest(many: int) -> int:
    """The first gap of a Shell sort, of which each is about a third of the one before: Knuth, volume 3, 5.2.1."""
    gap = 1
    while gap * 9 < many:
        gap = gap * 3 + 1
    return gap


def exchange(cells: Cells, one: int, other: int) -> None:
    value = cells[one]
    cells[one] = cells[other]
    cells[other] = value


def sort(cells: Cells, first: int, many: int) -> None:
    """Sorts a run of numbers, the lowest first."""
    gap = widest(many)
    while gap > 0:
        at = first + gap
        while at < first + many:
            value = cells[at]
            back = at
            while back >= first + gap and cells[back - gap] > value:
                cells[back] = cells[back - gap]
                back -= gap
            cells[back] = value
            at += 1
        gap = gap // 3


def reverse(cells: Cells, first: int, many: int) -> None:
    last = first + many - 1
    while first < last:
        exchange(cells, first, last)
        first += 1
        last -= 1


def is_set(chosen: Cells, size: int, members: Cells, many: int, low: int, high: int) -> int:
    """Whether these are low to high different ones of the members."""
    if size < low or size > high:
        return 0
    at = 0
    while at < size:
        if index_of(chosen, 0, at, chosen[at]) < at or index_of(members, 0, many, chosen[at]) == many:
            return 0
        at += 1
    return 1


def hold(cell: int, capacity: int, cards: Cells, many: int) -> None:
    """Stores a set in the state: its size, its cards, and 0 in what is left."""
    if many > capacity:
        fault(MEMORY, 0, many)
    S[cell] = many
    copy(S, cell + 1, cards, 0, many)
    while many < capacity:
        many += 1
        S[cell + many] = 0
