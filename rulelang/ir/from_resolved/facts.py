"""`show whether C`: one fact about a card that it need not be seen for.

Comes in: the condition.  Goes out: statements that show whether a column of the card has a value. A named value is
looked into as long as it is nothing but such a comparison.
"""

from __future__ import annotations

from rulelang.ir.from_resolved import effects, expressions, values
from rulelang.ir.from_resolved.cards import column_table
from rulelang.ir.from_resolved.displays import card_types
from rulelang.ir.from_resolved.draft import Draft, NotYet
from rulelang.ir.from_resolved.options import live_layers
from rulelang.ir.from_resolved.scope import Bound, Scope
from rulelang.ir.model.statements import ShowFact, Stmt
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model import statements as st


def show_whether(draft: Draft, scope: Scope, node: st.ShowWhether, rule: int) -> list[Stmt]:
    """The IR of one such look."""
    inner, comparison = _comparison(draft, scope, node, node.condition)
    column, other = comparison.left, comparison.right
    if not isinstance(column, ex.Column):
        column, other = other, column
    if not isinstance(column, ex.Column) or column.key is not None:
        raise NotYet(node.span, "showing whether something holds that is no comparison of one column of a card")
    table = column_table(draft, card_types(column.card), column.column)
    number = [known for known, _ in draft.columns.values()].index(table)
    to = effects.viewers(draft, scope, node.to)
    card = expressions.strict(draft, inner, column.card)
    return [ShowFact(number, card, expressions.value(draft, inner, other), to, rule)]


def _comparison(draft: Draft, scope: Scope, node: st.ShowWhether, condition: ex.Expr) -> tuple[Scope, ex.Equal]:
    match condition:
        case ex.Equal():
            return scope, condition
        case ex.DefineCall(define=name, arguments=given):
            declared = draft.game.defines[name]
            layers = live_layers(draft, declared)
            if len(layers) == 1:
                layer = declared.layers[layers[0][0]]
                bound: list[Bound] = [
                    values.argument(draft, scope, one, variable)
                    for one, variable in zip(given, declared.parameters, strict=True)
                ]
                inner = Scope(scope.owner, scope.names, bound=dict(scope.bound))
                for variable, one in zip(layer.parameters, bound, strict=True):
                    inner.bind(variable, one)
                return _comparison(draft, inner, node, layer.value)
        case _:
            pass
    raise NotYet(node.span, "showing whether something holds that is no comparison of one column of a card")
