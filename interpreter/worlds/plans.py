"""A plan: what is needed to draw worlds, as numbers one after the other.

Comes in: what has been found out about one state and viewer.  Goes out: numbers, laid out as `interpreter.minds.words`
says; `interpreter.minds.guessing` draws by them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from interpreter.minds import words as at
from interpreter.worlds.matching import Matching, Weighed
from interpreter.worlds.spots import Mark, Spot
from rulelang.ir.model.program import PickItem, Program

Runs: TypeAlias = Mapping[int, tuple[int, list[int]]]
"""Of each place with hidden cards in no order the first cell of what has none, and the known cards there."""
Secret: TypeAlias = tuple[int, list[tuple[int, int, int]]]
"""The cell that says who chooses; seat, first cell and how many, of what each has set aside."""
Naming: TypeAlias = Sequence[int]
MOST_DRAWS = 128
"""So many worlds are drawn at once at most, where some of it is drawn elsewhere."""


def plan_of(
    names: Naming, laid: Callable[[Mark], tuple[int, int]], viewer: int, base: list[int], spots: Sequence[Spot],
    matching: Matching | Weighed, runs: Runs, values: Mapping[int, Sequence[int]], secret: Secret | None,
    private: Sequence[tuple[int, int]],
) -> list[int]:  # fmt: skip
    """The plan, without the choices that there are; `laid` says where a counter lies that belongs to a card; `private`:
    counters that not everybody sees, by their cells, and who does."""
    made = _Plan([0] * at.PLAN + list(names))
    made.plan[at.NAMING], made.plan[at.VIEWER] = at.PLAN, viewer
    made.plan[at.BEGUN] = made.put(base)
    made.spots(spots, laid)
    made.rows(matching)
    made.runs(runs, spots)
    made.counters(values)
    made.secret(secret)
    made.table(at.PRIVATE, at.MANY_PRIVATE, private)
    return made.plan


class _Plan:
    def __init__(self, plan: list[int]) -> None:
        self.plan = plan

    def put(self, numbers: Iterable[int]) -> int:
        """Where these numbers stand now."""
        first = len(self.plan)
        self.plan += numbers
        return first

    def table(self, where: int, many: int, rows: Sequence[Iterable[int]]) -> None:
        """Rows one after the other, and in the head where, and how many."""
        self.plan[where] = self.put(chain.from_iterable(rows))
        self.plan[many] = len(rows)

    def spots(self, spots: Sequence[Spot], laid: Callable[[Mark], tuple[int, int]]) -> None:
        rows = []
        for spot in spots:
            marks = [(*laid(mark), value) for mark, value in spot.marks]
            noted = marks or any(spot.bits[1:])
            note = self.put([*spot.bits[1:], len(marks), *chain.from_iterable(marks)]) if noted else -1
            named = self.put(spot.named)
            cell = -1 if spot.cell is None else spot.cell
            rows.append((spot.place, cell, spot.bits[0], named, len(spot.named), note))
        self.table(at.SPOTS, at.MANY_SPOTS, rows)

    def rows(self, matching: Matching | Weighed) -> None:
        rows = []
        for spots, cards in matching.rows:
            rows.append((len(spots), self.put(spots), len(cards), self.put(sorted(cards))))
        self.table(at.ROWS, at.MANY_ROWS, rows)
        self.plan[at.GIVEN], self.plan[at.MANY_GIVEN] = self.put(matching.others), len(matching.others)
        self.plan[at.DRAWS] = self.put([0] * (len(matching.others) * MOST_DRAWS))

    def runs(self, runs: Runs, spots: Sequence[Spot]) -> None:
        rows = []
        for place, (first, kept) in runs.items():
            free = [number for number, spot in enumerate(spots) if spot.place == place and spot.cell is None]
            rows.append((first, len(kept), self.put(kept), free[0], len(free)))
        self.table(at.RUNS, at.MANY_RUNS, rows)

    def counters(self, values: Mapping[int, Sequence[int]]) -> None:
        rows = []
        for cell, found in values.items():
            if isinstance(found, range):
                rows.append((cell, found.start, -len(found)))
            else:
                rows.append((cell, self.put(found), len(found)))
        self.table(at.COUNTERS, at.MANY_COUNTERS, rows)

    def secret(self, secret: Secret | None) -> None:
        asked, aside = secret or (-1, [])
        self.plan[at.ASKED] = asked
        self.table(at.ASIDE, at.MANY_ASIDE, aside)


def naming(program: Program) -> Naming:
    """How choices are named: for each decision where its row stands in a plan, and the rows."""
    found = [0] * len(program.decisions)
    for number, decision in enumerate(program.decisions):
        offers = decision.all_offers
        found[number] = at.PLAN + len(found)
        found += [int(decision.secret), *[0] * len(offers)]
        for place, offer in enumerate(offers):
            found[found[number] - at.PLAN + 1 + place] = at.PLAN + len(found)
            items = program.headers[offer.header].picks
            found.append(len(items))
            for item in items:
                found += (_sort(item), item.capacity, int(item.kept))
    return tuple(found)


def _sort(item: PickItem) -> int:
    if item.display.sort not in ("card", "cards"):
        return at.PLAIN
    return at.BY_PLACE if item.by_place else at.BY_LOOK
