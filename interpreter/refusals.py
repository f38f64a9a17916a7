"""Why a text is no choice, where it names a step that is on offer.

Comes in: a text, the offers of a decision and what its player can see.  Goes out: a reason in the author's
words, or none where the text names no step or nothing that could be picked.  Finding the choice that a text
means is `parsing`'s matter.

Cards are looked for only among those that the player sees or knows, so that a refusal tells nothing new.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.contents import Contents
from interpreter.digits import number
from interpreter.engine import Engine, Refusal
from interpreter.parsing import Operands, Written, read
from interpreter.wording import picks_of
from rulelang.ir.model.expressions import NO_NUMBER, NONE
from rulelang.ir.model.program import Display, OfferDecl, PickItem

if TYPE_CHECKING:
    from interpreter.game import Game


class Refusals:
    """Reasons for one decision."""

    def __init__(
        self,
        game: Game,
        engine: Engine,
        array: list[int],
        contents: Contents,
        offers: Sequence[OfferDecl],
        player: int,
    ) -> None:
        self._game = game
        self._engine = engine
        self._array = array
        self._contents = contents
        self._offers = offers
        self._player = player

    def reason(self, text: str) -> str | None:
        """Why this is refused, as a sentence without its full stop; none if it names no step on offer."""
        written = read(text)
        reasons = [
            self._of_offer(number, offer, written)
            for number, offer in enumerate(self._offers)
            if read(offer.label).label == written.label
        ]
        return next((reason for reason in reasons if reason), None)

    def _of_offer(self, number: int, offer: OfferDecl, written: Written) -> str | None:
        items = picks_of(self._game.program, offer)
        refused = self._engine.why_not(self._array, number, ())
        if refused is not None:
            return self._sentence(offer, items, refused)
        if len(written.places) != len(items):
            return f"{offer.label} takes {_things(len(items))} in brackets, not {len(written.places)}"
        picks: list[int | tuple[int, ...]] = []
        for item, operands in zip(items, written.places, strict=True):
            value = self._cards(operands) if item.display.sort == "cards" else self._value(item, operands)
            if value is None:
                return f"`{_said(operands)}` is nothing that {offer.label} could take there"
            picks.append(value)
        refused = self._engine.why_not(self._array, number, tuple(picks))
        return self._sentence(offer, items, refused) if refused else None

    def _sentence(self, offer: OfferDecl, items: Sequence[PickItem], refused: Refusal) -> str:
        rule = self._game.program.rules[refused.rule]
        match refused.sort:
            case "offer":
                return f"{offer.label} is not on offer now"
            case "fallback":
                return f"{offer.label} is only for when nothing else can be done"
            case "needs":
                return refused.reason.removesuffix(".") or f"{rule.name} forbids it"
            case "pick":
                return f"{rule.name} does not allow this pick"

    def _value(self, item: PickItem, operands: Operands) -> int | None:
        """The number that one operand stands for, none if it stands for nothing of the sort that is picked."""
        if len(operands) != 1 or operands[0][1] != 1:
            return None
        word = operands[0][0]
        if item.display.maybe and word == "none":
            return NO_NUMBER if item.display.sort == "number" else NONE
        if item.display.sort == "card":
            cards = self._cards(operands)
            return cards[0] if cards and not item.by_place else None
        return self._named(item.display, word)

    def _named(self, display: Display, word: str) -> int | None:
        program = self._game.program
        match display.sort:
            case "number":
                return number(word)
            case "flag":
                return {"no": 0, "yes": 1}.get(word)
            case "member":
                return _index(word, program.kinds[display.of].members)
            case "player":
                return _index(word, self._game.names)
            case "step":
                return _index(word, [step.name for step in program.steps])
            case "card" | "cards":
                return None

    def _cards(self, operands: Operands) -> tuple[int, ...] | None:
        """Cards of these names that the player knows, those in the player's own places first; none if there
        are too few.
        """
        if operands == (("nothing", 1),):
            return ()
        known: dict[str, list[int]] = {}
        for card in self._in_sight():
            known.setdefault(self._game.texts.plain[card].casefold(), []).append(card)
        found: list[int] = []
        for name, amount in operands:
            cards = known.get(name, [])
            if len(cards) < amount:
                return None
            found += cards[:amount]
        return tuple(found)

    def _in_sight(self) -> list[int]:
        places = self._game.layout.places
        mine = [number for number, place in enumerate(places) if self._owner(number) == self._player]
        others = [number for number in range(len(places)) if self._owner(number) != self._player]
        return [
            card
            for number in mine + others
            for card in self._contents.cards(number)
            if self._contents.sees(self._player, number, card)
        ]

    def _owner(self, zone: int) -> int | None:
        place = self._contents.place(zone)
        keys = self._game.program.zones[place.declaration].keys
        return place.keys[0] if keys and keys[0].display.sort == "player" else None


def _index(word: str, names: Sequence[str]) -> int | None:
    folded = [name.casefold() for name in names]
    return folded.index(word) if word in folded else None


def _said(operands: Operands) -> str:
    return " + ".join(name if amount == 1 else f"{amount} of {name}" for name, amount in operands)


def _things(number: int) -> str:
    return {0: "nothing", 1: "one thing"}.get(number, f"{number} things")
