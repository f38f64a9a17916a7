"""What stands behind a dot.

Comes in: an expression and a word behind it.  Goes out: a neighbour, a column, the top of a pile, or a declared
place, counter or value of that owner.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from rulelang.diagnostics import did_you_mean
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import as_card, fitting
from rulelang.resolve.expressions.references import refer
from rulelang.resolve.model.expressions import (
    Below,
    Column,
    EndCard,
    Expr,
    Group,
    MemberColumn,
    Neighbour,
    Next,
    Ordinal,
    RankOf,
)
from rulelang.resolve.model.program import ColumnDecl
from rulelang.resolve.model.sorts import CardSort, MemberSort, NumberSort, PlaceSort, PlayerSort, PlayersSort, Sort
from rulelang.resolve.names import variable_name
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import common, describe, either
from rulelang.source import Span
from rulelang.syntax import model as ast

NEIGHBOURS = ("left", "right", "partner")
GROUPS = ("others", "team", "opponents")
ENDS: dict[str, tuple[str, ...]] = {
    "pile": ("top", "bottom"),
    "row": ("first", "last"),
    "slot": (),
    "hand": (),
    "bag": (),
}

ALL_ENDS = ("top", "bottom", "first", "last")


@expression.register
def get(node: ast.Get, scope: Scope, want: Sort | None = None) -> Expr | None:
    """`target.name` with or without brackets."""
    target = expression(node.target, scope)
    return attribute(target, node.name, node.arguments, node.span, scope) if target is not None else None


def attribute(target: Expr, name: ast.Name, written: tuple[ast.Expr, ...], span: Span, scope: Scope) -> Expr | None:
    """An attribute of a value that is already resolved."""
    if name.text == "partner" and isinstance(target.sort, PlayerSort) and not scope.names.teams:
        scope.reports.diagnostic("RL0236", name.span)
        return None
    built_in = None if written else _built_in(target, name.text, span, scope)
    if built_in is not None:
        return built_in
    owner = as_card(target)
    found = card_column(owner, name, written, span, scope) or member_column(owner, name, written, span, scope)
    if found is not None:
        return found[0]
    thing = scope.names.attribute(name.text, owner.sort)
    if thing is not None:
        return refer(thing, owner, written, span, scope)
    if scope.test and name.text == "rank" and isinstance(owner.sort, PlayerSort):
        return RankOf(owner, sort=NumberSort(0, scope.names.players[1]), span=span)
    _missing(target, name, scope)
    return None


def _built_in(target: Expr, word: str, span: Span, scope: Scope) -> Expr | None:
    """What the language itself knows of players, members, cards and places."""
    match target.sort:
        case PlayerSort() if word in NEIGHBOURS:
            return Neighbour(target, word, sort=PlayerSort(), span=span)  # type: ignore[arg-type]
        case PlayerSort() if word in GROUPS:
            return Group(target, word, sort=PlayersSort(), span=span)  # type: ignore[arg-type]
        case MemberSort() as sort if word in ("place", "next"):
            if word == "next":
                return Next(target, sort=MemberSort(sort.kind), span=span)
            return Ordinal(target, sort=NumberSort(1, len(scope.names.values_of(sort))), span=span)
        case CardSort(types=types) if word == "place":
            return Ordinal(target, sort=NumberSort(1, max(1, cards_of(types, scope))), span=span)
        case PlaceSort(types=types, shape="slot") if word == "place":
            return Ordinal(as_card(target), sort=NumberSort(1, 1), span=span)
        case PlaceSort(types=types, shape=shape) if shape is not None and word in ENDS[shape]:
            return EndCard(target, word, sort=CardSort(types, maybe=True), span=span)  # type: ignore[arg-type]
        case PlaceSort(types=types, shape="pile" | "row") if word == "below":
            return Below(target, sort=PlaceSort(types, None), span=span)
        case _:
            return None


def cards_of(types: tuple[str, ...], scope: Scope) -> int:
    """How many cards of these types there are."""
    return sum(len(scope.names.types[t].cards) for t in types if t in scope.names.types)


def owners(word: str, scope: Scope) -> Iterator[str]:
    """Before which words the dot may stand, for messages: `player`, `card`, `animal`."""
    for thing in scope.names.attributes.get(word, []):
        match thing.receiver:
            case PlayerSort():
                yield "player"
            case MemberSort(kind=kind):
                yield variable_name(kind)
            case CardSort(types=types):
                yield variable_name(types[0]) if len(types) == 1 else "card"
            case _:
                pass


def _missing(target: Expr, name: ast.Name, scope: Scope) -> None:
    """Say why there is no such attribute."""
    names, word, sort = scope.names, name.text, as_card(target).sort
    if word in names.wrong or names.is_broken(sort):
        return
    if isinstance(sort, CardSort):
        having = [t for t in sort.types if names.has_attribute(CardSort((t,)), word)]
        if having:
            lacking = [t for t in sort.types if t not in having]
            scope.reports.diagnostic("RL0310", name.span, name=word, types=either(having), others=either(lacking))
            return
    what = describe(sort)
    help = None
    if isinstance(sort, PlaceSort) and names.has_attribute(CardSort(sort.types), word):
        ends = ENDS.get(sort.shape or "slot", ())
        help = f"say which card is meant, as with `.{ends[0]}`" if ends else "say which card of it is meant"
    elif isinstance(sort, PlaceSort) and ENDS.get(sort.shape or "") and word in ALL_ENDS:
        first, last = ENDS[sort.shape or ""]
        help = f"{what} has a `.{first}` and a `.{last}`"
    elif word in names.plain:
        help = f"`{word}` stands on its own, without a dot"
    near = None if help else did_you_mean(word, names.attributes_of(cast(PlaceSort, target.sort)))
    scope.reports.diagnostic("RL0204", name.span, help=help, what=what, name=word, suggestion=near)
    if help is None and near is None and word not in names.attributes:
        names.wrong.add(word)


# ---------------------------------------------------------------- columns


Found = tuple[Expr | None]


def card_column(card: Expr, name: ast.Name, written: tuple[ast.Expr, ...], span: Span, scope: Scope) -> Found | None:
    """`beast.hunger`, `tile.on(line)`."""
    if not isinstance(card.sort, CardSort):
        return None
    columns = [scope.names.column(t, name.text) for t in card.sort.types]
    known = [column for column in columns if column is not None]
    if not known or len(known) < len(columns):
        return None
    sort = _common(known)
    if sort is None:
        return None
    wanted = 0 if known[0].key is None else 1
    if len(written) != wanted:
        scope.reports.diagnostic("RL0214", span, name=name.text, want=wanted, have=len(written))
        return (None,)
    if known[0].key is None:
        return (Column(card, name.text, None, sort=sort, span=span),)
    key = fitting(written[0], known[0].key, scope)
    return (Column(card, name.text, key, sort=sort, span=span) if key is not None else None,)


def _common(columns: list[ColumnDecl]) -> Sort | None:
    """The sort that holds the cells of all these columns; none if they have different keys."""
    sort: Sort | None = columns[0].sort
    for column in columns[1:]:
        sort = common(sort, column.sort) if sort is not None and column.key == columns[0].key else None
    return sort


def member_column(
    member: Expr, name: ast.Name, written: tuple[ast.Expr, ...], span: Span, scope: Scope
) -> Found | None:
    """`rank.points`."""
    kind = scope.names.kinds.get(member.sort.kind) if isinstance(member.sort, MemberSort) else None
    column = next((c for c in kind.columns if c.name == name.text), None) if kind else None
    if kind is None or column is None:
        return None
    if written:
        scope.reports.diagnostic("RL0214", span, name=name.text, want=0, have=len(written))
        return (None,)
    return (MemberColumn(member, kind.name, column.name, sort=column.sort, span=span),)
