"""Games driven choice by choice from Python, as fast as can be: for bots, search and training.

Comes in: a game on the native backend.  Goes out: how many choices there are, and any state in full.  One call of a
native function carries a choice out and lists what can be chosen next; texts, views and logs are left to `State`.
"""

from __future__ import annotations

import ctypes
from array import array

from interpreter import generator
from interpreter.engine import Picks
from interpreter.game import Game
from interpreter.layout import STREAM_CELLS
from interpreter.native.calls import Desk, interruptible
from interpreter.native.context import FAULT, X_KIND
from interpreter.native.engine import NativeEngine
from interpreter.native.headers import width
from interpreter.native.start import first_state
from interpreter.state import State

GO_ON = -1
WORDS = 6
"""So many words say where a step finds what it needs (see `stepped_text`)."""


class Stepper:
    """One game after another

    `many`: how many choices there are now, 0 when the game is over.  Choices are counted from 0, in the order of
    `Decision.choices`.  Not to be shared between threads.
    """

    def __init__(self, game: Game, checked: bool = True) -> None:
        """RuntimeError where there is no native backend."""
        self.game = game
        self.engine = NativeEngine(game.program, game.layout, checked=checked)
        if self.engine.native is None:
            raise RuntimeError("games can be driven so only on the native backend")
        self.native = self.engine.native
        self.many = 0
        self._desk = Desk()
        self._x = self._desk.x
        self._room = self._desk.room // width(game.program)
        shape = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int32)
        self._step = shape(self.native.loaded.address("stepped"))
        self._start = array("i", first_state(game.layout))
        self._before = array("i", bytes(4 * game.layout.size))
        self._given = (ctypes.c_int64 * WORDS)()
        self._at = ctypes.c_void_p(ctypes.addressof(self._given))
        self._stand(self._before[:])

    def begin(self, seed: int | str = 0) -> int:
        """A new game, as `Game.new` makes it; GameFault if it comes to a dead end at once."""
        cells = [0] * self.game.layout.size
        generator.seed_streams(cells, STREAM_CELLS, seed)
        self.engine.begin(cells)
        self._stand(array("i", cells))
        return self._go(GO_ON)

    def again(self) -> int:
        """A new game that goes on with the generators where the last one stopped; faster than a seed of its own."""
        first, after = min(STREAM_CELLS.values()), max(STREAM_CELLS.values()) + 2
        self._stand(self._start[:first] + self.cells[first:after] + self._start[after:])
        return self._go(GO_ON)

    def choose(self, index: int) -> int:
        """Carries out a choice; gives how many there are then.  After a GameFault the state is as it was before."""
        if not 0 <= index < self.many:
            raise IndexError(f"there is no choice {index} among {self.many}")
        return self._go(index)

    def save(self) -> array[int]:
        """The state for `restore`."""
        return self.cells[:]

    def restore(self, saved: array[int]) -> int:
        """Back to a state that was saved; gives how many choices there are."""
        self._stand(saved[:])
        return self._go(GO_ON)

    def state(self) -> State:
        """The game as it is now, to be looked at and gone on with."""
        return self.game.stand(self.cells.tolist(), log=False)

    def picks(self) -> list[tuple[int, Picks]]:
        """The choices themselves: the number of the offer, and what is picked for it."""
        return self.engine.choices(self.cells.tolist()) if self.many else []

    def _stand(self, cells: array[int]) -> None:
        self.cells = cells
        desk = self._desk
        before = self._before.buffer_info()[0]
        self._given[:] = [cells.buffer_info()[0], desk.x_at, desk.workspace_at, desk.out_at, before, self._room]

    def _go(self, index: int) -> int:
        self.many = self._step(self._at, index)
        if self._x[X_KIND]:
            self._trouble(self._before[:], index)
        return self.many

    def _trouble(self, before: array[int], index: int) -> None:
        """A step that takes long is done once more at leisure; any other trouble is a fault of the rules."""
        desk, self.many = self._desk, 0
        if desk.x[X_KIND] == FAULT["paused"]:
            self._stand(before[:])
            try:
                [self.many] = interruptible([desk], [lambda: self._again(index)])
            finally:
                told = desk.x[:]
                desk.ready(limited=True)
        else:
            told = desk.x[:]
            desk.ready(limited=True)
        if told[X_KIND]:
            self._stand(before)
            if index != GO_ON:
                self._go(GO_ON)
            self.native.faults.stated(told)

    def _again(self, index: int) -> int:
        """The step from a decision whose list of choices may have been written over; for as long as it takes."""
        desk, step = self._desk, self.native.function("step", "i32", ("ptr", "i32", "i32"))
        given = (self.cells.buffer_info()[0], desk.x_at, desk.workspace_at, desk.out_at, self._room)
        many: int = step(*given, GO_ON)
        return many if index == GO_ON or desk.x[X_KIND] else int(step(*given, index))
