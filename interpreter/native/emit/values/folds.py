"""Folds and firsts as LLVM text.

Comes in: what is asked of the members of a source.  Goes out: operands.
"""

from __future__ import annotations

from interpreter.native.abi import FAULT
from interpreter.native.emit.values import bitsets, masks
from interpreter.native.emit.values.addresses import Places
from interpreter.native.emit.values.common import Memos
from interpreter.native.emit.values.lists import Lists
from interpreter.native.emit.values.loops import Loops
from interpreter.native.emit.values.writing import Values
from interpreter.native.emit.writer import HIGHEST, LOWEST, Loop
from rulelang.ir.analyse.bounds import least_of
from rulelang.ir.model import expressions as ir


class Folds:
    """Writes folds for one function."""

    def __init__(self, values: Values, places: Places, loops: Loops, lists: Lists) -> None:
        self.values = values
        self.places = places
        self.loops = loops
        self.lists = lists
        self.w = values.w
        self.memos: Memos | None = None
        """Remembers answers while nothing changes."""

    def fold(self, node: ir.Fold) -> str:
        """The answer as a number."""
        remembered = self.memos is not None and node.operator == "any" and self.memos.asks_for_members(node)
        if not remembered and (answer := masks.fold(self.values, self.places, node)) is not None:
            return answer
        match node.operator:
            case "any" | "all":
                return self._decided(node)
            case "count":
                if node.where is None and isinstance(node.source, ir.Items):
                    return self.places.size(node.source.of)
                return self._total(node, counting=True)
            case "sum":
                return self._total(node, counting=False)
            case "distinct":
                return self._distinct(node)
            case "highest" | "lowest":
                return self._extreme(node)

    def _decided(self, node: ir.Fold) -> str:
        w, values = self.w, self.values
        if self.memos is not None and (members := self.memos.members(node)):
            return self.memos.is_member(*members)
        if self.memos is not None and (result := bitsets.decided(values, self.memos, node)) is not None:
            return result
        stays, decided = ("0", "1") if node.operator == "any" else ("1", "0")
        result = w.variable(start=stays)

        def body(loop: Loop) -> None:
            found = w.label("found")
            if node.operator == "any":
                values.condition(node.value, found, loop.next)
            else:
                values.condition(node.value, loop.next, found)
            w.place(found)
            w.set(result, decided)
            w.go(loop.done)

        self.loops.over(node.variable, node.source, node.where, body)
        return w.get(result)

    def _total(self, node: ir.Fold, counting: bool) -> str:
        w, values = self.w, self.values
        total = w.variable("i64", "0")

        def body(_: Loop) -> None:
            more = "1" if counting else values.wide(values.value(node.value))
            w.set(total, w.op(f"add i64 {w.get(total, 'i64')}, {more}"), "i64")

        self.loops.over(node.variable, node.source, node.where, body)
        sum_of = w.get(total, "i64")
        if node.rule is not None and not counting and values.context.checked:
            high, low = w.op(f"icmp sgt i64 {sum_of}, {HIGHEST}"), w.op(f"icmp slt i64 {sum_of}, {LOWEST}")
            with w.fault_if(w.op(f"or i1 {high}, {low}")):
                w.fault(FAULT["number"], node.rule, sum_of, sort="i64")
        return w.op(f"trunc i64 {sum_of} to i32")

    def _distinct(self, node: ir.Fold) -> str:
        """Values that lie close together are marked in a bit set."""
        w, values = self.w, self.values
        least = least_of(values.context.program, node.value, 64)
        if least is None:
            return self._listed(node)
        seen = w.variable("i64", "0")

        def body(_: Loop) -> None:
            place = values.wide(w.two("sub", values.value(node.value), str(least)))
            bit = w.op(f"shl i64 1, {place}")
            w.set(seen, w.op(f"or i64 {w.get(seen, 'i64')}, {bit}"), "i64")

        self.loops.over(node.variable, node.source, node.where, body)
        many = w.op(f"call i64 @llvm.ctpop.i64(i64 {w.get(seen, 'i64')})")
        return w.op(f"trunc i64 {many} to i32")

    def _listed(self, node: ir.Fold) -> str:
        """The different values stand in the workspace, above the members."""
        w, values = self.w, self.values
        many = w.variable(start="0")
        with self.lists.made(node.source, node.where, node.variable) as cards:
            found = w.top
            with w.above(cards.many):

                def body(_: Loop) -> None:
                    value, now = values.value(node.value), w.get(many)
                    at = w.call("index_of", f"ptr {found}", "i32 0", f"i32 {now}", f"i32 {value}")
                    w.store(found, at, value)
                    w.set(many, w.two("add", now, w.flag(w.test("==", at, now))))

                self.loops.cells(node.variable, cards, body)
        return w.get(many)

    def _extreme(self, node: ir.Fold) -> str:
        w, values = self.w, self.values
        best, some = w.variable(start=str(LOWEST if node.operator == "highest" else HIGHEST)), w.variable(start="0")
        function = "smax" if node.operator == "highest" else "smin"

        def body(_: Loop) -> None:
            value = values.value(node.value)
            w.set(best, w.op(f"call i32 @llvm.{function}.i32(i32 {w.get(best)}, i32 {value})"))
            w.set(some, "1")

        self.loops.over(node.variable, node.source, node.where, body)
        with w.fault_if(w.test("==", w.get(some), "0")):
            w.fault(FAULT[node.operator], 0 if node.rule is None else node.rule)
        return w.get(best)

    def first(self, node: ir.First) -> str:
        """The best, the earlier on a tie, none if there is none."""
        if (answer := masks.first(self.values, self.places, node)) is not None:
            return answer
        w, values = self.w, self.values
        best = w.variable(start="-1")
        keys = [w.variable(start="0") for _ in node.orders]
        some = w.variable(start="0")

        def body(loop: Loop) -> None:
            found = values.scope.number(values.scope.names[node.variable])
            if not node.orders:
                w.set(best, found)
                w.go(loop.done)
                return
            better = w.label("better")
            now = self._compared(node.orders, keys, w.get(some), better, loop.next)
            w.place(better)
            for key, value in zip(keys, now, strict=True):
                w.set(key, value)
            w.set(best, found)
            w.set(some, "1")

        self.loops.over(node.variable, node.source, node.where, body)
        return w.get(best)

    def the(self, node: ir.First) -> str:
        """The only one, none if there is none or more than one."""
        w, values = self.w, self.values
        only, many = w.variable(start="-1"), w.variable(start="0")

        def body(loop: Loop) -> None:
            second = w.label("second")
            w.set(only, values.scope.number(values.scope.names[node.variable]))
            w.add_to(many)
            w.branch(w.test(">", w.get(many), "1"), second, loop.next)
            w.place(second)
            w.set(only, "-1")
            w.go(loop.done)

        self.loops.over(node.variable, node.source, node.where, body)
        return w.get(only)

    def _compared(self, orders: tuple[ir.Order, ...], keys: list[str], some: str, better: str, worse: str) -> list[str]:
        """Reads the keys of the member at hand; goes to `better` if it is the first or strictly better."""
        w = self.w
        now = [self.lists.key(order) for order in orders]
        compare = w.label("compare")
        w.branch(w.truth(some), compare, better)
        w.place(compare)
        for place, (key, value) in enumerate(zip(keys, now, strict=True)):
            old = w.get(key)
            last = place == len(keys) - 1
            equal = worse if last else w.label("equal")
            if last:
                w.branch(w.test("<", value, old), better, worse)
                break
            differ = w.label("differ")
            w.branch(w.test("==", value, old), equal, differ)
            w.place(differ)
            w.branch(w.test("<", value, old), better, worse)
            w.place(equal)
        return now
