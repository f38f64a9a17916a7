"""`show whether C`: one fact about a card that it need not be seen for.

Comes in: the condition.  Goes out: statements that show whether a column of the card has a value.  A condition that
says more than that is worked out for every card beforehand, as a column of its own with yes and no.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from rulelang.ir.folding import YES, both
from rulelang.ir.lower.cards import column_table, keyed_table, member_table
from rulelang.ir.lower.declarations import state
from rulelang.ir.lower.displays import bounds, card_bounds, card_types, members_of
from rulelang.ir.lower.draft import Draft, NotYet
from rulelang.ir.lower.options import certain, live_layers
from rulelang.ir.lower.scope import Bound, Scope
from rulelang.ir.lower.values import expressions, sources
from rulelang.ir.model.expressions import Const, Expr
from rulelang.ir.model.program import Display
from rulelang.ir.model.statements import If, ShowFact, Stmt
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model import statements as st
from rulelang.resolve.model.sorts import CardSort, MemberSort, SetSort
from rulelang.resolve.walk import find

MOST_COLUMNS = 200
Known = Mapping[int, int]


def show_whether(draft: Draft, scope: Scope, node: st.ShowWhether, rule: int) -> list[Stmt]:
    """The IR of one such look."""
    to = state.viewers(draft, scope, node.to)
    found = _comparison(draft, scope, node.condition)
    if found is None:
        return _worked_out(draft, scope, node, to, rule)
    inner, column, other = found
    table = column_table(draft, card_types(column.card), column.column)
    number = [known for known, _ in draft.columns.values()].index(table)
    card = expressions.strict(draft, inner, column.card)
    return [ShowFact(number, card, expressions.value(draft, inner, other), to, rule)]


def _comparison(draft: Draft, scope: Scope, condition: ex.Expr) -> tuple[Scope, ex.Column, ex.Expr] | None:
    """The column and the value, where the condition is nothing but a comparison of the two."""
    match condition:
        case ex.Equal(left=ex.Column(key=None) as column, right=other):
            return scope, column, other
        case ex.Equal(left=other, right=ex.Column(key=None) as column):
            return scope, column, other
        case ex.DefineCall(define=name, arguments=given):
            declared = draft.game.defines[name]
            layers = live_layers(draft, declared)
            if len(layers) != 1:
                return None
            layer = declared.layers[layers[0][0]]
            inner = Scope(scope.owner, scope.names, bound=dict(scope.bound))
            bound: list[Bound] = [
                sources.argument(draft, scope, one, variable)
                for one, variable in zip(given, declared.parameters, strict=True)
            ]
            for variable, one in zip(layer.parameters, bound, strict=True):
                inner.bind(variable, one)
            return _comparison(draft, inner, layer.value)
        case _:
            return None


# ---------------------------------------------------------------- conditions worked out for every card


def _worked_out(draft: Draft, scope: Scope, node: st.ShowWhether, to: Expr, rule: int) -> list[Stmt]:
    """A column of yes and no for each value of what else the condition speaks of."""
    variables = {one.variable.uid: one.variable for one in find(ex.Var, node.condition)}
    cards = [variable for variable in variables.values() if isinstance(variable.sort, CardSort)]
    others = [variable for variable in variables.values() if not isinstance(variable.sort, CardSort | SetSort)]
    if len(cards) != 1 or len(others) + 1 != len(variables):
        raise NotYet(node.span, "showing whether something holds that speaks of more than one card")
    ranges = [range(low, high + 1) for low, high in (bounds(draft, one.sort) for one in others)]
    total = 1
    for values_ in ranges:
        total *= len(values_)
    if total > MOST_COLUMNS:
        raise NotYet(node.span, f"showing a fact that {total} values decide")
    card = scope.of(cards[0])
    assert isinstance(card, Expr)
    made: list[Stmt] = []
    for chosen in product(*ranges):
        column = _column(draft, node, cards[0], dict(zip(others, chosen, strict=True)))
        tests = [_is(scope, variable, value) for variable, value in zip(others, chosen, strict=True)]
        show = ShowFact(column, card, YES, to, rule)
        made.append(show if not tests else If(both(tests), (show,), ()))
    return made


def _is(scope: Scope, variable: ex.Variable, value: int) -> Expr:
    bound = scope.of(variable)
    assert isinstance(bound, Expr)
    return expressions.same(bound, Const(value))


def _column(draft: Draft, node: st.ShowWhether, card: ex.Variable, others: dict[ex.Variable, int]) -> int:
    """The number of the column that says of each card whether the condition holds."""
    types = card_types(ex.Var(card, sort=card.sort, span=node.span))
    low, high = card_bounds(draft, types)
    known = {variable.uid: value for variable, value in others.items()}
    cells = tuple(_answer(draft, node, {**known, card.uid: one}) for one in range(low, high + 1))
    name = _name(draft, node.condition, others)
    table = draft.table(("fact", name, low, cells), name, low, lambda: cells)
    draft.columns.setdefault(name if name not in draft.columns else f"{name} {table}", (table, Display("flag")))
    return [known_table for known_table, _ in draft.columns.values()].index(table)


def _name(draft: Draft, condition: ex.Expr, others: dict[ex.Variable, int]) -> str:
    """What people read: `shows(red)`."""
    name = condition.define if isinstance(condition, ex.DefineCall) else "whether"
    words = [
        members_of(draft, variable.sort.kind)[value] if isinstance(variable.sort, MemberSort) else str(value)
        for variable, value in others.items()
    ]
    return f"{name}({', '.join(words)})" if words else name


def _answer(draft: Draft, node: st.ShowWhether, known: Known) -> int:
    answer = worked_out(draft, node.condition, known)
    if answer is None:
        raise NotYet(node.span, "showing whether something holds that may change during the game")
    return int(answer != 0)


def worked_out(draft: Draft, node: ex.Expr, known: Known) -> int | None:
    """The value of an expression that speaks of nothing but known variables and the columns of cards."""

    def read(part: ex.Expr) -> int | None:
        match part:
            case ex.Var(variable=variable):
                return known.get(variable.uid)
            case ex.Column(card=card, column=column, key=key):
                return _cell(draft, card, column, None if key is None else worked_out(draft, key, known), known)
            case ex.MemberColumn(member=member, kind=kind, column=column):
                found = worked_out(draft, member, known)
                return None if found is None else draft.tables[member_table(draft, kind, column)].values[found]
            case ex.DefineCall(define=name, arguments=given):
                return _called(draft, name, [worked_out(draft, one, known) for one in given])
            case _:
                return None

    return certain(draft, node, read)


def _cell(draft: Draft, card: ex.Expr, column: str, key: int | None, known: Known) -> int | None:
    number = worked_out(draft, card, known)
    if number is None:
        return None
    if key is None:
        table = draft.tables[column_table(draft, card_types(card), column)]
        return table.values[number - table.first]
    index, low, width = keyed_table(draft, card_types(card), column)
    return draft.tables[index].values[(number - low) * width + key]


def _called(draft: Draft, name: str, given: list[int | None]) -> int | None:
    """A named value, from its topmost layer that holds."""
    declared = draft.game.defines[name]
    for number, when in live_layers(draft, declared):
        layer = declared.layers[number]
        known = {
            variable.uid: value for variable, value in zip(layer.parameters, given, strict=True) if value is not None
        }
        holds = 1 if when is None else worked_out(draft, when, known)
        if holds is None:
            return None
        if holds:
            return worked_out(draft, layer.value, known)
    return None
