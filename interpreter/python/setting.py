"""Statements that set variables and counters, as Python lines.

Comes in: assignments, sets that are held, writes.  Goes out: lines.
"""

from __future__ import annotations

from interpreter.python.members import plain
from interpreter.python.moving import Moving
from interpreter.python.texts import INDENT, Text
from interpreter.python.unrolled import constants
from rulelang.ir.model.expressions import Const, Frame, Held, Items, Local, Seats, Source
from rulelang.ir.model.statements import Write

MOST_CELLS = 8
"""So many cells of a set are set one by one."""


class Setting(Moving):
    """Writes the lines of one function."""

    def hold(self, target: Local | Frame, source: Source | str) -> None:
        """``target`` holds these cards from now on."""
        cards = source if isinstance(source, str) else self.values.argument(source)
        kept = self.values.places.kept(target)
        if kept is not None:
            self.line(f"{kept} = {cards}")
            return
        assert isinstance(target, Frame)
        capacity = self._capacity(target)
        cell = self.values.places.frame(target).text
        if isinstance(source, str) or not cell.isdigit() or not self._one_by_one(int(cell), source, capacity):
            self.line(f"hold(S, {cell}, {capacity}, {cards})")

    def _one_by_one(self, cell: int, source: Source, capacity: int) -> bool:
        """Sets all cells of a set that is a copy or of which it is known how many members it has; says whether so."""
        source, values = plain(source), self.values
        members = constants(source, self.context.program.players)
        if members is not None and len(members) == capacity:
            texts = [str(member) for member in (len(members), *members)]
        elif isinstance(source, Seats) and capacity == self.context.program.players:
            self.line(f"S[{cell}:{cell + 1 + capacity}] = ({capacity}, *{values.sources.source(source).text})")
            return True
        elif isinstance(source, Items) and isinstance(source.of, Held) and isinstance(source.of.variable, Frame):
            frame, places = source.of.variable, values.places
            if (
                places.kept(frame)
                or frame.key is not None
                or self._capacity(frame) != capacity
                or capacity > MOST_CELLS
            ):
                return False
            texts = [f"S[{int(places.frame(frame).text) + place}]" for place in range(1 + capacity)]
        else:
            return False
        for place, text in enumerate(texts):
            self.line(f"S[{cell + place}] = {text}")
        return True

    def _capacity(self, frame: Frame) -> int:
        return self.context.program.frames[frame.slot].capacity

    def write(self, node: Write) -> None:
        declared = self.context.program.counters[node.counter]
        places = self.values.places
        cell, value = places.counter(node.counter, node.keys).text, self.values.value(node.value)
        offset = places.counter_offset(node.counter, node.keys).text
        sure = isinstance(node.value, Const) and declared.low <= node.value.value <= declared.high
        watched = self.context.traced and not declared.hidden
        if not sure or watched:
            self.line(f"value = {value.text}")
            value = Text("value")
        if not sure and (declared.low > -(2**31) or declared.high < 2**31 - 1):
            self.line(f"if not {declared.low} <= value <= {declared.high}:")
            self.line(f"{INDENT}bounds({node.counter}, {offset}, value, {node.rule})")
        if watched:
            self.line(f"old = S[{cell}]")
        self.line(f"S[{cell}] = {value.text}")
        if node.counter in self.context.layout.told:
            told = places.keyed(self.context.layout.told[node.counter], declared.keys, node.keys)
            self.line(f"S[{told.text}] = 0")
        if watched:
            self.line(f"written(S, {node.counter}, {offset}, old, value, {node.rule})")
