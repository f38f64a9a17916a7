"""The bot that plays anything.

Comes in: the number of choices.  Goes out: each with the same probability.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.bots.model import Sight
from interpreter.machine.generator import INCREMENTS, below, start

_WORD = 0xFFFFFFFF
_SIGN = 0x80000000


def even(wanted: Iterable[int], count: int) -> list[float]:
    """Each of these choices equally likely, of so many; any of all where there are none."""
    found = set(wanted) or set(range(count))
    return [(place in found) / len(found) for place in range(count)]


class RandomBot:
    """Draws from a stream of its own: the one of the text `SEED/SEAT`, so that it never disturbs the cards."""

    affords = 100_000

    def __init__(self, seed: str, seat: int) -> None:
        now = start("bots", f"{seed}/{seat}")
        self._stream = [((word & _WORD) ^ _SIGN) - _SIGN for word in (now, now >> 32)]

    def choose(self, sight: Sight) -> int:
        return self.one_of(sight.count)

    def odds(self, sight: Sight) -> list[float]:
        """How likely it chooses each."""
        return even(range(sight.count), sight.count)

    def passed(self, count: int) -> None:
        self.one_of(count)

    def one_of(self, count: int) -> int:
        """One of so many, counted from 0."""
        return below(self._stream, 0, INCREMENTS["bots"], count)

    def one_among(self, wanted: Sequence[int], count: int) -> int:
        """One of these among so many, any of all where there are none; it takes one number, however many they are."""
        drawn = self.one_of(count)
        return wanted[drawn * len(wanted) // count] if wanted else drawn
