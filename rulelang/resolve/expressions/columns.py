"""Columns of cards and of kinds.

Comes in: a card or a member and the word behind its dot.  Goes out: the column in a tuple (its value is None if
it was wrong), or None if there is no such column. A card may be of several types: then all of them must have
the column.
"""

from __future__ import annotations

from rulelang.resolve.expressions.fitting import fitting
from rulelang.resolve.model.expressions import Column, Expr, MemberColumn
from rulelang.resolve.model.program import ColumnDecl
from rulelang.resolve.model.sorts import CardSort, MemberSort, Sort
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import common
from rulelang.source import Span
from rulelang.syntax import model as ast

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
