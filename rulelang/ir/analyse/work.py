"""Values that take for ever: each names the one before twice, or questions about many things stand inside one another.

Comes in: a program.  Goes out: the first thing in it that reads too many values at once, how many, and how many may be
read.  Calls and ranges between certain numbers are multiplied out first; all else that is gone through counts as one.
Then places count as many cards as may lie there, with a higher limit, since most of them hold fewer; sets, loops and
what is picked from count as one then, since what loops and picks go through is counted while they do.
"""

from __future__ import annotations

from attrs import define, field

from rulelang.ir.model.expressions import (
    Call,
    Cond,
    Const,
    First,
    Fold,
    Items,
    Joined,
    Last,
    Numbers,
    Offered,
    Ordered,
    Seats,
    Source,
    Zone,
    ZoneAt,
)
from rulelang.ir.model.program import Function, Header, HeadItem, PickItem, Procedure, Program
from rulelang.ir.model.statements import Each, Perform
from rulelang.nodes import Parts, has

MOST = 10_000_000
MOST_WITH_CARDS = 1_000_000_000


def too_much(program: Program) -> tuple[str, int, int] | None:
    """The name of a value or step that may read more than the last number although nothing that it names does."""
    for most, cards in ((MOST, False), (MOST_WITH_CARDS, True)):
        work = _Work(program, most, cards)
        for one in (*program.functions, *program.headers, *program.procedures, *program.blocks):
            work.of(one)
            if work.found is not None:
                return *work.found, most
    return None


@define
class _Work:
    program: Program
    most: int
    cards: bool
    found: tuple[str, int] | None = None
    known: dict[int, int] = field(factory=dict)
    """By the identity of what has a name; 0 while it is being looked at."""

    def of(self, part: object) -> int:
        """How many values may be read where this is read once."""
        program = self.program
        match part:
            case Function() | Header() | Procedure():
                return self._named(part)
            case Call(function):
                return self._parts(part) + self.of(program.functions[function])
            case Perform(procedure):
                return self._parts(part) + self.of(program.procedures[procedure])
            case Offered(header):
                return self._parts(part) + self.of(program.headers[header])
            case Cond(test, then, otherwise):
                return self.of(test) + max(self.of(then), self.of(otherwise))
            case Each() if self.cards:
                return self._parts(part)
            case Fold(source=source) | First(source=source) | Ordered(source=source) | Each(source=source):
                once = self.of(source)
                return once + self._members(source) * (self._parts(part) - once)
            case tuple():
                return sum(map(self.of, part))
            case _:
                return self._parts(part)

    def _named(self, part: Function | Header | Procedure) -> int:
        if id(part) not in self.known:
            self.known[id(part)] = 0
            found = self._picked(part.items) if isinstance(part, Header) else self._parts(part)
            self.known[id(part)] = found
            if found > self.most and self.found is None:
                self.found = part.name, found
        return self.known[id(part)]

    def _picked(self, items: tuple[HeadItem, ...]) -> int:
        """Everything behind a pick is asked for each of its members."""
        if not items:
            return 0
        first, rest = items[0], self._picked(items[1:])
        if not isinstance(first, PickItem):
            return self._parts(first) + rest
        once = self.of(first.source)
        members = _numbers(first.source)
        return once + members * (self._parts(first) - once + rest)

    def _parts(self, part: object) -> int:
        """The thing itself, if it has fields, and everything in it."""
        return has(type(part)) + sum(map(self.of, _PARTS[type(part)](part)))

    def _members(self, source: Source) -> int:
        """How many there may be."""
        match source:
            case Joined(parts):
                return sum(map(self._members, parts))
            case Ordered(source=inner) | Last(source=inner):
                return self._members(inner)
            case Items(Zone(zone)) if self.cards:
                declared = self.program.zones[zone]
                return min(sum(self.program.types[kind].count for kind in declared.types), declared.capacity)
            case Items(ZoneAt()) if self.cards:
                return len(self.program.cards)
            case Seats() if self.cards:
                return self.program.players
            case _:
                return _numbers(source)


_PARTS = Parts()


def _numbers(source: Source) -> int:
    """How many numbers there are between certain ones."""
    match source:
        case Numbers(Const(low), Const(high), Const(step)) if step > 0:
            return max((high - low) // step + 1, 0)
        case _:
            return 1
