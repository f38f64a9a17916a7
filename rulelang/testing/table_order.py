"""Chance without chance, for tests: what comes first in the table comes up.

Comes in: the members of a chance event.  Goes out: which of them comes up: a card that a line `given` named next,
else the first card of the card table, the first player, the lowest number.
"""

from __future__ import annotations

from attrs import define, field


@define
class TableOrder:
    """The chance hook of an engine (see `interpreter.machine.engine.Chance`)."""

    next_cards: list[int] = field(factory=list)
    """Cards that come up before all others, in this order."""

    def __call__(self, state: list[int], stream: str, members: tuple[int, ...], sort: str, rule: int) -> int:
        if sort == "card":
            for card in self.next_cards:
                if card in members:
                    self.next_cards.remove(card)
                    return members.index(card)
        return members.index(min(members))
