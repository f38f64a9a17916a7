"""A small, fixed vocabulary in which every choice of a game is spelt.

Comes in: a `Game`, and the `Decision`s of its states.  Goes out: the words, each with a number and a text, and how each
choice is spelt: its step, then each pick; a set member by member in the order of the vocabulary, with `END` behind it.
Asking for one word after the other is left to `stepwise`.

The vocabulary is made from the program alone, so that a word has the same number in every game of the same rules.  A
word depends only on what the player reads, and where two states look alike to a player the words are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from interpreter.decisions.choices import Decision
from interpreter.decisions.wording import NameCard, Place, card_names, picks_of
from interpreter.game import Game
from interpreter.stepwise.spans import of_source
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import Decision as DecisionDecl
from rulelang.ir.model.program import OfferDecl, PickItem, Program

END = "that is all"
"""Stands behind a set.  No step and no name in rules has a space."""
MOST_NUMBERS = 200
"""A pick from more numbers than this is spelt digit by digit."""

Word = int
Spelling = tuple[Word, ...]
Writer = Callable[[int], Sequence[str]]


class Words:
    """The vocabulary of one game: `texts` by number; `longest`: no choice is spelt with more words."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._numbers: dict[str, Word] = {}
        offers = [offer for decision in game.program.decisions for offer in decision.all_offers]
        self._add(offer.label for offer in offers)
        self._add([END] if _some_end(game.program, offers) else ())
        for offer in offers:
            for item in picks_of(game.program, offer):
                self._add(_words(game, item))
        twice = max((_most_alike(decision) for decision in game.program.decisions), default=1)
        self._add(f"#{number}" for number in range(1, twice + 1) if twice > 1)
        self.texts: tuple[str, ...] = tuple(self._numbers)
        self.end = self._numbers.get(END, -1)
        lengths = [sum(_length(game, item) for item in picks_of(game.program, offer)) for offer in offers]
        self.longest = 1 + max(lengths, default=0) + (twice > 1)

    @classmethod
    def of(cls, game: Game) -> Words:
        """The vocabulary of a game, made once."""
        return game.once(cls)

    def __len__(self) -> int:
        return len(self.texts)

    def number(self, text: str) -> Word:
        """The number of a word; KeyError if the game has no such word."""
        return self._numbers[text]

    def found(self, text: str) -> Word:
        """The same, -1 for what is no word."""
        return self._numbers.get(text, -1)

    def of_item(self, item: PickItem) -> set[str]:
        """All words with which a pick may be spelt."""
        return set(_words(self._game, item))

    def values_of(self, item: PickItem) -> dict[int, Word]:
        """The word of each value of a pick from numbers, players, members, steps or flags."""
        program, display = self._game.program, item.display
        low, high = of_source(program, item.source) if display.sort == "number" else (ir.NONE, 1)
        match display.sort:
            case "player":
                high = program.players - 1
            case "member":
                high = len(program.kinds[display.of].members) - 1
            case "step":
                high = len(program.steps) - 1
            case _:
                low = max(low, 0) if display.sort == "flag" else low
        named = ((value, self.found(self._game.texts.value(display, value))) for value in range(low, high + 1))
        return {value: word for value, word in named if word >= 0}

    def spell(self, decision: Decision) -> list[Spelling]:
        """The words of each choice, in the order of the rules; no two choices are spelt alike."""
        program, offers = self._game.program, decision.offers
        items = [picks_of(program, offer) for offer in offers]
        names = card_names(program, self._game.texts, decision.contents, offers, items, decision.raw)
        spelt = [
            (self._numbers[offers[offer].label], *self._picks(offers[offer].label, items[offer], values, names))
            for offer, values in decision.raw
        ]
        return self._all_different(spelt)

    def _picks(
        self, label: str, items: Sequence[PickItem], values: Sequence[int | tuple[int, ...]],
        names: Mapping[Place, NameCard],
    ) -> Iterator[Word]:  # fmt: skip
        for index, (item, value) in enumerate(zip(items, values, strict=True)):
            name = names.get(Place(label, index), self._game.texts.card)
            if isinstance(value, tuple):
                yield from sorted(self._card(name(card)) for card in value)
                yield self.end
            elif value != ir.NONE and item.display.sort in ("card", "cards"):
                yield self._card(name(value))
            elif digits := digits_of(self._game.program, item):
                yield from (self._numbers[digit] for digit in _in_digits(value, digits))
            else:
                yield self._numbers[self._game.texts.value(item.display, value)]

    def _card(self, text: str) -> Word:
        """The first of several cards of one name needs no number of its own."""
        return self._numbers[text if text in self._numbers else text.removesuffix(" #1").removesuffix(".1")]

    def _all_different(self, spelt: list[Spelling]) -> list[Spelling]:
        """The last resort: two steps of one label that offer the same picks are counted."""
        bare = [spelling[:-1] if spelling[-1] == self.end else spelling for spelling in spelt]
        if len(set(bare)) == len(bare):
            return spelt
        found: list[Spelling] = []
        for place, spelling in enumerate(spelt):
            if bare.count(bare[place]) > 1:
                spelling = (*spelling, self._numbers[f"#{bare[: place + 1].count(bare[place])}"])
            found.append(spelling)
        return found

    def _add(self, texts: Iterator[str] | Sequence[str]) -> None:
        for text in texts:
            self._numbers.setdefault(text, len(self._numbers))


