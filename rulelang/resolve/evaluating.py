"""Numbers that are known before a game begins: how often a card is there.

Comes in: a resolved expression and the values of its variables.  Goes out: its value, or None if only a game
could tell.
"""

from __future__ import annotations

from rulelang.resolve.model.expressions import (
    Arithmetic,
    Constant,
    Divide,
    Expr,
    MemberColumn,
    Negate,
    Ordinal,
    TableLookup,
    Var,
)
from rulelang.resolve.model.program import TableDecl
from rulelang.resolve.names import Names


def evaluate(value: Expr, known: dict[int, int], names: Names) -> int | None:
    """The value, if constants, tables and columns are enough to tell."""
    match value:
        case Constant(value=number):
            return number
        case Var(variable=variable):
            return known.get(variable.uid)
        case Negate(value=inner):
            negated = evaluate(inner, known, names)
            return -negated if negated is not None else None
        case Ordinal(of=inner):
            index = evaluate(inner, known, names)
            return index + 1 if index is not None else None
        case MemberColumn(member=member, kind=kind, column=name):
            place = evaluate(member, known, names)
            column = next((c for c in names.kinds[kind].columns if c.name == name), None)
            return column.values[place] if column is not None and place is not None else None
        case TableLookup(table=table, arguments=arguments):
            keys = [evaluate(argument, known, names) for argument in arguments]
            return _look_up(names.tables.get(table), keys)
        case Arithmetic() | Divide():
            left, right = evaluate(value.left, known, names), evaluate(value.right, known, names)
            return _calculate(value, left, right) if left is not None and right is not None else None
        case _:
            return None


def _calculate(value: Arithmetic | Divide, left: int, right: int) -> int | None:
    match value:
        case Divide():
            if right == 0:
                return None
            return left // right if value.rounding == "down" else -(-left // right)
        case Arithmetic(operator="+"):
            return left + right
        case Arithmetic(operator="-"):
            return left - right
        case Arithmetic():
            return left * right


def _look_up(table: TableDecl | None, keys: list[int | None]) -> int | None:
    for entry in table.entries if table is not None else ():
        pairs = zip(entry.keys, keys, strict=True)
        if all(key is not None and low <= key <= high for (low, high), key in pairs):
            return entry.value
    return None
