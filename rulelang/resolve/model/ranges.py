"""Ranges with every name resolved: what they go through, which members count, in what order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from rulelang.nodes import frozen
from rulelang.resolve.model.nodes import Node, Variable
from rulelang.resolve.model.sorts import Sort

if TYPE_CHECKING:
    from rulelang.resolve.model.expressions import Expr


@frozen
class AllOf(Node):
    """the whole of a kind, all players (from `start`), or all cards of a type: `sort` says which"""

    sort: Sort
    start: Expr | None = None


@frozen
class Through(Node):
    """through a place, a set, several players or a set of members; `types` keeps only cards of these types
    (none: all)
    """

    value: Expr
    start: Expr | None = None
    types: tuple[str, ...] | None = None


@frozen
class Stretch(Node):
    """``1 to 6``, ``10 to 130 by 10``"""

    low: Expr
    high: Expr
    step: Expr | None


@frozen
class EndOf(Node):
    """``last 3 of series``"""

    end: Literal["first", "last"]
    amount: Expr
    source: Through


@frozen
class Amount:
    """``3 to 5``, ``2``, ``3 or more`` (high is None), ``up to 2`` (low is None)"""

    low: Expr | None
    high: Expr | None


@frozen
class Order:
    """``highest points``: the value speaks of the range's variable; `text` as written"""

    best: Literal["highest", "lowest"]
    value: Expr
    text: str


@frozen
class Range(Node):
    """``x in SOURCE where C, by …``

    With `amount` the variable is a set; `element` is the variable for one card of it, `each` the part of the
    `where` that speaks
    of every single card, `where` what speaks of the whole set.  `limit`: only the first so many, in order.
    """

    variable: Variable
    source: Source
    where: Expr | None
    orders: tuple[Order, ...]
    amount: Amount | None
    element: Variable | None
    each: Expr | None
    limit: Expr | None


Source: TypeAlias = AllOf | Through | Stretch | EndOf
