"""IR expressions and sources as Python expressions.

Comes in: expressions of one function of a program.  Goes out: text that may stand anywhere, in brackets where it needs
them.  A value is always a whole number, never True or False; `truth` gives what may stand after ``if``.  A source gives
a list, or something like one, that nobody else changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from interpreter.machine.effort import Effort
from interpreter.machine.layout import Layout, strides
from interpreter.reference.names import Names
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import Key

COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">="))
DIVISIONS = {"//": "rounded_down", "/^": "rounded_up", "%": "remainder"}


class Writer:
    """Writes the expressions of one function; `kept` names the variables of its block that have no cell."""

    def __init__(
        self, layout: Layout, names: Names, kept: dict[int, str] | None = None, effort: Effort | None = None
    ) -> None:
        self.layout = layout
        self.program = layout.program
        self.names = names
        self.kept = kept or {}
        self.effort = Effort(layout.program) if effort is None else effort

    # ------------------------------------------------------------ values

    def value(self, node: ir.Expr) -> str:
        """A whole number."""
        match node:
            case ir.Const(value):
                return str(value) if value >= 0 else f"({value})"
            case ir.Local(name):
                return self.names[name]
            case ir.Frame(slot):
                return self.kept.get(slot) or f"S[{self.frame(node)}]"
            case ir.Read(counter, keys):
                return f"S[{self.keyed(self.layout.counters[counter], self.program.counters[counter].keys, keys)}]"
            case ir.Lookup(table, index):
                return f"T{table}[{self.linear(-self.program.tables[table].first, [(1, index)])}]"
            case ir.Within(inner, low, high, rule):
                return f"within({self.value(inner)}, {low}, {high}, {rule})"
            case ir.Unary("neg", inner):
                return f"(-{self.value(inner)})"
            case ir.Binary() if node.operator not in COMPARISONS and node.operator not in ("and", "or"):
                return self._reckoned(node)
            case ir.Cond(test, then, otherwise):
                return f"({self.value(then)} if {self.truth(test)} else {self.value(otherwise)})"
            case ir.Call(function, arguments):
                return self.called(f"value{function}", arguments)
            case ir.Size(of):
                return self._size(of)
            case ir.At(ir.Held(variable), index):
                return f"among({self._held(variable)}, {self.value(index)})"
            case ir.At(ir.Zone() | ir.ZoneAt() as of, index):
                return f"at_place({self.place(of)}, {self.value(index)})"
            case ir.ZoneOf(card):
                return f"S[{self.linear(self.layout.zone, [(1, card)])}]"
            case ir.ZoneNumber(zone):
                return self.place(zone)
            case ir.Position(card):
                return f"position({self.value(card)})"
            case ir.Fold(operator="count" | "sum" | "distinct" | "highest" | "lowest"):
                return self._number_of(node)
            case ir.First():
                return self._first(node)
            case _:
                return f"(1 if {self.truth(node)} else 0)"

    def truth(self, node: ir.Expr) -> str:
        """What is true if the value is not 0."""
        match node:
            case ir.Unary("not", inner):
                return f"(not {self.truth(inner)})"
            case ir.Binary("and" | "or" as word, left, right):
                return f"({self.truth(left)} {word} {self.truth(right)})"
            case ir.Binary(operator, left, right) if operator in COMPARISONS:
                return f"({self.value(left)} {operator} {self.value(right)})"
            case ir.Fold("any" | "all" as word, variable, source, where, value):
                return f"{word}({self._each(self.truth(value), variable, source, where)})"
            case ir.Offered(header, arguments, None):
                return f"any(True for _ in {self.called(f'choices{header}', arguments)})"
            case ir.Offered(header, arguments, picks):
                given = "".join(f"{self.argument(pick)}, " for pick in picks or ())
                return f"({self.called(f'why{header}', arguments, f'({given})')} < 0)"
            case _:
                return self.value(node)

    def argument(self, node: ir.Expr | ir.Source) -> str:
        """A value, or the cards of a set."""
        return self.source(node) if isinstance(node, ir.Source) else self.value(node)

    def called(self, function: str, arguments: Sequence[ir.Expr | ir.Source], *more: str) -> str:
        """A call of a generated function."""
        return f"{function}({', '.join([*map(self.argument, arguments), *more])})"

    def _reckoned(self, node: ir.Binary) -> str:
        left, right = self.value(node.left), self.value(node.right)
        if node.operator in DIVISIONS and node.rule is not None:
            return f"{DIVISIONS[node.operator]}({left}, {right}, {node.rule})"
        if node.operator == "/^":
            return f"(-(-{left} // {right}))"
        text = f"{left} {node.operator} {right}"
        return f"({text})" if node.rule is None else f"number({text}, {node.rule})"

    def _number_of(self, node: ir.Fold) -> str:
        """The folds that give a number."""
        each = self._each(self.value(node.value), node.variable, node.source, node.where)
        match node.operator:
            case "sum":
                return f"sum([{each}])" if node.rule is None else f"number(sum([{each}]), {node.rule})"
            case "distinct":
                return f"len({{{each}}})"
            case "count":
                return f"len([{each}])"
            case _:
                return f"{node.operator}([{each}], {node.rule or 0})"

    def _first(self, node: ir.First) -> str:
        members = self._each(self.names[node.variable], node.variable, node.source, node.where)
        if not node.orders:
            return f"first({members})"
        return f"best([{members}], {self._key(node.variable, node.orders)})"

    def _each(self, shown: str, variable: str, source: ir.Source, where: ir.Expr | None) -> str:
        """``shown for x in … if …``"""
        test = "" if where is None else f" if {self.truth(where)}"
        return f"{shown} for {self.names[variable]} in {self.source(source)}{test}"

    def _key(self, variable: str, orders: tuple[ir.Order, ...]) -> str:
        """A sorting key under which the lowest is the best."""
        keys = [f"{'-' if order.best == 'highest' else ''}{self.value(order.value)}" for order in orders]
        return f"lambda {self.names[variable]}: ({', '.join(keys)},)"

    # ------------------------------------------------------------ sources

    def source(self, source: ir.Source) -> str:
        """Its members in order."""
        match source:
            case ir.Numbers(low, high, ir.Const(1)):
                return f"range({self.value(low)}, {self.value(high)} + 1)"
            case ir.Numbers(low, high, step):
                return f"steps({self.value(low)}, {self.value(high)}, {self.value(step)})"
            case ir.Seats(start):
                return f"SEATS[{self.value(start)}]"
            case ir.Items(of):
                return self._held(of.variable) if isinstance(of, ir.Held) else f"cards_in({self.place(of)})"
            case ir.Values(values):
                return f"present({', '.join(map(self.value, values))})"
            case ir.Joined(parts):
                return f"[{', '.join(f'*{self.source(part)}' for part in parts)}]"
            case ir.Ordered(variable, inner, where, orders, limit):
                members = self.members(variable, inner, where, orders)
                return members if limit is None else f"cut({members}, {self.value(limit)})"
            case ir.Last(inner, amount):
                return f"last({self.source(inner)}, {self.value(amount)})"
            case ir.Subsets(inner, low, high, alike):
                return f"sets({self.source(inner)}, {self.value(low)}, {self.value(high)}, {alike})"
        assert_never(source)

    def members(
        self, variable: str, source: ir.Source, where: ir.Expr | None, orders: tuple[ir.Order, ...] = ()
    ) -> str:
        """Those that pass, best first."""
        found = self.source(source)
        if where is not None:
            found = f"[{self._each(self.names[variable], variable, source, where)}]"
        return f"sorted({found}, key={self._key(variable, orders)})" if orders else found

    # ------------------------------------------------------------ places and addresses

    def linear(self, start: int, terms: Sequence[tuple[int, ir.Expr]]) -> str:
        """``start + stride * key + …`` with everything constant put together."""
        words = []
        for stride, key in terms:
            if isinstance(key, ir.Const):
                start += stride * key.value
            else:
                words.append(self.value(key) if stride == 1 else f"{stride} * {self.value(key)}")
        return " + ".join([*words, str(start)] if start or not words else words)

    def keyed(self, start: int, keys: tuple[Key, ...], given: tuple[ir.Expr, ...]) -> str:
        """The address of the instance with these keys."""
        apart = strides(keys)
        start -= sum(stride * key.low for stride, key in zip(apart, keys, strict=True))
        return self.linear(start, list(zip(apart, given, strict=True)))

    def frame(self, frame: ir.Frame) -> str:
        """The first cell of a variable that has cells."""
        start = self.layout.frames[frame.slot]
        assert start is not None
        if frame.key is None:
            return str(start)
        capacity = self.program.frames[frame.slot].capacity
        return self.linear(start, [(1 + capacity if capacity else 1, frame.key)])

    def place(self, place: ir.Zone | ir.ZoneAt) -> str:
        """The number of a zone instance."""
        if isinstance(place, ir.ZoneAt):
            return self.value(place.number)
        return self.keyed(self.layout.first_place[place.zone], self.program.zones[place.zone].keys, place.keys)

    def variable(self, target: ir.Local | ir.Frame) -> str | None:
        """The Python variable in which a variable is kept; none if it has cells."""
        return self.names[target.name] if isinstance(target, ir.Local) else self.kept.get(target.slot)

    def _held(self, variable: ir.Local | ir.Frame) -> str:
        kept = self.variable(variable)
        if kept is not None:
            return kept
        assert isinstance(variable, ir.Frame)
        return f"held({self.frame(variable)})"

    def _size(self, of: ir.Zone | ir.ZoneAt | ir.Held) -> str:
        if isinstance(of, ir.Held):
            return f"len({self._held(of.variable)})"
        return f"size_of({self.place(of)})"
