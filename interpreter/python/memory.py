"""What generated code has found out, remembered by whatever it depends on.

Comes in: the looks of cards, and answers.  Goes out: the same answers, found again.  Which answers may be remembered is
the matter of `alike` and `passing`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from interpreter.python.texts import BYTES

MOST_KEPT, WEIGHT = 500_000, 10
"""So many things are remembered before all of them are forgotten; what they are found by counts for some more."""


def as_bytes(looks: Sequence[int]) -> bytes | None:
    """The looks of cards by their number as bytes, if they are that few."""
    return bytes(looks).ljust(BYTES) if len(looks) <= BYTES and max(looks, default=0) < BYTES else None


class Memory(dict[Any, Any]):
    """Who or what passes, by whatever that depends on, within bounds."""

    def __init__(self, looks: Sequence[int], most: int) -> None:
        self.looks = as_bytes(looks)
        self.look = looks.__getitem__
        self.most = most
        self.kept = 0
        self.amounts: dict[tuple[tuple[int, int], ...], dict[Any, Any]] = {}

    def keep(self, known: dict[Any, Any], key: object, found: Collection[Any]) -> Collection[Any]:
        """Stores something under a key in `known`, which is this memory or one that `of` gave."""
        self.kept += len(found) + WEIGHT
        if self.kept > MOST_KEPT:
            self.clear()
            self.amounts.clear()
            self.kept = 0
        known[key] = found
        return found

    def of(self, cards: Sequence[int]) -> dict[Any, Any]:
        """What is known of cards that look like these; what goes beyond `most` cards of one look does not count."""
        looks = (*map(self.look, cards),) if self.looks is None else bytes(cards).translate(self.looks)
        known: dict[Any, Any] | None = self.get(looks)
        return self._new(looks) if known is None else known

    def _new(self, looks: tuple[int, ...] | bytes) -> dict[Any, Any]:
        self.kept += WEIGHT
        amounts = tuple((look, min(looks.count(look), self.most)) for look in dict.fromkeys(looks))
        known = self[looks] = self.amounts.setdefault(amounts, {})
        return known


class Answers(dict[int, object]):
    """Whether members pass, asked of each when it is first needed."""

    def __init__(self, ask: Callable[[int], object]) -> None:
        self.ask = ask

    def __missing__(self, member: int) -> object:
        answer = self[member] = self.ask(member)
        return answer
