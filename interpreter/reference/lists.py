"""Small questions that generated code asks of lists.

Comes in: lists of members.  Goes out: members, lists, sets.  Nothing here knows the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from interpreter.kernel.words import NONE


def first(members: Iterable[int]) -> int:
    """The first member, none if there is none."""
    return next(iter(members), NONE)


def best(members: Iterable[int], key: Callable[[int], Any]) -> int:
    """The member with the lowest key, the earlier on a tie; none if there is none."""
    return min(members, key=key, default=NONE)


def among(members: Sequence[int], index: int) -> int:
    """The member at an index, none outside."""
    return members[index] if 0 <= index < len(members) else NONE


def present(*members: int) -> list[int]:
    """Those that are not none."""
    return [member for member in members if member != NONE]


def each_once(members: Iterable[int]) -> Sequence[int]:
    """Each member where it stands first."""
    return members if isinstance(members, range) else list(dict.fromkeys(members))


def cut(members: Sequence[int], amount: int) -> Sequence[int]:
    """The first so many."""
    return members[: max(amount, 0)]


def last(members: Sequence[int], amount: int) -> Sequence[int]:
    """The last so many, in their order."""
    return members[max(len(members) - max(amount, 0), 0) :]


def steps(low: int, high: int, step: int) -> range:
    """From low to high in steps; a step below 1 gives nothing."""
    return range(low, high + 1, step) if step > 0 else range(0)


def if_able(members: Iterable[Any], passes: Callable[[Any], bool]) -> Sequence[Any]:
    """The members that pass; all of them if none does."""
    every = list(members)
    return [member for member in every if passes(member)] or every


def is_set_of(chosen: Sequence[int], members: Sequence[int], low: int, high: int) -> bool:
    """Whether these are low to high different ones of the members."""
    return low <= len(chosen) <= high and len(set(chosen)) == len(chosen) and set(chosen) <= set(members)


def taken(cards: Sequence[int], following: Sequence[int], at: int, size: int) -> Iterator[tuple[int, ...]]:
    """Every set of so many cards from those on from `at`: of each group its first ones, most of the earliest first.

    `following` says of each card where the next group begins.
    """
    if size == 0:
        yield ()
    elif size == 1:
        while at < len(cards):
            yield (cards[at],)
            at = following[at]
    elif size <= len(cards) - at:
        end = following[at]
        fewest = max(size - (len(cards) - end), 0)
        for many in range(min(size, end - at), fewest - 1, -1):
            for others in taken(cards, following, end, size - many):
                yield (*cards[at : at + many], *others)
