"""How much one pass of a loop counts.

Comes in: a program and the body of a loop.  Goes out: 1, and 1 more for each 1,000 values that the body may read at
once, counted without playing: a value that goes through a place reads as many cards as may lie there.  Loops inside
count their own passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb

from attrs import define, field

from rulelang.ir.model.expressions import (
    Call,
    Cond,
    Const,
    Expr,
    First,
    Fold,
    Frame,
    Held,
    Items,
    Joined,
    Last,
    Local,
    Numbers,
    Offered,
    Ordered,
    Seats,
    Source,
    Subsets,
    Values,
    Zone,
)
from rulelang.ir.model.limits import MOST_SETS
from rulelang.ir.model.program import Function, Header, LetItem, PickItem, Procedure, Program
from rulelang.ir.model.statements import Each, Perform, Stmt, Times, While
from rulelang.ir.walk import nodes
from rulelang.nodes import Parts, has

MOST_EFFORT = 2_000_000
"""All loops together count no more between two decisions, or while choices are listed."""
DEALT = 10
"""A card that is dealt counts so much."""
READS = 1000
LONG_RANGE = 1000
"""So many numbers are expected in a range of which nobody knows how long it is."""
ENDLESS = 10**12


@define
class Effort:
    """What the loops of one program count"""

    program: Program
    known: dict[int, int] = field(factory=dict)
    """What is read where something with a name is used, by its identity; 0 while it is being looked at."""
    _rooms: Counter[str] | None = field(init=False, default=None)

    @property
    def rooms(self) -> Counter[str]:
        """How many cards a set may hold at most, by the names of all variables that hold sets."""
        if self._rooms is None:
            self._rooms = Counter()
            self._find_rooms(self._rooms)
        return self._rooms

    def _find_rooms(self, rooms: Counter[str]) -> None:
        """What holds a set is given one where it is called, maybe with a set that the caller was given."""
        program, before = self.program, None
        holders = [
            node
            for node in nodes((program.functions, program.headers, program.procedures, program.blocks))
            if isinstance(node, Fold | First | Each | PickItem | LetItem | Call | Header | Procedure)
        ]
        while before != rooms:
            before = rooms.copy()
            for node in holders:
                for name, room in self._held(node):
                    rooms[name] = max(rooms[name], room)

    def _held(self, node: object) -> Iterator[tuple[str, int]]:
        match node:
            case Header(parameters=parameters) | Procedure(parameters=parameters):
                yield from ((one.name, len(self.program.cards)) for one in parameters if one.is_set)
            case Call(function, arguments):
                for parameter, given in zip(self.program.functions[function].parameters, arguments, strict=True):
                    if parameter.is_set and isinstance(given, Source):
                        yield parameter.name, self._members(given)
            case LetItem(variable, value) if isinstance(value, Source):
                yield variable, self._members(value)
            case (
                Fold(variable=name, source=Subsets(source, _, high))
                | First(variable=name, source=Subsets(source, _, high))
                | Each(variable=name, source=Subsets(source, _, high))
                | PickItem(variable=name, source=Subsets(source, _, high))
            ):
                yield name, self._most(source, high)

    def _most(self, source: Source, high: Expr) -> int:
        room = self._members(source)
        return min(high.value, room) if isinstance(high, Const) else room

    def of(self, body: tuple[Stmt, ...]) -> int:
        """One pass of a loop with this body."""
        return 1 + min(self._of(body) // READS, MOST_EFFORT)

    def _of(self, part: object) -> int:
        program = self.program
        match part:
            case tuple():
                return min(sum(map(self._of, part)), ENDLESS)
            case Call(function):
                return self._parts(part) + self._named(program.functions[function])
            case Perform(procedure):
                return self._parts(part) + self._named(program.procedures[procedure])
            case Offered(header):
                return self._parts(part) + self._named(program.headers[header])
            case Cond(test, then, otherwise):
                return self._of(test) + max(self._of(then), self._of(otherwise))
            case Fold(source=source) | First(source=source) | Ordered(source=source):
                once = self._of(source)
                return min(once + self._members(source) * (self._parts(part) - once), ENDLESS)
            case Each(source=source, where=where):
                return self._of(source) + self._members(source) * self._of(where)
            case Times(amount=amount):
                return self._of(amount)
            case While(test=test):
                return self._of(test)
            case _:
                return self._parts(part) if has(type(part)) else 0

    def _named(self, part: Function | Header | Procedure) -> int:
        if id(part) not in self.known:
            self.known[id(part)] = 0
            self.known[id(part)] = self._parts(part)
        return self.known[id(part)]

    def _parts(self, part: object) -> int:
        """The thing itself and everything in it."""
        return min(1 + sum(map(self._of, _PARTS[type(part)](part))), ENDLESS)

    def _members(self, source: Source) -> int:
        """As many as there may be."""
        match source:
            case Numbers(Const(low), Const(high), Const(step)) if step > 0:
                return max((high - low) // step + 1, 0)
            case Numbers():
                return LONG_RANGE
            case Seats():
                return self.program.players
            case Items(Zone(zone)):
                return self._room(zone)
            case Items(Held(Local(name))) if name in self.rooms:
                return self.rooms[name]
            case Items(Held(Frame(slot))):
                return self.program.frames[slot].capacity
            case Items():
                return len(self.program.cards)
            case Values(values):
                return len(values)
            case Joined(parts):
                return sum(map(self._members, parts))
            case Ordered(source=inner) | Last(source=inner):
                return self._members(inner)
            case Subsets(inner, low, high):
                room = self._members(inner)
                least = max(low.value, 0) if isinstance(low, Const) else 0
                return min(sum(comb(room, size) for size in range(least, self._most(inner, high) + 1)), MOST_SETS)

    def _room(self, zone: int) -> int:
        declared = self.program.zones[zone]
        cards = sum(self.program.types[kind].count for kind in declared.types)
        return min(cards, declared.capacity)


_PARTS = Parts(plain=("bool", "int", "str"))
