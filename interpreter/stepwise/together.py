"""Many games driven together word by word: one call says a word in each.

Comes in: the number of a word for each game.  Goes out: masks, numbers and who has to choose, written by machine code
into buffers that may be the caller's.  Where a game needs more than machine code can do, Python does the same, slowly.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from typing import Any

from interpreter.game import Game
from interpreter.machine.errors import IllegalChoice
from interpreter.native.drive.batch import Batch
from interpreter.native.drive.calls import Native
from interpreter.native.drive.compile import Pipeline
from interpreter.native.drive.engine import NativeEngine
from interpreter.native.emit.entry.observe import across, beside
from interpreter.native.emit.entry.recalling import memory
from interpreter.stepwise.observing import Observing
from interpreter.stepwise.planning import plan_of
from interpreter.stepwise.recall import Recall
from interpreter.stepwise.words import Word

_NOTHING = ctypes.c_char * 0


class StepwiseBatch:
    """Many games of the same rules, counted from 0.

    `players[game]`: who has to say a word, -1 at the end; `masks[game * words + word]`: 1 if it may be said;
    `numbers`: what that player sees (see `Observing`), `size` for each game, all 0 at the end; `returns[game * seats +
    seat]`: what the end is worth, 0 before it.  They are the same buffers after every step.

    With a `recall`, `memories` holds for each game and each seat the `recall.size` numbers of what it remembers: the
    row of now stands there while the seat is asked; after an end they stay until the game has begun anew.
    """

    def __init__(
        self, game: Game, seeds: Sequence[int | str], masks: Any = None, numbers: Any = None, seen: bool = True,
        pipeline: Pipeline = "full", recall: Recall | None = None, memories: Any = None,
    ) -> None:  # fmt: skip
        """`masks`: a buffer of bytes, `numbers`: one of 32-bit floats, such as arrays of NumPy; without them they are
        made here.  `seen`: whether numbers are wanted at all.  `pipeline`: how well to compile, as for `NativeEngine`.

        `recall`, `memories`: what players remember is kept up, in a buffer of 32-bit floats.

        The games begin as `Game.new` makes them.  RuntimeError without machine code, or if the rules need more than
        tables (see `planning`); ValueError for a buffer that does not fit.
        """
        plan = plan_of(game, 0 if recall is None else recall.rows)
        if plan is None:
            raise RuntimeError(f"machine code cannot ask {game.title} word by word; `Stepwise` does it in Python")
        self.observing, self._plan, many = Observing(game), plan, len(seeds)
        engine = NativeEngine(game.program, game.layout)
        made = Native(game.program, game.layout, True, pipeline, plan=plan)
        engine.__dict__["native"] = made
        self._batch = Batch(game, seeds, engine)
        self.players, self.returns = self._batch.players, self._batch.returns
        self.masks = bytearray(many * plan.words) if masks is None else masks
        self.numbers = (array("f", bytes(4 * many * plan.size)) if numbers is None else numbers) if seen else None
        informed = 4 * many * game.players * plan.recalled
        self.memories = array("f", bytes(informed)) if recall is not None and memories is None else memories
        self._remembered = array("i", bytes(4 * many * memory(plan, game.players)))
        self._held = [
            _at(self.masks, many * plan.words), _at(self.numbers, 4 * many * plan.size),
            0 if recall is None else _of(self._remembered), _at(self.memories, informed),
        ]  # fmt: skip
        room = self._batch.desk.room
        self._out = (ctypes.c_int32 * (room * across(plan)))()
        self._beside = array("i", bytes(4 * many * beside(plan)))
        self._chosen, self._words = array("i", bytes(4 * many)), array("i", bytes(4 * many))
        self._say = made.function("say_all", "i32", ("ptr", "i32", *["ptr"] * 13))
        self._show = made.function("show_all", "void", ("ptr", "i32", *["ptr"] * 9))
        self._draw = made.function("draw_words", "void", ("ptr", "i32", *["ptr"] * 3))
        self._shown()

    def __len__(self) -> int:
        return len(self.players)

    def step(self, words: Sequence[Word], seats: Sequence[int] | None = None) -> None:
        """Says a word in each game; a game that is over begins anew instead, whatever its word.

        `words` is best an array of 32-bit integers.  With `seats`, one for each game, words drawn by chance are said
        for all others, until that seat has to say one or the game is over; -1 as a word then says none.  IllegalChoice
        if a word may not be said: then none has been.  GameFault as in `Batch.step`.
        """
        batch, given = self._batch, self._batch.given(words)
        batch.desk.ready(limited=True)
        goal = None if seats is None else batch.given(seats)
        where = (_of(given), _of(batch.slots), _of(batch.returns), _of(self._chosen), 0 if goal is None else _of(goal))
        bad = self._say(*batch.here, len(self), *where, *self._buffers())
        if bad < 0:
            game = -1 - bad
            may = self.masks[game * self._plan.words : (game + 1) * self._plan.words]
            there = [self.observing.words.texts[word] for word, bit in enumerate(may) if bit]
            raise IllegalChoice(f"{given[game]} cannot be said in game {game}, only {', '.join(there)}", there)
        if bad:
            try:
                batch.settle(self._chosen)
            finally:
                self._shown()

    def random_words(self) -> array[int]:
        """A word for each game, each that may be said equally likely, from the stream of whoever has to say it; 0 at
        the end.  Always the same array.
        """
        at = (_of(self.masks), _of(self.players), _of(self._words))
        self._draw(*self._batch.here, len(self), *at)
        return self._words

    def _buffers(self) -> tuple[int, ...]:
        return (
            _of(self._batch.many), _of(self.players), ctypes.addressof(self._out), _of(self._beside), *self._held,
        )  # fmt: skip

    def _shown(self) -> None:
        """Masks and numbers of all games as they stand."""
        self._batch.desk.ready(limited=True)
        self._show(*self._batch.here, len(self), _of(self._batch.slots), *self._buffers())


def _of(buffer: Any) -> int:
    return ctypes.addressof(_NOTHING.from_buffer(buffer))


def _at(buffer: Any, size: int) -> int:
    """The address of a buffer that must hold so many bytes; 0 for none."""
    if buffer is None:
        return 0
    view = memoryview(buffer)
    if view.nbytes != size or view.readonly or not view.c_contiguous:
        raise ValueError(f"a buffer of {size} bytes that can be written is needed, not one of {view.nbytes}")
    return _of(buffer)
