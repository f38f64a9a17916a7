"""The draws of one stream, made many at a time (docs/design/ir.md, "Chance").

Comes in: a state, from which a stream is taken up (`load`) and into which it is written back (`store`).  Goes out:
numbers, the same as `generator.below` gives.  Between the two the stream in the state is behind the times.

The states of the generator that come next lie side by side in one huge integer, a lane of 128 bits for each (later of
64, then of 32), so that one operation of Python works on all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from operator import length_hint
from struct import unpack

from interpreter.generator import INCREMENTS, MULTIPLIER
from interpreter.layout import STREAM_CELLS

MANY, LANE = 128, 128
PATIENCE = 4
"""Only after so many draws in a row from one game are more made ahead: whoever jumps between games needs few."""
WORD = 2**32 - 1
_LONG, _SIGN = 2**64 - 1, 2**31


def _lanes(values: Sequence[int], width: int = LANE) -> int:
    return sum(value << width * place for place, value in enumerate(values))


_LONGS = _lanes([_LONG] * MANY)
_PAIR_WORDS, _PAIR_TURNS, _PAIR_SHIFTED = (_lanes([value] * MANY, 64) for value in (WORD, 31, _LONG >> 18))
_ONES = _lanes([1] * MANY, 32)
_TURNS = [(1 << bit, _ONES * (WORD >> (1 << bit)), _ONES * (WORD << 32 - (1 << bit) & WORD)) for bit in range(5)]


class Stream:
    """One stream of a generator, used by one state at a time."""

    def __init__(self, name: str) -> None:
        self._cell = STREAM_CELLS[name]
        self._factors, self._summands = _jumps(INCREMENTS[name])
        self._all_factors, self._all_summands = _lanes(self._factors[:MANY]), _lanes(self._summands[:MANY])
        self._from = 0
        """The state of the generator before the first of `_batch`."""
        self._batch: list[int] = []
        self._rest = iter(self._batch)
        self._many = 0
        self._draws = 0
        self._low, self._high = 0, 0
        """The cells of the stream in the state that came last."""
        self.broken = False
        """Whether making words was interrupted, after which no more will come."""
        self._mark, self._drawn = 0, 0
        """Where they stand: `_from`, and how many have been drawn since."""
        self.word: Callable[[], int] = chain.from_iterable(self._batches()).__next__
        """The next 32 random bits."""

    def load(self, S: list[int]) -> None:
        """From now on the stream is this state's."""
        low, high = S[self._cell], S[self._cell + 1]
        if low != self._low or high != self._high:
            self._batch.clear()
            self._many = self._draws = self._drawn = 0
            self._from = self._mark = (low & WORD) | (high & WORD) << 32
            self._low, self._high = low, high

    def store(self, S: list[int]) -> None:
        """The state's stream stands where this one does."""
        drawn = self._many - length_hint(self._rest)
        if drawn != self._drawn or self._from != self._mark:
            now, self._mark, self._drawn = self._now(), self._from, drawn
            self._low, self._high = ((now & WORD) ^ _SIGN) - _SIGN, (now >> 32 ^ _SIGN) - _SIGN
        S[self._cell], S[self._cell + 1] = self._low, self._high

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely.  Below 1 nothing is drawn."""
        if bound <= 1:
            return 0
        product = self.word() * bound
        if product & WORD < bound:
            product = self.again(product, bound)
        return product >> 32

    def again(self, product: int, bound: int) -> int:
        """A product of a word and a bound that does not have to be rejected: this one or one of the next."""
        threshold = 2**32 % bound
        while product & WORD < threshold:
            product = self.word() * bound
        return product

    def _now(self) -> int:
        """The state of the generator before the next draw."""
        drawn: int = self._many - length_hint(self._rest)
        return self._from * self._factors[drawn] + self._summands[drawn] & _LONG

    def _batches(self) -> Iterator[Iterator[int]]:
        """Words, one by one at first; whoever loads another state empties the batch at hand."""
        while True:
            self.broken = True
            self._from = self._now()
            if self._draws < PATIENCE:
                self._draws += 1
                self._batch = [_word(self._from)]
            else:
                self._batch = _words(self._from * self._all_factors + self._all_summands & _LONGS)
            self._many, self._rest = len(self._batch), iter(self._batch)
            self.broken = False
            yield self._rest


def _jumps(increment: int) -> tuple[list[int], list[int]]:
    """What leads from one state to itself and the next ones: to each a factor and a summand."""
    factors, summands = [1], [0]
    for _ in range(MANY):
        factors.append(factors[-1] * MULTIPLIER & _LONG)
        summands.append(summands[-1] * MULTIPLIER + increment & _LONG)
    return factors, summands


def _word(now: int) -> int:
    """The 32 bits that one state puts out."""
    word = (now >> 18 ^ now) >> 27 & WORD
    turn = now >> 59
    return (word >> turn | word << 32 - turn) & WORD


def _words(states: int) -> list[int]:
    """The same of many states in lanes."""
    pairs = _folded(states, 64)
    words = _folded(((pairs >> 18 & _PAIR_SHIFTED) ^ pairs) >> 27 & _PAIR_WORDS, 32)
    turns = _folded(pairs >> 59 & _PAIR_TURNS, 32)
    for bit, (by, low, high) in enumerate(_TURNS):
        turned = words >> by & low | words << 32 - by & high
        words ^= (words ^ turned) & (turns >> bit & _ONES) * WORD
    numbers = unpack(f"<{MANY}I", words.to_bytes(4 * MANY, "little"))
    return [*numbers[::4], *numbers[1::4], *numbers[2::4], *numbers[3::4]]


def _folded(lanes: int, width: int) -> int:
    """Lanes of twice this width, of which only the lower halves are used: the upper half of them laid into the gaps."""
    half = width * MANY
    return lanes & (1 << half) - 1 | lanes >> half << width
