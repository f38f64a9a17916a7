"""Where cards lie: the questions.

Comes in: a state and numbers of zone instances.  Goes out: cards, sizes, positions.  What is known statically
about a place is written out by `places`; this is for the places that only the running game names.
"""

from __future__ import annotations

from typing import NamedTuple

from interpreter.layout import Layout, Shape
from interpreter.python.faults import Faults
from rulelang.ir.model.expressions import NONE


class Cells(NamedTuple):
    """What moving cards needs to know of one zone instance."""

    shape: Shape
    size: int
    cards: int
    capacity: int
    by_number: bool
    """Whether it is kept by card number: a hand or a bag."""


class Asking(Faults):
    """Questions about the places of one program."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.zone_cells = layout.zone
        self.cells = tuple(
            Cells(place.shape, place.size, place.cards, place.capacity, place.shape in ("hand", "bag"))
            for place in layout.places
        )
        self.hands = tuple(place.shape == "hand" for place in layout.places)
        self.bags = tuple(place.shape == "bag" for place in layout.places)

    def items(self, S: list[int], place: int) -> list[int]:
        """The cards of a place in the order in which an expression goes through them."""
        shape, size, cards, _, _ = self.cells[place]
        if shape == "pile":
            return S[cards + S[size] - 1 : cards - 1 : -1]
        return S[cards : cards + S[size]]

    def size(self, S: list[int], place: int) -> int:
        return S[self.cells[place].size]

    def at(self, S: list[int], place: int, index: int) -> int:
        """The card at an index, none outside."""
        shape, size, cards, _, _ = self.cells[place]
        if not 0 <= index < S[size]:
            return NONE
        return S[cards + S[size] - 1 - index] if shape == "pile" else S[cards + index]

    def mixed(self, S: list[int], place: int, card: int) -> bool:
        """Whether a card of this place lies without an order: in a bag, or in the loose part of a pile."""
        shape, size, cards, _, _ = self.cells[place]
        if shape != "pile" or not S[size + 2]:
            return shape == "bag"
        return 0 <= S.index(card, cards, cards + S[size]) - cards - S[size + 1] < S[size + 2]

    def position(self, S: list[int], card: int) -> int:
        """The index of a card in its place, counted as `items` goes."""
        return self.items(S, S[self.zone_cells + card]).index(card)
