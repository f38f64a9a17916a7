"""Addresses of counters, variables and places, and what is asked of a place.

Comes in: IR nodes that name something in the state.  Goes out: operands.  Keys that are not known to lie inside are
checked unless the program is compiled without checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from interpreter.machine.layout import Place, strides
from interpreter.native.abi import FAULT
from interpreter.native.emit.kernel import with_zones
from interpreter.native.emit.scope import Cards, Number
from interpreter.native.emit.values.writing import Values
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import Key


class Places:
    """Writes addresses for one function."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.program = values.context.program
        self.layout = values.context.layout
        self.w = values.w

    # ------------------------------------------------------------ addresses

    def inside(self, node: ir.Expr, low: int, high: int) -> str:
        """A value that must lie between these; a fault otherwise."""
        operand = self.values.value(node)
        if isinstance(node, ir.Const):
            return operand
        if isinstance(node, ir.Local):
            meaning = self.values.scope.names[node.name]
            if isinstance(meaning, Number) and meaning.surely(low, high):
                return operand
        moved = self.w.two("sub", operand, str(low))
        if not self.values.context.checked:
            self.w.line(f"call void @llvm.assume(i1 {self.w.test('ule', moved, str(high - low))})")
            return operand
        with self.w.fault_if(self.w.test("ugt", moved, str(high - low))):
            self.w.fault(FAULT["outside"], self.values.rule, operand)
        return operand

    def keyed(self, start: int, keys: tuple[Key, ...], given: tuple[ir.Expr, ...], cells: int = 1) -> str:
        """The address of the instance with these keys, each instance `cells` apart from the next."""
        terms = []
        for key, stride, node in zip(keys, strides(keys), given, strict=True):
            start -= stride * cells * key.low
            terms.append((stride * cells, self.inside(node, key.low, key.high)))
        return self.linear(start, terms)

    def linear(self, start: int, terms: Sequence[tuple[int, str]]) -> str:
        """``start + stride * key + …``"""
        total = "0"
        for stride, operand in terms:
            total = self.w.two("add", total, self.w.two("mul", operand, str(stride)))
        return self.w.two("add", total, str(start))

    def counter(self, counter: int, keys: tuple[ir.Expr, ...]) -> str:
        """The cell of a counter."""
        return self.keyed(self.layout.counters[counter], self.program.counters[counter].keys, keys)

    def frame(self, frame: ir.Frame) -> str:
        """The first cell of a variable that has cells."""
        start = self.layout.frames[frame.slot]
        assert start is not None
        if frame.key is None:
            return str(start)
        capacity = self.program.frames[frame.slot].capacity
        seat = self.inside(frame.key, 0, self.program.players - 1)
        return self.linear(start, [(1 + capacity if capacity else 1, seat)])

    def number(self, place: ir.Zone | ir.ZoneAt) -> str:
        """The number of a zone instance."""
        if isinstance(place, ir.ZoneAt):
            return self.values.value(place.number)
        return self.keyed(self.layout.first_place[place.zone], self.program.zones[place.zone].keys, place.keys)

    def likely(self, place: ir.Zone) -> str:
        """The number of the zone instance that these keys most likely name; of another one where they name none."""
        declared, terms = self.program.zones[place.zone], []
        start = self.layout.first_place[place.zone]
        for key, stride, node in zip(declared.keys, strides(declared.keys), place.keys, strict=True):
            moved = self.w.two("sub", self.values.value(node), str(key.low))
            if not isinstance(node, ir.Const):
                inside = self.w.test("ule", moved, str(key.high - key.low))
                moved = self.w.op(f"select i1 {inside}, i32 {moved}, i32 0")
            terms.append((stride, moved))
        return self.linear(start, terms)

    def first(self, zone: ir.Zone) -> Place:
        """The first instance of a declared zone."""
        return self.layout.places[self.layout.first_place[zone.zone]]

    def cell(self, zone: ir.Zone) -> str:
        """The cell of the size of a zone instance."""
        first, declared = self.first(zone), self.program.zones[zone.zone]
        return self.keyed(first.size, declared.keys, zone.keys, first.cards - first.size + first.room)

    # ------------------------------------------------------------ asking a list

    def size(self, of: ir.List) -> str:
        """How many cards."""
        match of:
            case ir.Zone():
                return self.w.load("%S", self.cell(of))
            case ir.ZoneAt():
                return self.w.call("size_of", f"i32 {self.number(of)}", may_fail=self.values.context.checked)
            case ir.Held(variable):
                return self.held(variable).many
        assert_never(of)

    def held(self, variable: ir.Local | ir.Frame) -> Cards:
        """The cards of a set variable where they are."""
        meaning = self.values.meaning(variable)
        if meaning is not None:
            return self.values.scope.cards(meaning)
        assert isinstance(variable, ir.Frame)
        cell = self.frame(variable)
        return Cards(self.w.cell("%S", self.w.two("add", cell, "1")), self.w.load("%S", cell))

    def at(self, node: ir.At) -> str:
        """The card at an index, none outside."""
        of = node.of
        if isinstance(of, ir.ZoneAt) or (isinstance(of, ir.Zone) and self.first(of).base is not None):
            place = f"i32 {self.number(of)}"
            return self.w.call(
                with_zones(self.values.context, "at_place", place=of),
                place,
                f"i32 {self.values.value(node.index)}",
                may_fail=self.values.context.checked,
            )
        if isinstance(of, ir.Zone):
            cell = self.cell(of)
            first = self.first(of)
            many = self.w.load("%S", cell)
            start = self.w.cell("%S", self.w.two("add", cell, str(first.cards - first.size)))
            downwards = first.shape == "pile"
        else:
            cards = self.held(of.variable)
            start, many, downwards = cards.start, cards.many, False
        index = self.values.value(node.index)
        result = self.w.variable(start="-1")
        with self.w.when(self.w.test("ult", index, many)):
            if downwards:
                index = self.w.two("sub", self.w.two("sub", many, "1"), index)
            self.w.set(result, self.w.load(start, index))
        return self.w.get(result)
