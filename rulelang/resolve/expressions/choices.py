"""What a choice names in its brackets: a card, a number, several cards together.

Comes in: one place of a choice such as `3 of "apple" + "joker"` and the pick that it stands for.  Goes out: its
value; a set is a `Join` of the cards, one part for each.
"""

from __future__ import annotations

from rulelang.resolve.expressions import dispatch
from rulelang.resolve.expressions.fitting import fit, number_of
from rulelang.resolve.model.expressions import Expr, Join
from rulelang.resolve.model.sorts import HIGHEST, CardSort, NumberSort, PlaceSort, SetSort
from rulelang.resolve.model.statements import Pick
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import describe
from rulelang.syntax import model as ast


def choice_argument(node: ast.Expr, pick: Pick, scope: Scope) -> Expr | None:
    """One place in the brackets of a choice."""
    sort = pick.range.variable.sort
    if isinstance(sort, SetSort):
        return _set(node, sort, pick, scope)
    value = dispatch.expression(node, scope, sort)
    if value is not None and pick.by_place and isinstance(value.sort, NumberSort):
        return value
    return fit(value, sort, scope)


def _set(node: ast.Expr, sort: SetSort, pick: Pick, scope: Scope) -> Expr | None:
    parts = _parts(node, CardSort(sort.types), scope)
    if parts is None:
        return None
    least, most = _size(pick)
    if all(isinstance(part.sort, CardSort) for part in parts) and not least <= len(parts) <= most:
        want = str(least) if least == most else f"{least} to {most}" if most < HIGHEST else f"{least} or more"
        name = pick.range.variable.name
        scope.reports.diagnostic("RL0326", node.span, name=name, want=want, have=len(parts))
        return None
    return parts[0] if len(parts) == 1 else Join(tuple(parts), sort=PlaceSort(sort.types, None), span=node.span)


def _size(pick: Pick) -> tuple[int, int]:
    """How many cards a set surely has at least and at most."""
    amount = pick.range.amount
    low = number_of(amount.low).low if amount is not None and amount.low is not None else 0
    high = number_of(amount.high).high if amount is not None and amount.high is not None else HIGHEST
    return low, high


def _parts(node: ast.Expr, sort: CardSort, scope: Scope) -> list[Expr] | None:
    """The cards of a set, one for each."""
    match node:
        case ast.Arithmetic(operator="+", left=left, right=right):
            one, other = _parts(left, sort, scope), _parts(right, sort, scope)
            return one + other if one is not None and other is not None else None
        case ast.Several(amount=amount, what=what):
            card = fit(dispatch.expression(what, scope, sort), sort, scope)
            return [card] * amount if card is not None else None
        case _:
            value = dispatch.expression(node, scope, sort)
            if value is None:
                return None
            if not isinstance(value.sort, CardSort | SetSort | PlaceSort):
                want = "a set of cards"
                scope.reports.diagnostic("RL0301", value.span, want=want, have=describe(value.sort))
                return None
            return [value]
