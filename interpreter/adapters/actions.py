"""One number for every choice that can ever come up in a game, the same in every state.

Comes in: a `Game`, and the `Decision`s of its states.  Goes out: how many numbers there are, and the number of
each choice.  What the numbers are good for is left to the adapters.

A number depends only on what the player reads: the step, and what stands in the brackets.  So it tells nothing
that the text does not tell, and where two states look alike to a player the numbers are the same.
"""

from __future__ import annotations

import re
from math import comb, prod
from typing import TypeAlias

from interpreter.decisions.choices import Decision
from interpreter.decisions.wording import picks_of
from interpreter.game import Game
from rulelang.ir.model.expressions import Const, Numbers
from rulelang.ir.model.program import OfferDecl, PickItem
from rulelang.nodes import frozen

MOST = 0x7FFFFFFF
"""No game may have more numbers than this: other programs keep them in 32 bits."""
_TAG = re.compile(r"(.+?)(?: #|\.)(\d+)")
_PART = re.compile(r'(?:(\d+) of )?("[^"]*"(?:(?: #|\.)\d+)*|\d+(?: in [^+]+[^+ ])?)')


class TooManyActions(ValueError):
    """The choices of a game cannot be numbered: there are too many, or a number passes the limit."""


@frozen
class Stretch:
    """A bracket place with a number in it"""

    low: int
    size: int

    def number(self, text: str) -> int:
        found = int(text) - self.low
        if not 0 <= found < self.size:
            raise TooManyActions(f"{text} is picked, but numbers are counted only up to {self.low + self.size - 1}")
        return found


@frozen
class Words:
    """A bracket place with one of these words in it, written `word #2` where several are meant by it"""

    first: dict[str, int]
    size: int

    def number(self, text: str) -> int:
        tagged = None if text in self.first else _TAG.fullmatch(text)
        return self.first[text] if tagged is None else self.first[tagged[1]] + int(tagged[2]) - 1


@frozen
class Sets:
    """A bracket place with up to `most` of these words in it"""

    words: Words
    most: int

    @property
    def size(self) -> int:
        return sum(comb(self.words.size, amount) for amount in range(self.most + 1))

    def number(self, text: str) -> int:
        """Sets by their size, and then as combinations are usually counted."""
        places: list[int] = []
        for several, word in _PART.findall(text):
            for _ in range(int(several or 1)):
                place = self.words.number(word)
                while place in places:
                    place += 1
                places.append(place)
        smaller = sum(comb(self.words.size, amount) for amount in range(len(places)))
        return smaller + sum(comb(place, index) for index, place in enumerate(sorted(places), 1))


Domain: TypeAlias = Stretch | Words | Sets


class Actions:
    """The numbers of all choices of one game."""

    def __init__(self, game: Game, most: int = 99) -> None:
        """`most`: the highest number that may be picked where the rules do not say one."""
        self._game = game
        self._most = most
        self._steps: dict[tuple[str, int], tuple[int, tuple[Domain, ...]]] = {}
        self.size = 0
        for decision in game.program.decisions:
            for offer in (*decision.offers, *((decision.fallback,) if decision.fallback else ())):
                self._add(offer)
        if self.size > MOST:
            raise TooManyActions(f"{game.title} has {self.size} different choices, more than can be numbered")

    def numbers(self, decision: Decision) -> list[int]:
        """The numbers of the choices, in the order of the rules; no two are equal."""
        found = []
        for (offer, _), parts in zip(decision.raw, decision.parts, strict=True):
            declared = decision.offers[offer]
            first, domains = self._steps[declared.label, declared.header]
            place = 0
            for domain, part in zip(domains, parts, strict=True):
                place = place * domain.size + domain.number(part)
            found.append(first + place)
        if len(set(found)) < len(found):
            raise TooManyActions(f"two choices of {decision.name} cannot be told apart by a number")
        return found

    def _add(self, offer: OfferDecl) -> None:
        key = (offer.label, offer.header)
        if key not in self._steps:
            domains = tuple(self._domain(item) for item in picks_of(self._game.program, offer))
            self._steps[key] = (self.size, domains)
            self.size += prod(domain.size for domain in domains)

    def _domain(self, item: PickItem) -> Domain:
        program, display = self._game.program, item.display
        match display.sort:
            case "card" | "cards":
                words = self._places() if item.by_place else self._cards()
                return Sets(words, item.capacity) if item.capacity else words
            case "number":
                return _stretch(item, self._most)
            case "flag":
                return _words(["no", "yes"])
            case "player":
                return _words([*self._game.names, "none"])
            case "member":
                return _words([*program.kinds[display.of].members, "none"])
            case _:
                return _words([step.name for step in program.steps] + ["none"])

    def _cards(self) -> Words:
        """A number for each copy of each card, those of one name together."""
        first: dict[str, int] = {}
        size = 0
        for text in dict.fromkeys(self._game.texts.cards):
            first[text] = size
            size += self._game.texts.cards.count(text)
        return Words(first | {"none": size}, size + 1)

    def _places(self) -> Words:
        """A number for each spot of each place: `2 in A.hand`, or `2` where only one place is meant."""
        capacity = max(thing.most for thing in self._game.zones)
        words = [str(spot) for spot in range(1, capacity + 1)]
        for thing in self._game.zones:
            words += [f"{spot} in {thing.name}" for spot in range(1, thing.most + 1)]
        return _words([*words, "none"])


def _words(words: list[str]) -> Words:
    return Words({word: place for place, word in enumerate(words)}, len(words))


def _stretch(item: PickItem, most: int) -> Stretch:
    source = item.source
    low, high = 0, most
    if isinstance(source, Numbers):
        low = source.low.value if isinstance(source.low, Const) else min(low, high)
        high = source.high.value if isinstance(source.high, Const) else max(low, high)
    return Stretch(low, high - low + 1)
