"""Cards made by a rule: `copies(value) for each colour, value in 1 to 5`.

Comes in: the rule.  Goes out: rows as if they had been written, one for each combination; a row for a player
exists only if that player does.
"""

from __future__ import annotations

from typing import TypeAlias

from rulelang.nodes import frozen
from rulelang.resolve.evaluating import evaluate
from rulelang.resolve.expressions import sources
from rulelang.resolve.expressions.fitting import number
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
    ways: list[tuple[Value, ...]] = [()]
    for binding in node.bindings:
        found = sources.source(binding, scope)
        more = _longer(ways, variables, found, binding, scope) if found is not None else None
        variable = scope.bind(binding.variable, found[1] if found is not None else None)
        if more is None or variable is None:
            return None
        variables.append(variable)
        ways = more
    copies = number(node.copies, scope)
    return _rows(node, copies, variables, ways, scope) if copies is not None else None


def _longer(
    ways: list[tuple[Value, ...]], variables: list[Variable], found: sources.Found, node: ast.Binding, scope: Scope
) -> list[tuple[Value, ...]] | None:
    """Each way to choose values so far with each value that comes next; it may depend on those before it."""
    longer: list[tuple[Value, ...]] = []
    for way in ways:
        known = {variable.uid: value for variable, (value, _) in zip(variables, way, strict=True)}
        listed = _values(found, known, node, scope)
        if listed is None:
            return None
        if len(longer) + len(listed) > MOST:
            many = len(ways) * len(listed)
            scope.reports.diagnostic("RL0427", node.span, number=f"{many:,}", most=f"{MOST:,}")
            return None
        longer += [(*way, value) for value in listed]
    return longer


def _values(found: sources.Found, known: dict[int, int], node: ast.Binding, scope: Scope) -> list[Value] | None:
    source, sort, _ = found
    match source, sort:
        case AllOf(), MemberSort():
            return list(enumerate(scope.names.values_of(sort)))
        case AllOf(), PlayerSort():
            return [(seat, chr(ord("A") + seat)) for seat in range(scope.names.players[1])]
        case Stretch(low=low, high=high, step=step), NumberSort() | MemberSort():
            first, last = _constant(low, known, scope), _constant(high, known, scope)
            by = _constant(step, known, scope) if step is not None else 1
            if first is not None and last is not None and by:
                if last - first >= MOST * abs(by):
                    scope.reports.diagnostic(
                        "RL0427", node.span, number=f"{(last - first) // by + 1:,}", most=f"{MOST:,}"
                    )
                    return None
                written = scope.names.values_of(sort) if isinstance(sort, MemberSort) else None
                return [(n, written[n] if written else str(n)) for n in range(first, last + 1, by)]
    scope.reports.diagnostic("RL0420", node.span)
    return None


def _constant(value: Expr, known: dict[int, int], scope: Scope) -> int | None:
    """A number that is certain, or follows from the values chosen before."""
    if isinstance(value.sort, NumberSort) and value.sort.low == value.sort.high:
        return value.sort.low
    return evaluate(value, known, scope.names)


def _rows(
    node: ast.Generate, copies: Expr, variables: list[Variable], ways: list[tuple[Value, ...]], scope: Scope
) -> Made | None:
    rows: list[tuple[GridCell, ...]] = []
    amounts: list[int] = []
    seats: list[int] = []
    for combination in ways:
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
