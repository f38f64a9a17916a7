"""Declarations: the heading, kinds and cards, state, values and steps, layers.

Comes in: the parts of a rule of the grammar, already built.  Goes out: the node of the same name.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any, Literal

from attrs import define
from lark import Token

from rulelang.source import Span
from rulelang.syntax import model as ast
from rulelang.syntax.from_tree.builder import unquoted, unquoted_or_none
from rulelang.syntax.from_tree.statements import Statements

Names = tuple[ast.Name, ...]


@define
class Declarations(Statements):
    # ------------------------------------------------------------ heading

    def players(self, span: Span, low: Token, high: Token | None) -> ast.Players:
        most = int(low if high is None else high)
        return ast.Players(low=int(low), high=most, span=span, cites=self._cites(span))

    def option(
        self, span: Span, name: Token, values: tuple[ast.Member, ...], last: ast.Member, normally: ast.Name
    ) -> ast.Option:
        return ast.Option(
            name=self.named(name),
            values=(*values, last),
            normally=normally,
            span=span,
            cites=self._cites(span),
        )

    def member(self, span: Span, word: ast.Name, text: Token | None) -> ast.Member:
        return ast.Member(word=word.text, text=unquoted_or_none(text), span=span)

    # ------------------------------------------------------------ kinds, cards, tables

    def kind(self, span: Span, name: Token, content: tuple[Any, ...]) -> ast.Kind:
        members = tuple(part for part in content if isinstance(part, ast.Member))
        rows = tuple(part for part in content if isinstance(part, ast.Row))
        return ast.Kind(name=self.named(name), members=members, rows=rows, span=span, cites=self._cites(span))

    def generate(self, span: Span, copies: ast.Expr, *parts: Any) -> ast.Generate:
        """The bindings; the last part is the names of the cards that are left out, or None."""
        return ast.Generate(copies=copies, bindings=parts[:-1], left_out=parts[-1] or (), span=span)

    def from_file(self, span: Span, path: Token, sheet: Token | None, *headed: ast.Headed) -> ast.FromFile:
        title = self.text(sheet) if sheet is not None else None
        return ast.FromFile(path=unquoted(path), sheet=title, headed=headed, span=self._at(path))

    # ------------------------------------------------------------ values

    def payoff(
        self,
        span: Span,
        player: Token,
        one: Token | None,
        unit: Token | None,
        value: ast.Expr,
        buts: tuple[ast.But, ...] | None,
    ) -> ast.Payoff:
        return ast.Payoff(
            player=self.named(player),
            value=value,
            exceptions=buts or (),
            unit=int(unit or 1),
            one=int(one or 1),
            span=span,
            cites=self._cites(span),
        )

    # ------------------------------------------------------------ steps and what is laid over them

    def step(self, span: Span, signature: ast.Signature, *parts: Any) -> ast.Step:
        sentence, lines = _sentence(parts)
        header = tuple(takewhile(lambda line: isinstance(line, ast.Pick | ast.Needs | ast.Let), lines))
        return ast.Step(
            signature=signature,
            sentence=sentence,
            header=header,
            body=lines[len(header) :],
            span=span,
            cites=self._cites(span),
        )

    def hook(
        self,
        span: Span,
        time: Literal["before", "after", "instead of"],
        steps: Names,
        when: ast.Expr | None,
        once_per: ast.Name | None,
        *parts: Any,
    ) -> ast.Hook:
        sentence, body = _sentence(parts)
        return ast.Hook(
            time=time,
            steps=steps,
            when=when,
            once_per=once_per,
            sentence=sentence,
            body=body,
            span=span,
            cites=self._cites(span),
        )

    def hook_time(self, span: Span, *words: Token) -> str:
        return " ".join(words)

    def once_per(self, span: Span, name: Token) -> ast.Name:
        return self.named(name)

    # ------------------------------------------------------------ the course and the end of a game

    def winner(self, span: Span, *parts: Any) -> ast.Winner:
        """The orders; the last part is the word `shared`, or None."""
        return ast.Winner(
            orders=parts[:-1], player=None, shared=parts[-1] is not None, span=span, cites=self._cites(span)
        )

    def winner_player(self, span: Span, player: ast.Expr, shared: Token | None) -> ast.Winner:
        return ast.Winner(orders=(), player=player, shared=shared is not None, span=span, cites=self._cites(span))

    def loser(self, span: Span, player: ast.Expr) -> ast.Winner:
        return ast.Winner(orders=(), player=player, shared=True, loses=True, span=span, cites=self._cites(span))

    # ------------------------------------------------------------ layers

    def remove(self, span: Span, name: Token) -> ast.Remove:
        return ast.Remove(name=self.named(name), cards=(), span=span, cites=self._cites(span))

    def remove_cards(self, span: Span, cards: tuple[ast.Text, ...]) -> ast.Remove:
        return ast.Remove(name=None, cards=cards, span=span, cites=self._cites(span))


def _sentence(parts: tuple[Any, ...]) -> tuple[str | None, tuple[Any, ...]]:
    """The sentence that may stand before the lines of a step or hook, and the lines."""
    if parts and (parts[0] is None or isinstance(parts[0], Token)):
        return unquoted_or_none(parts[0]), parts[1:]
    return None, parts