def _some_end(program: Program, offers: Sequence[OfferDecl]) -> bool:
    """Whether the words of one choice may be how those of another begin."""
    headers: dict[str, set[int]] = {}
    for offer in offers:
        headers.setdefault(offer.label, set()).add(offer.header)
    sets = any(item.capacity for offer in offers for item in picks_of(program, offer))
    return sets or any(len(found) > 1 for found in headers.values())


def _most_alike(decision: DecisionDecl) -> int:
    """How many offers of one label a decision has at most."""
    labels = [offer.label for offer in decision.all_offers]
    return max((labels.count(label) for label in labels), default=1)


def _words(game: Game, item: PickItem) -> Iterator[str]:
    """Everything that a pick may be, as it is written."""
    program, display = game.program, item.display
    match display.sort:
        case "card" | "cards":
            yield from _places(game, item) if item.by_place else _cards(game, item)
        case "number" if digits := digits_of(program, item):
            yield from ("-", "+") if digits < 0 else ()
            yield from map(str, range(10))
        case "number":
            low, high = of_source(program, item.source)
            yield from map(str, range(low, high + 1))
        case "flag":
            yield from ("no", "yes")
        case "player":
            yield from game.names
        case "member":
            yield from program.kinds[display.of].members
        case "step":
            yield from (step.name for step in program.steps)
    if _may_be_none(item):
        yield "none"


def _may_be_none(item: PickItem) -> bool:
    """Whether what stands for none is among what is picked from; ranges of places, seats and numbers hold no such."""
    inner = item.source
    while isinstance(inner, ir.Ordered | ir.Last | ir.Subsets):
        inner = inner.source
    return not isinstance(inner, ir.Seats | ir.Items) and not (
        isinstance(inner, ir.Numbers) and (item.display.sort == "number" or inner.low == ir.Const(0))
    )


def _cards(game: Game, item: PickItem) -> Iterator[str]:
    """A word for each card that can be told from the others by its name, and for as many as one name may need."""
    program, texts = game.program, game.texts
    zones = zones_of(item.source)
    types = {number for zone in zones for number in program.zones[zone].types} if zones else None
    cards = [card for card in range(len(program.cards)) if types is None or program.cards[card].type in types]
    copies: dict[str, int] = {}
    for card in cards:
        copies[texts.card(card).casefold()] = copies.get(texts.card(card).casefold(), 0) + 1
    for text in dict.fromkeys(texts.card(card) for card in cards):
        yield text
        tag = "." if "#" in text.rsplit('"', 1)[-1] else " #"
        if not one_name_each(program, item):
            yield from (f"{text}{tag}{number}" for number in range(2, copies[text.casefold()] + 1))


def one_name_each(program: Program, item: PickItem) -> bool:
    """Whether cards of one name are always one choice: they lie in one place, and count as alike."""
    return item.alike and not program.card_counters and one_place(item.source)


def one_place(source: ir.Source) -> bool:
    """Whether all that is picked from lies in one place of the rules, with the same keys."""
    while isinstance(source, ir.Ordered | ir.Last | ir.Subsets):
        source = source.source
    return isinstance(source, ir.Items) and isinstance(source.of, ir.Zone | ir.ZoneAt)


def zones_of(source: ir.Source) -> set[int] | None:
    """The declared places in which what is picked from lies; none if that is not certain."""
    match source:
        case ir.Ordered(source=inner) | ir.Last(source=inner) | ir.Subsets(source=inner):
            return zones_of(inner)
        case ir.Items(of=ir.Zone(zone=zone)):
            return {zone}
        case ir.Joined(parts=parts):
            found = [zones_of(part) for part in parts]
            return None if None in found else {zone for part in found if part for zone in part}
        case _:
            return None


def _places(game: Game, item: PickItem) -> Iterator[str]:
    """A word for each spot of each place: `2 in A.hand`, or `2` where only one place is meant."""
    zones = zones_of(item.source)
    places = [
        thing for thing, place in zip(game.zones, game.layout.places, strict=True)
        if zones is None or place.declaration in zones
    ]  # fmt: skip
    yield from (str(spot) for spot in range(1, max((thing.most for thing in places), default=0) + 1))
    if not one_place(item.source):
        for thing in places:
            yield from (f"{spot} in {thing.name}" for spot in range(1, thing.most + 1))


def digits_of(program: Program, item: PickItem) -> int:
    """How many digits a number is spelt with, negative if it needs a sign; 0 if there is a word for each number."""
    if item.display.sort != "number":
        return 0
    low, high = of_source(program, item.source)
    if high - low < MOST_NUMBERS:
        return 0
    many = len(str(max(abs(low), abs(high))))
    return -many if low < 0 else many


def _in_digits(value: int, digits: int) -> Iterator[str]:
    if digits < 0:
        yield "-" if value < 0 else "+"
    yield from str(abs(value)).zfill(abs(digits))


def _length(game: Game, item: PickItem) -> int:
    """How many words a pick takes at most."""
    if item.capacity:
        return item.capacity + 1
    digits = digits_of(game.program, item)
    return 1 if not digits else abs(digits) + (digits < 0)
