"""IR expressions as text, as in the docstrings of the nodes.

Comes in: an expression, list or source of a program.  Goes out: one line.  The rest of a program is left to `dump`.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.ir.model import expressions as ir
from rulelang.ir.model.expressions import Order
from rulelang.ir.model.program import Program


class ExpressionWriter:
    """Writes the expressions of one program, with the names of its zones, counters, tables and functions."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def any(self, node: ir.Expr | ir.Source) -> str:
        """An argument: a value or a source of cards."""
        return self.expr(node) if isinstance(node, ir.Expr) else self.source(node)

    def expr(self, node: ir.Expr) -> str:
        match node:
            case ir.Const(value=value):
                return str(value)
            case ir.Local(name=name):
                return f"%{name}"
            case ir.Frame(slot=slot, key=key):
                return f"${slot}" if key is None else f"${slot}[{self.expr(key)}]"
            case ir.Read(counter=counter, keys=keys):
                return self.program.counters[counter].name + self.keys(keys)
            case ir.Lookup(table=table, index=index):
                return f"{self.program.tables[table].name}[{self.expr(index)}]"
            case ir.Within(value=value, low=low, high=high):
                return f"({self.expr(value)} within {low}..{high})"
            case ir.Unary(operator=operator, value=value):
                return f"{operator} {self._inner(value)}"
            case ir.Binary(operator=word, left=left, right=right):
                return f"{self._inner(left)} {word} {self._inner(right)}"
            case ir.Cond(test=test, then=then, otherwise=otherwise):
                return f"if {self._inner(test)} then {self._inner(then)} else {self._inner(otherwise)}"
            case ir.Call(function=function, arguments=arguments):
                return f"{self.program.functions[function].name}({', '.join(map(self.any, arguments))})"
            case _:
                return self._about_cards(node)

    def _about_cards(
        self, node: ir.Size | ir.At | ir.ZoneOf | ir.ZoneNumber | ir.Position | ir.Fold | ir.First | ir.Offered
    ) -> str:
        match node:
            case ir.Size(of=of):
                return f"size({self.list(of)})"
            case ir.At(of=of, index=index):
                return f"at({self.list(of)}, {self.expr(index)})"
            case ir.ZoneOf(card=card):
                return f"zone({self.expr(card)})"
            case ir.ZoneNumber(zone=zone):
                return f"&{self.list(zone)}"
            case ir.Position(card=card):
                return f"position({self.expr(card)})"
            case ir.Fold(operator=operator, value=value):
                return f"{operator} {self.range(node.variable, node.source, node.where, ())}: {self._inner(value)}"
            case ir.First(variable=variable, source=source, where=where, orders=orders):
                return f"first {self.range(variable, source, where, orders)}"
            case ir.Offered(header=header, arguments=arguments, picks=picks):
                given = [self.program.headers[header].name, *map(self.expr, arguments)]
                tail = "" if picks is None else f"; {', '.join(map(self.any, picks))}"
                return f"offered({', '.join(given)}{tail})"
            case _:
                assert_never(node)

    def _inner(self, node: ir.Expr) -> str:
        """In brackets where it would not be clear how far it reaches."""
        text = self.expr(node)
        return f"({text})" if isinstance(node, ir.Binary | ir.Unary | ir.Cond | ir.Fold | ir.First) else text

    def keys(self, keys: tuple[ir.Expr, ...]) -> str:
        return f"[{', '.join(map(self.expr, keys))}]" if keys else ""

    def list(self, node: ir.List) -> str:
        """Where cards lie."""
        match node:
            case ir.Zone(zone=zone, keys=keys):
                return self.program.zones[zone].name + self.keys(keys)
            case ir.ZoneAt(number=number):
                return f"zone {self._inner(number)}"
            case ir.Held(variable=variable):
                return f"{{{self.expr(variable)}}}"
            case _:
                assert_never(node)

    def source(self, node: ir.Source) -> str:
        """What a range goes through."""
        match node:
            case ir.Numbers(low=low, high=high, step=step):
                by = "" if step == ir.Const(1) else f" by {self._inner(step)}"
                return f"{self._inner(low)}..{self._inner(high)}{by}"
            case ir.Seats(start=start):
                return f"seats from {self._inner(start)}"
            case ir.Items(of=of):
                return f"items({self.list(of)})"
            case ir.Values(values=values):
                return f"[{', '.join(map(self.expr, values))}]"
            case ir.Joined(parts=parts):
                return f"({' ++ '.join(map(self.source, parts))})" if parts else "[]"
            case ir.Ordered(limit=limit):
                cut = "" if limit is None else f"first {self._inner(limit)} of "
                return f"{cut}({self.range(node.variable, node.source, node.where, node.orders)})"
            case ir.Last(source=source, amount=amount):
                return f"last {self._inner(amount)} of {self.source(source)}"
            case ir.Subsets(source=source, low=low, high=high, alike=alike):
                word = " alike" if alike else ""
                return f"{self._inner(low)}..{self._inner(high)} of {self.source(source)}{word}"
            case _:
                assert_never(node)

    def range(self, variable: str, source: ir.Source, where: ir.Expr | None, orders: tuple[Order, ...]) -> str:
        """`x in SOURCE where C by highest V`."""
        text = f"{variable} in {self.source(source)}"
        if where is not None:
            text += f" where {self.expr(where)}"
        if orders:
            text += " by " + " then ".join(f"{order.best} {self._inner(order.value)}" for order in orders)
        return text
