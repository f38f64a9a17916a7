"""What a player sees, as numbers of a fixed length, for programs that learn.

Comes in: a `Game`, and then one view of it at a time.  Goes out: an `Encoding`, which says which piece of the numbers
stands for what, and the numbers.  They are made from the view and nothing else, so nothing that is hidden can get in.

The numbers of a card: a 1 for what is written on it, or a 1 because it is not known; a 1 for its back; its own
counters; 1 or -1 for each thing that the player was told about it.  A row or a slot has these numbers for each spot.  A
hand, a bag and the box have their sum.  A pile has the sum and, by itself, the top card, if its top has an order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence
from math import prod

from interpreter.game import Game
from interpreter.machine.layout import Place
from interpreter.machine.texts import all_keys
from interpreter.views import CardView, View, ZoneView
from rulelang.ir.model.program import CounterDecl, Display
from rulelang.nodes import frozen

WHOSE, CHOOSER, DECISION = "whose view", "who chooses", "which decision"
"""Pieces of every game.  No name in rules has a space, so no place and no counter is called so."""


@frozen
class Piece:
    """The numbers from `start` on that stand for one thing, to be read as a table of this shape."""

    name: str
    start: int
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return prod(self.shape)


class Encoding:
    """The numbers for views of one game: `pieces` in their order, `size` numbers together

    Places and counters have pieces of their own names.  A counter of numbers or flags has two: 1 if the player knows
    it, and its value; every other has one for each value, none the last.  What is not known is 0 all over, and so is a
    counter that holds a card which the player does not know.
    """

    def __init__(self, game: Game) -> None:
        self.pieces: list[Piece] = []
        self.size = 0
        names = _numbered(game.names)
        decisions = _numbered(decision.name for decision in game.program.decisions)
        self._about = [(self._piece(name, (len(names),)), names) for name in (WHOSE, CHOOSER)]
        self._about.append((self._piece(DECISION, (len(decisions),)), decisions))
        self.faces = faces = Faces.of(game)
        self.spots: list[Spots] = []
        for number, place in enumerate(game.layout.places):
            looks, spots = _looks(game, place), _spots(number, place)
            piece = self._piece(game.zones[number].name, (spots, len(looks) + faces.size))
            self.spots.append(Spots(piece, looks, faces, apart=place.shape in ("row", "slot")))
        self.counters: dict[str, tuple[int, _Values]] = {}
        for name, values in _counters(game, of_cards=False):
            self.counters[name] = (self._piece(name, (values.size,)).start, values)

    def of(self, view: View) -> list[float]:
        """The numbers for what a player sees; ValueError for the view of nobody."""
        numbers = [0.0] * self.size
        self.write(view, numbers)
        return numbers

    def write(self, view: View, numbers: MutableSequence[float]) -> None:
        """The same into a buffer of `size` zeros; ValueError for the view of nobody."""
        if view.player is None:
            raise ValueError("only what a player sees has numbers")
        words = (view.player, view.chooser, view.decision)
        for (piece, places), word in zip(self._about, words, strict=True):
            if word is not None:
                numbers[piece.start + places[word]] = 1.0
        for spots, zone in zip(self.spots, view.zones, strict=True):
            spots.write(numbers, zone)
        for counter in view.counters:
            start, values = self.counters[counter.name]
            for place, number in values.spread(counter.value):
                numbers[start + place] = number

    @classmethod
    def for_game(cls, game: Game) -> Encoding:
        """The numbers of a game, made once."""
        return game.once(cls)

    def _piece(self, name: str, shape: tuple[int, ...]) -> Piece:
        piece = Piece(name, self.size, shape)
        self.pieces.append(piece)
        self.size += piece.size
        return piece


@frozen
class _Values:
    """The values of a counter; `words` of one that holds neither numbers nor flags."""

    words: dict[str, int]

    @property
    def size(self) -> int:
        return len(self.words) or 2

    def number(self, text: str) -> float:
        """A value as one number: itself, 1 for yes, or its place among the words from 1; 0 for what is not known."""
        if self.words:
            return self.words.get(text, -1) + 1.0
        return {"yes": 1.0, "no": 0.0, "none": 0.0}[text] if text.isalpha() else float(text)

    def spread(self, text: str) -> Iterator[tuple[int, float]]:
        """A value as several numbers: where they stand, and which."""
        if text in self.words:
            yield self.words[text], 1.0
        elif not self.words:
            yield from ((0, 1.0), (1, self.number(text)))


@frozen
class Faces:
    """What there is to say of a card beside what is written on it, and where each of it stands."""

    backs: dict[str, int]
    marks: dict[str, tuple[int, _Values]]
    facts: dict[str, int]

    @classmethod
    def of(cls, game: Game) -> Faces:
        backs = _numbered(card.back for card in game.program.cards if card.back)
        marks = {name: (place, values) for place, (name, values) in enumerate(_counters(game, of_cards=True))}
        return cls(backs, marks, _numbered(_facts(game)))

    @property
    def size(self) -> int:
        return 1 + len(self.backs) + len(self.marks) + len(self.facts)

    def numbers(self, card: CardView) -> Iterator[tuple[int, float]]:
        """Where they stand, and which."""
        if card.text is None:
            yield 0, 1.0
        if card.back is not None:
            yield 1 + self.backs[card.back], 1.0
        for name, value in card.marks:
            place, values = self.marks[name]
            yield 1 + len(self.backs) + place, values.number(value)
        for told in card.told:
            holds = told in self.facts
            fact = self.facts[told if holds else told.replace(" is not ", " is ", 1)]
            yield 1 + len(self.backs) + len(self.marks) + fact, 1.0 if holds else -1.0


@frozen
class Spots:
    """One place; `apart`: each card has numbers of its own."""

    piece: Piece
    looks: dict[str, int]
    faces: Faces
    apart: bool

    def write(self, numbers: MutableSequence[float], zone: ZoneView) -> None:
        """Write the cards of the place into the numbers."""
        many, width = self.piece.shape
        for place, card in enumerate(zone.cards):
            self._add(numbers, place * width if self.apart else 0, card)
        if not self.apart and many > 1 and zone.above:
            self._add(numbers, width, zone.cards[0])

    def _add(self, numbers: MutableSequence[float], at: int, card: CardView) -> None:
        start = self.piece.start + at
        if card.text is not None:
            numbers[start + self.looks[card.text]] += 1.0
        for place, number in self.faces.numbers(card):
            numbers[start + len(self.looks) + place] += number


def _spots(number: int, place: Place) -> int:
    """How often a place has the numbers of a card; the place with number 0 is the box."""
    if place.shape in ("row", "slot"):
        return place.capacity
    return 2 if place.shape == "pile" and number > 0 else 1


def _looks(game: Game, place: Place) -> dict[str, int]:
    """What may be written on the cards of a place."""
    program = game.program
    types = [program.types[number] for number in program.zones[place.declaration].types]
    return _numbered(game.texts.plain[card] for each in types for card in range(each.first, each.first + each.count))


def _counters(game: Game, of_cards: bool) -> Iterator[tuple[str, _Values]]:
    """The counters that views may show, each instance by its name; those of cards without the card."""
    for counter in game.program.counters:
        keys = [key for key in counter.keys if key.display.sort != "card"]
        if counter.hidden or (len(keys) < len(counter.keys)) is not of_cards:
            continue
        values = _Values(_words(game, counter))
        for chosen in all_keys(keys):
            words = [game.texts.value(key.display, value) for key, value in zip(keys, chosen, strict=True)]
            if of_cards:
                yield (f"{counter.name}({', '.join(words)})" if words else counter.name), values
            else:
                yield game.texts.counter(counter, chosen), values


def _words(game: Game, counter: CounterDecl) -> dict[str, int]:
    """The values of a counter that holds neither numbers nor flags; none is the last."""
    display: Display = counter.display
    if display.sort in ("number", "flag"):
        return {}
    values = [game.texts.value(display, value) for value in range(max(counter.low, 0), counter.high + 1)]
    return _numbered([*values, "none"])


def _facts(game: Game) -> Iterator[str]:
    """Everything that players may be told of a card, as it stands in views if it holds."""
    for column, cells in game.layout.facts.items():
        name, _, display = game.program.columns[column]
        for value in cells.values:
            yield f"{name} is {game.texts.value(display, value)}"


def _numbered(words: Iterable[str]) -> dict[str, int]:
    return {word: place for place, word in enumerate(dict.fromkeys(words))}
