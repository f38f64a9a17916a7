"""What has been set up, a line for each kind of place.

Comes in: the moves that led to the first choice of a game, as far as one viewer may know the cards.  Goes out: lines.
How many cards lie somewhere is open to all; cards are named where the viewer was told of each that it came there, and
nothing has left since that may have been one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import define, field

from interpreter.machine.texts import Texts, counted, listed
from rulelang.ir.model.program import ZoneDecl

FEW = 12
"""A place with more cards than this is told as a number of cards."""


@define
class SetUp:
    """What lies where; by numbers of places and cards"""

    sizes: dict[int, int] = field(factory=dict)
    known: dict[int, list[int]] = field(factory=dict)
    tops: dict[int, int] = field(factory=dict)

    def move(self, card: int, source: int, target: int, may: bool) -> None:
        """A card has moved; `may`: the viewer knows which one."""
        self.sizes[source] = self.sizes.get(source, 0) - 1
        self.sizes[target] = self.sizes.get(target, 0) + 1
        left = self.known.setdefault(source, [])
        if not may:
            left.clear()
        elif card in left:
            left.remove(card)
        if may:
            self.known.setdefault(target, []).append(card)
        self.tops.pop(source, None)
        self.tops.pop(target, None)

    def pour(self, source: int, target: int) -> None:
        """All cards of a place go into another."""
        self.sizes[target] = self.sizes.get(target, 0) + self.sizes.get(source, 0)
        self.sizes[source] = 0
        self.known.setdefault(target, []).extend(self.known.pop(source, []))

    def lines(self, zones: Sequence[tuple[ZoneDecl, tuple[int, ...]]], texts: Texts) -> Iterator[str]:
        """`larder: 39 cards`; places of one kind together, the box left out."""
        for declaration in dict.fromkeys(declared.name for declared, _ in zones[1:]):
            numbers = [number for number, (zone, _) in enumerate(zones) if number and zone.name == declaration]
            if line := self._line(numbers, zones, texts):
                yield line

    def _line(self, numbers: Iterable[int], zones: Sequence[tuple[ZoneDecl, tuple[int, ...]]], texts: Texts) -> str:
        """The places with the same in them are named before it."""
        alike: dict[str, list[str]] = {}
        for number in numbers:
            if self.sizes.get(number, 0) > 0:
                text = self._content(number, zones[number][0], texts)
                alike.setdefault(text, []).append(texts.zone(*zones[number]))
        return "; ".join(
            f"{listed(places, len(places), 'and')}: {text}{' each' if len(places) > 1 and text[0].isdigit() else ''}"
            for text, places in alike.items()
        )

    def _content(self, number: int, declared: ZoneDecl, texts: Texts) -> str:
        size, cards = self.sizes[number], self.known.get(number, [])
        if len(cards) == size <= FEW and declared.shape != "pile":
            names = [texts.spoken[card] for card in cards]
            return ", ".join(names if declared.shape == "row" else counted(names, texts.spoken, " "))
        text = "1 card" if size == 1 else f"{size} cards"
        return f"{text}, {texts.spoken[self.tops[number]]} on top" if number in self.tops else text
