"""`x in SOURCE where C, by …`: what a variable goes through.

Comes in: a range as written and a scope that the variable is added to.  Goes out: the range with its source,
its condition taken apart into what is said of each card and what is said of a whole set, and its orders.
"""

from __future__ import annotations

from rulelang.resolve.expressions import logic, sources
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import as_card, how_many, in_order
from rulelang.resolve.model.expressions import (
    AllOf,
    Amount,
    And,
    EndOf,
    Expr,
    Order,
    Question,
    Range,
    Source,
    Stretch,
    Through,
    Var,
    Variable,
)
from rulelang.resolve.model.sorts import (
    CardSort,
    FlagSort,
    MemberSort,
    MembersSort,
    NumberSort,
    PlaceSort,
    PlayersSort,
    SetSort,
)
from rulelang.resolve.names import BUILT_IN, variable_name
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import describe
from rulelang.resolve.walk import mentions
from rulelang.resolve.wording import words
from rulelang.source import Span
from rulelang.syntax import model as ast


def through(node: ast.Range, scope: Scope, *, short: bool = False) -> Range | None:
    """The range; its variable is in sight in `scope` from now on.

    With `short` the author gave no variable: it is called after its kind, and bare attributes speak of it.
    """
    if node.binding.variable.text in BUILT_IN:
        scope.check_free(node.binding.variable)
        return None
    limit = how_many(node.limit, scope) if node.limit is not None else None
    amount = _amount(node.binding.amount, scope) if node.binding.amount is not None else None
    found = sources.source(node.binding, scope, short=short)
    if found is None or (amount is None) != (node.binding.amount is None):
        if not short and node.binding.variable.text not in scope.variables:
            scope.bind(node.binding.variable, None)
        return None
    source, sort, reached = found
    if amount is not None and isinstance(sort, CardSort):
        return _set(node, source, sort, amount, scope)
    variable = _bind(node.binding.variable, sort, node.span, scope, short=short)
    if variable is None:
        return None
    if reached is not None:
        scope.reached[variable.uid] = reached
    speaking = scope.speaking_of(variable) if short else scope
    parts = conditions(node.where, speaking, variable)
    ordered = orders(node.orders, scope.speaking_of(variable))
    if parts is None or ordered is None or (limit is None) != (node.limit is None):
        return None
    where = conjunction(parts)
    return Range(variable, source, where, ordered, None, None, None, limit, span=node.span)


def _bind(name: ast.Name, sort: sources.Element, span: Span, scope: Scope, *, short: bool) -> Variable | None:
    if not short:
        return scope.bind(name, sort)
    match sort:
        case CardSort(types=(kind,)) | MemberSort(kind=kind):
            word = variable_name(kind)
        case CardSort():
            word = "card"
        case NumberSort():
            word = "number"
        case _:
            word = "player"
    return scope.bind_quietly(word, sort, span)


def _amount(node: ast.Amount, scope: Scope) -> Amount | None:
    low = how_many(node.low, scope) if node.low is not None else None
    high = how_many(node.high, scope) if node.high is not None else None
    wrong = (low is None) != (node.low is None) or (high is None) != (node.high is None)
    if wrong or (low is not None and high is not None and not in_order(low, high, None, node.span, scope)):
        return None
    return Amount(low, high)


# ---------------------------------------------------------------- conditions


def conditions(
    where: ast.Expr | None, scope: Scope, *variables: Variable | None, must_mention: bool = True
) -> list[Expr] | None:
    """The parts of a `where`, each of which must speak of its variable; `scope` then knows what they say."""
    if where is None:
        return []
    written = where.parts if isinstance(where, ast.And) else (where,)
    parts = logic.in_turn(written, scope, so=True)
    if parts is None:
        return None
    named = [variable for variable in variables if variable is not None]
    for node, part in zip(written, parts, strict=True):
        if must_mention and not mentions(part, *named):
            scope.reports.diagnostic("RL0215", node.span, name=named[0].name)
            return None
        scope.narrowed.update(logic.learnt(part, scope, so=True))
    return list(parts)


def conjunction(parts: list[Expr]) -> Expr | None:
    """Conditions as one, none if there are none."""
    if len(parts) < 2:
        return parts[0] if parts else None
    span = parts[0].span.to(parts[-1].span)
    return And(tuple(parts), sort=FlagSort(), span=span)


def orders(written: tuple[ast.Order, ...], scope: Scope) -> tuple[Order, ...] | None:
    """`highest points then lowest arrival`; bare attributes speak of the range's variable."""
    found: list[Order] = []
    for node in written:
        value = expression(node.value, scope)
        if value is None:
            return None
        value = as_card(value)
        if not isinstance(value.sort, NumberSort | MemberSort):
            scope.reports.diagnostic("RL0301", value.span, want="a number", have=describe(value.sort))
            return None
        found.append(Order(node.best, value, words(node.value)))
    return tuple(found)


# ---------------------------------------------------------------- sets


def _set(node: ast.Range, source: Source, sort: CardSort, amount: Amount, scope: Scope) -> Range | None:
    """`meal: 3 of Ration in me.hand where …`: a variable for the set, and one for each card of it."""
    variable = scope.bind(node.binding.variable, SetSort(sort.types))
    if variable is None:
        return None
    kind = node.binding.kind.text if node.binding.kind else "Card"
    inner = scope.inner()
    element = inner.bind_quietly(variable_name(kind), sort, node.binding.span)
    parts = conditions(node.where, inner, variable, element)
    if parts is None:
        return None
    each = [part for part in parts if not mentions(part, variable)]
    whole = [part for part in parts if mentions(part, variable) and not mentions(part, element)]
    mixed = [part for part in parts if mentions(part, variable) and mentions(part, element)]
    whole += [_of_every_card(part, variable, element) for part in mixed]
    ordered = orders(node.orders, scope.speaking_of(variable))
    if ordered is None:
        return None
    where, alone = conjunction(whole), conjunction(each)
    return Range(variable, source, where, ordered, amount, element, alone, None, span=node.span)


def _of_every_card(part: Expr, variable: Variable, element: Variable) -> Expr:
    """What speaks of a card and of its whole set is asked of the set when it is complete."""
    group = Through(Var(variable, sort=variable.sort, span=part.span), span=part.span)
    cards = Range(element, group, None, (), None, None, None, None, span=part.span)
    return Question("every", cards, part, sort=FlagSort(), span=part.span)


def most(source: Source, scope: Scope) -> int:
    """How many there can be at most to go through."""
    names = scope.names

    def cards(types: tuple[str, ...]) -> int:
        return sum(len(names.types[t].cards) for t in types if t in names.types)

    match source:
        case AllOf(sort=CardSort(types=types)):
            return cards(types)
        case AllOf(sort=MemberSort() as sort):
            return len(names.values_of(sort))
        case AllOf():
            return names.players[1]
        case Through(value=value, types=types):
            match value.sort:
                case PlaceSort(types=held) | SetSort(types=held):
                    return cards(types if types is not None else held)
                case MembersSort(kind=kind):
                    return len(names.values_of(MemberSort(kind)))
                case PlayersSort():
                    return names.players[1]
                case _:
                    return sum(len(t.cards) for t in names.types.values())
        case Stretch(low=low, high=high):
            if isinstance(low.sort, NumberSort) and isinstance(high.sort, NumberSort):
                return max(0, high.sort.high - low.sort.low + 1)
            return len(names.values_of(low.sort)) if isinstance(low.sort, MemberSort) else 0
        case EndOf(source=inner):
            return most(inner, scope)
