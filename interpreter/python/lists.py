"""Small questions that generated code asks of lists.

Comes in: lists of members, or a state and an address.  Goes out: members, lists, sets.  Nothing here knows
the program.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from rulelang.ir.model.expressions import NONE


def first(members: Iterable[int]) -> int:
    """The first member, none if there is none."""
    return next(iter(members), NONE)


def among(members: Sequence[int], index: int) -> int:
    """The member at an index, none outside."""
    return members[index] if 0 <= index < len(members) else NONE


def present(members: Iterable[int]) -> list[int]:
    """Those that are not none."""
    return [member for member in members if member != NONE]


def cut(members: Sequence[int], amount: int) -> Sequence[int]:
    """The first so many."""
    return members[: max(amount, 0)]


def last(members: Sequence[int], amount: int) -> Sequence[int]:
    """The last so many, in their order."""
    return members[max(len(members) - max(amount, 0), 0) :]


def steps(low: int, high: int, step: int) -> range:
    """From low to high in steps; a step below 1 gives nothing."""
    return range(low, high + 1, step) if step > 0 else range(0)


def sizes(members: Sequence[int], low: int, high: int) -> range:
    """The sizes of sets that these members can make."""
    return range(max(low, 0), min(high, len(members)) + 1)


def is_set(chosen: Sequence[int], members: Sequence[int], low: int, high: int) -> bool:
    """Whether these are low to high different ones of the members."""
    return low <= len(chosen) <= high and len(set(chosen)) == len(chosen) and set(chosen) <= set(members)


def hold(S: list[int], cell: int, capacity: int, cards: Sequence[int]) -> None:
    """Stores a set: its size, its cards, and 0 in what is left."""
    unused = capacity - len(cards)
    if unused < 0:
        raise IndexError(f"{len(cards)} cards for a variable that holds {capacity}")
    S[cell : cell + 1 + capacity] = [len(cards), *cards, *[0] * unused]


def numbered(S: list[int], cell: int, low: int, high: int) -> list[int]:
    """The cards from one number to another in a place kept by number, whose size is in this cell."""
    end = cell + 1 + S[cell]
    start = bisect_left(S, low, cell + 1, end)
    return S[start : bisect_left(S, high + 1, start, end)]


def numbered_from(S: list[int], cell: int, low: int) -> list[int]:
    """The cards from this number on."""
    end = cell + 1 + S[cell]
    return S[bisect_left(S, low, cell + 1, end) : end]


def numbered_to(S: list[int], cell: int, high: int) -> list[int]:
    """The cards up to this number."""
    return S[cell + 1 : bisect_left(S, high + 1, cell + 1, cell + 1 + S[cell])]


def held(S: list[int], cell: int) -> list[int]:
    """The cards of a stored set."""
    return S[cell + 1 : cell + 1 + S[cell]]
