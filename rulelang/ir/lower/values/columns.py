"""What is read of a card: its columns, its name, its type.

Comes in: expressions about one card.  Goes out: look-ups in constant tables and comparisons of card numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulelang.ir.folding import NO, binary, both
from rulelang.ir.lower.cards import column_table, keyed_table, named_cards
from rulelang.ir.lower.displays import card_types
from rulelang.ir.lower.draft import Draft, NotYet
from rulelang.ir.lower.scope import Scope
from rulelang.ir.lower.values import expressions
from rulelang.ir.model.expressions import NONE, Const, Expr, Lookup
from rulelang.resolve.model import expressions as ex


@expressions.lowered.register
def of_card(node: ex.Column | ex.IsNamed | ex.IsLike | ex.IsType, draft: Draft, scope: Scope) -> Expr:
    """A column of a card, or whether it has a name or a type."""
    match node:
        case ex.Column():
            return _column(draft, scope, node)
        case ex.IsType(card=card, type=name):
            return is_one_of(draft, scope, card, _run(draft, name))
        case ex.IsNamed(card=card, named=ex.Named(looks=looks)):
            return is_one_of(draft, scope, card, named_cards(draft, looks))
        case ex.IsLike(left=left, right=right):
            return _alike(draft, scope, left, right)
        case _:
            assert_never(node)


def _alike(draft: Draft, scope: Scope, left: ex.Expr, right: ex.Expr) -> Expr:
    looks = draft.table("looks", "looks", 0, lambda: tuple(card.look for card in draft.cards))
    one, other = (Lookup(looks, expressions.strict(draft, scope, card)) for card in (left, right))
    return expressions.same(one, other)


def _column(draft: Draft, scope: Scope, node: ex.Column) -> Expr:
    types = card_types(node.card)
    card = expressions.strict(draft, scope, node.card)
    if node.key is None:
        return Lookup(column_table(draft, types, node.column), card)
    table, low, width = keyed_table(draft, types, node.column)
    row = binary("*", binary("-", card, Const(low)), Const(width))
    return Lookup(table, binary("+", row, expressions.strict(draft, scope, node.key)))


def _run(draft: Draft, name: str) -> list[int]:
    run = draft.runs[name]
    return list(range(run.first, run.first + run.count))


def is_one_of(draft: Draft, scope: Scope, node: ex.Expr, cards: Sequence[int]) -> Expr:
    """Whether a card is one of these; none is not."""
    card = expressions.value(draft, scope, node)
    if isinstance(card, Const):
        return Const(int(card.value in cards))
    if not cards:
        return NO
    if len(cards) == 1:
        return expressions.same(card, Const(cards[0]))
    if expressions.simple(card) and list(cards) == list(range(cards[0], cards[-1] + 1)):
        return both([binary(">=", card, Const(cards[0])), binary("<=", card, Const(cards[-1]))])
    flags = tuple(int(number in cards) for number in range(NONE, len(draft.cards)))
    table = draft.table(("one of", tuple(cards)), "one of", NONE, lambda: flags)
    return Lookup(table, card)


@expressions.lowered.register
def one_named(node: ex.Named, draft: Draft, scope: Scope) -> Expr:
    """The card of a name; of several the first in the card table."""
    cards = named_cards(draft, node.looks)
    if not cards:
        raise NotYet(node.span, "a card that does not exist with this number of players")
    return Const(cards[0])
