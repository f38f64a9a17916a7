"""The header of a step and its effects.

Comes in: the parts of a rule of the grammar, already built.  Goes out: the node of the same name.
"""

from __future__ import annotations

from typing import Any

from attrs import define
from lark import Token

from rulelang.source import Span
from rulelang.syntax import model as ast
from rulelang.syntax.from_tree.builder import unquoted
from rulelang.syntax.from_tree.expressions import Expressions, as_value

Body = tuple[ast.Stmt, ...]
Offers = tuple[tuple[ast.Path, ...], ast.Path | None]
Orders = tuple[ast.Order, ...]


@define
class Statements(Expressions):
    # ------------------------------------------------------------ the header of a step

    def if_able(self, span: Span) -> bool:
        return True

    def reason(self, span: Span, text: Token) -> str:
        return unquoted(text)

    # ------------------------------------------------------------ cards on the move

    def up_to(self, span: Span) -> bool:
        return True

    def move_every(
        self,
        span: Span,
        binding: ast.Binding,
        where: ast.Expr | None,
        orders: Orders | None,
        to: ast.Expr,
        at: ast.Expr | None,
    ) -> ast.MoveEvery:
        last: ast.Node = orders[-1] if orders else binding if where is None else where
        range = ast.Range(
            binding=binding, where=where, orders=orders or (), limit=None, span=binding.span.to(last.span)
        )
        return ast.MoveEvery(range=range, to=to, at=at, span=span, cites=self._cites(span))

    def move_places(self, span: Span, what: ast.Get, where: ast.Expr | None, to: ast.Expr) -> ast.MovePlaces:
        variable = what.target
        assert isinstance(variable, ast.NameRef)
        binding = ast.Binding(variable=variable.name, kind=None, amount=None, source=None, span=variable.span)
        last: ast.Node = binding if where is None else where
        range = ast.Range(binding=binding, where=where, orders=(), limit=None, span=binding.span.to(last.span))
        return ast.MovePlaces(range=range, what=what, to=to, span=span, cites=self._cites(span))

    def place_of(self, span: Span, variable: Token, name: Token, *arguments: ast.Expr) -> ast.Get:
        whose = ast.NameRef(name=self.named(variable), span=self._at(variable))
        return ast.Get(target=whose, name=self.named(name), arguments=arguments, span=span)

    def all_of_place(self, span: Span, variable: Token, place: ast.Expr | None) -> ast.Binding:
        return self.binding(span, variable, _in(place))

    def own_name_of_place(self, span: Span, variable: Token, kind: Token, place: ast.Expr) -> ast.Binding:
        return self.own_name(span, variable, kind, _in(place))

    # ------------------------------------------------------------ choices and steps

    def choose(self, span: Span, offers: Offers) -> ast.Choose:
        return ast.Choose(chooser=None, offers=offers[0], fallback=offers[1], span=span, cites=self._cites(span))

    def choose_of(self, span: Span, chooser: ast.Path, offers: Offers) -> ast.Choose:
        return ast.Choose(chooser=chooser, offers=offers[0], fallback=offers[1], span=span, cites=self._cites(span))

    def offers(self, span: Span, *paths: ast.Path | None) -> Offers:
        return tuple(path for path in paths[:-1] if path is not None), paths[-1]

    def secretly(self, span: Span, range: ast.Range, offers: Offers) -> ast.Secretly:
        return ast.Secretly(range=range, offers=offers[0], fallback=offers[1], span=span, cites=self._cites(span))

    def everyone_wins(self, span: Span) -> ast.EveryoneLoses:
        return ast.EveryoneLoses(outcome="everyone_wins", span=span, cites=self._cites(span))

    def nobody_wins(self, span: Span) -> ast.EveryoneLoses:
        return ast.EveryoneLoses(outcome="nobody_wins", span=span, cites=self._cites(span))

    def perform(self, span: Span, step: ast.Path, by: ast.Path | None) -> ast.Perform:
        return ast.Perform(step=step, by=None if by is None else as_value(by), span=span, cites=self._cites(span))

    # ------------------------------------------------------------ the course of things

    def if_(self, span: Span, *parts: Any) -> ast.If:
        """Conditions and blocks in turn; the last part is the block of `else`, or None."""
        arms = tuple(zip(parts[:-1:2], parts[1::2], strict=True))
        return ast.If(arms=arms, otherwise=parts[-1] or (), span=span, cites=self._cites(span))

    def repeat(self, span: Span, body: Body) -> ast.Repeat:
        return ast.Repeat(times=None, until=None, body=body, span=span, cites=self._cites(span))

    def repeat_times(self, span: Span, times: ast.Expr, body: Body) -> ast.Repeat:
        return ast.Repeat(times=times, until=None, body=body, span=span, cites=self._cites(span))

    def repeat_until(self, span: Span, until: ast.Expr, body: Body) -> ast.Repeat:
        return ast.Repeat(times=None, until=until, body=body, span=span, cites=self._cites(span))


def _in(place: ast.Expr | None) -> ast.InPlace | None:
    return None if place is None else ast.InPlace(value=place, start=None, span=place.span)
