"""How values are written for people, and from which number to which they run.

Comes in: sorts of the checked program.  Goes out: displays, keys of places and counters, bounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulelang.diagnostics import InternalError
from rulelang.ir.lower.draft import Draft
from rulelang.ir.model.program import Display
from rulelang.resolve.model.expressions import Expr
from rulelang.resolve.model.sorts import (
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
    Sort,
    StepSort,
)

Bounds = tuple[int, int]


def display(draft: Draft, sort: Sort) -> Display:
    """How one value of this sort is written."""
    match sort:
        case NumberSort(maybe=maybe):
            return Display("number", maybe=maybe)
        case FlagSort():
            return Display("flag")
        case MemberSort(kind=kind, maybe=maybe):
            if kind not in draft.kinds:  # a value of an option: its place in the list
                return Display("number", maybe=maybe)
            return Display("member", draft.kinds[kind], maybe)
        case PlayerSort(maybe=maybe):
            return Display("player", maybe=maybe)
        case CardSort(maybe=maybe):
            return Display("card", maybe=maybe)
        case StepSort(maybe=maybe):
            return Display("step", maybe=maybe)
        case SetSort() | PlaceSort() | NamesSort():
            return Display("cards")
        case PlayersSort() | MembersSort() | NumbersSort():
            return Display("number")
        case _:
            assert_never(sort)


def bounds(draft: Draft, sort: Sort) -> Bounds:
    """The lowest and the highest value of a sort, none left aside."""
    match sort:
        case NumberSort(low=low, high=high):
            return low, high
        case FlagSort():
            return 0, 1
        case MemberSort(kind=kind):
            return 0, len(members_of(draft, kind)) - 1
        case PlayerSort() | PlayersSort():
            return 0, draft.players - 1
        case CardSort(types=types) | SetSort(types=types) | PlaceSort(types=types) | NamesSort(types=types):
            return card_bounds(draft, types)
        case MembersSort(kind=kind):
            return 0, len(members_of(draft, kind)) - 1
        case NumbersSort():
            return bounds(draft, NumberSort())
        case StepSort():
            return 0, len(draft.steps) - 1
        case _:
            assert_never(sort)


def card_bounds(draft: Draft, types: Iterable[str]) -> Bounds:
    """The lowest and the highest card of these types."""
    runs = [draft.runs[name] for name in types]
    return min((run.first for run in runs), default=0), max((run.last for run in runs), default=-1)


def members_of(draft: Draft, kind: str) -> tuple[str, ...]:
    """The members of a kind, or the values of an option."""
    return draft.game.kinds[kind].members if kind in draft.game.kinds else draft.game.options[kind].values


def card_types(node: Expr) -> tuple[str, ...]:
    """The types that a card may be of."""
    if not isinstance(node.sort, CardSort):
        raise InternalError("a card was expected")
    return node.sort.types


def card_count(draft: Draft, types: Iterable[str]) -> int:
    """How many cards of these types there are."""
    return sum(draft.runs[name].count for name in dict.fromkeys(types))


def is_maybe(sort: Sort) -> bool:
    """Whether a value of this sort may be none."""
    match sort:
        case NumberSort() | MemberSort() | PlayerSort() | CardSort() | StepSort():
            return sort.maybe
        case _:
            return False
