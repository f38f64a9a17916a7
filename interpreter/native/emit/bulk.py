"""Loops that move many cards at once, as `rulelang.ir.optimise.together` has marked them.

Comes in: such a loop.  Goes out: lines in its writer.  The cards of one place go together into another (`pour`); where
all cards that there are go into one place without an order, it gets the bits of all of them, and every other is empty.
"""

from __future__ import annotations

from interpreter.machine.layout import Place
from interpreter.native.abi import X_MUTED
from interpreter.native.analyse.plans import in_words
from interpreter.native.emit.kernel import with_zones
from interpreter.native.emit.values.expressions import Values
from interpreter.native.trace import note
from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as st
from rulelang.ir.optimise.together import room_for_all
from rulelang.ir.walk import first_rule


class Bulk:
    """Writes into one function."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.w = values.w
        self.program = values.context.program
        self.layout = values.context.layout

    def each(self, node: st.Each, effort: int) -> None:
        """A whole loop; one pass of it is so much effort."""
        w, loops = self.w, self.values.loops
        [move] = node.body
        assert isinstance(move, st.Move)
        assert isinstance(move.to, ir.Zone)
        loops.poll()
        match node.source:
            case ir.Items(ir.Zone() as zone):
                many = self.values.places.size(zone)
                with w.when(w.test("!=", many, "0")):
                    loops.passed(first_rule(node), w.two("mul", many, str(effort)))
                    self._pour(zone, self.values.places.number(zone), move.to, move.rule)
                    w.check()
                    self._noted("cards", move.rule)
            case ir.Numbers(ir.Const(low), ir.Const(high)):
                loops.passed(first_rule(node), (high - low + 1) * effort)
                self._gather(range(low, high + 1), move.to)
                self._noted("cards", move.rule)

    def _noted(self, sort: str, rule: int) -> None:
        if self.values.context.watched:
            note(self.w, sort, str(rule))

    def refilled(self, cards: ir.Source, source: ir.Zone | ir.ZoneAt, place: str, rule: int) -> bool:
        """All cards of another place at once into an empty one that is refilled, and shuffled there; false if that
        cannot be done.
        """
        match cards, source:
            case ir.Items(ir.Zone() as zone), ir.Zone(to) if not self.program.knowing and room_for_all(
                self.program, to
            ):
                if self.values.places.first(zone).base is not None:
                    self._refill(zone, source, place, rule)
                    return True
        return False

    def _refill(self, zone: ir.Zone, source: ir.Zone, place: str, rule: int) -> None:
        w, context = self.w, self.values.context
        if context.watched:
            with w.when(w.test("!=", self.values.places.size(zone), "0")):
                self._noted("refill", rule)
            w.store("%X", str(X_MUTED), "1")
        given = f"i32 {place}", f"i32 {rule}"
        w.do(with_zones(context, "pour", place=zone, target=source), f"i32 {self.values.places.number(zone)}", *given)
        w.check()
        w.do(with_zones(context, "shuffle", place=source), *given)
        w.check()
        if context.watched:
            w.store("%X", str(X_MUTED), "0")

    def _pour(self, zone: ir.Zone, place: str, to: ir.Zone, rule: int) -> None:
        pour = with_zones(self.values.context, "pour", place=zone, target=to)
        self.w.do(pour, f"i32 {place}", f"i32 {self.values.places.number(to)}", f"i32 {rule}")

    def _gather(self, cards: range, to: ir.Zone) -> None:
        """All these cards, wherever they lie, into one place."""
        w, program = self.w, self.program
        kinds = {program.cards[card].type for card in cards}
        for place in self.layout.places:
            if not place.declaration or kinds & {*program.zones[place.declaration].types}:
                self._empty(place)
        cell, first = self.values.places.cell(to), self.values.places.first(to)
        w.store("%S", cell, str(len(cards)))
        for word, bits in enumerate(in_words(sum(1 << card - (first.base or 0) for card in cards), first)):
            w.store("%S", w.two("add", cell, str(first.cards - first.size + word)), str(bits))
        if program.placing:
            number = self.values.places.number(to)
            with w.counted(str(len(cards))) as (now, _):
                w.store("%S", w.two("add", now, str(self.layout.zone + cards[0])), number)

    def _empty(self, place: Place) -> None:
        many = place.room if place.base is not None else 0
        for cell in (*range(place.size, place.cards), *range(place.cards, place.cards + many)):
            self.w.store("%S", str(cell), "0")
