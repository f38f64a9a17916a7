"""One number for every choice that can ever come up in a game, the same in every state.

Comes in: a `Game`, and the `Decision`s of its states.  Goes out: how many numbers there are, and the number of
each choice.  What the numbers are good for is left to the adapters.

A number depends only on what the player reads: the step and what stands in the brackets.  So it tells nothing
that the text does not tell, and two states that look alike to the player have the same numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from math import comb

from attrs import frozen

from interpreter.choices import Decision
from interpreter.game import Game
from interpreter.wording import picks_of
from rulelang.ir.model.expressions import Const, Expr, Numbers
from rulelang.ir.model.program import OfferDecl, PickItem

MOST = 0x7FFFFFFF
_TAG = re.compile(r'^(".*")(?: #|\\.)(\\d+)$')
_SEVERAL = re.compile(r'^(\\d+) of (".*)$')


class TooManyActions(ValueError):
    """The game has more different choices than can be counted here, or a number outside the limit."""


@frozen
class Domain:
    """Everything that may stand in one bracket place: numbers from 0 to `size` - 1

    A plain word is looked up in `words`; a number counts from `low`; with `most` above 0 it is a set of at most
    so many of the words.
    """

    size: int
    words: dict[str, int]
    low: int = 0
    most: int = 0

    def number(self, text: str) -> int:
        """The number of what is written there."""
        if self.most:
            return self._of_set(text)
        found = self._of_word(text) if self.words else int(text) - self.low
        if not 0 <= found < self.size:
            raise TooManyActions(f"a pick is {text}: say a higher limit for numbers")
        return found

    def _of_word(self, text: str) -> int:
        if text in self.words:
            return self.words[text]
        tagged = _TAG.match(text)
        if tagged is None:
            raise TooManyActions(f"{text} is nothing that can be counted here")
        return self.words[tagged[1]] + int(tagged[2]) - 1

    def _of_set(self, text: str) -> int:
        """Sets by their size, then as combinations of the places of their words."""
        places: list[int] = []
        for part in text.split(" + ") if text != "nothing" else ():
            several = _SEVERAL.match(part)
            first = self._of_word(several[2] if several else part)
            while first in places:
                first += 1
            places += range(first, first + (int(several[1]) if several else 1))
        smaller = sum(comb(len_of(self), size) for size in range(len(places)))
        return smaller + sum(comb(place, index) for index, place in enumerate(sorted(places), 1))


def len_of(domain: Domain) -> int:
    """How many words a set may be made of."""
    return domain.low
