"""Looking at a state as one player.

Comes in: a state's contents, its decision and its result.  Goes out: a `View`.  Card numbers, the order of
hands, variables and random streams never get into it.

What a player may know of a card is the engine's answer (`seen_by`): the place is seen by the player, or the
player knows the card. A card that is not known still shows its back to those who see the backs there, the
counters of its own that the player may see, and what was told about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from interpreter.decisions.choices import Decision
from interpreter.machine.contents import Contents, includes
from interpreter.machine.edition import Edition
from interpreter.machine.engine import EVERYONE_LOST, RUNNING
from interpreter.machine.results import Result
from interpreter.machine.texts import Texts, plain_name
from interpreter.views.model import CardView, CounterView, View, ZoneView
from rulelang.ir.model.expressions import NONE
from rulelang.ir.model.program import CounterDecl, Program


def look(
    game: Edition,
    contents: Contents,
    player: int | None,
    decision: Decision | None,
    result: Result | None,
    chance: bool = False,
) -> View:
    """What a player (a seat; none: everybody) may know.  IndexError for a seat that is not at the table."""
    if player is not None and not 0 <= player < game.players:
        raise IndexError(f"there is no seat {player}: they are counted from 0 to {game.players - 1}")
    eyes = _Eyes(game, contents, player)
    chooser = decision if decision and (decision.player == player or not decision.secret) else None
    mine = decision if decision and decision.player == player else None
    return View(
        player=None if player is None else game.names[player],
        title=game.title,
        outcome=_outcome(contents.outcome),
        decision=chooser.name if chooser else None,
        chooser=chooser.seat if chooser else None,
        choices=tuple(mine.texts) if mine else (),
        sentences=tuple(mine.sentences.items()) if mine else (),
        chance=chance,
        zones=tuple(eyes.zone(number) for number in range(len(game.layout.places))),
        counters=tuple(eyes.counters()),
        result=result,
    )


def _outcome(outcome: int) -> Literal["running", "ended", "everyone_lost"]:
    if outcome == RUNNING:
        return "running"
    return "everyone_lost" if outcome == EVERYONE_LOST else "ended"


class _Eyes:
    """One player's way of looking at one state."""

    def __init__(self, game: Edition, contents: Contents, player: int | None) -> None:
        self._program: Program = game.program
        self._texts: Texts = game.texts
        self._contents = contents
        self._player = player
        self._marks = self._all_marks()

    def zone(self, number: int) -> ZoneView:
        place = self._contents.place(number)
        cards = [self._card(number, card) for card in self._contents.cards(number)]
        loose = self._contents.loose(number)
        cards[loose.start : loose.stop] = sorted(cards[loose.start : loose.stop], key=_canonical)
        return ZoneView(
            name=self._contents.zone_name(number),
            shape=place.shape,
            size=len(cards),
            above=loose.start if loose else len(cards),
            loose=len(loose),
            cards=tuple(cards),
        )

    def counters(self) -> Iterator[CounterView]:
        """Every counter that the player may know and that does not belong to a card."""
        for number, counter in enumerate(self._program.counters):
            if counter.hidden or _card_key(counter) is not None:
                continue
            for keys, value, bits in self._contents.counters(number):
                if self._may(bits):
                    yield CounterView(self._texts.counter(counter, keys), self._value(counter, value))

    def _card(self, zone: int, card: int) -> CardView:
        known = self._may(self._contents.seen(zone, card))
        return CardView(
            text=self._texts.plain[card] if known else None,
            back=None if known else self._back(zone, card),
            marks=self._marks.get(card, ()),
            told=tuple(self._told(card)),
        )

    def _back(self, zone: int, card: int) -> str | None:
        """What the back of a card shows, none if nothing or if the player does not see it."""
        back = self._program.cards[card].back
        return back if back and self._may(self._contents.backs(zone, card)) else None

    def _told(self, card: int) -> Iterator[str]:
        for column, value, holds, bits in self._contents.told(card):
            if self._may(bits):
                name, _, display = self._program.columns[column]
                yield f"{name} is {'' if holds else 'not '}{self._texts.value(display, value)}"

    def _all_marks(self) -> dict[int, tuple[tuple[str, str], ...]]:
        """By card: its own counters that the player may see, where they are not at their beginning."""
        marks: dict[int, list[tuple[str, str]]] = {}
        for number, counter in enumerate(self._program.counters):
            at = _card_key(counter)
            if at is None or counter.hidden:
                continue
            for keys, value, bits in self._contents.counters(number):
                if value != counter.initial and self._may(bits):
                    rest = [
                        self._texts.value(key.display, word)
                        for place, (key, word) in enumerate(zip(counter.keys, keys, strict=True))
                        if place != at
                    ]
                    name = plain_name(counter.name) + (f"({', '.join(rest)})" if rest else "")
                    marks.setdefault(keys[at], []).append((name, self._value(counter, value)))
        return {card: tuple(found) for card, found in marks.items()}

    def _value(self, counter: CounterDecl, value: int) -> str:
        """The value of a counter; of a card that the player does not know only where it lies."""
        if counter.display.sort == "card" and value != NONE:
            zone = self._contents.zone_of(value)
            if not self._may(self._contents.seen(zone, value)):
                return f"a card in {self._contents.zone_name(zone)}"
        return self._texts.value(counter.display, value)

    def _may(self, bits: int) -> bool:
        return includes(bits, self._player, self._program.players)


def _card_key(counter: CounterDecl) -> int | None:
    """Which key of a counter is the card that it belongs to; none if it belongs to no card."""
    for place, key in enumerate(counter.keys):
        if key.display.sort == "card":
            return place
    return None


def _canonical(card: CardView) -> tuple[bool, str, str, tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Known cards first, by their texts; nothing else decides, so that the order tells nothing."""
    return (card.text is None, card.text or "", card.back or "", card.marks, card.told)
