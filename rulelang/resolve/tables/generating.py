"""Cards made by a rule: `copies(value) for each colour, value in 1 to 5`.

Comes in: the rule.  Goes out: rows as if they had been written, one for each combination; a row for a player
exists only if that player does.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TypeAlias

from rulelang.nodes import frozen
from rulelang.resolve.evaluating import evaluate
from rulelang.resolve.expressions import sources
from rulelang.resolve.expressions.fitting import number, number_of
from rulelang.resolve.model.expressions import AllOf, Expr, Stretch, Variable
from rulelang.resolve.model.sorts import MemberSort, NumberSort, PlayerSort
from rulelang.resolve.scopes import Scope
from rulelang.resolve.tables.grids import Grid, GridCell
from rulelang.syntax import model as ast

MOST = 50_000
"""So many cards may a game have, all types together."""
Value: TypeAlias = tuple[int, str]
"""How a value is encoded, and how it is written."""


@frozen
class Made:
    """Rows, how often each card is there, and with how many players at least"""

    grid: Grid
    copies: tuple[int, ...]
    seats: tuple[int, ...]


def make(node: ast.Generate, scope: Scope) -> Made | None:
    """The rows of a rule; None if it was wrong."""
    scope = scope.inner()
    variables: list[Variable] = []
    values: list[list[Value]] = []
    for binding in node.bindings:
        found = sources.source(binding, scope)
        listed = _values(found, binding, scope) if found is not None else None
        variable = scope.bind(binding.variable, found[1] if found is not None else None)
        if listed is None or variable is None:
            return None
        variables.append(variable)
        values.append(listed)
    copies = number(node.copies, scope)
    return _rows(node, copies, variables, values, scope) if copies is not None else None


def _values(found: sources.Found, node: ast.Binding, scope: Scope) -> list[Value] | None:
    source, sort, _ = found
    match source, sort:
        case AllOf(), MemberSort():
            return list(enumerate(scope.names.values_of(sort)))
        case AllOf(), PlayerSort():
            return [(seat, chr(ord("A") + seat)) for seat in range(scope.names.players[1])]
        case Stretch(low=low, high=high, step=step), NumberSort():
            first, last = _constant(low), _constant(high)
            by = _constant(step) if step is not None else 1
            if first is not None and last is not None and by:
                if last - first >= MOST * abs(by):
                    scope.reports.diagnostic(
                        "RL0427", node.span, number=f"{(last - first) // by + 1:,}", most=f"{MOST:,}"
                    )
                    return None
                return [(n, str(n)) for n in range(first, last + 1, by)]
    scope.reports.diagnostic("RL0420", node.span)
    return None


def _constant(value: Expr) -> int | None:
    sort = number_of(value)
    return sort.low if sort.low == sort.high else None


def _rows(
    node: ast.Generate, copies: Expr, variables: list[Variable], values: list[list[Value]], scope: Scope
) -> Made | None:
    number_of_rows = prod(len(listed) for listed in values)
    if number_of_rows > MOST:
        scope.reports.diagnostic("RL0427", node.span, number=f"{number_of_rows:,}", most=f"{MOST:,}")
        return None
    rows: list[tuple[GridCell, ...]] = []
    amounts: list[int] = []
    seats: list[int] = []
    for combination in product(*values):
        known = {v.uid: value for v, (value, _) in zip(variables, combination, strict=True)}
        amount = evaluate(copies, known, scope.names)
        if amount is None or amount < 0:
            scope.reports.diagnostic("RL0421", node.copies.span)
            return None
        rows.append(tuple(GridCell(text, node.span) for _, text in combination))
        amounts.append(amount)
        seats.append(max((known[v.uid] + 1 for v in variables if v.sort == PlayerSort()), default=0))
    headings = tuple(GridCell(b.variable.text, b.variable.span) for b in node.bindings)
    return Made(Grid(headings, tuple(rows)), tuple(amounts), tuple(seats))
