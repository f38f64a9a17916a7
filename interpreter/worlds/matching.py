"""Which hidden card lies where: every way that fits is equally likely.

Comes in: for each spot the cards that may lie there; there are as many cards as spots.  Goes out: a card for each spot.
How many ways there are is counted exactly where that is cheap (`COUNTED`); beyond that each card is taken as long as
the rest still fits, so that every way can come up, though not all of them equally often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeAlias

COUNTED = 20_000
"""So many counts of ways are made for one decision."""
CANDIDATES, FEW, DRAWN = 512, 16, 128
"""So many worlds at most are drawn evenly, in any case a few, and as many of them, by their weights, as are wanted at
once."""
Spots: TypeAlias = Sequence[frozenset[int]]
Row: TypeAlias = tuple[tuple[int, ...], frozenset[int]]
"""Spots that may have the same cards, and these cards."""


class Unfit(Exception):
    """There are no cards for some of the spots."""


class Matching:
    """The ways to put cards into spots; `draw` gives one of them.

    `rows`: spots and cards of which each row may get any that no row before has got, in this order; `others`: all other
    spots, for which `draw_others` gives cards.
    """

    def __init__(self, spots: Spots) -> None:
        """Unfit if there is no way."""
        self.size = len(spots)
        rows: dict[frozenset[int], list[int]] = {}
        for spot, cards in enumerate(spots):
            rows.setdefault(cards, []).append(spot)
        self._parts = [_Part(part) for part in _apart([(tuple(found), cards) for cards, found in rows.items()])]
        self._strange = [part for part in self._parts if not part.is_nested]
        self.rows = [row for part in self._parts if part.is_nested for row in part.rows]
        self.others = [spot for part in self._strange for spots, _ in part.rows for spot in spots]

    def draw(self, chance: Random) -> list[int]:
        """A card for each spot."""
        found = [0] * self.size
        for part in self._parts:
            part.draw(chance, found)
        return found

    def draw_others(self, chance: Random) -> list[int]:
        """A card for each of `others`."""
        found = [0] * self.size
        for part in self._strange:
            part.draw(chance, found)
        return [found[spot] for spot in self.others]


class Weighed:
    """Ways to put cards into spots, as `Matching` gives them, the likelier the more often"""

    rows: Sequence[tuple[tuple[int, ...], frozenset[int]]] = ()

    def __init__(self, ways: Matching, weight: Callable[[Sequence[int]], float], many: int) -> None:
        """`many`: so many ways are weighed; if they are fewer than `CANDIDATES`, that takes long, and is done once."""
        self._ways, self._weight, self._many = ways, weight, many
        self._pool: tuple[list[list[int]], list[float] | None] | None = None
        self.size, self.others = ways.size, list(range(ways.size))
        self._left: list[list[int]] = []

    def draw_others(self, chance: Random) -> list[int]:
        """A card for each spot; evenly where nobody would ever have chosen as they did."""
        if not self._left:
            if self._pool is None or self._many == CANDIDATES:
                found = [self._ways.draw(chance) for _ in range(self._many)]
                weights = [self._weight(way) for way in found]
                self._pool = found, weights if sum(weights) > 0 else None
            self._left = chance.choices(*self._pool, k=DRAWN)
        return self._left.pop()


def _apart(rows: list[Row]) -> Iterator[list[Row]]:
    """Rows put together as far as they share cards."""
    left = rows
    while left:
        part, cards, before = left[:1], set(left[0][1]), 0
        while len(part) != before:
            before = len(part)
            part = [row for row in left if row[1] & cards]
            cards.update(*(row[1] for row in part))
        left = [row for row in left if not row[1] & cards]
        yield part


class _Part:
    """Rows that share cards, those with the fewest cards first."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows = sorted(rows, key=lambda row: (len(row[1]), row[0]))
        self._spots = [spots for spots, _ in rows]
        cards = sorted(set().union(*(cards for _, cards in rows)))
        groups: dict[tuple[bool, ...], list[int]] = {}
        for card in cards:
            groups.setdefault(tuple(card in cards for _, cards in rows), []).append(card)
        self._groups = list(groups.values())
        self._allowed = [[at for at, fits in enumerate(groups) if fits[row]] for row in range(len(rows))]
        sets = [frozenset(allowed) for allowed in self._allowed]
        self._nested = [_nested(sets[row:]) for row in range(len(rows))]
        self.is_nested = self._nested[0]
        self._ways: dict[tuple[int, int, tuple[int, ...]], int] = {}
        counts = tuple(map(len, self._groups))
        if sum(map(len, self._spots)) != len(cards) or not self._fits(0, len(self._spots[0]), counts):
            raise Unfit

    def draw(self, chance: Random, found: list[int]) -> None:
        pools = [cards.copy() for cards in self._groups]
        for row, spots in enumerate(self._spots):
            if self._nested[row]:
                self._any(row, pools, chance, found)
                continue
            for at, spot in enumerate(spots, start=1):
                weights = self._weights(row, len(spots) - at, [len(pool) for pool in pools])
                [group] = chance.choices(self._allowed[row], weights)
                found[spot] = pools[group].pop(chance.randrange(len(pools[group])))

    def _any(self, row: int, pools: list[list[int]], chance: Random, found: list[int]) -> None:
        """Any cards that fit for all spots of a row: whichever are taken, there are as many ways for the rest."""
        spots, allowed = self._spots[row], self._allowed[row]
        fitting = [card for group in allowed for card in pools[group]] if len(allowed) > 1 else pools[allowed[0]]
        if 4 * len(spots) < len(fitting):
            taken = chance.sample(fitting, len(spots))
        else:  # the same, many times quicker
            taken = sorted(fitting, key=lambda card: chance.random())[: len(spots)]
        for spot, card in zip(spots, taken, strict=True):
            found[spot] = card
        if row + 1 < len(self._spots):
            gone = set(taken)
            for group in allowed:
                pools[group] = [card for card in pools[group] if card not in gone]

    def _weights(self, row: int, left: int, counts: list[int]) -> list[int]:
        """How likely a card of each group is for this spot, with so many spots of the row after it."""
        weights = []
        for group in self._allowed[row]:
            rest = counts.copy()
            rest[group] -= 1
            weights.append(counts[group] and counts[group] * self._count(row, left, tuple(rest)))
        return weights

    # ---------------------------------------------------------------- counting

    def _count(self, row: int, left: int, counts: tuple[int, ...]) -> int:
        """In how many ways the rest can be put; 1 for some where it would take too long to say."""
        while not left:
            row += 1
            if row == len(self._spots):
                return 1
            left = len(self._spots[row])
        if self._nested[row]:
            return self._closed(row, left, counts)
        key = row, left, counts
        if key not in self._ways:
            if len(self._ways) >= COUNTED:
                return int(self._fits(row, left, counts))
            self._ways[key] = 0
            total = 0
            for group in self._allowed[row]:
                if counts[group]:
                    rest = (*counts[:group], counts[group] - 1, *counts[group + 1 :])
                    total += counts[group] * self._count(row, left - 1, rest)
            self._ways[key] = total
        return self._ways[key]

    def _closed(self, row: int, left: int, counts: Sequence[int]) -> int:
        """Where of two rows one has all the cards of the other, or none of them, spots are filled one by one."""
        ways, taken = 1, [0] * len(counts)
        for at in range(row, len(self._spots)):
            many = left if at == row else len(self._spots[at])
            allowed = self._allowed[at]
            free = sum(counts[group] for group in allowed) - sum(taken[group] for group in allowed)
            for _ in range(many):
                ways *= max(0, free)
                free -= 1
            taken[allowed[0]] += many  # any group of the row: whoever has one of them later has all
        return ways

    def _fits(self, row: int, left: int, counts: Sequence[int]) -> bool:
        """Whether there is a way at all (augmenting paths after H. Kuhn)."""
        holds: list[list[int]] = [[] for _ in counts]
        free = list(counts)

        def placed(at: int, tried: set[int]) -> bool:
            for group in self._allowed[at]:
                if group in tried:
                    continue
                tried.add(group)
                if free[group]:
                    free[group] -= 1
                    holds[group].append(at)
                    return True
                for place, other in enumerate(holds[group]):
                    if other != at and placed(other, tried):
                        holds[group][place] = at
                        return True
            return False

        rows = [(at, left if at == row else len(self._spots[at])) for at in range(row, len(self._spots))]
        return all(placed(at, set()) for at, many in rows for _ in range(many))


def _nested(sets: Sequence[frozenset[int]]) -> bool:
    """Whether of any two sets the earlier lies in the later, or they share nothing."""
    return all(one <= other or not one & other for at, one in enumerate(sets) for other in sets[at + 1 :])
