"""The engine that runs a program as native code.

Comes in: a program.  Goes out: an `Engine`.  Logs, explicit chance and small questions about one state are left to
the Python engine, on the same list of integers: it answers them before the list has been turned into cells.  So is
everything where llvmlite is missing.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING

from interpreter.engine import Chance, Pick, Picks, Refusal
from interpreter.events import Event
from interpreter.layout import BLOCK, STREAM_CELLS, Layout, layout_of
from interpreter.native.headers import cells, picks, width
from interpreter.native.scope import Unsupported
from interpreter.native.source import function_sorts
from interpreter.native.start import first_state
from interpreter.python.engine import PythonEngine
from rulelang.ir.model.program import PickItem, Program
from rulelang.ir.model.statements import Decide

if TYPE_CHECKING:
    from interpreter.native.batch import Played
    from interpreter.native.calls import Desk, Native
    from interpreter.native.compile import Pipeline
    from interpreter.native.whole import Whole


class NativeEngine:
    """One program as machine code over a list of integers."""

    def __init__(
        self, program: Program, layout: Layout | None = None, *, traced: bool = False, checked: bool = True,
        pipeline: Pipeline | None = None,
    ) -> None:  # fmt: skip
        """`checked`: everything that could go wrong is looked at; without, a mistake of the rules may do anything.

        `pipeline`: how well to compile (fast, mid, full), by default as the size of the program suggests.
        """
        self.program = program
        self.layout = layout_of(program) if layout is None else layout
        self.traced = traced
        self.native: Native | None = None if traced else _native(program, self.layout, checked, pipeline)
        self._compiling = checked, pipeline
        self._chance: Chance | None = None
        self._ends = [block.end if isinstance(block.end, Decide) else None for block in program.blocks]
        self._start = first_state(self.layout)
        self._width = width(program)
        self._offers = [_offers(program, number) for number in range(len(program.decisions))]
        if self.native is not None:
            from interpreter.native.calls import Desk

            self._desk: Desk = Desk()
            self._run = self.native.function("run", "void", ("ptr",))
            self._choices = self.native.function("choices", "i32", ("i32", "ptr"))

    @cached_property
    def reference(self) -> PythonEngine:
        """The Python engine of the same program."""
        return PythonEngine(self.program, self.layout, traced=self.traced)

    @property
    def events(self) -> list[Event] | None:
        return self.reference.events if self.traced else None

    @property
    def chance(self) -> Chance | None:
        return self._chance

    @chance.setter
    def chance(self, hook: Chance | None) -> None:
        self._chance = self.reference.chance = hook

    def begin(self, state: list[int]) -> None:
        first, after = min(STREAM_CELLS.values()), max(STREAM_CELLS.values()) + 2
        state[:] = self._start[:first] + state[first:after] + self._start[after:]

    def run(self, state: list[int], stop_at: frozenset[int] = frozenset()) -> None:
        native = self._here()
        if native is None:
            self.reference.run(state, stop_at)
            return
        import ctypes

        stops = (
            (ctypes.c_int32 * len(self._ends))(*(number in stop_at for number in range(len(self._ends))))
            if stop_at
            else None
        )
        _, changed = native.call(self._run, self._desk, state, None if stops is None else ctypes.addressof(stops))
        state[:] = changed

    def decision(self, state: list[int]) -> int | None:
        end = self._end(state)
        return None if end is None else end.decision

    def over(self, state: list[int]) -> bool:
        return state[BLOCK] < 0 and self._ends[-1 - state[BLOCK]] is None

    def chooser(self, state: list[int]) -> int:
        return self.reference.chooser(state)

    def choices(self, state: list[int]) -> list[tuple[int, Picks]]:
        number = self._resting(state).decision
        native = self._here()
        if native is None:
            return self.reference.choices(state)
        room = self._desk.room // self._width
        many, _ = native.call(self._choices, self._desk, state, room, self._desk.out_at)
        across, out, offers = self._width, self._desk.out, self._offers[number]
        written = out[: many * across]
        return [_read(written, start, offers) for start in range(0, many * across, across)]

    def choose(self, state: list[int], offer: int, picks: Picks) -> None:
        self.reference.choose(state, offer, picks)

    def playout(self, state: list[int], most: int) -> int:
        return self.reference.playout(state, most)

    def why_not(self, state: list[int], offer: int, picks: Picks) -> Refusal | None:
        return self.reference.why_not(state, offer, picks)

    def call(self, function: int, state: list[int], *arguments: Pick) -> int:
        native = self._here()
        if native is None:
            return self.reference.call(function, state, *arguments)
        import ctypes

        given: list[object] = []
        for argument in arguments:
            if isinstance(argument, tuple):
                held = (ctypes.c_int32 * (len(argument) + 1))(*argument)
                given += [ctypes.addressof(held), len(argument)]
                arguments = (*arguments,)
            else:
                given.append(argument)
        called = native.function(f"f{function}", "i32", tuple(function_sorts(self.program.functions[function])))
        return int(native.call(called, self._desk, state, *given)[0])

    def offered(self, header: int, state: list[int], arguments: Picks, picks: Picks | None = None) -> bool:
        return self.reference.offered(header, state, arguments, picks)

    def seen_by(self, state: list[int], place: int, card: int | None = None) -> int:
        return self.reference.seen_by(state, place, card)

    def told(self, state: list[int], counter: int, offset: int) -> int:
        return self.reference.told(state, counter, offset)

    def play_many(
        self, seeds: Sequence[int | str], many: int | None = None, most: int = 10_000, threads: int = 1
    ) -> Played:
        """Whole games by chance, one for each seed or `many` for each (see `batch`); RuntimeError without llvmlite."""
        return self._whole.play_many(seeds, many, most, threads)

    # ------------------------------------------------------------ pieces

    @cached_property
    def _whole(self) -> Whole:
        """What plays whole games; RuntimeError where there is no native code."""
        if self.native is None:
            raise RuntimeError("there is no native code for this program here")
        from interpreter.native.whole import Whole

        return Whole(self.program, *self._compiling)

    def _here(self) -> Native | None:
        """The native code, none where the Python engine has to do it."""
        return None if self._chance is not None else self.native

    def _end(self, state: list[int]) -> Decide | None:
        return self._ends[-1 - state[BLOCK]] if state[BLOCK] < 0 else None

    def _resting(self, state: list[int]) -> Decide:
        end = self._end(state)
        if end is None:
            raise ValueError("nobody has to choose in this state")
        return end


def _offers(program: Program, number: int) -> list[list[PickItem]]:
    """The picks of each offer of a decision, the fallback last."""
    decision = program.decisions[number]
    offers = [*decision.offers, *([decision.fallback] if decision.fallback else [])]
    return [picks(program.headers[offer.header]) for offer in offers]


def _read(written: list[int], at: int, offers: list[list[PickItem]]) -> tuple[int, Picks]:
    """One written choice."""
    offer = written[at]
    at += 1
    found: list[Pick] = []
    for item in offers[offer]:
        if item.capacity:
            found.append(tuple(written[at + 1 : at + 1 + written[at]]))
        else:
            found.append(written[at])
        at += cells(item)
    return offer, tuple(found)


def _native(program: Program, layout: Layout, checked: bool, pipeline: Pipeline | None) -> Native | None:
    """The compiled program, none where this cannot be done here."""
    try:
        from interpreter.native.calls import Native
    except ModuleNotFoundError as missing:
        if missing.name != "llvmlite":
            raise
        _say_once("llvmlite is not installed, so games run on the slower Python engine")
        return None
    try:
        return Native(program, layout, checked, pipeline)
    except Unsupported as lacking:
        _say_once(f"{program.title} needs {lacking}, so it runs on the slower Python engine")
        return None


@cache
def _say_once(message: str) -> None:
    warnings.warn(message, RuntimeWarning, stacklevel=5)
