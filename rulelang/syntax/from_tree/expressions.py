"""Values, questions and ranges.

Comes in: the parts of a rule of the grammar, already built.  Goes out: the node of the same name.
"""

from __future__ import annotations

from typing import Any

from attrs import define
from lark import Token

from rulelang.source import Span
from rulelang.syntax import model as ast
from rulelang.syntax.from_tree.builder import Builder


@define
class Expressions(Builder):
    # ------------------------------------------------------------ atoms

    def yes(self, span: Span) -> ast.YesNo:
        return ast.YesNo(value=True, span=span)

    def no_value(self, span: Span) -> ast.YesNo:
        return ast.YesNo(value=False, span=span)

    def none(self, span: Span) -> ast.NoneValue:
        return ast.NoneValue(span=span)

    def card_by_columns(self, span: Span, kind: Token, *headings: tuple[ast.Name, ast.Name]) -> ast.CardByColumns:
        return ast.CardByColumns(kind=self.named(kind), headings=headings, span=span)

    def heading(self, span: Span, column: Token, value: ast.Name) -> tuple[ast.Name, ast.Name]:
        return self.named(column), value

    # ------------------------------------------------------------ sums

    def negate(self, span: Span, _minus: Token, value: ast.Expr) -> ast.Negate:
        return ast.Negate(value=value, span=span)

    def set_in_words(
        self, span: Span, binding: ast.Binding, where: ast.Expr, orders: tuple[ast.Order, ...] | None
    ) -> ast.Range:
        return _range(span, binding, where, orders)

    def set_in_order(self, span: Span, binding: ast.Binding, orders: tuple[ast.Order, ...]) -> ast.Range:
        return _range(span, binding, None, orders)

    # ------------------------------------------------------------ comparisons

    def can(self, span: Span, player: ast.Expr, word: Token, step: ast.Path) -> ast.Can:
        return ast.Can(player=player, word="can", negated=word == "cannot", step=step, span=span)

    def may(self, span: Span, player: ast.Expr, negated: Token | None, step: ast.Path) -> ast.Can:
        return ast.Can(player=player, word="may", negated=negated is not None, step=step, span=span)

    # ------------------------------------------------------------ questions, folds, selections

    def some(self, span: Span, range: ast.Range) -> ast.Question:
        return ast.Question(word="some", range=range, span=span)

    def no(self, span: Span, range: ast.Range) -> ast.Question:
        return ast.Question(word="no", range=range, span=span)

    def fold_short(
        self, span: Span, word: Token, value: ast.Expr, source: ast.Source, where: ast.Expr | None
    ) -> ast.Fold:
        """``sum of coins in player.cleared``: the variable has no name of its own, an empty one stands for it."""
        nowhere = Span(span.path, source.span.start, source.span.start)
        variable = ast.Name(text="", span=nowhere)
        binding = ast.Binding(variable=variable, kind=None, amount=None, source=source, span=source.span)
        range = _range(source.span if where is None else source.span.to(where.span), binding, where, None)
        return ast.Fold(word=_fold_word(word), value=value, range=range, short=True, span=span)

    def first(self, span: Span, range: ast.Range) -> ast.Selected:
        return ast.Selected(word="first", range=range, span=span)

    def the(self, span: Span, range: ast.Range) -> ast.Selected:
        return ast.Selected(word="the", range=range, span=span)

    def random(self, span: Span, range: ast.Range) -> ast.Selected:
        return ast.Selected(word="random", range=range, span=span)

    # ------------------------------------------------------------ paths

    def path(self, span: Span, name: Token, *arguments: ast.Expr) -> ast.Path:
        return ast.Path(target=None, name=self.named(name), arguments=arguments, span=span)

    def path_from(self, span: Span, target: ast.Path, name: Token, *arguments: ast.Expr) -> ast.Path:
        return ast.Path(target=as_value(target), name=self.named(name), arguments=arguments, span=span)

    # ------------------------------------------------------------ ranges

    def range(self, span: Span, binding: ast.Binding, where: ast.Expr | None) -> ast.Range:
        return _range(span, binding, where, None)

    def ordered(
        self,
        span: Span,
        binding: ast.Binding,
        where: ast.Expr | None,
        orders: tuple[ast.Order, ...] | None,
    ) -> ast.Range:
        return _range(span, binding, where, orders)

    def cut(
        self,
        span: Span,
        limit: ast.Expr,
        binding: ast.Binding,
        where: ast.Expr | None,
        orders: tuple[ast.Order, ...],
    ) -> ast.Range:
        return _range(span, binding, where, orders, limit)

    def binding(self, span: Span, variable: Token, source: ast.Source | None = None) -> ast.Binding:
        return ast.Binding(variable=self.named(variable), kind=None, amount=None, source=source, span=span)

    def own_name(self, span: Span, variable: Token, kind: Token, source: ast.Source | None = None) -> ast.Binding:
        return ast.Binding(variable=self.named(variable), kind=self.named(kind), amount=None, source=source, span=span)

    def set_binding(
        self, span: Span, variable: Token, amount: ast.Amount, kind: Token, source: ast.Source | None = None
    ) -> ast.Binding:
        return ast.Binding(
            variable=self.named(variable), kind=self.named(kind), amount=amount, source=source, span=span
        )

    def exactly(self, span: Span, amount: ast.Expr) -> ast.Amount:
        return ast.Amount(low=amount, high=amount, span=span)

    def between(self, span: Span, low: ast.Expr, high: ast.Expr) -> ast.Amount:
        return ast.Amount(low=low, high=high, span=span)

    def at_most(self, span: Span, high: ast.Expr) -> ast.Amount:
        return ast.Amount(low=None, high=high, span=span)

    def at_least(self, span: Span, low: ast.Expr) -> ast.Amount:
        return ast.Amount(low=low, high=None, span=span)


def as_value(path: ast.Path) -> ast.Expr:
    """What stands before a dot or behind `by` is read, not performed: the same words as a value."""
    if path.target is not None:
        return ast.Get(target=path.target, name=path.name, arguments=path.arguments, span=path.span)
    if path.arguments:
        return ast.Call(name=path.name, arguments=path.arguments, span=path.span)
    return ast.NameRef(name=path.name, span=path.span)


def _range(
    span: Span,
    binding: ast.Binding,
    where: ast.Expr | None,
    orders: tuple[ast.Order, ...] | None,
    limit: ast.Expr | None = None,
) -> ast.Range:
    return ast.Range(binding=binding, where=where, orders=orders or (), limit=limit, span=span)


def _fold_word(word: Token) -> Any:
    return str(word)
