"""Reading a state: what lies where, and who may know it.

Comes in: a layout, an engine and the list of integers of one state at rest.  Goes out: answers about cards,
places and counters, as numbers. What a player is shown of them is left to `views`; nothing here changes the
state.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.machine.engine import Engine
from interpreter.machine.layout import OUTCOME, Layout, Place, static_seen
from interpreter.machine.texts import Texts, keys_at, offset_of
from rulelang.ir.model.program import Seen


class Contents:
    """One state's list of integers, read through the layout; it must not change while it is read."""

    def __init__(self, layout: Layout, texts: Texts, engine: Engine, array: list[int]) -> None:
        self._layout = layout
        self._program = layout.program
        self._texts = texts
        self._engine = engine
        self._array = array

    @property
    def outcome(self) -> int:
        """0 running, 1 ended, 2 everyone has lost."""
        return self._array[OUTCOME]

    def place(self, zone: int) -> Place:
        return self._layout.places[zone]

    def zone_of(self, card: int) -> int:
        """The number of the zone instance in which a card lies."""
        return self._array[self._layout.zone + card]

    def cards(self, zone: int) -> list[int]:
        """The cards of a zone instance, a row from its first, a pile from its top."""
        return self._layout.cards_in(self._array, zone)

    def size(self, zone: int) -> int:
        return self._array[self._layout.places[zone].size]

    def loose(self, zone: int) -> range:
        """Which places of a zone, counted as in `cards`, have no order: all of a hand or bag, a stretch of
        a pile.
        """
        place, size = self.place(zone), self.size(zone)
        if place.shape in ("hand", "bag"):
            return range(size)
        if place.shape != "pile":
            return range(0)
        end = size - self._array[place.low]
        return range(end - self._array[place.loose], end)

    def has_order(self, zone: int) -> bool:
        """Whether every card of the zone has a place of its own."""
        return not self.loose(zone)

    def position(self, card: int) -> int:
        """The card's index in its place, counted from 0 as in `cards`."""
        return self.cards(self.zone_of(card)).index(card)

    def seen(self, zone: int, card: int) -> int:
        """The bit set of players who see this card of the zone, or know that it is there."""
        return self._engine.seen_by(self._array, zone, card)

    def backs(self, zone: int, card: int) -> int:
        """The bit set of players who see the back of this card of the zone: in a pile only of the top card, in a
        bag of none.
        """
        place = self.place(zone)
        below = place.shape == "pile" and (zone == 0 or not self._is_on_top(zone, card))
        if place.shape == "bag" or below:
            return 0
        return self._said(self._program.zones[place.declaration].backs, place, card)

    def told_apart(self, card: int) -> int:
        """The bit set of players who can tell which card this is if it is taken from where it lies: out of a hand or a
        bag only those who see it there, elsewhere also those who know it.
        """
        zone = self.zone_of(card)
        place = self.place(zone)
        if place.shape not in ("hand", "bag"):
            return self.seen(zone, card)
        return self._said(self._program.zones[place.declaration].seen, place, card)

    def _said(self, seen: Seen, place: Place, card: int) -> int:
        """Whom a declaration lets see a card, as a bit set."""
        fixed = static_seen(self._program, seen, place.keys)
        if fixed is not None or seen.function is None:
            return fixed or 0
        keys = (*place.keys, card) if seen.who == "card" else place.keys
        return self._engine.call(seen.function, self._array, *keys)

    def _is_on_top(self, zone: int, card: int) -> bool:
        """Whether this is the top card of a pile, one with a known order."""
        return self.loose(zone).start > 0 and self.cards(zone)[0] == card

    def sees(self, player: int | None, zone: int, card: int) -> bool:
        """Whether a player sees or knows a card; for no player: whether all do."""
        return includes(self.seen(zone, card), player, self._program.players)

    def counter(self, counter: int, keys: Sequence[int]) -> int:
        return self._array[self._layout.counters[counter] + offset_of(self._program.counters[counter].keys, keys)]

    def counters(self, counter: int) -> list[tuple[tuple[int, ...], int, int]]:
        """Every instance of a counter: its keys, its value, and the bit set of players who may know the
        value.
        """
        keys = self._program.counters[counter].keys
        total = 1
        for key in keys:
            total *= key.high - key.low + 1
        first = self._layout.counters[counter]
        return [
            (
                keys_at(keys, offset),
                self._array[first + offset],
                self._engine.told(self._array, counter, offset),
            )
            for offset in range(total)
        ]

    def card_counter(self, counter: int, card: int) -> int:
        """The value of a counter with a card as its only key; 0 for a card that has no such counter."""
        key = self._program.counters[counter].keys[0]
        if not key.low <= card <= key.high:
            return 0
        return self._array[self._layout.counters[counter] + card - key.low]

    def told(self, card: int) -> list[tuple[int, int, bool, int]]:
        """What was shown of a card without showing it: (column, value, whether the card has it, bit set of
        players).
        """
        facts = []
        for column, cells in self._layout.facts.items():
            table = self._program.tables[self._program.columns[column][1]]
            for value in cells.values:
                if (cell := cells.cell(card, value)) is not None and self._array[cell]:
                    facts.append((column, value, table.values[card - table.first] == value, self._array[cell]))
        return facts

    def zone_name(self, zone: int) -> str:
        """`larder`, `A.hand`."""
        place = self.place(zone)
        return self._texts.zone(self._program.zones[place.declaration], place.keys)


def includes(bits: int, player: int | None, players: int) -> bool:
    """Whether a bit set holds a player; for no player, whether it holds all."""
    if player is None:
        return bits == (1 << players) - 1
    return bool(bits >> player & 1)
