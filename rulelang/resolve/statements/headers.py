"""The header of a step: `pick`, `needs`, `let`.

Comes in: its lines.  Goes out: the same with their variables, which stay in sight for what follows.
"""

from __future__ import annotations

from rulelang.resolve.expressions import ranges
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import as_card, flag
from rulelang.resolve.model.expressions import EndOf, Expr, Join, Me, PlaceRef, Source, Through
from rulelang.resolve.model.program import SeenDecl
from rulelang.resolve.model.sorts import CardSort, PlaceSort, SetSort
from rulelang.resolve.model.statements import Head, Let, Needs, Pick
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import describe
from rulelang.resolve.statements.dispatch import statement
from rulelang.resolve.wording import words
from rulelang.syntax import model as ast


def head(node: ast.Head, scope: Scope) -> Head | None:
    """One line of a header."""
    match node:
        case ast.Pick():
            return _pick(node, scope)
        case ast.Needs():
            condition = flag(node.condition, scope)
            if condition is None:
                return None
            text = words(node.condition)
            return Needs(condition, node.reason, text, span=node.span, cites=node.cites)
        case ast.Let():
            return let(node, scope)


@statement.register
def let(node: ast.Let, scope: Scope) -> Let | None:
    """`let beast = animal.stable.top`: a name for a value; the card of a slot is a value, a place is none."""
    value = expression(node.value, scope)
    if value is not None:
        value = as_card(value)
        if isinstance(value.sort, PlaceSort):
            scope.reports.diagnostic("RL0318", value.span, have=describe(value.sort))
            value = None
    variable = scope.bind(node.name, value.sort if value is not None else None)
    if value is None or variable is None:
        return None
    return Let(variable, value, span=node.span, cites=node.cites)


def _pick(node: ast.Pick, scope: Scope) -> Pick | None:
    written = ast.Range(node.binding, node.where, (), None, span=node.span)
    before = dict(scope.narrowed)
    found = ranges.through(written, scope)
    if node.if_able:
        # The condition gives way where nothing fits, so nothing is known of what was picked.
        scope.narrowed = before
    if found is None:
        return None
    unseen = isinstance(found.variable.sort, CardSort | SetSort) and not _seen_by_me(found.source, scope)
    return Pick(found, node.if_able, unseen, node.reason, span=node.span, cites=node.cites)


def _seen_by_me(source: Source, scope: Scope) -> bool:
    """Whether the chooser sees the cards that can be picked, and so may name them."""
    match source:
        case Through(value=value):
            return _sees(value, scope)
        case EndOf(source=inner):
            return _sees(inner.value, scope)
        case _:
            return True


def _sees(place: Expr, scope: Scope) -> bool:
    match place:
        case Join(parts=parts):
            return all(_sees(part, scope) for part in parts)
        case PlaceRef():
            seen = scope.names.seen.get(place.place)
            return seen is None or _is_seen(seen, place)
        case _:
            return True


def _is_seen(seen: SeenDecl, place: PlaceRef) -> bool:
    if seen.top_only or seen.where is not None:
        return False
    mine = bool(place.keys) and isinstance(place.keys[0], Me)
    match seen.who:
        case "nobody":
            return False
        case "owner":
            return mine
        case "others":
            return not mine
        case _:
            return True
