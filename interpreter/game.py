"""A game that is ready to be played.

Comes in: a program and the name of a backend.  Goes out: new and restored states, and what there is to know
about the game before it begins. Reading rules from a file is left to `loading`, what happens in a game to
`state`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.machine import saves
from interpreter.machine.contents import Contents
from interpreter.machine.engine import EVERYONE_LOST, Engine, GameFault
from interpreter.machine.errors import UnknownGame, UnreadableSave
from interpreter.machine.layout import Layout, layout_of
from interpreter.machine.results import Result, Score, everyone_lost, result_of
from interpreter.machine.soundness import trouble
from interpreter.machine.texts import Texts, offset_of
from interpreter.state import State
from rulelang.ir.model.program import CounterDecl, Program, ZoneDecl

if TYPE_CHECKING:
    from interpreter.native.drive.batch import Batch

BACKENDS = {
    "python": (("interpreter.reference.engine", "ReferenceEngine"), ("interpreter.state", "State")),
    "native": (("interpreter.native.drive.engine", "NativeEngine"), ("interpreter.native.drive.state", "state_of")),
}
"""Where each backend makes its engine, from a program, its layout and whether it is traced; and where it makes states,
from a game, a list of integers, whether chance is explicit and whether there is a log."""


@frozen
class Thing:
    """A place or counter of the game, one for each combination of keys

    `name` is how views and logs write it (`A.hand`); `sort` the shape of a place or the sort of a value;
    `most` how many cards fit in, or the highest value; `least` 0 or the lowest value; `seen` who sees it:
    nobody, owner, others, all, or `players` and `card` where a rule decides.
    """

    name: str
    sort: str
    least: int
    most: int
    seen: str


class Game:
    """One game: rules with a variant, a value of each option and a number of players.

    Safe to share between states, but not between threads.
    """

    def __init__(self, program: Program, backend: str = "python", name: str | None = None) -> None:
        """`name`: what records call the rules, by default the title.  UnknownGame if there is no such
        backend here.
        """
        self.program = program
        self.name = name or program.title
        self.backend = backend
        self.layout: Layout = layout_of(program)
        self.texts = Texts(program)
        self._make, self._state_of = _makers(backend)
        self._engines: dict[tuple[bool, bool], Engine] = {}

    @property
    def title(self) -> str:
        return self.program.title

    @property
    def players(self) -> int:
        """How many sit at the table; seats count from 0."""
        return self.program.players

    @property
    def names(self) -> tuple[str, ...]:
        """The letters of the seats: A, B, C …"""
        return self.texts.seats

    @property
    def variants(self) -> tuple[str, ...]:
        return self.program.variants

    @property
    def options(self) -> dict[str, str]:
        """The value of every option by its name."""
        return dict(self.program.options)

    @cached_property
    def zones(self) -> tuple[Thing, ...]:
        """Every place, in the order of the numbers of zone instances."""
        return tuple(
            Thing(self.texts.zone(zone, place.keys), zone.shape, 0, zone.capacity, zone.seen.who)
            for place in self.layout.places
            for zone in (self._zone(place.declaration),)
        )

    @cached_property
    def counters(self) -> tuple[CounterDecl, ...]:
        """Every counter that the rules declare, with its bounds and beginning; the compiler's own are left
        out.
        """
        return tuple(counter for counter in self.program.counters if not counter.hidden)

    @cached_property
    def digest(self) -> bytes:
        """16 bytes that are the same only for the same rules, options, players and layout."""
        program = self.program
        what = (
            program.rules_hash,
            program.players,
            program.variants,
            program.options,
            len(program.blocks),
            self.layout.dump(),
        )
        return sha256(repr(what).encode()).digest()[: saves.DIGEST]

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

    # ---------------------------------------------------------------- for the other parts of the machine

    def engine(self, traced: bool = False, explicit: bool = False) -> Engine:
        """The engine that reports events or not, draws by itself or asks; made when first needed."""
        key = (traced, explicit)
        if key not in self._engines:
            self._engines[key] = self._make(self.program, self.layout, traced=traced)
        return self._engines[key]

    def contents(self, array: list[int], engine: Engine | None = None) -> Contents:
        """A reader for a list of integers that is not changed meanwhile."""
        return Contents(self.layout, self.texts, engine or self.engine(), array)

    def result(self, array: list[int], engine: Engine) -> Result:
        """The result of a list of integers at the end of the game; GameFault if a criterion has no value."""
        declared, seats = self.program.result, range(self.players)
        payoffs: Sequence[int] = ()
        if declared.payoff is not None:
            payoffs = [engine.call(declared.payoff, array, seat) for seat in seats]
        if self.contents(array, engine).outcome == EVERYONE_LOST:
            return everyone_lost((), payoffs)
        scores = [
            Score.of(self.program, criterion, [engine.call(criterion.function, array, seat) for seat in seats])
            for criterion in declared.criteria
        ]
        chosen = None if declared.player is None else engine.call(declared.player, array)
        return result_of(self.players, scores, chosen, payoffs)

    def value(self, array: list[int], engine: Engine, name: str, keys: Sequence[int]) -> int:
        """A named value or counter of a list of integers; KeyError for an unknown name, ValueError for
        wrong keys.
        """
        named = [value for value in self.program.values if value.name == name]
        for value in named:
            if len(value.keys) == len(keys):
                return engine.call(value.function, array, *keys)
        if named:
            raise ValueError(f"{name} takes {len(named[0].keys)} keys, not {len(keys)}")
        for number, counter in enumerate(self.program.counters):
            if counter.name == name and not counter.hidden:
                return array[self.layout.counters[number] + offset_of(counter.keys, keys)]
        known = {value.name for value in self.program.values} | {counter.name for counter in self.counters}
        near = get_close_matches(name, sorted(known), n=3)
        raise KeyError(f"nothing is called {name}" + (f"; near it: {', '.join(near)}" if near else ""))

    def _zone(self, declaration: int) -> ZoneDecl:
        return self.program.zones[declaration]


def _makers(backend: str) -> tuple[Callable[..., Engine], Callable[..., State]]:
    if backend not in BACKENDS:
        raise UnknownGame(f"there is no backend {backend}, only {' and '.join(BACKENDS)}")
    (module, engine), (other, state) = BACKENDS[backend]
    try:
        return getattr(import_module(module), engine), getattr(import_module(other), state)
    except ModuleNotFoundError as missing:
        raise UnknownGame(f"the backend {backend} cannot run here: {missing.name} is not installed") from missing
