"""The shape of a view: plain frozen data that turns into JSON.

Comes in: what `views.look` found out.  Goes out: the same as a dictionary, and as canonical bytes: equal
views have equal bytes.
"""

from __future__ import annotations

from typing import Any, Literal

from interpreter.machine.results import Result
from rulelang.nodes import frozen
from rulelang.plain import as_bytes, plain


@frozen
class CardView:
    """One card where it lies

    `text` is none if the player does not know which card it is; then `back` is what its back shows, none if
    all backs are alike or the player does not see it: in a pile only the top one shows its back. `marks`: its
    own counters that the player may see and that are not at their beginning (name, value).  `told`: what the
    player was told about it without being shown it (`colour is red`, `number is not 2`).
    """

    text: str | None
    back: str | None = None
    marks: tuple[tuple[str, str], ...] = ()
    told: tuple[str, ...] = ()


@frozen
class ZoneView:
    """One place with everything in it

    A row, slot or pile lists its cards in order, a pile from its top.  A hand, a bag, and in a pile the
    `loose` cards after the first `above`, have no order: there the known cards come first, by their texts.
    """

    name: str
    shape: Literal["pile", "row", "hand", "slot", "bag"]
    size: int
    above: int
    loose: int
    cards: tuple[CardView, ...]

    @property
    def known(self) -> tuple[str, ...]:
        """The texts of the cards that the player knows, in the order of `cards`."""
        return tuple(card.text for card in self.cards if card.text is not None)

    @property
    def unknown(self) -> int:
        """How many cards the player does not know."""
        return sum(card.text is None for card in self.cards)


@frozen
class CounterView:
    """A counter whose value the player may know; `value` is written as its sort is: a number, yes, B, owl,
    none
    """

    name: str
    value: str


@frozen
class View:
    """What one player, or everybody, may know of a state

    `player` and `chooser` are letters, `player` none for everybody.  `decision` and `chooser` are none if
    nobody has to choose or the player must not know who; `choices` and `sentences` (of the steps that can
    be chosen) are there only for the chooser. `chance`: chance has to decide.
    """

    player: str | None
    title: str
    outcome: Literal["running", "ended", "everyone_lost"]
    decision: str | None
    chooser: str | None
    choices: tuple[str, ...]
    sentences: tuple[tuple[str, str], ...]
    chance: bool
    zones: tuple[ZoneView, ...]
    counters: tuple[CounterView, ...]
    result: Result | None

    def zone(self, name: str) -> ZoneView:
        """The place of this name (`larder`, `A.hand`); KeyError if there is none."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(name)

    def counter(self, name: str) -> str:
        """The value of the counter of this name as text, as it is shown (`"3"`, `"yes"`, `"none"`, `"B"`); KeyError
        if there is none, or none that the player may know.  `number` gives an int.
        """
        for counter in self.counters:
            if counter.name == name:
                return counter.value
        raise KeyError(name)

    def number(self, name: str) -> int | None:
        """The value of a counter that holds a number, None where it has none; KeyError as in `counter`, ValueError if
        it holds something else.
        """
        text = self.counter(name)
        if text == "none":
            return None
        try:
            return int(text)
        except ValueError:
            raise ValueError(f"the counter `{name}` holds no number but `{text}`") from None

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; `format` counts the shapes that were ever written."""
        data = plain(self)
        data["sentences"] = dict(self.sentences)
        data["result"] = self.result.to_dict() if self.result else None
        return {"format": 1, **data}

    def __bytes__(self) -> bytes:
        """Canonical JSON, UTF-8: equal views have equal bytes."""
        return as_bytes(self.to_dict())
