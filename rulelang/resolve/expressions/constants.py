"""Values that are written out: numbers, yes and no, none, card names, and `usual`.

Comes in: such a value and the sort that is meant there.  Goes out: a constant in the encoding of the IR, or a
named card.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.diagnostics import did_you_mean
from rulelang.resolve.digits import number
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.model.expressions import Constant, Expr, Join, Named, Usual
from rulelang.resolve.model.sorts import (
    HIGHEST,
    NO_NUMBER,
    NONE,
    CardSort,
    FlagSort,
    MemberSort,
    NumberSort,
    PlaceSort,
    PlayerSort,
    SetSort,
    Sort,
    StepSort,
)
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import maybe
from rulelang.source import Span
from rulelang.syntax import model as ast

Written = ast.Number | ast.YesNo | ast.NoneValue | ast.CardName | ast.CardByColumns


@expression.register
def constant(node: Written, scope: Scope, want: Sort | None = None) -> Expr | None:
    """A value as written, in the sense of the sort that is meant."""
    match node:
        case ast.Number(value=value) if value > HIGHEST:
            scope.reports.diagnostic("RL0133", node.span)
            return None
        case ast.Number(value=value):
            return member(str(value), node.span, scope, want) or Constant(
                value, sort=NumberSort(value, value), span=node.span
            )
        case ast.YesNo(value=value):
            word = "yes" if value else "no"
            return member(word, node.span, scope, want) or Constant(int(value), sort=FlagSort(), span=node.span)
        case ast.NoneValue():
            return member("none", node.span, scope, want) or _none(node, scope, want)
        case ast.CardName(text=text):
            return card_name(text, node.span, scope)
        case ast.CardByColumns():
            return _by_columns(node, scope)
        case _:
            assert_never(node)


def member(word: str, span: Span, scope: Scope, want: Sort | None) -> Expr | None:
    """A member of the kind that is meant, or a step of the column that is meant, if the word is one."""
    match want:
        case MemberSort():
            values = scope.names.values_of(want)
        case StepSort(steps=steps):
            values = steps
        case _:
            return None
    return Constant(values.index(word), sort=want, span=span) if word in values else None


def _none(node: ast.NoneValue, scope: Scope, want: Sort | None) -> Expr | None:
    match want:
        case NumberSort():
            return Constant(NO_NUMBER, sort=maybe(want), span=node.span)
        case MemberSort() | PlayerSort() | CardSort() | StepSort():
            return Constant(NONE, sort=maybe(want), span=node.span)
        case _:
            help = "ask whether it `is empty`" if isinstance(want, PlaceSort | SetSort) else None
            scope.reports.diagnostic("RL0312", node.span, help=help)
            return None


def card_name(text: str, span: Span, scope: Scope) -> Expr | None:
    """`"a pet parrot"`: every card of this name."""
    looks = scope.names.cards(text)
    if not looks and not scope.names.broken.isdisjoint(scope.names.all_types):
        return None
    if not looks:
        near = did_you_mean(text, scope.names.card_names())
        scope.reports.diagnostic("RL0216", span, name=text, suggestion=near)
        return None
    return Named(text, looks, sort=CardSort(scope.names.types_of(looks)), span=span)


def _by_columns(node: ast.CardByColumns, scope: Scope) -> Expr | None:
    """`Card(suit hearts, rank ten)`: every card with these values in these columns."""
    names, kind = scope.names, node.kind.text
    decl = names.types.get(kind)
    if decl is None:
        near = did_you_mean(kind, names.all_types)
        scope.reports.diagnostic("RL0207", node.kind.span, name=kind, suggestion=near)
        return None
    wanted: dict[int, int] = {}
    for heading, word in node.headings:
        index = next((i for i, c in enumerate(decl.columns) if c.name == heading.text), None)
        if index is None:
            near = did_you_mean(heading.text, [c.name for c in decl.columns])
            scope.reports.diagnostic("RL0204", heading.span, what=f"a {kind}", name=heading.text, suggestion=near)
            return None
        value = _column_value(word, decl.columns[index].sort, scope)
        if value is None:
            return None
        wanted[index] = value
    looks = tuple(
        look
        for look, (owner, card) in enumerate(names.deck())
        if owner == kind and all(card.cells[index] == value for index, value in wanted.items())
    )
    text = f"{kind}({', '.join(f'{h.text} {w.text}' for h, w in node.headings)})"
    if not looks:
        scope.reports.diagnostic("RL0216", node.span, name=text)
        return None
    return Named(text, looks, sort=CardSort((kind,)), span=node.span)


def _column_value(word: ast.Name, sort: Sort, scope: Scope) -> int | None:
    """The value of one heading, as the column encodes it."""
    text = word.text
    if isinstance(sort, NumberSort) and (value := number(text)) is not None:
        return value
    if isinstance(sort, FlagSort) and text in ("yes", "no"):
        return int(text == "yes")
    if text == "none":
        return NO_NUMBER if isinstance(sort, NumberSort) else NONE
    if isinstance(sort, PlayerSort) and len(text) == 1 and text.isupper():
        return ord(text) - ord("A")
    found = member(text, word.span, scope, sort)
    if isinstance(found, Constant):
        return found.value
    near = did_you_mean(text, scope.names.values_of(sort)) if isinstance(sort, MemberSort) else None
    scope.reports.diagnostic("RL0203", word.span, name=text, suggestion=near)
    return None


@expression.register
def misplaced(node: ast.Empty | ast.Several, scope: Scope, want: Sort | None = None) -> Expr | None:
    """What has a meaning only elsewhere; `nothing` is a set without cards where a set is meant."""
    if isinstance(node, ast.Empty) and isinstance(want, SetSort):
        return Join((), sort=PlaceSort(want.types, None), span=node.span)
    what = "nothing" if isinstance(node, ast.Empty) else f"{node.amount} of …"
    scope.reports.diagnostic("RL0231", node.span, what=what)
    return None


@expression.register
def playing(node: ast.Playing, scope: Scope, want: Sort | None = None) -> Expr | None:
    """Whether a variant is laid over the game; known before anything is dealt."""
    if node.title not in scope.names.variants:
        near = did_you_mean(node.title, scope.names.variants)
        scope.reports.diagnostic("RL0223", node.span, name=node.title, suggestion=near)
        return None
    return Constant(int(scope.names.variants[node.title]), sort=FlagSort(), span=node.span)


@expression.register
def usual(node: ast.Usual, scope: Scope, want: Sort | None = None) -> Expr | None:
    """`usual`: what lies beneath this layer."""
    if scope.usual is None:
        scope.reports.diagnostic("RL0217", node.span)
        return None
    return Usual(sort=scope.usual, span=node.span)
