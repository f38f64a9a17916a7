"""`given`: what a scenario says of the table, carried out on a state.

Comes in: the lines and a state.  Goes out: the state with exactly these cards and values, and the order in which
given bags are drawn from. Cards are fetched from the box, then from bags and piles that nobody sees, then from
wherever no line speaks of; a place that somebody sees and no line speaks of gets another card from the box for each
that it lost.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence

from attrs import define, field

from interpreter.machine.engine import Engine
from interpreter.machine.layout import Layout, offset
from interpreter.machine.texts import Texts
from rulelang.ir.model.program import Key
from rulelang.resolve.model.expressions import Constant, CounterRef, Expr, Named, PlaceRef
from rulelang.resolve.model.program import GivenCards, GivenCount, GivenValue
from rulelang.source import Span
from rulelang.testing.model import CaseFailed
from rulelang.testing.table import BOX, Table

Values = Callable[[Expr], int]
"""Gives the number that an expression stands for."""


@define
class Givens:
    """Carries out the lines `given` of one case."""

    layout: Layout
    texts: Texts
    engine: Engine
    values: Values
    numbers: Sequence[int | None]
    """The number in the compiled game of each card of the checked program; none if it does not take part."""
    drawn: list[int] = field(factory=list)
    """The cards that come next out of given bags, first card first."""
    at: Span | None = None
    """The line that is carried out."""

    def lay(self, lines: Sequence[GivenCards | GivenCount | GivenValue], array: list[int]) -> None:
        """Change the state; CaseFailed if there are not enough cards, a place is full, or a value lies outside."""
        cards = [line for line in lines if isinstance(line, GivenCards)]
        counts = [line for line in lines if isinstance(line, GivenCount)]
        for line in lines:
            if isinstance(line, GivenValue):
                self.at = line.span
                self._set(line, array)
        if cards or counts:
            self._lay_cards(cards, counts, array)

    # ------------------------------------------------------------ values

    def _set(self, line: GivenValue, array: list[int]) -> None:
        target = line.counter
        if not isinstance(target, CounterRef):
            raise CaseFailed("only places and counters can be given")
        program = self.layout.program
        number = next(n for n, counter in enumerate(program.counters) if counter.name == target.counter)
        declared, value = program.counters[number], self.values(line.value)
        if not declared.low <= value <= declared.high:
            shown = f"{declared.low} to {declared.high}"
            raise CaseFailed(f"{target.counter} is from {shown}, so it cannot be {value}")
        for keys in self._all_keys(target.keys):
            array[self.layout.counter_cell(number, self._checked(keys, declared.keys, target.counter))] = value

    def _all_keys(self, keys: Sequence[Expr]) -> Iterator[tuple[int, ...]]:
        """The keys that are meant; a card's name stands for every card of this name."""
        if not keys:
            yield ()
            return
        for rest in self._all_keys(keys[1:]):
            for key in self.fitting(keys[0]) if isinstance(keys[0], Named) else [self.values(keys[0])]:
                yield (key, *rest)

    def _checked(self, keys: tuple[int, ...], declared: tuple[Key, ...], name: str) -> tuple[int, ...]:
        for key, known in zip(keys, declared, strict=True):
            if not known.low <= key <= known.high:
                raise CaseFailed(f"there is no {name} for {self.texts.value(known.display, key)}")
        return keys

    # ------------------------------------------------------------ cards

    def _lay_cards(self, lines: Sequence[GivenCards], counts: Sequence[GivenCount], array: list[int]) -> None:
        table = Table(self.layout, array)
        places = [self._place(line.place) for line in lines]
        counted = [self._place(line.place) for line in counts]
        before = {number: len(table.cards(number)) for number in range(len(self.layout.places))}
        for line, place in zip(lines, places, strict=True):
            if not line.starts:
                for card in table.cards(place):
                    table.take(card)
                    table.add(card, BOX)
        laid: set[int] = set()
        for line, place in zip(lines, places, strict=True):
            self.at = line.span
            found = [self._fetch(card, places, laid, table) for card in self._wanted(line)]
            if len(found) > table.room(place):
                raise CaseFailed(f"{self._name(place)} has no room for {len(found)} more")
            table.lay_first(found, place)
            if self.layout.places[place].shape == "bag":
                self.drawn += found
        for count, place in zip(counts, counted, strict=True):
            self.at = count.span
            self._so_many(table, place, self.values(count.amount), {*places, *counted}, laid)
        self._complete(table, before, [*places, *counted])
        table.put_down(self.engine)

    def _place(self, place: Expr) -> int:
        if not isinstance(place, PlaceRef):
            raise CaseFailed("cards can only be given to a place")
        zones = self.layout.program.zones
        declaration = next(n for n, zone in enumerate(zones) if zone.name == place.place)
        keys = tuple(self.values(key) for key in place.keys)
        declared = zones[declaration].keys
        return self.layout.first_place[declaration] + offset(declared, self._checked(keys, declared, place.place))

    def _wanted(self, line: GivenCards) -> Iterator[Named]:
        for amount, card in line.items:
            if isinstance(card, Named):
                yield from [card] * amount
            elif not (isinstance(card, Constant) and amount == 0):
                raise CaseFailed("only cards by their names can be given to a place")

    def _fetch(self, wanted: Named, places: Sequence[int], laid: set[int], table: Table) -> int:
        """Take a card of this name from where it is missed least."""
        found = [card for card in self.fitting(wanted) if card not in laid]
        if not found:
            known = "in this game" if not laid else "left"
            raise CaseFailed(f"there are not enough cards `{wanted.text}` {known}")
        card = min(found, key=lambda card: (self._missed(table.place_of(card), places), card))
        laid.add(card)
        table.take(card)
        return card

    def _missed(self, place: int, given: Sequence[int]) -> int:
        if place == BOX:
            return 0
        hidden = self.layout.program.zones[self.layout.places[place].declaration].seen.who == "nobody"
        if hidden:
            return 1
        return 3 if place in given else 2

    def fitting(self, wanted: Named) -> list[int]:
        """The cards of a name that take part."""
        cards = [self.numbers[look] for look in wanted.looks]
        return [card for card in cards if card is not None]

    def _complete(self, table: Table, before: dict[int, int], given: Sequence[int]) -> None:
        """Make good what places lost that somebody sees, with the first cards of the box that they may hold."""
        program = self.layout.program
        for number, place in enumerate(self.layout.places):
            zone = program.zones[place.declaration]
            if number in given or zone.seen.who == "nobody":
                continue
            for _ in range(before[number] - len(table.cards(number))):
                fit = [card for card in sorted(table.cards(BOX)) if program.cards[card].type in zone.types]
                if not fit:
                    break
                table.take(fit[0])
                table.add(fit[0], number)

    def _so_many(self, table: Table, place: int, amount: int, given: Container[int], laid: Container[int]) -> None:
        """Lay cards into a place, or take them away, until there are so many: beneath, from the box and then from piles
        that nobody sees, in the order of the card table; those that a line names stay."""
        lying = table.cards(place)
        for card in [card for card in reversed(lying) if card not in laid][: max(0, len(lying) - amount)]:
            table.take(card)
            table.add(card, BOX)
        types = self.layout.program.zones[self.layout.places[place].declaration].types
        for card, declared in enumerate(self.layout.program.cards):
            if len(table.cards(place)) >= amount:
                break
            home = table.place_of(card)
            if declared.type in types and card not in laid and home not in given and self._missed(home, ()) < 2:
                table.take(card)
                table.lay_last([card], place)
        if len(table.cards(place)) != amount:
            raise CaseFailed(f"there are not {amount} cards for {self._name(place)}")

    def _name(self, place: int) -> str:
        at = self.layout.places[place]
        return self.texts.zone(self.layout.program.zones[at.declaration], at.keys)
