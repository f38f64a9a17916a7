"""`given`: what lies where, and what counters are, when a scenario begins.

Comes in: such a line.  Goes out: cards in a place, in order, or the value of a counter.
"""

from __future__ import annotations

from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import check_key, fitting, how_many
from rulelang.resolve.model.expressions import CounterRef, Expr, Named, PlaceRef, SizeOf
from rulelang.resolve.model.program import GivenCards, GivenCount, GivenValue
from rulelang.resolve.model.sorts import CardSort, PlaceSort
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import article, describe, either
from rulelang.resolve.wording import words
from rulelang.syntax import model as ast

Item = tuple[int, Expr]


def given(node: ast.Given, scope: Scope) -> GivenCards | GivenCount | GivenValue | None:
    """One line `given P is …`."""
    target = expression(node.target, scope)
    match target:
        case None:
            return None
        case SizeOf(of=PlaceRef() as place) if not node.starts and len(node.items) == 1:
            amount = how_many(node.items[0], scope)
            return GivenCount(place, amount, span=node.span) if amount is not None else None
        case PlaceRef():
            return _cards(node, target, scope)
        case CounterRef() if not node.starts and len(node.items) == 1:
            value = fitting(node.items[0], target.sort, scope)
            if value is None:
                return None
            check_key(value, target.sort, words(node.target), scope)
            return GivenValue(target, value, span=node.span)
        case _:
            scope.reports.diagnostic("RL0806", target.span, have=describe(target.sort))
            return None


def _cards(node: ast.Given, place: PlaceRef, scope: Scope) -> GivenCards | None:
    items: list[Item] = []
    for item in node.items:
        found = _items(item, scope)
        if found is None:
            return None
        items += found
    held = place.sort.types if isinstance(place.sort, PlaceSort) else ()
    for _, card in items:
        types = card.sort.types if isinstance(card.sort, CardSort) else ()
        if not set(types) & set(held):
            have = either(article(t) for t in types)
            scope.reports.diagnostic("RL0306", card.span, place=words(node.target), holds=either(held), have=have)
            return None
    room, number = scope.names.room.get(place.place), sum(count for count, _ in items)
    if room is not None and number > room and not node.starts:
        scope.reports.diagnostic("RL0807", node.span, place=words(node.target), room=room, number=number)
        return None
    return GivenCards(place, tuple(items), node.starts, span=node.span)


def _items(node: ast.Expr, scope: Scope) -> list[Item] | None:
    """The cards that one item stands for."""
    match node:
        case ast.Empty():
            return []
        case ast.Several(amount=amount, what=what):
            inner = _items(what, scope)
            return [(amount * count, card) for count, card in inner] if inner is not None else None
        case ast.Arithmetic(operator="+", left=left, right=right):
            one, other = _items(left, scope), _items(right, scope)
            return one + other if one is not None and other is not None else None
        case _:
            card = expression(node, scope)
            if card is None:
                return None
            if not isinstance(card, Named):
                want = "the name of a card"
                scope.reports.diagnostic("RL0301", card.span, want=want, have=describe(card.sort))
                return None
            return [(1, card)]
