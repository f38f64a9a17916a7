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
from rulelang.syntax.from_tree.statements import Body, Statements

Names = tuple[ast.Name, ...]


@define
class Declarations(Statements):
    # ------------------------------------------------------------ heading

    def version(self, span: Span, number: Token) -> ast.Version:
        return ast.Version(number=int(number), span=span, cites=self._cites(span))

    def game(self, span: Span, title: Token) -> ast.Game:
        return ast.Game(title=unquoted(title), span=span, cites=self._cites(span))

    def players(self, span: Span, low: Token, high: Token | None) -> ast.Players:
        most = int(low if high is None else high)
        return ast.Players(low=int(low), high=most, span=span, cites=self._cites(span))

    def player_sheet(self, span: Span, rows: tuple[ast.Row, ...]) -> ast.PlayerSheet:
        return ast.PlayerSheet(rows=rows, span=span, cites=self._cites(span))

    def teams(self, span: Span, arrangement: Token, when: ast.Expr | None) -> ast.Teams:
        return ast.Teams(arrangement=self._name(arrangement), when=when, span=span, cites=self._cites(span))

    def rulebook(self, span: Span, path: Token) -> ast.Rulebook:
        return ast.Rulebook(path=unquoted(path), span=span, cites=self._cites(span))

    def use(self, span: Span, modules: Names) -> ast.Use:
        return ast.Use(modules=modules, span=span, cites=self._cites(span))

    def option(
        self, span: Span, name: Token, values: tuple[ast.Member, ...], last: ast.Member, normally: ast.Name
    ) -> ast.Option:
        return ast.Option(
            name=self._name(name),
            values=(*values, last),
            normally=normally,
            span=span,
            cites=self._cites(span),
        )

    def option_chosen(self, span: Span, name: Token, value: ast.Name) -> ast.OptionChosen:
        return ast.OptionChosen(name=self._name(name), value=value, span=span, cites=self._cites(span))

    def members(self, span: Span, *members: ast.Member) -> tuple[ast.Member, ...]:
        return members

    def member(self, span: Span, word: ast.Name, text: Token | None) -> ast.Member:
        return ast.Member(word=word.text, text=unquoted_or_none(text), span=span)

    # ------------------------------------------------------------ kinds, cards, tables

    def kind(self, span: Span, name: Token, content: tuple[Any, ...]) -> ast.Kind:
        members = tuple(part for part in content if isinstance(part, ast.Member))
        rows = tuple(part for part in content if isinstance(part, ast.Row))
        return ast.Kind(name=self._name(name), members=members, rows=rows, span=span, cites=self._cites(span))

    def cards(
        self,
        span: Span,
        name: Token,
        pattern: Token | None,
        face: Token | None,
        text: Token | None,
        back_shows: Names | None,
        content: Any,
    ) -> ast.Cards:
        return ast.Cards(
            name=self._name(name),
            pattern=unquoted_or_none(pattern),
            back_shows=back_shows or (),
            face=unquoted_or_none(face),
            text=unquoted_or_none(text),
            content=content,
            span=span,
            cites=self._cites(span),
        )

    def generate(self, span: Span, copies: ast.Expr, *parts: Any) -> ast.Generate:
        """The bindings; the last part is the names of the cards that are left out, or None."""
        return ast.Generate(copies=copies, bindings=parts[:-1], left_out=parts[-1] or (), span=span)

    def from_file(self, span: Span, path: Token, sheet: Token | None, *headed: ast.Headed) -> ast.FromFile:
        title = self._text(sheet) if sheet is not None else None
        return ast.FromFile(path=unquoted(path), sheet=title, headed=headed, span=self._at(path))

    def headed(self, span: Span, name: Token, heading: Token) -> ast.Headed:
        return ast.Headed(name=self._name(name), heading=self._text(heading), span=span)

    def table(self, span: Span, signature: ast.Signature, rows: tuple[ast.Row, ...]) -> ast.Table:
        return ast.Table(signature=signature, rows=rows, span=span, cites=self._cites(span))

    def also(self, span: Span, added: ast.Kind | ast.Cards | ast.Table) -> ast.Also:
        return ast.Also(added=added, span=span, cites=self._cites(span))

    # ------------------------------------------------------------ values

    def define(
        self, span: Span, signature: ast.Signature, value: ast.Expr, buts: tuple[ast.But, ...] | None
    ) -> ast.Define:
        return ast.Define(signature=signature, value=value, exceptions=buts or (), span=span, cites=self._cites(span))

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
            player=self._name(player),
            value=value,
            exceptions=buts or (),
            unit=int(unit or 1),
            one=int(one or 1),
            span=span,
            cites=self._cites(span),
        )

    def buts(self, span: Span, *buts: ast.But) -> tuple[ast.But, ...]:
        return buts

    def but(self, span: Span, value: ast.Expr, when: ast.Expr) -> ast.But:
        return ast.But(value=value, when=when, cites=self._cites(span), span=span)

    def layer(self, span: Span, signature: ast.Signature, value: ast.Expr, when: ast.Expr) -> ast.Layer:
        return ast.Layer(signature=signature, value=value, when=when, span=span, cites=self._cites(span))

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
        return self._name(name)

    def forbid(self, span: Span, steps: Names, when: ast.Expr, reason: str | None) -> ast.Forbid:
        return ast.Forbid(steps=steps, when=when, reason=reason, span=span, cites=self._cites(span))

    def offer(
        self, span: Span, step: Token, host: Token, when: ast.Expr | None, once_per: ast.Name | None
    ) -> ast.Offer:
        return ast.Offer(
            step=self._name(step),
            host=self._name(host),
            when=when,
            once_per=once_per,
            span=span,
            cites=self._cites(span),
        )

    def whenever(self, span: Span, condition: ast.Expr, body: Body) -> ast.Whenever:
        return ast.Whenever(condition=condition, body=body, span=span, cites=self._cites(span))

    # ------------------------------------------------------------ the course and the end of a game

    def setup(self, span: Span, body: Body) -> ast.Setup:
        return ast.Setup(body=body, span=span, cites=self._cites(span))

    def play(self, span: Span, body: Body) -> ast.Play:
        return ast.Play(body=body, span=span, cites=self._cites(span))

    def winner(self, span: Span, *parts: Any) -> ast.Winner:
        """The orders; the last part is the word `shared`, or None."""
        return ast.Winner(
            orders=parts[:-1], player=None, shared=parts[-1] is not None, span=span, cites=self._cites(span)
        )

    def winner_player(self, span: Span, player: ast.Expr, shared: Token | None) -> ast.Winner:
        return ast.Winner(orders=(), player=player, shared=shared is not None, span=span, cites=self._cites(span))

    def loser(self, span: Span, player: ast.Expr) -> ast.Winner:
        return ast.Winner(orders=(), player=player, shared=True, loses=True, span=span, cites=self._cites(span))

    def always(self, span: Span, condition: ast.Expr) -> ast.Always:
        return ast.Always(condition=condition, span=span, cites=self._cites(span))

    def shown(self, span: Span, signature: ast.Signature, unit: Token | None) -> ast.Shown:
        return ast.Shown(signature=signature, unit=unquoted_or_none(unit), span=span, cites=self._cites(span))

    def bot(self, span: Span, title: Token, *preferences: ast.Preference) -> ast.Bot:
        return ast.Bot(name=self._text(title), preferences=preferences, span=span, cites=self._cites(span))

    def preference(
        self,
        span: Span,
        step: Token,
        picks: Names | None,
        condition: ast.Expr | None,
        orders: tuple[ast.Order, ...] | None,
    ) -> ast.Preference:
        return ast.Preference(
            step=self._name(step),
            picks=picks,
            condition=condition,
            orders=orders or (),
            span=span,
        )

    # ------------------------------------------------------------ layers

    def replace(self, span: Span, declaration: Any) -> ast.Replace:
        return ast.Replace(declaration=declaration, span=span, cites=self._cites(span))

    def remove(self, span: Span, name: Token) -> ast.Remove:
        return ast.Remove(name=self._name(name), cards=(), span=span, cites=self._cites(span))

    def remove_cards(self, span: Span, cards: tuple[ast.Text, ...]) -> ast.Remove:
        return ast.Remove(name=None, cards=cards, span=span, cites=self._cites(span))

    def variant(self, span: Span, title: Token, *declarations: ast.Decl) -> ast.Variant:
        return ast.Variant(title=unquoted(title), declarations=declarations, span=span, cites=self._cites(span))


def _sentence(parts: tuple[Any, ...]) -> tuple[str | None, tuple[Any, ...]]:
    """The sentence that may stand before the lines of a step or hook, and the lines."""
    if parts and (parts[0] is None or isinstance(parts[0], Token)):
        return unquoted_or_none(parts[0]), parts[1:]
    return None, parts
