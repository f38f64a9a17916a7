"""Lists in the workspace: sources put together, filtered, sorted.

Comes in: IR sources.  Goes out: the cells in which their members stand, for as long as the caller needs them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from interpreter.native.abi import FAULT, X_LIMIT
from interpreter.native.emit.kernel import with_zones
from interpreter.native.emit.scope import Cards, Number, Unsupported
from interpreter.native.emit.values.addresses import Places
from interpreter.native.emit.values.loops import Loops
from interpreter.native.emit.values.writing import Values as Writer
from interpreter.native.emit.writer import Loop
from rulelang.ir.model import expressions as ir
from rulelang.ir.walk import nodes

MOST_NUMBERS = 1_000_000
"""No list into which numbers go may be longer; other lists hold cards, seats or a few values."""


class Lists:
    """Puts lists together for one function."""

    def __init__(self, values: Writer, places: Places, loops: Loops) -> None:
        self.values = values
        self.places = places
        self.loops = loops
        self.w = values.w

    @contextmanager
    def made(
        self, source: ir.Source, where: ir.Expr | None = None, variable: str = "", orders: tuple[ir.Order, ...] = ()
    ) -> Iterator[Cards]:
        """The members that pass, best first; the cells are in use inside."""
        cards = self._made(source)
        if any(_unknown(node) for node in nodes(source)):
            with self.w.fault_if(self.w.test(">", cards.many, str(MOST_NUMBERS))):
                self.w.fault(FAULT["memory"], self.values.rule, cards.many)
        if where is not None:
            cards = self.filtered(cards, variable, where)
        if orders:
            self.sorted(cards, variable, orders)
        with self.w.above(cards.many):
            yield cards

    def filtered(self, cards: Cards, variable: str, where: ir.Expr) -> Cards:
        """Leaves out what does not pass; cards must be the topmost list."""
        w = self.w
        left = w.variable(start="0")
        with w.above(cards.many):

            def keep(loop: Loop) -> None:
                on = w.label("on")
                meaning = self.values.scope.names[variable]
                self.values.condition(where, on, loop.next)
                w.place(on)
                w.store(cards.start, w.get(left), self.values.scope.number(meaning))
                w.add_to(left)

            self.loops.cells(variable, cards, keep)
        return Cards(cards.start, w.get(left))

    def sorted(self, cards: Cards, variable: str, orders: tuple[ir.Order, ...]) -> None:
        """Sorts a list by its keys; cards must be the topmost list."""
        w, width = self.w, len(orders)
        with w.above(cards.many):
            keys = w.top
            with w.above(w.two("mul", cards.many, str(width))):
                with w.counted(cards.many) as (index, _):
                    self.values.scope.names[variable] = Number(w.load(cards.start, index))
                    start = w.two("mul", index, str(width))
                    for place, order in enumerate(orders):
                        w.store(keys, w.two("add", start, str(place)), self.key(order))
                w.do("sort_by_keys", f"ptr {cards.start}", f"ptr {keys}", f"i32 {cards.many}", f"i32 {width}")

    def key(self, order: ir.Order) -> str:
        """One key of the member at hand, so that lower is better."""
        value = self.values.value(order.value)
        return value if order.best == "lowest" else self.w.two("xor", value, "-1")

    # ------------------------------------------------------------ pieces

    def _made(self, source: ir.Source) -> Cards:
        """Writes the members to the first free cells."""
        w, start = self.w, self.w.top
        match source:
            case ir.Items(ir.Held(variable)):
                cards = self.places.held(variable)
                w.copy(start, cards.start, cards.many)
                return Cards(start, cards.many)
            case ir.Items(of):
                assert not isinstance(of, ir.Held)
                number = self.places.number(of)
                return Cards(
                    start,
                    w.call(
                        with_zones(self.values.context, "items", place=of),
                        f"i32 {number}",
                        f"ptr {start}",
                        may_fail=self.values.context.checked,
                    ),
                )
            case ir.Seats():
                return self._pushed(source)
            case ir.Numbers():
                self._room(source)
                return self._pushed(source)
            case ir.Values(values):
                return self._values(values)
            case ir.Joined(parts):
                return self._joined(parts)
            case ir.Ordered():
                return self._ordered(source)
            case ir.Last(inner, amount):
                return self._last(inner, amount)
            case ir.Subsets():
                raise Unsupported("a list of sets")
        assert_never(source)

    def _pushed(self, source: ir.Source) -> Cards:
        w, start = self.w, self.w.top
        many = w.variable(start="0")

        def push(loop: Loop) -> None:
            w.store(start, w.get(many), self.values.scope.number(self.values.scope.names["."]))
            w.add_to(many)

        self.loops.over(".", source, None, push)
        return Cards(start, w.get(many))

    def _room(self, source: ir.Numbers) -> None:
        """A fault for more numbers than the workspace can hold."""
        w = self.w
        if not _unknown(source):
            return
        low, high = self.values.value(source.low), self.values.value(source.high)
        span = w.op(f"sub i64 {self.values.wide(high)}, {self.values.wide(low)}")
        limit = w.op(f"load ptr, ptr {w.cell('%X', str(X_LIMIT))}")
        crowded = w.op(f"icmp ugt ptr {w.top}, {limit}")
        many = w.op(f"icmp sgt i64 {span}, {MOST_NUMBERS}")
        with w.fault_if(w.op(f"or i1 {crowded}, {many}")):
            w.fault(FAULT["memory"], self.values.rule)

    def _values(self, values: tuple[ir.Expr, ...]) -> Cards:
        w, start = self.w, self.w.top
        many = w.variable(start="0")
        with w.above(str(len(values))):
            for node in values:
                if isinstance(node, ir.Const) and node.value == -1:
                    continue
                value = self.values.value(node)
                now = w.get(many)
                w.store(start, now, value)
                some = w.flag(w.test("!=", value, "-1"))
                w.set(many, w.two("add", now, some))
        return Cards(start, w.get(many))

    def _joined(self, parts: tuple[ir.Source, ...]) -> Cards:
        w, start = self.w, self.w.top
        total = "0"
        for part in parts:
            many = self._made(part).many
            total = w.two("add", total, many)
            w.top = w.cell(w.top, many)
        w.top = start
        return Cards(start, total)

    def _ordered(self, source: ir.Ordered) -> Cards:
        if source.where is not None and isinstance(source.source, ir.Items) and isinstance(source.source.of, ir.Zone):
            cards = self._passing(source, source.source.of)
            if source.orders:
                self.sorted(cards, source.variable, source.orders)
            return cards if source.limit is None else Cards(cards.start, self._amount(source.limit, cards.many))
        with self.made(source.source, source.where, source.variable, source.orders) as cards:
            if source.limit is None:
                return cards
            return Cards(cards.start, self._amount(source.limit, cards.many))

    def _passing(self, source: ir.Ordered, zone: ir.Zone) -> Cards:
        """Copies only those cards of a place that pass."""
        w, start = self.w, self.w.top
        many = w.variable(start="0")
        with w.above(self.places.size(zone)):

            def push(_: Loop) -> None:
                w.store(start, w.get(many), self.values.scope.number(self.values.scope.names[source.variable]))
                w.add_to(many)

            self.loops.over(source.variable, source.source, source.where, push)
        return Cards(start, w.get(many))

    def _last(self, inner: ir.Source, amount: ir.Expr) -> Cards:
        w = self.w
        with self.made(inner) as cards:
            many = self._amount(amount, cards.many)
            w.copy(cards.start, w.cell(cards.start, w.two("sub", cards.many, many)), many)
            return Cards(cards.start, many)

    def _amount(self, amount: ir.Expr, many: str) -> str:
        """From 0 to as many as there are."""
        w = self.w
        least = w.op(f"call i32 @llvm.smax.i32(i32 {self.values.value(amount)}, i32 0)")
        return w.op(f"call i32 @llvm.smin.i32(i32 {least}, i32 {many})")


def _unknown(node: object) -> bool:
    """Whether these are numbers of which nobody knows how many there may be."""
    match node:
        case ir.Numbers(ir.Const(low), ir.Const(high)):
            return high - low >= 1000
        case ir.Numbers():
            return True
    return False
