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
    def block(self, span: Span, *body: ast.Stmt) -> Body:
        return body

    # ------------------------------------------------------------ the header of a step

    def pick(
        self, span: Span, binding: ast.Binding, where: ast.Expr | None, if_able: bool | None, reason: str | None
    ) -> ast.Pick:
        able = if_able is not None
        return ast.Pick(binding=binding, where=where, if_able=able, reason=reason, span=span, cites=self._cites(span))

    def if_able(self, span: Span) -> bool:
        return True

    def needs(self, span: Span, condition: ast.Expr, reason: str | None) -> ast.Needs:
        return ast.Needs(condition=condition, reason=reason, span=span, cites=self._cites(span))

    def reason(self, span: Span, text: Token) -> str:
        return unquoted(text)

    def let(self, span: Span, name: Token, value: ast.Expr) -> ast.Let:
        return ast.Let(name=self._name(name), value=value, span=span, cites=self._cites(span))

    # ------------------------------------------------------------ cards on the move

    def move(self, span: Span, what: ast.Expr, to: ast.Expr, at: ast.Expr | None) -> ast.Move:
        return ast.Move(what=what, to=to, at=at, span=span, cites=self._cites(span))

    def move_some(
        self,
        span: Span,
        up_to: bool | None,
        amount: ast.Expr,
        source: ast.Expr,
        to: ast.Expr,
        at: ast.Expr | None,
        name: Token | None,
    ) -> ast.MoveSome:
        return ast.MoveSome(
            up_to=up_to is not None,
            amount=amount,
            source=source,
            to=to,
            at=at,
            name=None if name is None else self._name(name),
            span=span,
            cites=self._cites(span),
        )

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
        whose = ast.NameRef(name=self._name(variable), span=self._at(variable))
        return ast.Get(target=whose, name=self._name(name), arguments=arguments, span=span)

    def all_of_place(self, span: Span, variable: Token, place: ast.Expr | None) -> ast.Binding:
        return self.binding(span, variable, _in(place))

    def own_name_of_place(self, span: Span, variable: Token, kind: Token, place: ast.Expr) -> ast.Binding:
        return self.own_name(span, variable, kind, _in(place))

    def swap(self, span: Span, left: ast.Expr, right: ast.Expr) -> ast.Swap:
        return ast.Swap(left=left, right=right, span=span, cites=self._cites(span))

    def shuffle(self, span: Span, place: ast.Expr) -> ast.Shuffle:
        return ast.Shuffle(place=place, span=span, cites=self._cites(span))

    # ------------------------------------------------------------ counters and looks

    def set(self, span: Span, target: ast.Path, value: ast.Expr) -> ast.Set:
        return ast.Set(target=target, value=value, span=span, cites=self._cites(span))

    def add(self, span: Span, amount: ast.Expr, target: ast.Path) -> ast.Add:
        return ast.Add(amount=amount, target=target, span=span, cites=self._cites(span))

    def subtract(self, span: Span, amount: ast.Expr, target: ast.Path) -> ast.Subtract:
        return ast.Subtract(amount=amount, target=target, span=span, cites=self._cites(span))

    def show(self, span: Span, what: ast.Expr, to: ast.Expr) -> ast.Show:
        return ast.Show(what=what, to=to, span=span, cites=self._cites(span))

    def show_whether(self, span: Span, condition: ast.Expr, to: ast.Expr) -> ast.ShowWhether:
        return ast.ShowWhether(condition=condition, to=to, span=span, cites=self._cites(span))

    def say(self, span: Span, text: Token) -> ast.Say:
        return ast.Say(text=unquoted(text), span=span, cites=self._cites(span))

    # ------------------------------------------------------------ choices and steps

    def choose(self, span: Span, offers: Offers) -> ast.Choose:
        return ast.Choose(chooser=None, offers=offers[0], fallback=offers[1], span=span, cites=self._cites(span))

    def choose_of(self, span: Span, chooser: ast.Path, offers: Offers) -> ast.Choose:
        return ast.Choose(chooser=chooser, offers=offers[0], fallback=offers[1], span=span, cites=self._cites(span))

    def offers(self, span: Span, *paths: ast.Path | None) -> Offers:
        return tuple(path for path in paths[:-1] if path is not None), paths[-1]

    def anyone(self, span: Span, players: ast.Expr, *offers: ast.Path) -> ast.Anyone:
        return ast.Anyone(players=players, offers=offers, span=span, cites=self._cites(span))

    def secretly(self, span: Span, range: ast.Range, offers: Offers) -> ast.Secretly:
        return ast.Secretly(range=range, offers=offers[0], fallback=offers[1], span=span, cites=self._cites(span))

    def stop(self, span: Span, name: Token) -> ast.Stop:
        return ast.Stop(name=self._name(name), span=span, cites=self._cites(span))

    def everyone_loses(self, span: Span) -> ast.EveryoneLoses:
        return ast.EveryoneLoses(span=span, cites=self._cites(span))

    def everyone_wins(self, span: Span) -> ast.EveryoneLoses:
        return ast.EveryoneLoses(outcome="everyone_wins", span=span, cites=self._cites(span))

    def nobody_wins(self, span: Span) -> ast.EveryoneLoses:
        return ast.EveryoneLoses(outcome="nobody_wins", span=span, cites=self._cites(span))

    def as_usual(self, span: Span) -> ast.AsUsual:
        return ast.AsUsual(span=span, cites=self._cites(span))

    def nothing(self, span: Span) -> ast.Nothing:
        return ast.Nothing(span=span, cites=self._cites(span))

    def do(self, span: Span, step: ast.Path, by: ast.Path | None) -> ast.Do:
        return ast.Do(step=step, by=by, span=span, cites=self._cites(span))

    def perform(self, span: Span, step: ast.Path, by: ast.Path | None) -> ast.Perform:
        return ast.Perform(step=step, by=None if by is None else as_value(by), span=span, cites=self._cites(span))

    # ------------------------------------------------------------ the course of things

    def if_(self, span: Span, *parts: Any) -> ast.If:
        """Conditions and blocks in turn; the last part is the block of `else`, or None."""
        arms = tuple(zip(parts[:-1:2], parts[1::2], strict=True))
        return ast.If(arms=arms, otherwise=parts[-1] or (), span=span, cites=self._cites(span))

    def for_each(self, span: Span, range: ast.Range, body: Body) -> ast.ForEach:
        return ast.ForEach(range=range, body=body, span=span, cites=self._cites(span))

    def repeat(self, span: Span, body: Body) -> ast.Repeat:
        return ast.Repeat(times=None, until=None, body=body, span=span, cites=self._cites(span))

    def repeat_times(self, span: Span, times: ast.Expr, body: Body) -> ast.Repeat:
        return ast.Repeat(times=times, until=None, body=body, span=span, cites=self._cites(span))

    def repeat_until(self, span: Span, until: ast.Expr, body: Body) -> ast.Repeat:
        return ast.Repeat(times=None, until=until, body=body, span=span, cites=self._cites(span))

    def turns(
        self, span: Span, start: ast.Expr, then: ast.Expr | None, where: ast.Expr | None, body: Body
    ) -> ast.Turns:
        return ast.Turns(start=start, then=then, where=where, body=body, span=span, cites=self._cites(span))

    def turns_once(
        self, span: Span, start: ast.Expr | None, where: ast.Expr | None, orders: Orders | None, body: Body
    ) -> ast.TurnsOnce:
        return ast.TurnsOnce(
            start=start, where=where, orders=orders or (), body=body, span=span, cites=self._cites(span)
        )


def _in(place: ast.Expr | None) -> ast.InPlace | None:
    return None if place is None else ast.InPlace(value=place, start=None, span=place.span)
