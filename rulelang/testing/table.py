"""Laying cards by hand: where they lie in a state, changed from outside the rules.

Comes in: a layout and the list of integers of a state.  Goes out: the same list with cards laid elsewhere.  Which
cards go where is left to `givens`, who knows them afterwards is set here: whoever sees them, and nobody else.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from attrs import define, field

from interpreter.machine.engine import Engine
from interpreter.machine.layout import Layout

BOX = 0
"""The number of the box among the places."""


@define
class _Lying:
    """The cards of one place as the state keeps them (a pile from its bottom); `low` and `loose` as in a pile"""

    cards: list[int]
    low: int = 0
    loose: int = 0


@define
class Table:
    """All places of one state.  Nothing is written before `put_down`"""

    layout: Layout
    array: list[int]
    _lying: list[_Lying] = field(factory=list)
    _touched: set[int] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        for place in self.layout.places:
            many = self.array[place.size]
            cards = self.array[place.cards : place.cards + many]
            pile = place.shape == "pile"
            low, loose = (self.array[place.low], self.array[place.loose]) if pile else (0, 0)
            self._lying.append(_Lying(cards, low, loose))

    # ------------------------------------------------------------ reading

    def place_of(self, card: int) -> int:
        """The number of the place in which a card lies now."""
        return next(number for number, lying in enumerate(self._lying) if card in lying.cards)

    def cards(self, place: int) -> list[int]:
        """The cards of a place, a pile from its top."""
        found = list(self._lying[place].cards)
        return found[::-1] if self.layout.places[place].shape == "pile" else found

    def room(self, place: int) -> int:
        """How many more cards a place may hold."""
        return self.layout.places[place].capacity - len(self._lying[place].cards)

    # ------------------------------------------------------------ laying

    def take(self, card: int) -> None:
        """Take a card away from where it lies."""
        lying = self._lying[self.place_of(card)]
        index = lying.cards.index(card)
        del lying.cards[index]
        if index < lying.low:
            lying.low -= 1
        elif index < lying.low + lying.loose:
            lying.loose -= 1
        if not lying.loose:
            lying.low = 0

    def add(self, card: int, place: int) -> None:
        """Lay a card that was taken where a move would lay it."""
        lying = self._lying[place]
        if self.layout.places[place].shape in ("hand", "bag"):
            insort(lying.cards, card)
        else:
            lying.cards.append(card)
        self._touched.add(card)

    def lay_first(self, cards: Sequence[int], place: int) -> None:
        """Lay cards that were taken so that they come first, in this order (the top of a pile, the front of a row)."""
        lying, shape = self._lying[place], self.layout.places[place].shape
        if shape in ("hand", "bag"):
            lying.cards = sorted([*lying.cards, *cards])
        elif shape == "pile":
            lying.cards = [*lying.cards, *reversed(cards)]
        else:
            lying.cards = [*cards, *lying.cards]
        self._touched.update(cards)

    def lay_last(self, cards: Sequence[int], place: int) -> None:
        """The same beneath or behind what lies there."""
        lying, shape = self._lying[place], self.layout.places[place].shape
        if shape == "pile":
            lying.cards = [*reversed(cards), *lying.cards]
            lying.low += len(cards) if lying.loose else 0
            self._touched.update(cards)
        else:
            for card in cards:
                self.add(card, place)

    def put_down(self, engine: Engine) -> None:
        """Write everything into the state; cards that were moved are known to those who see them."""
        array, layout = self.array, self.layout
        for number, (place, lying) in enumerate(zip(layout.places, self._lying, strict=True)):
            cells = [*lying.cards, *[0] * (place.capacity - len(lying.cards))]
            array[place.size] = len(lying.cards)
            array[place.cards : place.cards + place.capacity] = cells
            if place.shape == "pile":
                array[place.low], array[place.loose] = lying.low, lying.loose
            for card in lying.cards:
                array[layout.zone + card] = number
        for card in self._touched:
            array[layout.known + card] = 0
            for facts in layout.facts.values():
                self._forget(facts.start, facts.first, facts.cards, len(facts.values), card)
        for card in self._touched:
            array[layout.known + card] = engine.seen_by(array, array[layout.zone + card], card)

    def _forget(self, start: int, first: int, cards: int, values: int, card: int) -> None:
        if 0 <= card - first < cards:
            at = start + (card - first) * values
            self.array[at : at + values] = [0] * values
