"""Comparisons: `is`, `is in`, `<` and their like.

Comes in: two expressions and what is asked of them.  Goes out: yes or no. A bare member such as `hearts` is
understood by the sort of the other side, so that side is resolved first.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.resolve import numbers
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import as_card, fit, in_order, number
from rulelang.resolve.model.expressions import (
    Compare,
    Constant,
    Equal,
    Expr,
    IsEmpty,
    IsIn,
    IsLike,
    IsNamed,
    IsType,
    MultipleOf,
    Named,
    Not,
    NumberRange,
)
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
)
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import can_be_none, describe, fits
from rulelang.source import Span
from rulelang.syntax import model as ast

Comparison = ast.Compare | ast.Is | ast.IsIn | ast.IsMultiple | ast.IsLike | ast.NumberRange


@expression.register
def comparison(node: Comparison, scope: Scope, want: Sort | None = None) -> Expr | None:
    """One comparison, or a range of numbers to compare with."""
    match node:
        case ast.Compare():
            return _compare(node, scope)
        case ast.Is():
            return _negated(_is(node, scope), node.negated)
        case ast.IsIn():
            return _negated(_is_in(node, scope), node.negated)
        case ast.IsMultiple():
            value, of = number(node.left, scope), number(node.right, scope)
            if value is None or of is None:
                return None
            return _negated(MultipleOf(value, of, sort=FlagSort(), span=node.span), node.negated)
        case ast.IsLike():
            return _negated(_like(node, scope), node.negated)
        case ast.NumberRange():
            return _number_range(node, scope)
        case _:
            assert_never(node)


def _negated(condition: Expr | None, negated: bool) -> Expr | None:
    if condition is None or not negated:
        return condition
    return Not(condition, sort=FlagSort(), span=condition.span)


def _number_range(node: ast.NumberRange, scope: Scope) -> Expr | None:
    first, last = expression(node.low, scope), expression(node.high, scope)
    step = number(node.step, scope) if node.step is not None else None
    if first is None or last is None or (step is None) != (node.step is None):
        return None
    kind = first.sort.kind if isinstance(first.sort, MemberSort) else None
    sort = MemberSort(kind) if kind is not None else NumberSort()
    low, high = fit(first, sort, scope), fit(last, sort, scope)
    if low is None or high is None or not in_order(low, high, step, node.span, scope):
        return None
    return NumberRange(low, high, step, sort=MembersSort(kind) if kind is not None else NumbersSort(), span=node.span)


def _sides(left: ast.Expr, right: ast.Expr, scope: Scope) -> tuple[Expr | None, Expr | None]:
    """Both sides; the one that may be a bare member last, when the sort of the other is known."""
    if _is_bare(left, scope) and not _is_bare(right, scope):
        second = expression(right, scope)
        if second is None:
            return None, None
        return expression(left, scope, _meant(second)), second
    first = expression(left, scope)
    if first is None and (_is_bare(right, scope) or isinstance(right, ast.NameRef)):
        return None, None
    return first, expression(right, scope, _meant(first))


def _is_bare(node: ast.Expr, scope: Scope) -> bool:
    match node:
        case ast.NameRef(name=name):
            return name.text not in scope.variables and bool(scope.names.members(name.text))
        case ast.NoneValue() | ast.Number() | ast.YesNo() | ast.CardName():
            return True
        case _:
            return False


def _meant(value: Expr | None) -> Sort | None:
    return as_card(value).sort if value is not None else None


# ---------------------------------------------------------------- < <= > >=


def _compare(node: ast.Compare, scope: Scope) -> Expr | None:
    left, right = _sides(node.left, node.right, scope)
    if left is None or right is None:
        return None
    match left.sort, right.sort:
        case (NumberSort(), NumberSort()):
            pass
        case (MemberSort(kind=one), MemberSort(kind=other)) if one == other:
            pass
        case _:
            _no_comparison(left, right, node.span, scope)
            return None
    return Compare(node.operator, left, right, sort=FlagSort(), span=node.span)


def _no_comparison(left: Expr, right: Expr, span: Span, scope: Scope) -> None:
    scope.reports.diagnostic("RL0302", span, left=describe(left.sort), right=describe(right.sort))


# ---------------------------------------------------------------- is


def _is(node: ast.Is, scope: Scope) -> Expr | None:
    match node.right:
        case ast.Empty():
            return _is_empty(node, scope)
        case ast.NameRef(name=name) if name.text == "empty":
            return _is_empty(node, scope)
        case ast.NameRef(name=name) if name.text not in scope.variables and _is_type(name.text, scope):
            return _of_type(node, name.text, scope)
        case _:
            left, right = _sides(node.left, node.right, scope)
            if left is None or right is None:
                return None
            return _equal(left, right, node, scope)


def _is_type(word: str, scope: Scope) -> bool:
    return word == "Card" or word in scope.names.all_types


def _is_empty(node: ast.Is, scope: Scope) -> Expr | None:
    place = expression(node.left, scope)
    match place:
        case None:
            return None
        case Expr_ if isinstance(Expr_.sort, PlaceSort | SetSort | PlayersSort | MembersSort | NamesSort):
            return IsEmpty(place, sort=FlagSort(), span=node.span)
        case _:
            want = "a place, a set or several players"
            scope.reports.diagnostic("RL0301", place.span, want=want, have=describe(place.sort))
            return None


def _of_type(node: ast.Is, kind: str, scope: Scope) -> Expr | None:
    card = fit(expression(node.left, scope), CardSort(scope.names.all_types), scope)
    if card is None:
        return None
    if kind != "Card" and isinstance(card.sort, CardSort) and kind not in card.sort.types:
        left = describe(CardSort(card.sort.types))
        scope.reports.diagnostic("RL0302", node.span, left=left, right=describe(CardSort((kind,))))
        return None
    return IsType(card, kind, sort=FlagSort(), span=node.span)


def _equal(left: Expr, right: Expr, node: ast.Is, scope: Scope) -> Expr | None:
    if isinstance(left, Named) and not isinstance(right, Named):
        left, right = right, left
    left, right = as_card(left), as_card(right)
    if not _comparable(left.sort, right.sort):
        _no_comparison(left, right, node.span, scope)
        return None
    if isinstance(right, Named):
        return IsNamed(left, right, sort=FlagSort(), span=node.span)
    _warn_of_none(left, right, node, scope)
    _warn_of_never(left, right, node, scope)
    return Equal(left, right, sort=FlagSort(), span=node.span)


def _like(node: ast.IsLike, scope: Scope) -> Expr | None:
    """Two cards on which the same is printed; a name in quotes asks what `is` asks."""
    cards = CardSort(scope.names.all_types)
    left, right = fit(expression(node.left, scope), cards, scope), fit(expression(node.right, scope), cards, scope)
    if left is None or right is None:
        return None
    if isinstance(left, Named) and not isinstance(right, Named):
        left, right = right, left
    if isinstance(right, Named):
        return IsNamed(left, right, sort=FlagSort(), span=node.span)
    if not fits(left.sort, right.sort):
        _no_comparison(left, right, node.span, scope)
        return None
    return IsLike(left, right, sort=FlagSort(), span=node.span)


def _comparable(left: Sort, right: Sort) -> bool:
    """Whether two values can be the same one."""
    match left, right:
        case (NumberSort(), NumberSort()) | (FlagSort(), FlagSort()) | (PlayerSort(), PlayerSort()):
            return True
        case (PlaceSort() | SetSort() | PlayersSort() | MembersSort() | NamesSort() | NumbersSort(), _):
            return False
        case _:
            return fits(left, right) and fits(right, left)


def _warn_of_none(left: Expr, right: Expr, node: ast.Is, scope: Scope) -> None:
    """Comparing with none what is never none."""
    for value, other in ((left, node.right), (right, node.left)):
        if isinstance(other, ast.NoneValue) and not can_be_none(value.sort):
            scope.reports.diagnostic("RL0311", node.span, what=describe(value.sort))


def _warn_of_never(left: Expr, right: Expr, node: ast.Is, scope: Scope) -> None:
    """Two numbers that have no number in common."""
    match left.sort, right.sort:
        case (NumberSort(maybe=False) as one, NumberSort(maybe=False) as other) if numbers.apart(one, other):
            if not (isinstance(left, Constant) and isinstance(right, Constant)):
                scope.reports.diagnostic("RL0313", node.span, left=describe(one), right=describe(other))


# ---------------------------------------------------------------- is in


def _is_in(node: ast.IsIn, scope: Scope) -> Expr | None:
    group = expression(node.right, scope)
    if group is None:
        return None
    want: Sort
    match group.sort:
        case PlayersSort():
            want = PlayerSort()
        case MembersSort(kind=kind):
            want = MemberSort(kind)
        case NumbersSort():
            want = NumberSort()
        case NamesSort() | PlaceSort() | SetSort():
            want = CardSort(group.sort.types)
        case _:
            meant = "a place, a set or several players"
            scope.reports.diagnostic("RL0301", group.span, want=meant, have=describe(group.sort))
            return None
    value = fit(expression(node.left, scope, want), want, scope)
    return IsIn(value, group, sort=FlagSort(), span=node.span) if value is not None else None
