"""Many games driven together, for learning: one call steps all of them.

Comes in: the number of a choice for each game.  Goes out: how many choices each has then, whose they are, and what its
end is worth, as arrays of numbers.  Texts and views are left to `State`.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from typing import Any

from interpreter.machine.edition import Edition
from interpreter.machine.engine import Engine, GameFault
from interpreter.machine.errors import IllegalChoice
from interpreter.native.drive.calls import Desk
from interpreter.native.drive.engine import NativeEngine
from interpreter.native.drive.state import NativeState
from interpreter.native.drive.stepper import Stepper
from interpreter.native.emit.entry.batch import SLOT, stride
from interpreter.native.emit.entry.desk import TROUBLE
from interpreter.state import State

BEGINS = 100
"""So many games will surely be played in each place of a batch."""
_NOTHING = ctypes.c_char * 0
_NUMBERS = memoryview(array("i")).format


class Batch:
    """Many games of the same rules, counted from 0; made by `Game.batch`.

    `many[game]`: how many choices there are, 0 at the end; `players[game]`: who has to choose, -1 at the end;
    `returns[game * players + seat]`: what the end is worth, 0 before it.  They are the same arrays after every step, so
    that NumPy and others may look at them without a copy.  Each batch may be used by a thread of its own.
    """

    def __init__(self, game: Edition, seeds: Sequence[int | str], engine: Engine | None = None) -> None:
        """The games begin as `Game.new` makes them; RuntimeError without machine code.  `engine`: in place of the one
        that the game has.
        """
        engine = game.engine() if engine is None else engine
        if not isinstance(engine, NativeEngine) or engine.native is None:
            raise RuntimeError("many games can be driven together only on the native backend")
        self.game = game
        self._engine, self._stepper = engine, Stepper(engine.native)
        self._stride = 4 * stride(game.layout)
        self._cells = bytearray(len(seeds) * self._stride)
        self.slots = array("i", bytes(4 * SLOT * len(seeds)))
        self._chosen = array("i", bytes(4 * len(seeds)))
        self.many = array("i", self._chosen)
        self.players = array("i", self._chosen)
        self.returns = array("d", bytes(8 * game.players * len(seeds)))
        self._fixed = [memoryview(held) for held in (self.many, self.players, self.returns)]  # nobody can resize them
        self._step = engine.native.function("step_all", "i32", ("ptr", "i32", *["ptr"] * 5))
        self._draw = engine.native.function("draw_all", "void", ("ptr", "i32", "ptr", "ptr", "ptr"))
        engine.begins(BEGINS * len(seeds))
        for number, seed in enumerate(seeds):
            state = NativeState(game, engine, bytearray())
            state.begin(seed)
            self._put(number, self._stepper.cells(state.array))
            self._look(number)

    def __len__(self) -> int:
        return len(self.many)

    @property
    def here(self) -> tuple[int, int, int, int]:
        """What native functions of many games begin with: states, %X, the workspace, the desk."""
        return _address(self._cells), self.desk.x_at, self.desk.workspace_at, self._stepper.words_at

    @property
    def desk(self) -> Desk:
        return self._stepper.desk

    def step(self, choices: Sequence[int]) -> array[int]:
        """Carries out one choice in each game, by its place counted from 0; gives `many`.

        A game that is over begins anew instead, with generators that go on from where they are; its number counts for
        nothing.  `choices` is best an array of 32-bit integers.  IllegalChoice if a game has no such choice: then none
        has been stepped.  GameFault if the rules of a game come to a dead end: it stays as it was, the others are
        stepped.
        """
        given = self.given(choices)
        at = _address
        self.desk.ready(limited=True)
        bad = self._step(
            *self.here, len(self), at(given), at(self.slots), at(self.many), at(self.players), at(self.returns)
        )
        if bad < 0:
            game = -1 - bad
            raise IllegalChoice(
                f"game {game} has no choice {given[game]}: they are counted from 0 to {self.many[game] - 1}"
            )
        if bad:
            self.settle(given)
        return self.many

    def random_choices(self) -> array[int]:
        """A choice for each game, each equally likely, drawn as `State.random_choice` draws; always the same array."""
        at = _address
        self._draw(*self.here, len(self), at(self.many), at(self.players), at(self._chosen))
        return self._chosen

    def state(self, game: int) -> State:
        """A copy of one game, to be looked at and gone on with."""
        return NativeState(self.game, self._engine, self._taken(range(len(self))[game]))

    # ------------------------------------------------------------ pieces

    def given(self, choices: Sequence[int]) -> Sequence[int]:
        """The choices as an array of 32-bit integers that can be read where it lies."""
        if len(choices) != len(self):
            raise ValueError(f"there are {len(self)} games, but {len(choices)} choices")
        try:
            view = memoryview(choices)  # type: ignore[arg-type]
        except TypeError:
            return array("i", choices)
        fits = view.format == _NUMBERS and view.ndim == 1 and view.c_contiguous and not view.readonly
        return choices if fits else array("i", view.tolist())

    def _taken(self, game: int) -> bytearray:
        """The cells of one game, with a list of choices that has to be made anew."""
        return self._stepper.cells(self._stepper.listed(self._cells[game * self._stride : (game + 1) * self._stride]))

    def _put(self, game: int, cells: bytearray) -> None:
        self._cells[game * self._stride : (game + 1) * self._stride] = cells

    def settle(self, given: Sequence[int]) -> None:
        """What took long is done at leisure; the first fault of the rules is raised when all else is done."""
        faults: list[GameFault] = []
        for game in [game for game, many in enumerate(self.many) if many < 0]:
            try:
                self._redo(game, given[game])
            except GameFault as fault:
                faults.append(fault)
        if faults:
            raise faults[0]

    def _redo(self, game: int, choice: int) -> None:
        state = NativeState(self.game, self._engine, self._taken(game))
        try:
            if self.many[game] == TROUBLE:
                if state.is_over:
                    state.again()
                else:
                    state.apply(choice)
                self._put(game, self._stepper.cells(state.array))
        finally:
            self._look(game)

    def _look(self, game: int) -> None:
        """What is known of a game, asked for one by one."""
        state, seats = self.state(game), self.game.players
        self.many[game] = 0
        self.returns[game * seats : (game + 1) * seats] = array("d", state.returns)
        player = state.player
        self.players[game] = -1 if player is None else player
        self.many[game] = state.many


def _address(buffer: Any) -> int:
    return ctypes.addressof(_NOTHING.from_buffer(buffer))
