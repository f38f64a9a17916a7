"""The part of the set-up that is the same in every game, so that many games need do it only once.

Comes in: a program.  Goes out: the statements of block 0 that chance has no part in, even past others that they have
nothing to do with, and the others.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import field

from interpreter.machine.layout import Layout
from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as st
from rulelang.ir.model.program import Program
from rulelang.ir.model.statements import Stmt
from rulelang.ir.walk import nodes
from rulelang.nodes import frozen

CHANCE, FLOW = ("chance", 0), ("flow", 0)
LIE = ir.Zone | ir.ZoneAt | ir.ZoneOf | ir.Position | ir.Offered
MIXING = st.Shuffle | st.Deal | st.SwapPlaces | st.SwapCards
MOVING = st.Move | MIXING | st.Show | st.ShowFact
Thing: TypeAlias = tuple[str, object]
"""A counter, a variable, the cards of one type and where they lie, the generator, the flow."""


def opening(program: Program, layout: Layout) -> tuple[tuple[Stmt, ...], tuple[Stmt, ...]]:
    """The statements of block 0 that can be carried out beforehand, and the others, each in their order."""
    early: list[Stmt] = []
    late: list[Stmt] = []
    passed: list[_Touched] = []
    watch = _Watch(program, layout)
    for statement in program.blocks[0].body:
        touched = watch.touched((statement,), {})
        lost: set[Thing] = {("frame", slot) for slot, cell in enumerate(layout.frames) if cell is None}
        lost |= {what for what in touched.written if what[0] == "local"} | {CHANCE, FLOW}
        if touched.written & lost or any(touched.meets(each) for each in passed):
            late.append(statement)
            passed.append(touched)
        else:
            early.append(statement)
    return tuple(early), tuple(late)


@frozen
class _Touched:
    """What statements read and write."""

    read: set[Thing] = field(factory=set)
    written: set[Thing] = field(factory=set)

    def meets(self, other: _Touched) -> bool:
        """Whether it matters which of the two comes first."""
        return bool(self.written & (other.read | other.written) or self.read & other.written)


class _Watch:
    """Goes through the statements of a beginning in their order, when every card still lies in the box."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.program = program
        self.everything = frozenset(range(len(program.types)))
        self.types = [frozenset(zone.types) if number else self.everything for number, zone in enumerate(program.zones)]
        self.turned = {place.declaration for place in layout.places if place.turned}
        self.used: set[int] = set()
        """The places, other than the box, to which cards have come."""
        self.mixed: set[int] = set()
        """The types of cards that may lie without an order in places that have been used."""

    def touched(self, parts: tuple[object, ...], sources: dict[str, ir.Source]) -> _Touched:
        """What these read and write; `sources`: what variables of loops around them go through."""
        found = _Touched()
        sources = sources | {node.variable: node.source for node in nodes(parts) if isinstance(node, st.Each)}
        for node in nodes(parts):
            self._reads(node, found.read)
            self._writes(node, found.written)
            if isinstance(node, MOVING):
                found.written.update(self._cards(node, sources))
            for part in self._inside(node):
                more = self.touched((part,), sources)
                found.read.update(more.read)
                found.written.update(more.written)
        return found

    def _inside(self, node: object) -> list[object]:
        """What a node carries out or reads that stands elsewhere."""
        if isinstance(node, st.Perform):
            return [self.program.procedures[node.procedure].body]
        if isinstance(node, ir.Call):
            return [self.program.functions[node.function].value]
        if isinstance(node, MOVING):
            seen = {part.function for zone in self.program.zones for part in (zone.seen, zone.backs)}
            return [self.program.functions[function].value for function in seen if function is not None]
        return []

    def _cards(self, node: object, sources: dict[str, ir.Source]) -> set[Thing]:
        """The types of cards that are not where and as they were, and chance if it may have a part in it."""
        match node:
            case st.Move(ir.Local(name), ir.Zone(zone)) if name in sources and zone:
                kinds = self._kinds(sources[name])
                touched = kinds.union(
                    self.types[zone], *(self.types[one] for one in self.used if self.types[one] & kinds)
                )
                self.used.add(zone)
                drawn = bool(self.turned) and bool(self.mixed & kinds)
            case st.Shuffle(ir.Zone(zone), settle=False):
                touched, drawn = self.types[zone], zone in self.turned
                self.mixed |= touched
            case _:
                touched, drawn = self.everything, True
                self.used.update(range(1, len(self.types)))
                self.mixed |= self.everything
        return {("cards", kind) for kind in touched} | ({CHANCE} if drawn else set())

    def _kinds(self, source: ir.Source) -> frozenset[int]:
        """The types of the cards of a source."""
        match source:
            case ir.Numbers(ir.Const(low), ir.Const(high)):
                types = enumerate(self.program.types)
                return frozenset(
                    number for number, kind in types if low < kind.first + kind.count and kind.first <= high
                )
            case ir.Ordered(source=inner):
                return self._kinds(inner)
            case ir.Items(ir.Zone(zone)):
                return self.types[zone]
            case _:
                return self.everything

    def _reads(self, node: object, read: set[Thing]) -> None:
        match node:
            case ir.Read(counter):
                read.add(("counter", counter))
            case ir.Frame(slot):
                read.add(("frame", slot))
            case ir.Local(name):
                read.add(("local", name))
            case ir.Offered():
                read |= {("counter", number) for number in range(len(self.program.counters))}
                read |= {("frame", number) for number in range(len(self.program.frames))}
        if isinstance(node, LIE):
            types = self.types[node.zone] if isinstance(node, ir.Zone) else self.everything
            read |= {("cards", kind) for kind in types}

    def _writes(self, node: object, written: set[Thing]) -> None:
        match node:
            case st.Write(counter) | st.ShowCounter(counter):
                written.add(("counter", counter))
            case st.Assign(target) | st.Hold(target) | st.Random(target) | st.Deal(card=target) if target is not None:
                written.add(("frame", target.slot) if isinstance(target, ir.Frame) else ("local", target.name))
            case st.Finish() | st.Return() | st.Fault():
                written.add(FLOW)
        if isinstance(node, st.Random):
            written.add(CHANCE)
