"""What is wrong with things that somebody wants to pick, in words.

Comes in: a pick of a header, what can be told of it, the values of the header's variables, and what was picked.  Goes
out: pieces of sentences.  Conditions are told by `because`; which of all things refuses is left to `refusals`.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.decisions.because import UNKNOWN, Given, Telling
from interpreter.decisions.parsing import Operands
from interpreter.machine.edition import Edition
from interpreter.machine.engine import Pick
from interpreter.machine.texts import listed
from rulelang.ir.model.expressions import Numbers, Subsets
from rulelang.ir.model.program import Display, OfferDecl, PickItem
from rulelang.ir.model.reasons import Why as Explained

CARD = Display("card")
MOST_NAMED = 5


class Misfits:
    """What is said of picks at one decision."""

    def __init__(self, game: Edition, telling: Telling) -> None:
        self._game = game
        self._telling = telling

    def passing(self, item: PickItem, given: Given, members: Sequence[Pick]) -> Pick | None:
        """The first member that can be picked as far as its own condition goes."""
        for one in members:
            if item.where is None or self._telling.look(item.where, {**given, item.variable: one}):
                return one
        return None

    def wrong_set(
        self, offer: OfferDecl, item: PickItem, source: Subsets, told: Explained, given: Given, cards: tuple[Pick, ...]
    ) -> str | None:
        """Too few or too many cards, or one that does not belong."""
        if amount := self.wrong_amount(offer, source, given, len(cards)):
            return amount
        members = self._telling.members(source.source, given)
        for card in cards:
            if card in members:
                continue
            if told.each is not None and not self._telling.holds(told.each, inner := {**given, told.one: card}):
                return self._telling.against(told.each, inner)
            return self.missing(self._telling.value(CARD, card), self.where(item, told, given, members), members)
        return None

    def wrong_amount(self, offer: OfferDecl, source: Subsets, given: Given, many: int) -> str | None:
        low, high = self._telling.look(source.low, given), self._telling.look(source.high, given)
        return None if low <= many <= high else f"{offer.label} takes {amount_words(low, high)}, not {many}"

    def missing(self, name: str, where: str, members: Sequence[Pick]) -> str:
        """How many cards of this name there are where they have to be."""
        have = [self._telling.value(CARD, one) for one in members].count(name)
        if not have:
            return f"{name} is not {where}"
        return f"there {'is' if have == 1 else 'are'} only {have} of {name} {where}"

    def where(self, item: PickItem, told: Explained, given: Given, members: Sequence[Pick]) -> str:
        """``in your hand``, ``from 1 to 3``; where there are no words, what there is."""
        if isinstance(item.source, Numbers) and item.display.sort == "number":
            return f"from {members[0]} to {members[-1]}" if members else "a number that there is now"
        if told.source:
            return f"in {self._telling.words(told.source, given)}"
        return f"one of {listed([self._telling.value(item.display, one) for one in members], len(members), 'and')}"

    def too_few(
        self, offer: OfferDecl, item: PickItem, told: Explained, given: Given, operands: Operands
    ) -> str | None:
        """A set of which the player does not know that there are so many; none if a word is no card at all."""
        if not isinstance(item.source, Subsets):
            return None
        names = {name: card for card, name in enumerate(map(str.casefold, self._game.texts.plain))}
        if any(name not in names for name, _ in operands):
            return None
        if wrong := self.wrong_amount(offer, item.source, given, sum(amount for _, amount in operands)):
            return wrong
        members = self._telling.members(item.source.source, given)
        have = [self._telling.value(CARD, one) for one in members]
        for name, amount in operands:
            text = self._game.texts.card(names[name])
            if have.count(text) < amount:
                return self.missing(text, self.where(item, told, given, members), members)
        return None

    def only(self, item: PickItem, told: Explained, given: Given) -> str:
        """What could stand there instead, as far as the player can name it."""
        source = item.source.source if isinstance(item.source, Subsets) else item.source
        members = self._telling.members(source, given)
        if item.display.sort == "number":
            return f", only a number {self.where(item, told, given, members)}" if members else ""
        display = CARD if item.display.sort == "cards" else item.display
        names = [name for one in members if (name := self._telling.value(display, one)) != UNKNOWN]
        shown = list(dict.fromkeys(names))
        if not shown:
            return f": there is nothing {self.where(item, told, given, members)}" if told.source else ""
        return f", only {listed(shown[:MOST_NAMED], len(shown), 'or')}"


def amount_words(low: int, high: int) -> str:
    if low > high:
        return f"{low} cards and there are only {high}"
    return f"{low} card{'' if low == 1 else 's'}" if low == high else f"{low} to {high} cards"
