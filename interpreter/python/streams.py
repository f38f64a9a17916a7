"""The draws of one stream, made many at a time (docs/design/ir.md, "Chance").

Comes in: a state and how many members there are.  Goes out: a number, the same as `generator.below` gives, and
the stream in the state moved on.  The state stays the only truth: what is made ahead is used only while the
stream in it stands where the next of these numbers begins.

The states of the generator that come next lie side by side in one huge integer, a lane of 128 bits for each (later of
64, then of 32), so that one operation of Python works on all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import unpack
from typing import TypeAlias

from interpreter.generator import INCREMENTS, MULTIPLIER, below
from interpreter.layout import STREAM_CELLS

MANY, LANE = 64, 128
PATIENCE = 3
"""Only after so many draws in a row from one game are more made ahead: whoever jumps between games needs few."""
Cells: TypeAlias = tuple[int, ...]
_WORD, _LONG = 2**32 - 1, 2**64 - 1


def _lanes(values: Sequence[int]) -> int:
    return sum(value << LANE * place for place, value in enumerate(values))


_LONGS = _lanes([_LONG] * MANY)
_PAIR_WORDS, _PAIR_TURNS, _PAIR_SHIFTED = (
    sum(value << 64 * place for place in range(MANY)) for value in (_WORD, 31, _LONG >> 18)
)
_ONES = sum(1 << 32 * place for place in range(MANY))
_TURNS = [(1 << bit, _ONES * (_WORD >> (1 << bit)), _ONES * (_WORD << 32 - (1 << bit) & _WORD)) for bit in range(5)]


def drawing(stream: str) -> Callable[[list[int], int], int]:
    """A function of a state and a bound: `generator.below` on this stream."""
    cell, increment, word = STREAM_CELLS[stream], INCREMENTS[stream], _WORD
    high_cell = cell + 1
    factors, summands = _jumps(increment)
    lows: Cells = (0,)
    highs: Cells = (0,)
    expected: tuple[int | None, ...] = (None,)
    words: Cells = ()
    at, in_a_row = 0, 0

    def one_by_one(S: list[int], bound: int) -> int:
        """Draws without anything made ahead, and makes it once it is worth it."""
        nonlocal at, in_a_row, lows, highs, expected, words
        in_a_row = in_a_row + 1 if S[cell] == lows[at] and S[high_cell] == highs[at] else 0
        drawn = below(S, cell, increment, bound)
        lows, highs, words, at = (S[cell],), (S[high_cell],), (), 0
        if in_a_row >= PATIENCE:
            now = (S[cell] & word) | (S[high_cell] & word) << 32
            lows, highs, words = _ahead(now * factors + summands & _LONGS)
        expected = (*lows[:-1], None)
        return drawn

    def draw(S: list[int], bound: int) -> int:
        nonlocal at
        if bound <= 1:
            return 0
        if S[cell] == expected[at] and S[high_cell] == highs[at]:
            product = words[at] * bound
            if product & word >= bound:
                at += 1
                S[cell], S[high_cell] = lows[at], highs[at]
                return product >> 32
        return one_by_one(S, bound)

    return draw


def _jumps(increment: int) -> tuple[int, int]:
    """What leads from one state to itself and the next ones: to each lane times a factor plus a summand."""
    factors, summands = [1], [0]
    for _ in range(MANY - 1):
        factors.append(factors[-1] * MULTIPLIER & _LONG)
        summands.append(summands[-1] * MULTIPLIER + increment & _LONG)
    return _lanes(factors), _lanes(summands)


def _ahead(states: int) -> tuple[Cells, Cells, Cells]:
    """The two cells of each state, as the array keeps them, and the 32 random bits that all but the last put out."""
    pairs = _folded(states, 64)
    words = _folded(((pairs >> 18 & _PAIR_SHIFTED) ^ pairs) >> 27 & _PAIR_WORDS, 32)
    turns = _folded(pairs >> 59 & _PAIR_TURNS, 32)
    for bit, (by, low, high) in enumerate(_TURNS):
        turned = words >> by & low | words << 32 - by & high
        words ^= (words ^ turned) & (turns >> bit & _ONES) * _WORD
    cells = unpack(f"<{2 * MANY}i", pairs.to_bytes(8 * MANY, "little"))
    numbers = unpack(f"<{MANY}I", words.to_bytes(4 * MANY, "little"))
    numbers = numbers[::4] + numbers[1::4] + numbers[2::4] + numbers[3::4]
    return cells[::4] + cells[2::4], cells[1::4] + cells[3::4], numbers[:-1]


def _folded(lanes: int, width: int) -> int:
    """Lanes of twice this width, of which only the lower halves are used: the upper half of them laid into the gaps."""
    half = width * MANY
    return lanes & (1 << half) - 1 | lanes >> half << width
