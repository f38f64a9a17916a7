"""Everything that generated code calls, for one program.

Comes in: a layout.  Goes out: the names that the text may use (`names`).  What each does stands in the files
below: `faults`, `knowledge`, `cards`, `chance`, `lists`; here are cards that look alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from interpreter.engine import MOST_SETS
from interpreter.layout import Layout, instances, strides
from interpreter.python import lists
from interpreter.python.chance import Chance

LISTS = ("first", "among", "present", "cut", "last", "steps", "is_set", "hold", "held")
METHODS = (
    "fault", "within", "outside", "number", "rounded_down", "rounded_up", "remainder", "highest", "lowest",
    "times", "endless", "nobody", "bounds", "block_at", "show", "show_fact", "show_counter", "items", "size", "at",
    "position", "written", "move", "shuffle", "swap_places", "swap_cards", "random", "deal", "one_of_each", "sets",
    "sets_by_look",
)  # fmt: skip
CONSTANTS = ("SEATS", "FUEL", "events")
LOCALS = ("value", "old", "found", "picks", "offer", "_")
"""Variables that the generated text uses beside those of the program."""

RESERVED = frozenset((*LISTS, *METHODS, *CONSTANTS, *LOCALS))


class Runtime(Chance):
    """Cards that look alike, on top of everything else."""

    def __init__(self, layout: Layout, traced: bool) -> None:
        super().__init__(layout, traced)
        self.looks = tuple(card.look for card in self.program.cards)
        self.all_differ = len(set(self.looks)) == len(self.looks)
        self.own = tuple(self._own_cells(card) for card in range(len(self.looks)))

    def names(self) -> dict[str, object]:
        """What the generated text finds under the names that it uses."""
        seats = range(self.program.players)
        names: dict[str, object] = {name: getattr(lists, name) for name in LISTS}
        names |= {name: getattr(self, name) for name in METHODS}
        names["SEATS"] = tuple(tuple((start + seat) % len(seats) for seat in seats) for start in seats)
        names["FUEL"] = self.program.fuel
        names["events"] = self.events
        return names

    def one_of_each(self, S: list[int], members: Sequence[int]) -> Sequence[int]:
        """One card for all that look alike, where the first of them stands."""
        if self.all_differ:
            return members
        looks = self.looks
        if len({looks[card] for card in members}) == len(members):
            return members
        return [cards[0] for cards in self.by_look(S, members)]

    def by_look(self, S: list[int], members: Sequence[int]) -> list[list[int]]:
        """The cards put together by look, in order of first appearance; in each group the best known
        first."""
        groups: dict[tuple[int, ...], list[int]] = {}
        zones, looks, own = self.zone_cells, self.looks, self.own
        for card in members:
            appearance = (looks[card], S[zones + card], *[S[cell] for cell in own[card]])
            groups.setdefault(appearance, []).append(card)
        for cards in groups.values():
            if len(cards) > 1:
                cards.sort(key=lambda card: (-self._knowers(S, card), card))
        return list(groups.values())

    def sets(self, members: Sequence[int], low: int, high: int, rule: int | None = None) -> Iterator[tuple[int, ...]]:
        """Every set of low to high members; with a rule, too many are a fault there."""
        found = lists.sets(members, low, high)
        return found if rule is None else self._limited(found, rule)

    def sets_by_look(
        self, S: list[int], members: Sequence[int], low: int, high: int, rule: int | None = None
    ) -> Iterator[tuple[int, ...]]:
        """The same, but of sets that look alike only the first."""
        found = self._sets_by_look(self.by_look(S, members), lists.sizes(members, low, high))
        return found if rule is None else self._limited(found, rule)

    def _sets_by_look(self, groups: list[list[int]], sizes: range) -> Iterator[tuple[int, ...]]:
        alone = [cards[0] for cards in groups]
        rest = [sum(len(cards) for cards in groups[place:]) for place in range(len(groups) + 1)]
        for size in sizes:
            if rest[0] == len(groups):
                yield from combinations(alone, size)
            else:
                yield from _take(groups, rest, 0, size)

    def _limited(self, found: Iterator[tuple[int, ...]], rule: int) -> Iterator[tuple[int, ...]]:
        yield from islice(found, MOST_SETS)
        if next(found, None) is not None:
            self.fault(f"there are more than {MOST_SETS} sets to choose from", rule, "too_many")

    def _knowers(self, S: list[int], card: int) -> int:
        return self.knows(S, card).bit_count()

    def _own_cells(self, card: int) -> tuple[int, ...]:
        """The cells of all counters that are keyed by this card."""
        cells: list[int] = []
        for counter in self.program.card_counters:
            keys = self.program.counters[counter].keys
            apart = strides(keys)
            for place in range(instances(keys)):
                values = (
                    key.low + place // stride % (key.high - key.low + 1)
                    for key, stride in zip(keys, apart, strict=True)
                )
                if any(value == card and key.display.sort == "card" for key, value in zip(keys, values, strict=True)):
                    cells.append(self.layout.counters[counter] + place)
        return tuple(cells)


def _take(groups: list[list[int]], rest: list[int], place: int, size: int) -> Iterator[tuple[int, ...]]:
    """So many cards from the groups on from `place`; of each group the first ones; most of the earliest group
    first."""
    if size == 0:
        yield ()
    elif rest[place] >= size:
        cards = groups[place]
        for many in range(min(size, len(cards)), -1, -1):
            taken = tuple(cards[:many])
            for others in _take(groups, rest, place + 1, size - many):
                yield taken + others
