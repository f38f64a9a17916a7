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

    def capacity(self, span: Span, number: Token) -> int:
        return int(number)

    def holds(self, span: Span, *kinds: Token) -> tuple[ast.Name, ...]:
        return self.names(span, *kinds)

    def seen(self, span: Span, top: Token | None, by: ast.Expr, where: ast.Expr | None) -> ast.Seen:
        who: Any = by.name.text if isinstance(by, ast.NameRef) and by.name.text in _WHO else by
        return ast.Seen(top_only=top is not None, who=who, where=where, span=span)

    def backs(self, span: Span, by: ast.Expr, where: ast.Expr | None) -> ast.Seen:
        return self.seen(span, None, by, where)

    # ------------------------------------------------------------ signatures and types

    def signature(
        self,
        span: Span,
        receiver: ast.Parameter | None,
        name: Token,
        *parameters: ast.Parameter | None,
    ) -> ast.Signature:
        given = tuple(parameter for parameter in parameters if parameter is not None)
        return ast.Signature(receiver=receiver, name=self.named(name), parameters=given, span=span)

    def receiver(self, span: Span, name: Token, type: ast.Type | None = None) -> ast.Parameter:
        return ast.Parameter(name=self.named(name), type=type, span=span)

    def bound(self, span: Span, minus: Token | None, digits: Token) -> int:
        return int(digits) if minus is None else -int(digits)

    # ------------------------------------------------------------ scenarios

    def scenario(self, span: Span, title: Token, *parts: Any) -> ast.Scenario:
        """The lines; the last part is the rows of cases, or None."""
        return ast.Scenario(
            title=unquoted(title), lines=parts[:-1], cases=parts[-1] or (), span=span, cites=self._cites(span)
        )

    def every_one(self, span: Span, other: Token | None) -> str:
        return "every" if other is None else "every other"

    def given(self, span: Span, every: Every | None, target: ast.Expr, *items: ast.Expr) -> ast.Given:
        return ast.Given(target=target, items=items, starts=False, every=every or "", span=span)

    def given_starts(self, span: Span, every: Every | None, target: ast.Expr, *items: ast.Expr) -> ast.Given:
        return ast.Given(target=target, items=items, starts=True, every=every or "", span=span)

    def chooses(self, span: Span, player: ast.Path, choice: ast.Path) -> ast.Chooses:
        return ast.Chooses(player=as_value(player), choice=choice, span=span)

    def then(self, span: Span, condition: ast.Expr, because: Token | None) -> ast.Then:
        return ast.Then(condition=condition, because=unquoted_or_none(because), answer=None, span=span)

    def then_only(self, span: Span, player: ast.Expr, *offers: ast.Path) -> ast.Then:
        return ast.Then(condition=player, because=None, answer=None, only=offers, span=span)

    def then_answer(self, span: Span, asked: ast.Can, answer: Token) -> ast.Then:
        return ast.Then(condition=asked, because=None, answer=self.named(answer), span=span)
