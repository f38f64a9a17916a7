"""Sorts of values: what fits where, what two have in common, and how an author calls them.

Comes in: sorts of the model.  Goes out: yes or no, a common sort, or words for a message. Bounds of numbers are
worked out in `numbers`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from attrs import evolve

from rulelang.resolve.model.sorts import (
    HIGHEST,
    LOWEST,
    NO_NUMBER,
    NONE,
    CardSort,
    FlagSort,
    MemberSort,
    MembersSort,
    NamesSort,
    NumberSort,
    NumbersSort,
    PlaceSort,
    PlayerSort,
    PlayersSort,
    SetSort,
    Shape,
    Sort,
    StepSort,
)

SHAPES: dict[str, Shape] = {"pile": "pile", "row": "row", "hand": "hand", "slot": "slot", "bag": "bag"}


def fits(want: Sort, have: Sort) -> bool:
    """Whether a value of the sort `have` can stand where `want` is meant (none and bounds left aside)."""
    match want, have:
        case CardSort(types=meant), CardSort(types=given) | PlaceSort(types=given, shape="slot"):
            return not meant or bool(set(meant) & set(given))
        case SetSort(types=meant), SetSort(types=given) | PlaceSort(types=given) | CardSort(types=given):
            return not meant or bool(set(meant) & set(given))
        case PlaceSort(), PlaceSort():
            return True
        case MemberSort(kind=one), MemberSort(kind=other):
            return one == other
        case MembersSort(kind=one), MembersSort(kind=other):
            return one == other
        case StepSort(), StepSort():
            return True
        case _:
            return type(want) is type(have)


def common(one: Sort, other: Sort) -> Sort | None:
    """The narrowest sort that holds both, None if they have nothing in common."""
    match one, other:
        case NumberSort(), NumberSort():
            return NumberSort(min(one.low, other.low), max(one.high, other.high), maybe=one.maybe or other.maybe)
        case MemberSort(), MemberSort() if one.kind == other.kind:
            return MemberSort(one.kind, maybe=one.maybe or other.maybe)
        case PlayerSort(), PlayerSort():
            return PlayerSort(maybe=one.maybe or other.maybe)
        case CardSort(), CardSort():
            return CardSort(_both(one.types, other.types), maybe=one.maybe or other.maybe)
        case SetSort(), SetSort():
            return SetSort(_both(one.types, other.types))
        case PlaceSort(), PlaceSort():
            shape = one.shape if one.shape == other.shape else None
            return PlaceSort(_both(one.types, other.types), shape)
        case NamesSort(), NamesSort():
            return NamesSort(_both(one.types, other.types))
        case StepSort(), StepSort():
            return StepSort(_both(one.steps, other.steps), maybe=one.maybe or other.maybe)
        case _:
            return one if one == other else None


def _both(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one + other))


def maybe(sort: Sort) -> Sort:
    """The same sort, when it may also be none."""
    match sort:
        case NumberSort() | MemberSort() | PlayerSort() | CardSort() | StepSort():
            return evolve(sort, maybe=True)
        case _:
            return sort


def lowest_start(sort: Sort) -> int:
    """Where a counter starts about which nothing is said: none, no, 0 for a plain number, else its lowest."""
    match sort:
        case NumberSort(maybe=True):
            return NO_NUMBER
        case NumberSort(low=low, high=high):
            return 0 if (low, high) == (LOWEST, HIGHEST) else low
        case MemberSort() | PlayerSort() | CardSort() | StepSort():
            return NONE if sort.maybe else 0
        case _:
            return 0


def can_be_none(sort: Sort) -> bool:
    """Whether a value of this sort can be none; an empty slot has none for its card."""
    match sort:
        case NumberSort() | MemberSort() | PlayerSort() | CardSort() | StepSort():
            return sort.maybe
        case PlaceSort():
            return sort.shape == "slot"
        case _:
            return False


def article(word: str) -> str:
    """`a Beast`, `an Animal`."""
    return f"an {word}" if word[:1].lower() in "aeiou" else f"a {word}"


def either(words: Iterable[str]) -> str:
    """`a, b or c`."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def describe(sort: Sort) -> str:
    """What an author would call a value of this sort."""
    match sort:
        case NumberSort():
            return _number(sort)
        case FlagSort():
            return "yes or no"
        case MemberSort():
            return article(sort.kind) if sort.kind[:1].isupper() else f"a value of `{sort.kind}`"
        case PlayerSort():
            return "a player"
        case CardSort():
            return _cards(sort.types)
        case SetSort():
            return "a set of cards"
        case PlaceSort():
            return article(sort.shape) if sort.shape else "several places together"
        case PlayersSort():
            return "several players"
        case MembersSort():
            return f"a set of {sort.kind} values"
        case NamesSort():
            return "a set of card names"
        case NumbersSort():
            return "a set of numbers"
        case StepSort():
            return "a step"
        case _:
            assert_never(sort)


def _number(sort: NumberSort) -> str:
    if sort.low == sort.high:
        return f"the number {sort.low}"
    if sort.low == LOWEST or sort.high == HIGHEST:
        return "a number"
    return f"a number from {sort.low} to {sort.high}"


def _cards(types: tuple[str, ...]) -> str:
    return either(article(t) for t in types) if 0 < len(types) <= 3 else "a card"
