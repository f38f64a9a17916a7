"""Moving cards: `move`, `swap`, `shuffle`.

Comes in: such statements.  Goes out: the same, with cards, sets and places where they are meant. Only cards are
moved, only to places, and only where a card of their type may lie.
"""

from __future__ import annotations

from rulelang.resolve.expressions import ranges
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import as_card, how_many, number
from rulelang.resolve.model.expressions import Arithmetic, Constant, Expr, PlaceRef, SizeOf
from rulelang.resolve.model.sorts import CardSort, NumberSort, PlaceSort, SetSort
from rulelang.resolve.model.statements import ForEach, Move, MoveEvery, MoveSome, Shuffle, Stmt, Swap
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import article, describe, either
from rulelang.resolve.statements.dispatch import statement
from rulelang.resolve.wording import words
from rulelang.syntax import model as ast


@statement.register
def _move(node: ast.Move, scope: Scope) -> Stmt | None:
    what = expression(node.what, scope)
    if what is not None and not isinstance(what.sort, CardSort | SetSort | PlaceSort):
        scope.reports.diagnostic("RL0304", what.span, have=describe(what.sort))
        what = None
    to = _place(node.to, scope)
    at = _at(node.at, to, scope)
    if what is None or to is None or (at is None) != (node.at is None):
        return None
    _check_types(_types(what), node.to, to, scope)
    return Move(what, to, at, span=node.span, cites=node.cites)


@statement.register
def _move_some(node: ast.MoveSome, scope: Scope) -> Stmt | None:
    amount = how_many(node.amount, scope)
    source = _place(node.source, scope)
    to = _place(node.to, scope)
    at = _at(node.at, to, scope)
    sort = CardSort(_types(source), maybe=node.up_to) if source is not None else None
    card = scope.bind(node.name, sort) if node.name is not None else None
    if amount is None or source is None or to is None or (at is None) != (node.at is None):
        return None
    _check_types(_types(source), node.to, to, scope)
    return MoveSome(node.up_to, amount, source, to, at, card, span=node.span, cites=node.cites)


@statement.register
def _move_every(node: ast.MoveEvery, scope: Scope) -> Stmt | None:
    inner = scope.inner()
    found = ranges.through(node.range, inner)
    if found is None:
        return None
    if not isinstance(found.variable.sort, CardSort | SetSort):
        scope.reports.diagnostic("RL0304", node.range.span, have=describe(found.variable.sort))
        return None
    to = _place(node.to, inner)
    at = _at(node.at, to, inner)
    if to is None or (at is None) != (node.at is None):
        return None
    sort = inner.sort_of(found.variable)
    _check_types(sort.types if isinstance(sort, CardSort | SetSort) else (), node.to, to, scope)
    return MoveEvery(found, to, at, span=node.span, cites=node.cites)


@statement.register
def _move_places(node: ast.MovePlaces, scope: Scope) -> Stmt | None:
    """A loop over everybody whose place it is, with one move in it."""
    inner = scope.inner()
    found = ranges.through(node.range, inner)
    what, to = _place(node.what, inner), _place(node.to, inner)
    if found is None or what is None or to is None:
        return None
    _check_types(_types(what), node.to, to, scope)
    if not _fits_at_once(what, to, scope):
        scope.reports.diagnostic("RL0332", node.span, name=words(node.what), to=words(node.to))
        return None
    move = Move(what, to, None, span=node.span, cites=node.cites)
    return ForEach(found, (move,), at_once=True, span=node.span, cites=node.cites)


def _fits_at_once(what: Expr, to: Expr, scope: Scope) -> bool:
    """Whether all may go at one moment: into hands and bags, or from a row to a row; places with little room are full
    until what lies there has gone."""
    shapes = [place.sort.shape for place in (what, to) if isinstance(place.sort, PlaceSort)]
    if shapes == ["row", "row"] or (shapes[1] in ("hand", "bag") and shapes[0] != "pile"):
        return not isinstance(to, PlaceRef) or to.place not in scope.names.room
    return False


@statement.register
def _swap(node: ast.Swap, scope: Scope) -> Stmt | None:
    left, right = expression(node.left, scope), expression(node.right, scope)
    if left is None or right is None:
        return None
    if isinstance(left.sort, CardSort) or isinstance(right.sort, CardSort):
        left, right = as_card(left), as_card(right)
    for side in (left, right):
        if not isinstance(side.sort, CardSort | PlaceSort):
            scope.reports.diagnostic("RL0304", side.span, have=describe(side.sort))
            return None
    if type(left.sort) is not type(right.sort):
        scope.reports.diagnostic("RL0302", node.span, left=describe(left.sort), right=describe(right.sort))
        return None
    if isinstance(left.sort, PlaceSort):
        _check_types(_types(left), node.right, right, scope)
        _check_types(_types(right), node.left, left, scope)
    return Swap(left, right, span=node.span, cites=node.cites)


@statement.register
def _shuffle(node: ast.Shuffle, scope: Scope) -> Stmt | None:
    place = _place(node.place, scope)
    return Shuffle(place, span=node.span, cites=node.cites) if place is not None else None


def _place(node: ast.Expr, scope: Scope) -> Expr | None:
    """A place, not several together."""
    place = expression(node, scope)
    if place is not None and not (isinstance(place.sort, PlaceSort) and place.sort.shape is not None):
        scope.reports.diagnostic("RL0305", place.span, have=describe(place.sort))
        return None
    return place


def _at(node: ast.Expr | None, to: Expr | None, scope: Scope) -> Expr | None:
    """Where in a row or pile: a number from 1, or `top` or `bottom` of a pile."""
    match node:
        case None:
            return None
        case ast.NameRef(name=name) if name.text in ("top", "bottom") and name.text not in scope.variables:
            one = Constant(1, sort=NumberSort(1, 1), span=node.span)
            if name.text == "top" or to is None:
                return one
            size = SizeOf(to, sort=NumberSort(0), span=node.span)
            return Arithmetic("+", size, one, sort=NumberSort(1), span=node.span)
        case _:
            return number(node, scope)


def _types(value: Expr | None) -> tuple[str, ...]:
    match value:
        case None:
            return ()
        case found if isinstance(found.sort, CardSort | SetSort | PlaceSort):
            return found.sort.types
        case _:
            return ()


def _check_types(types: tuple[str, ...], written: ast.Expr, to: Expr, scope: Scope) -> None:
    """A card that can never lie where it is sent."""
    held = _types(to)
    if types and held and not set(types) & set(held):
        scope.reports.diagnostic(
            "RL0306",
            written.span,
            place=words(written),
            holds=either(held),
            have=either(article(t) for t in types),
        )
