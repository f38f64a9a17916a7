"""Orders as keys by which Python sorts.

Comes in: orders of a source.  Goes out: text of a function that gives the key of a member.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.python.texts import SIGN, bracketed, padding
from rulelang.ir.model.expressions import Local, Lookup, Order

if TYPE_CHECKING:
    from interpreter.python.expressions import Values as Writer


def key_text(writer: Writer, variable: str, orders: tuple[Order, ...], lowest: bool) -> str:
    """A sorting key under which the lowest (or else the highest) is the best."""
    match orders:
        case (Order(best, Lookup(table, Local(asked))),) if asked == variable and (best == "lowest") == lowest:
            if writer.context.program.tables[table].first == padding(writer.context.program.tables[table]):
                return f"OF_T{table}"
    keys = [_one_key(writer, order, lowest) for order in orders]
    name = writer.scope[variable]
    return f"lambda {name}: {keys[0] if len(keys) == 1 else '(' + ', '.join(keys) + ')'}"


def _one_key(writer: Writer, order: Order, lowest: bool) -> str:
    value = writer.value(order.value)
    if (order.best == "lowest") == lowest:
        return value.text
    return f"-{bracketed(value, SIGN + 1)}"
