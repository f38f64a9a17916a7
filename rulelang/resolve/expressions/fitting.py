"""Values that must be of a certain sort.

Comes in: an expression and the sort that is meant in its place.  Goes out: the value, a slot read as its card
where a card is meant; or a message that says both sorts.
"""

from __future__ import annotations

from rulelang.resolve import numbers
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.model.expressions import Constant, Expr, SlotCard, Var
from rulelang.resolve.model.sorts import (
    CardSort,
    FlagSort,
    MemberSort,
    NumberSort,
    PlaceSort,
    PlayerSort,
    Sort,
)
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import describe, fits
from rulelang.source import Span
from rulelang.syntax import model as ast


def as_card(value: Expr) -> Expr:
    """The card that lies in a slot; anything else as it is."""
    match value.sort:
        case PlaceSort(types=types, shape="slot"):
            return SlotCard(value, sort=CardSort(types, maybe=True), span=value.span)
        case _:
            return value


def fit(value: Expr | None, want: Sort, scope: Scope) -> Expr | None:
    """The value as one of the sort that is meant; None with a message if it cannot be."""
    if value is None:
        return None
    if not fits(want, value.sort):
        scope.reports.diagnostic("RL0301", value.span, want=describe(want), have=describe(value.sort))
        return None
    return as_card(value) if isinstance(want, CardSort) else value


def fitting(node: ast.Expr, want: Sort, scope: Scope) -> Expr | None:
    """An expression that must be of a certain sort."""
    return fit(expression(node, scope, want), want, scope)


def flag(node: ast.Expr, scope: Scope) -> Expr | None:
    """A condition."""
    return fitting(node, FlagSort(), scope)


def in_order(low: Expr, high: Expr, step: Expr | None, span: Span, scope: Scope) -> bool:
    """Whether `low to high by step` holds any number or member, as far as they are written out; else it says so."""
    if isinstance(low, Constant) and isinstance(high, Constant) and low.value > high.value:
        ends = (low.value, high.value)
        members = scope.names.values_of(low.sort) if isinstance(low.sort, MemberSort) else None
        first, last = (members[end] if members else end for end in ends)
        scope.reports.diagnostic("RL0321", span, low=first, high=last)
        return False
    if isinstance(step, Constant) and step.value < 1:
        scope.reports.diagnostic("RL0328", step.span, step=step.value)
        return False
    return True


def number(node: ast.Expr, scope: Scope) -> Expr | None:
    """A number."""
    return fitting(node, NumberSort(), scope)


def how_many(node: ast.Expr, scope: Scope) -> Expr | None:
    """How many, how often: a number that is not surely below nothing."""
    value = number(node, scope)
    if value is not None and (high := number_of(value).high) < 0:
        scope.reports.diagnostic("RL0329", value.span, number=high)
        return None
    return value


def player(node: ast.Expr, scope: Scope) -> Expr | None:
    """One player."""
    return fitting(node, PlayerSort(), scope)


def number_of(value: Expr) -> NumberSort:
    """The bounds of a value that is known to be a number."""
    return value.sort if isinstance(value.sort, NumberSort) else NumberSort()


def check_key(value: Expr, want: Sort, name: str, scope: Scope) -> None:
    """Whether a number surely goes beyond what may stand in these brackets."""
    if not isinstance(want, NumberSort) or not isinstance(value.sort, NumberSort):
        return
    low, high = value.sort.low, value.sort.high
    if isinstance(value, Var) and value.variable.uid in scope.reached:
        low, high = scope.reached[value.variable.uid]
    elif not numbers.apart(value.sort, want):
        return
    wrong = low if low < want.low else high if high > want.high else None
    if wrong is not None:
        scope.reports.diagnostic("RL0308", value.span, name=name, low=want.low, high=want.high, value=wrong)
