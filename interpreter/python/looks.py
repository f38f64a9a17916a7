"""Cards that look alike, and the choices of a decision in lots.

Comes in: a state and cards.  Goes out: the cards put together by look, sets of them, and what generated code finds
about such sets, remembered by the looks alone.  Which sets may be remembered is `alike`'s matter.

A lot is (number of the offer, picks before the last, members of the last pick, cards): all choices that differ only in
the last pick.  Where `cards` is not none, the members are patterns for sets of these cards: how many of which looks.
A header without picks has the lot (offer, (), ALONE, ALONE).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from math import comb
from typing import Any, TypeAlias

from interpreter.engine import MOST_SETS, Picks
from interpreter.layout import Layout, instances, strides
from interpreter.python import lists
from interpreter.python.chance import Chance
from interpreter.python.memory import Memory, as_bytes

SURELY_FEW = 12
"""So many members make at most `MOST_SETS` sets."""
ALONE: Sequence[Any] = ((),)
Pattern: TypeAlias = tuple[tuple[int, int], ...]
Lot: TypeAlias = tuple[int, Picks, Sequence[Any], Sequence[Any] | None]


class Looks(Chance):
    """Cards that look alike, for one program."""

    def __init__(self, layout: Layout, traced: bool) -> None:
        super().__init__(layout, traced)
        self.looks = tuple(card.look for card in self.program.cards)
        self.byte_looks = as_bytes(self.looks)
        self.all_differ = len(set(self.looks)) == len(self.looks)
        self.own = tuple(self._own_cells(card) for card in range(len(self.looks)))

    # ------------------------------------------------------------ lots

    def spread(self, S: list[int], lots: Iterable[Lot]) -> list[tuple[int, Picks]]:
        """All choices of lots, one by one."""
        found: list[tuple[int, Picks]] = []
        for offer, before, members, cards in lots:
            if cards is None:
                found += [(offer, (*before, member)) for member in members]
            elif cards is ALONE:
                found.append((offer, before))
            else:
                groups = {self.looks[group[0]]: group for group in self.grouped(S, cards)}
                found += [(offer, (*before, _taken(groups, pattern))) for pattern in members]
        return found

    def taken(self, S: list[int], pattern: Pattern, cards: Sequence[int]) -> tuple[int, ...]:
        """The set of cards for which a pattern stands."""
        looks = bytes(cards).translate(self.byte_looks) if self.byte_looks else (*map(self.looks.__getitem__, cards),)
        chosen: list[int] = []
        for look, many in pattern:
            first, all_alike = looks.index(look), looks.count(look)
            if all_alike == 1:
                chosen.append(cards[first])
                continue
            alike = [*cards[first : first + all_alike]]
            if look in looks[first + all_alike :]:  # they do not lie side by side
                alike = [card for card, other in zip(cards, looks, strict=True) if other == look]
            self._best_known_first(S, alike)
            chosen += alike[:many]
        return tuple(chosen)

    def memory(self, most: int = 0) -> Memory:
        """A new memory; for sets of at most so many cards."""
        return Memory(self.looks, most)

    def patterns(self, sets: Iterable[tuple[int, ...]]) -> list[Pattern]:
        """How many cards of which looks these sets take."""
        looks = self.looks
        return [tuple(Counter([looks[card] for card in chosen]).items()) for chosen in sets]

    # ------------------------------------------------------------ sets

    def one_of_each(self, S: list[int], members: Sequence[int]) -> Sequence[int]:
        """One card for all that look alike, where the first of them stands."""
        if self.no_two_alike(members):
            return members
        return [cards[0] for cards in self.by_look(S, members)]

    def no_two_alike(self, members: Sequence[int]) -> bool:
        """Whether all looks differ; where they do not, other things still may."""
        looks = self.looks
        return self.all_differ or len({looks[card] for card in members}) == len(members)

    def by_look(self, S: list[int], members: Sequence[int]) -> list[list[int]]:
        """The cards put together by look, in order of first appearance; in each group the best known
        first."""
        groups: dict[object, list[int]] = {}
        looks, zones = self.looks, self.zone_cells
        one_place = len({S[zones + card] for card in members}) == 1
        simple = one_place and not self.program.card_counters
        for card in members:
            appearance = looks[card] if simple else self.appearance(S, card)
            if appearance in groups:
                groups[appearance].append(card)
            else:
                groups[appearance] = [card]
        for cards in groups.values():
            if len(cards) > 1:
                self._best_known_first(S, cards)
        return list(groups.values())

    def appearance(self, S: list[int], card: int) -> tuple[int, ...]:
        """What tells this card from others: its look, its place, and the counters of its own."""
        return (self.looks[card], S[self.zone_cells + card], *[S[cell] for cell in self.own[card]])

    def sets(self, members: Sequence[int], low: int, high: int, rule: int | None = None) -> Iterable[tuple[int, ...]]:
        """Every set of low to high members, smaller ones first; with a rule, too many are a fault there."""
        sizes = lists.sizes(members, low, high)
        if rule is not None and len(members) > SURELY_FEW:
            self._count([1] * len(members), sizes, rule)
        return chain.from_iterable(combinations(members, size) for size in sizes)

    def grouped(self, S: list[int], members: Sequence[int]) -> list[list[int]]:
        """The cards as `by_look` puts them together."""
        return [[card] for card in members] if self.no_two_alike(members) else self.by_look(S, members)

    def sets_by_look(
        self, groups: list[list[int]], low: int, high: int, rule: int | None = None
    ) -> Iterable[tuple[int, ...]]:
        """The same of cards that are put together; of sets that look alike only the first."""
        rest = [0]
        for cards in reversed(groups):
            rest.append(rest[-1] + len(cards))
        rest.reverse()
        if rest[0] == len(groups):
            return self.sets([card for [card] in groups], low, high, rule)
        sizes = range(max(low, 0), min(high, rest[0]) + 1)
        if rule is not None and rest[0] > SURELY_FEW:
            self._count([len(cards) for cards in groups], sizes, rule)
        if len(sizes) == 1:
            return _take(groups, rest, 0, sizes[0])
        return chain.from_iterable(_take(groups, rest, 0, size) for size in sizes)

    def _count(self, amounts: Sequence[int], sizes: range, rule: int) -> None:
        """A fault if groups of so many cards make too many sets."""
        if sum(comb(len(amounts) + size - 1, size) for size in sizes) <= MOST_SETS:
            return  # not even if every group held any number of cards
        ways = [1]
        for amount in amounts:
            longer = [0] * min(len(ways) + amount, sizes.stop)
            for size, many in enumerate(ways):
                for taken in range(min(amount, len(longer) - 1 - size) + 1):
                    longer[size + taken] += many
            ways = longer
        if sum(ways[size] for size in sizes) > MOST_SETS:
            self.fault(f"there are more than {MOST_SETS} sets to choose from", rule, "too_many")

    def _best_known_first(self, S: list[int], cards: list[int]) -> None:
        """Sorts cards of one place: those known to most players first, then by number."""
        cards.sort()
        known, place = self.known_cells, S[self.zone_cells + cards[0]]
        first = S[known + cards[0]]
        for card in cards:
            if S[known + card] != first or self.static[place] < 0:
                cards.sort(key=lambda card: -self.knows(S, card).bit_count())
                return

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


def _taken(groups: Mapping[int, Sequence[int]], pattern: Pattern) -> tuple[int, ...]:
    """The first so many cards of each look."""
    return tuple([card for look, many in pattern for card in groups[look][:many]])


def _take(groups: list[list[int]], rest: list[int], place: int, size: int) -> list[tuple[int, ...]]:
    """So many cards from the groups on from `place`, which hold enough: of each its first ones, most of the
    earliest first.

    `rest[p]` is how many cards the groups on from p hold.
    """
    if size == 0:
        return [()]
    cards, later = groups[place], rest[place + 1]
    if not later:
        return [tuple(cards[:size])]
    return [
        (*cards[:many], *others)
        for many in range(min(size, len(cards)), max(size - later, 0) - 1, -1)
        for others in _take(groups, rest, place + 1, size - many)
    ]
