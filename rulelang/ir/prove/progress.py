"""What a game surely uses up while it goes round and round: cards that go where none come back from, counters that only
climb or only fall.

Comes in: a program.  Goes out: of blocks among which a game may go round, those that each time use up something which
none of them ever gives back, and how often these can be carried out together.  Without them there may be more of the
same among the rest: what it uses up may be given back by those (a ranking by the lexicographic order).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import TypeAlias

from attrs import define, field

from rulelang.ir.model.program import Key, Program
from rulelang.ir.model.statements import Decide
from rulelang.ir.prove.known import Known
from rulelang.ir.prove.spending import Spending, Spent, Way

Kept: TypeAlias = tuple[int, int]
"""Cards of a type that lie in a place."""
Case: TypeAlias = tuple[int, int]
"""A block, and which of what it may spend there (`Spending.of`)."""
Found: TypeAlias = tuple[int, frozenset[Case]]
"""How often, and which."""


@define
class Progress:
    """What the blocks of one program use up"""

    program: Program
    _spending: Spending = field(init=False)
    _spent: dict[int, list[Spent]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._spending = Spending(self.program)

    @property
    def blocks(self) -> frozenset[int]:
        """The blocks to which a game may come, and those behind choices that only lead on."""
        found = frozenset(self._spending.blocks)
        ends = (self.program.blocks[block].end for block in found)
        return found | {end.then for end in ends if isinstance(end, Decide)}

    def cases(self, group: frozenset[int]) -> frozenset[Case]:
        """All cases of some blocks."""
        return frozenset((block, number) for block in group for number in range(len(self._of(block))))

    def used_up(self, cases: frozenset[Case]) -> Found:
        """How often those of some cases that use something up can come up and stay among them, and which they are; one
        more may lead out.
        """
        spent = {(block, number): self._of(block)[number] for block, number in cases}
        times, using = 0, frozenset[Case]()
        for many, some in sorted([*self._counters(spent), *self._cards(spent)], key=lambda one: one[0]):
            if not some <= using:
                times, using = times + many, using | some
        return times, using

    def _of(self, block: int) -> list[Spent]:
        if block not in self._spent:
            self._spent[block] = self._spending.of(block)
        return self._spent[block]

    # ------------------------------------------------------------ counters

    def _counters(self, spent: Mapping[Case, Spent]) -> Iterator[Found]:
        """Those that only climb, and those that only fall."""
        for number, counter in enumerate(self.program.counters):
            changes = {case: one[number] for case, one in spent.items() if number in one}
            if not changes:
                continue
            low, high = self._between(number, spent)
            many = (high - low) * _instances(counter.keys)
            if all(low >= 0 for low, _ in changes.values()):
                yield many, frozenset(case for case, (low, _) in changes.items() if low > 0)
            if all(high <= 0 for _, high in changes.values()):
                yield many, frozenset(case for case, (_, high) in changes.items() if high < 0)

    def _between(self, counter: int, spent: Mapping[Case, Spent]) -> tuple[int, int]:
        """The lowest and the highest that a counter may be while the game stays among these blocks."""
        spans = [known.state.counters[counter] for known in self._reached(spent)]
        return min(low for low, _ in spans), max(high for _, high in spans)

    def _reached(self, spent: Mapping[Case, Spent]) -> Iterator[Known]:
        """What is known at the beginning of each block."""
        return (self._spending.blocks[block] for block, _ in spent if block in self._spending.blocks)

    # ------------------------------------------------------------ cards

    def _cards(self, spent: Mapping[Case, Spent]) -> Iterator[Found]:
        """Places to which no cards come but from one another, and the blocks that take some out of them."""
        ways = {
            what for one in spent.values() for what, many in one.items() if not isinstance(what, int) and many[1] > 0
        }
        before: dict[Kept, set[Kept]] = {}
        for way in ways:
            for source, to in self._steps(way):
                before.setdefault(to, set()).add(source)
        starts = {source for way in ways for source, _ in self._steps(way)}
        for zone in {zone for zone, _ in starts}:
            here = [kept for kept in starts if kept[0] == zone]
            for some in [here, *([one] for one in here if len(here) > 1)]:
                inside = _all_before(some, before)
                using = frozenset(case for case, one in spent.items() if self._takes(one, inside))
                if using:
                    yield self._most(inside, spent), using

    def _steps(self, way: Way) -> Iterator[tuple[Kept, Kept]]:
        """Where a card may go that goes this way, by its type."""
        zones = self.program.zones
        for source in way[0]:
            for to in way[1]:
                for each in set(zones[source].types) & set(zones[to].types):
                    yield (source, each), (to, each)

    def _takes(self, spent: Spent, inside: set[Kept]) -> bool:
        """Whether cards surely leave these places, whichever they are."""
        return any(
            not isinstance(what, int)
            and many[0] > 0
            and all(source in inside and to not in inside for source, to in self._steps(what))
            for what, many in spent.items()
        )

    def _most(self, inside: set[Kept], spent: Mapping[Case, Spent]) -> int:
        """How many cards may lie in these places."""
        found = 0
        for each in {each for _, each in inside}:
            room = 0
            for zone in {zone for zone, other in inside if other == each}:
                high = max(known.state.sizes[zone][1] for known in self._reached(spent))
                room += high * _instances(self.program.zones[zone].keys)
            found += min(room, self.program.types[each].count)
        return found


def _all_before(some: list[Kept], before: Mapping[Kept, set[Kept]]) -> set[Kept]:
    """These, and all from which cards may come to them."""
    found, todo = set(some), [*some]
    while todo:
        more = before.get(todo.pop(), set()) - found
        found |= more
        todo += more
    return found


def _instances(keys: tuple[Key, ...]) -> int:
    return prod(key.high - key.low + 1 for key in keys)
