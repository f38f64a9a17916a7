"""A game that is ready to be played.

Comes in: a program and the name of a backend.  Goes out: new and restored states.  What there is to know about the game
before it begins stands in `machine.edition`.  Reading rules from a file is left to `loading`, what happens in a game to
`state`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from interpreter.machine import saves
from interpreter.machine.edition import Edition
from interpreter.machine.engine import Engine, GameFault
from interpreter.machine.errors import UnknownGame, UnreadableSave
from interpreter.soundness import trouble
from interpreter.state import State
from rulelang.ir.model.program import Program

if TYPE_CHECKING:
    from interpreter.native.drive.batch import Batch

BACKENDS = {
    "python": (("interpreter.reference.engine", "ReferenceEngine"), ("interpreter.state", "State")),
    "native": (("interpreter.native.drive.engine", "NativeEngine"), ("interpreter.native.drive.state", "state_of")),
}
"""Where each backend makes its engine, from a program, its layout and whether it is traced; and where it makes states,
from a game, a list of integers, whether chance is explicit and whether there is a log."""


class Game(Edition):
    """One game: rules with a variant, a value of each option and a number of players.

    Safe to share between states, but not between threads.
    """

    def __init__(self, program: Program, backend: str = "python", name: str | None = None) -> None:
        """`name`: what records call the rules, by default the title.  UnknownGame if there is no such
        backend here.
        """
        make, self._state_of = _makers(backend)
        super().__init__(program, make, name)
        self.backend = backend

    def new(self, seed: int | str = 0, explicit: bool = False, log: bool = True) -> State:
        """A new game, run to its first decision.

        `seed`: any integer or text; equal seeds and choices give equal games.  `explicit`: the state stops
        wherever chance has to decide, and the seed counts only for `random_choice`.  `log`: keep what
        happened; without it steps are faster. GameFault if the rules come to a dead end at once.
        """
        state = self._state_of(self, [], explicit, log)
        state.begin(seed)
        return state

    def batch(self, seeds: Sequence[int | str]) -> Batch:
        """Many games that are driven together, one for each seed; RuntimeError without machine code."""
        made: Batch = import_module("interpreter.native.drive.batch").Batch(self, seeds)
        return made

    def restore(self, data: bytes, log: bool = True) -> State:
        """The state that `bytes(state)` was made from, with a new log.

        UnreadableSave if the bytes are cut off, damaged, belong to another game, or hold what no state can (see
        `soundness`); TypeError for what is no bytes.
        """
        if not isinstance(data, bytes | bytearray | memoryview):
            raise TypeError(f"a saved game is bytes, not {type(data).__name__}")
        saved = saves.read(self.digest, self.layout.size, bytes(data))
        pending = saved.pending
        if pending is not None and not saved.explicit:
            raise UnreadableSave("the saved game is damaged")
        if pending is None or not pending.begins:
            self._look_at(saved.cells, pending)
        try:
            return self.stand(saved.cells, saved.explicit, log, pending)
        except GameFault as fault:
            raise UnreadableSave(f"the saved game is damaged: {fault}") from fault

    def _look_at(self, cells: list[int], pending: saves.Pending | None) -> None:
        """UnreadableSave for cells that hold what no state at rest can, or something pending that cannot be chosen."""
        if problem := trouble(self.layout, cells):
            raise UnreadableSave(f"the saved game is damaged: {problem}")
        engine = self.engine()
        try:
            if engine.over(cells):
                well = pending is None
            else:
                well = 0 <= engine.chooser(cells) < self.players
                well = well and (pending is None or (pending.offer, pending.picks) in engine.choices(cells))
        except GameFault:
            return  # whoever asks for the choices is told so
        if not well:
            raise UnreadableSave("the saved game is damaged: nobody can choose there")

    def stand(
        self, array: list[int], explicit: bool = False, log: bool = True, pending: saves.Pending | None = None
    ) -> State:
        """A state on a list of integers at rest, which must not be changed afterwards; for tests and tools."""
        state = self._state_of(self, array, explicit, log)
        if pending is not None:
            state.resume(pending)
        return state


def _makers(backend: str) -> tuple[Callable[..., Engine], Callable[..., State]]:
    if backend not in BACKENDS:
        raise UnknownGame(f"there is no backend {backend}, only {' and '.join(BACKENDS)}")
    (module, engine), (other, state) = BACKENDS[backend]
    try:
        return getattr(import_module(module), engine), getattr(import_module(other), state)
    except ModuleNotFoundError as missing:
        raise UnknownGame(f"the backend {backend} cannot run here: {missing.name} is not installed") from missing
