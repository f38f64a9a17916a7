"""The state of a game, signatures and types, and scenarios.

Comes in: the parts of a rule of the grammar, already built.  Goes out: the node of the same name.
"""

from __future__ import annotations

from typing import Any, Literal

from attrs import define
from lark import Token

from rulelang.source import Span
from rulelang.syntax import model as ast
from rulelang.syntax.from_tree.builder import unquoted, unquoted_or_none
from rulelang.syntax.from_tree.expressions import as_value
from rulelang.syntax.from_tree.statements import Statements

_WHO = ("nobody", "owner", "others", "all")

Every = Literal["every", "every other"]


@define
class State(Statements):
    # ------------------------------------------------------------ places and counters

    def state(self, span: Span, *entries: ast.Place | ast.Counter) -> ast.State:
        return ast.State(entries=entries, span=span, cites=self._cites(span))

    def place(
        self,
        span: Span,
        signature: ast.Signature,
        shape: Token,
        capacity: int | None,
        holds: tuple[ast.Name, ...],
        seen: ast.Seen,
        backs: ast.Seen | None,
        refilled_from: ast.Expr | None,
    ) -> ast.Place:
        return ast.Place(
            signature=signature,
            shape=self._name(shape),
            capacity=capacity,
            holds=holds,
            seen=seen,
            backs=backs,
            refilled_from=refilled_from,
            span=span,
            cites=self._cites(span),
        )

    def capacity(self, span: Span, number: Token) -> int:
        return int(number)

    def holds(self, span: Span, *kinds: Token) -> tuple[ast.Name, ...]:
        return self.names(span, *kinds)

    def seen(self, span: Span, top: Token | None, by: ast.Expr, where: ast.Expr | None) -> ast.Seen:
        who: Any = by.name.text if isinstance(by, ast.NameRef) and by.name.text in _WHO else by
        return ast.Seen(top_only=top is not None, who=who, where=where, span=span)

    def backs(self, span: Span, by: ast.Expr, where: ast.Expr | None) -> ast.Seen:
        return self.seen(span, None, by, where)

    def counter(
        self,
        span: Span,
        signature: ast.Signature,
        type: ast.Type,
        seen: ast.Seen | None,
        starts: ast.Expr | None = None,
    ) -> ast.Counter:
        return ast.Counter(signature=signature, type=type, seen=seen, starts=starts, span=span, cites=self._cites(span))

    # ------------------------------------------------------------ signatures and types

    def signature(
        self,
        span: Span,
        receiver: ast.Parameter | None,
        name: Token,
        *parameters: ast.Parameter | None,
    ) -> ast.Signature:
        given = tuple(parameter for parameter in parameters if parameter is not None)
        return ast.Signature(receiver=receiver, name=self._name(name), parameters=given, span=span)

    def receiver(self, span: Span, name: Token, type: ast.Type | None = None) -> ast.Parameter:
        return ast.Parameter(name=self._name(name), type=type, span=span)

    def parameter(self, span: Span, name: Token, type: ast.Type | None = None) -> ast.Parameter:
        return ast.Parameter(name=self._name(name), type=type, span=span)

    def kind_type(self, span: Span, name: Token) -> ast.KindType:
        return ast.KindType(name=self._name(name), span=span)

    def maybe_type(self, span: Span, name: Token) -> ast.MaybeType:
        return ast.MaybeType(name=self._name(name), span=span)

    def set_type(self, span: Span, name: Token) -> ast.SetType:
        return ast.SetType(name=self._name(name), span=span)

    def number_type(self, span: Span, low: int, high: int) -> ast.NumberType:
        return ast.NumberType(low=low, high=high, span=span)

    def bound(self, span: Span, minus: Token | None, digits: Token) -> int:
        return int(digits) if minus is None else -int(digits)

    # ------------------------------------------------------------ scenarios

    def scenario(self, span: Span, title: Token, *parts: Any) -> ast.Scenario:
        """The lines; the last part is the rows of cases, or None."""
        return ast.Scenario(
            title=unquoted(title), lines=parts[:-1], cases=parts[-1] or (), span=span, cites=self._cites(span)
        )

    def cases(self, span: Span, *rows: ast.Row) -> tuple[ast.Row, ...]:
        return rows

    def with_players(self, span: Span, count: Token) -> ast.WithPlayers:
        return ast.WithPlayers(count=int(count), span=span)

    def with_variant(self, span: Span, title: Token) -> ast.WithVariant:
        return ast.WithVariant(title=unquoted(title), span=span)

    def as_in(self, span: Span, title: Token) -> ast.AsIn:
        return ast.AsIn(title=unquoted(title), span=span)

    def every_one(self, span: Span, other: Token | None) -> str:
        return "every" if other is None else "every other"

    def given(self, span: Span, every: Every | None, target: ast.Expr, *items: ast.Expr) -> ast.Given:
        return ast.Given(target=target, items=items, starts=False, every=every or "", span=span)

    def given_starts(self, span: Span, every: Every | None, target: ast.Expr, *items: ast.Expr) -> ast.Given:
        return ast.Given(target=target, items=items, starts=True, every=every or "", span=span)

    def begins(self, span: Span, step: Token) -> ast.Begins:
        return ast.Begins(step=self._name(step), span=span)

    def turn_begins(self, span: Span, player: Token) -> ast.TurnBegins:
        return ast.TurnBegins(player=self._name(player), span=span)

    def chooses(self, span: Span, player: ast.Path, choice: ast.Path) -> ast.Chooses:
        return ast.Chooses(player=as_value(player), choice=choice, span=span)

    def then(self, span: Span, condition: ast.Expr, because: Token | None) -> ast.Then:
        return ast.Then(condition=condition, because=unquoted_or_none(because), answer=None, span=span)

    def then_only(self, span: Span, player: ast.Expr, *offers: ast.Path) -> ast.Then:
        return ast.Then(condition=player, because=None, answer=None, only=offers, span=span)

    def then_answer(self, span: Span, asked: ast.Can, answer: Token) -> ast.Then:
        return ast.Then(condition=asked, because=None, answer=self._name(answer), span=span)
