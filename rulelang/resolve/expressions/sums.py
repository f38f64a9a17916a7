"""Arithmetic, counting, and places joined by `+`.

Comes in: sums of the syntax tree.  Goes out: numbers with their bounds, or several places, sets and cards
together.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.resolve import numbers
from rulelang.resolve.expressions import ranges
from rulelang.resolve.expressions.attributes import cards_of
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import fitting, number, number_of
from rulelang.resolve.model.expressions import (
    Arithmetic,
    BestOf,
    Constant,
    CountRange,
    Divide,
    Expr,
    Group,
    Join,
    Negate,
    PlayerCount,
    SizeOf,
)
from rulelang.resolve.model.sorts import (
    HIGHEST,
    CardSort,
    MemberSort,
    MembersSort,
    NamesSort,
    NumberSort,
    PlaceSort,
    PlayersSort,
    SetSort,
    Sort,
)
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import describe
from rulelang.syntax import model as ast

Calculation = ast.Arithmetic | ast.Divide | ast.Negate | ast.Count | ast.BestOf


@expression.register
def calculation(node: Calculation, scope: Scope, want: Sort | None = None) -> Expr | None:
    """A number, or places together."""
    match node:
        case ast.Arithmetic():
            return _arithmetic(node, scope)
        case ast.Divide():
            left, right = number(node.left, scope), number(node.right, scope)
            if left is None or right is None:
                return None
            sort = numbers.divide(number_of(left), number_of(right), node.rounding)
            return Divide(left, right, node.rounding, sort=sort, span=node.span)
        case ast.Negate(value=ast.Number(value=size)):  # the lowest number of all has no positive to be made of
            if size > HIGHEST + 1:
                scope.reports.diagnostic("RL0133", node.span)
                return None
            return Constant(-size, sort=NumberSort(-size, -size), span=node.span)
        case ast.Negate():
            value = number(node.value, scope)
            if value is None:
                return None
            if isinstance(value, Constant):
                return Constant(-value.value, sort=NumberSort(-value.value, -value.value), span=node.span)
            return Negate(value, sort=numbers.negate(number_of(value)), span=node.span)
        case ast.Count():
            return _count(node, scope)
        case ast.BestOf():
            return _best_of(node, scope, want)
        case _:
            assert_never(node)


def _best_of(node: ast.BestOf, scope: Scope, want: Sort | None) -> Expr | None:
    """The best of some values: all of them numbers, or members of one kind."""
    first = expression(node.values[0], scope, want)
    if first is not None and not isinstance(first.sort, NumberSort | MemberSort):
        scope.reports.diagnostic("RL0301", first.span, want="a number", have=describe(first.sort))
        first = None
    meant = first.sort if first is not None and isinstance(first.sort, MemberSort) else NumberSort()
    values = [first, *(fitting(value, meant, scope) for value in node.values[1:])]
    found = tuple(value for value in values if value is not None)
    if first is None or len(found) < len(values):
        return None
    best = max if node.word == "highest" else min
    bounds = [number_of(value) for value in found]
    sort: Sort = NumberSort(best(one.low for one in bounds), best(one.high for one in bounds))
    if isinstance(first.sort, MemberSort):
        sort = MemberSort(first.sort.kind)
    return BestOf(node.word, found, sort=sort, span=node.span)


def _arithmetic(node: ast.Arithmetic, scope: Scope) -> Expr | None:
    left, right = expression(node.left, scope), expression(node.right, scope)
    if left is None or right is None:
        return None
    if isinstance(left.sort, NumberSort) and isinstance(right.sort, NumberSort):
        sort = numbers.arithmetic(node.operator, left.sort, right.sort)
        return Arithmetic(node.operator, left, right, sort=sort, span=node.span)
    if node.operator == "+" and (types := _types(left)) is not None and (more := _types(right)) is not None:
        parts = (*_parts(left), *_parts(right))
        together = tuple(t for t in scope.names.all_types if t in types + more)
        return Join(parts, sort=PlaceSort(together, None), span=node.span)
    doing = {"+": "added to", "-": "subtracted from", "*": "multiplied by"}[node.operator]
    one, other = (right, left) if node.operator != "*" else (left, right)
    scope.reports.diagnostic("RL0303", node.span, one=describe(one.sort), doing=doing, other=describe(other.sort))
    return None


def _types(value: Expr) -> tuple[str, ...] | None:
    """The types of the cards in what can be joined."""
    match value.sort:
        case PlaceSort(types=types) | SetSort(types=types) | CardSort(types=types):
            return types
        case _:
            return None


def _parts(value: Expr) -> tuple[Expr, ...]:
    return value.parts if isinstance(value, Join) else (value,)


def _count(node: ast.Count, scope: Scope) -> Expr | None:
    if isinstance(node.what, ast.Range):
        found = ranges.through(node.what, scope.inner())
        if found is None:
            return None
        most = ranges.most(found.source, scope)
        return CountRange(found, sort=NumberSort(0, most), span=node.span)
    if isinstance(node.what, ast.NameRef) and (kind := scope.names.kinds.get(node.what.name.text)):
        size = len(kind.members)
        return Constant(size, sort=NumberSort(size, size), span=node.span)
    what = expression(node.what, scope)
    return _size(what, node, scope) if what is not None else None


def _size(what: Expr, node: ast.Count, scope: Scope) -> Expr | None:
    low, high = scope.names.players
    match what.sort:
        case PlayersSort():
            if isinstance(what, Group) and what.which == "players":
                return PlayerCount(sort=NumberSort(low, high), span=node.span)
            most = high
        case PlaceSort(types=types, shape=shape):
            most = 1 if shape == "slot" else cards_of(types, scope)
        case SetSort(types=types) | NamesSort(types=types):
            most = cards_of(types, scope)
        case MembersSort(kind=kind):
            most = len(scope.names.values_of(MemberSort(kind)))
        case _:
            want = "a place, a set or several players"
            scope.reports.diagnostic("RL0301", what.span, want=want, have=describe(what.sort))
            return None
    return SizeOf(what, sort=NumberSort(0, most), span=node.span)
