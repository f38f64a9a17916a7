"""What a player remembers, as numbers of a fixed length: information states with perfect recall.

Comes in: what a player has seen, was told and has chosen at each decision of their own.  Goes out: a `Recall`, which
says which piece of the numbers stands for what, and the numbers.  Nothing but views, told logs and own choices gets in.

One row for each decision of the player so far, and one for now: what lies open (as `tensors`), the words that the
player has said there, and a fingerprint: a 1 or -1 for each bit of a digest of everything that was told since the row
before.  So two information states have the same numbers only if they are the same, as far as digests differ.  There is
room for `rows`; where there are more the oldest are left out, and it is said how many.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from hashlib import sha256

from interpreter.game import Game
from interpreter.native.plan import FINGERPRINT
from interpreter.state import State
from interpreter.stepwise.lengths import most_decisions
from interpreter.stepwise.tensors import Encoding, Piece
from interpreter.stepwise.words import Word, Words

BITS = FINGERPRINT
ROWS, LARGEST = 24, 50_000
"""There is room for so many rows at most, and for no more numbers than this, unless somebody asks for it."""
COUNT, FORGOTTEN, ROW = "how many", "forgotten", "row {}"

Row = tuple[float, ...]


class Recall:
    """The numbers of the information states of one game: `pieces` in their order, `size` numbers together."""

    def __init__(self, game: Game, rows: int | None = None) -> None:
        """`rows`: how many are remembered, by default as many as the rules can need, up to `ROWS`."""
        self.encoding, self._words = Encoding.for_game(game), Words.of(game)
        self.width = self.encoding.size + len(self._words) + BITS
        bound = most_decisions(game.program)
        needed = min(ROWS, max(2, LARGEST // self.width), ROWS if bound is None else bound + 1)
        self.rows = needed if rows is None else rows
        self.pieces = [Piece(COUNT, 0, (1,)), Piece(FORGOTTEN, 1, (1,))]
        self.pieces += [Piece(ROW.format(n), 2 + (n - 1) * self.width, (self.width,)) for n in range(1, self.rows + 1)]
        self.size = 2 + self.rows * self.width

    def row(self, state: State, seat: int, said: Sequence[Word], told: Sequence[str], chosen: str = "") -> Row:
        """One row: `said`: the words that the seat has said in this state; `told`: what it was told since the row
        before; `chosen`: the text of the choice, when it is complete.
        """
        view = state.view(seat)
        numbers = [0.0] * self.width
        self.encoding.write(view, numbers)
        for word in said:
            numbers[self.encoding.size + word] += 1.0
        order = " ".join(map(str, said))
        digest = sha256("\n".join((*told, f"> {order}", chosen, bytes(view).decode())).encode()).digest()
        for bit in range(BITS):
            numbers[self.encoding.size + len(self._words) + bit] = 1.0 if digest[bit // 8] >> bit % 8 & 1 else -1.0
        return tuple(numbers)

    def write(self, rows: Sequence[Row], numbers: MutableSequence[float]) -> None:
        """All rows, the oldest first and the one for now last, into a buffer of `size` zeros."""
        kept = rows[-self.rows :]
        numbers[0], numbers[1] = float(len(rows)), float(len(rows) - len(kept))
        for number, row in enumerate(kept):
            start = 2 + number * self.width
            numbers[start : start + self.width] = row

    def of(self, rows: Sequence[Row]) -> list[float]:
        """The numbers of an information state."""
        numbers = [0.0] * self.size
        self.write(rows, numbers)
        return numbers


class Memory:
    """What one seat remembers while a game goes on: its rows so far, and how much of its log is in them."""

    __slots__ = ("_told", "recall", "rows", "seat")

    def __init__(self, recall: Recall, seat: int, rows: Iterable[Row] = (), told: int = 0) -> None:
        self.recall, self.seat, self.rows, self._told = recall, seat, tuple(rows), told

    def chose(self, state: State, told: Sequence[str], said: Sequence[Word], chosen: str) -> Memory:
        """The memory after a choice that this seat has made in a state, which is as it was before; `told`: all that the
        seat was told since the beginning, as in `State.log`.
        """
        row = self.recall.row(state, self.seat, said, told[self._told :], chosen)
        return Memory(self.recall, self.seat, (*self.rows, row), len(told))

    def now(self, state: State, told: Sequence[str], said: Sequence[Word] = ()) -> list[float]:
        """The numbers of the information state in a state, `said`: words of a choice that is not complete."""
        return self.recall.of((*self.rows, self.recall.row(state, self.seat, said, told[self._told :])))
