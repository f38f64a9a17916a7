"""The engine that runs a program as native code.

Comes in: a program.  Goes out: an `Engine`.  Logs, explicit chance and small questions about one state are left to
the plain engine, on the same list of integers: it answers them before the list has been turned into cells.  So is
everything where llvmlite is missing.
"""

from __future__ import annotations

import warnings
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, TypeVar

from interpreter.kernel.written import offers, read, width
from interpreter.machine.engine import Cells, Chance, Pick, Picks, Refusal
from interpreter.machine.events import Event
from interpreter.machine.layout import BLOCK, FIRST_STREAM, Layout, after_streams, first_state, layout_of
from interpreter.native.emit.scope import Unsupported
from interpreter.native.trace import MOST_OFFERS, Watch
from interpreter.reference.engine import ReferenceEngine
from rulelang.ir.model.expressions import Expr, Source
from rulelang.ir.model.program import Program
from rulelang.ir.model.statements import Decide
from rulelang.ir.optimise import optimised

if TYPE_CHECKING:
    from interpreter.native.drive.calls import Native
    from interpreter.native.drive.compile import Pipeline
    from interpreter.native.drive.stepper import Stepper
    from interpreter.native.drive.thinker import Thinker
    from interpreter.native.drive.tiers import Whole
    from interpreter.native.drive.whole_games import Played


Made = TypeVar("Made")
WORTH_IT = 5_000
"""Games after which better code for steps is made."""


TOO_MANY = f"{MOST_OFFERS} steps or more are on offer at once: these games run on the Python engine, many times slower"


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
        self._compiling = checked, pipeline
        self._may_improve = False
        self._begun = 0
        self._chance: Chance | None = None
        self._ends = [block.end if isinstance(block.end, Decide) else None for block in program.blocks]
        self._start = first_state(self.layout)
        self._width = width(program)
        self._offers = [offers(program, number) for number in range(len(program.decisions))]

    @cached_property
    def reference(self) -> ReferenceEngine:
        """The plain engine of the same program."""
        return ReferenceEngine(self.program, self.layout, traced=self.traced)

    @cached_property
    def _optimised(self) -> Program:
        """What plays single steps."""
        return optimised(self.program, whole=False)

    @cached_property
    def native(self) -> Native | None:
        """What goes from choice to choice; none where there is no native code for this."""

        def make() -> Native:
            from interpreter.native.drive.calls import Native

            checked, pipeline = self._compiling
            self._may_improve = pipeline is None
            if pipeline is None and Native.is_kept(self._optimised, self.layout, checked, "full"):
                self._may_improve, pipeline = False, "full"
            return Native(self._optimised, self.layout, checked, pipeline)

        return None if self.traced else _made(self.program, make)

    @cached_property
    def whole(self) -> Whole | None:
        """What plays whole games by chance; none where there is no native code for this."""

        def make() -> Whole:
            from interpreter.native.drive.tiers import Whole

            return Whole(self.program, *self._compiling)

        return None if self.traced else _made(self.program, make)

    @cached_property
    def watched(self) -> Whole | None:
        """The same, with a look at every decision."""
        if any(len(decision.offers) >= MOST_OFFERS for decision in self.program.decisions):
            warnings.warn(TOO_MANY, stacklevel=2)
            return None
        return self._watching("lines")

    @cached_property
    def gathering(self) -> Whole | None:
        """The same, where only figures of all games together are wanted; made where `watched` can be had."""
        return self._watching("figures")

    def _watching(self, watched: Watch) -> Whole | None:
        def make() -> Whole:
            from interpreter.native.drive.tiers import Whole

            return Whole(self.program, *self._compiling, watched=watched)

        return None if self.traced else _made(self.program, make)

    @cached_property
    def thinker(self) -> Thinker | None:
        """What players think with; none where there is no native code for this."""

        def make() -> Thinker:
            from interpreter.native.drive.thinker import Thinker

            return Thinker(self._optimised, self.layout, *self._compiling)

        return None if self.traced else _made(self.program, make)

    def begins(self, games: int) -> None:
        """So many games begin, to be driven from outside.

        After enough of them better code is made for the next time that this program is played; states that have
        begun go on as they are.
        """
        self._begun += games
        if self._may_improve and self._begun > WORTH_IT:
            from interpreter.native.drive.background import improve

            self._may_improve = False
            improve(self._optimised, self.layout, self._compiling[0], lambda made: None)

    @cached_property
    def stepper(self) -> Stepper:
        """What drives states in machine code; RuntimeError where there is none."""
        from interpreter.native.drive.stepper import Stepper

        return Stepper(_needed(self.native))

    @property
    def events(self) -> list[Event] | None:
        return self.reference.events if self.traced else None

    @property
    def reached(self) -> set[int]:
        return self.reference.reached if self.traced else set()

    @property
    def chance(self) -> Chance | None:
        return self._chance

    @chance.setter
    def chance(self, hook: Chance | None) -> None:
        self._chance = self.reference.chance = hook

    def begin(self, state: list[int]) -> None:
        after = after_streams(self.program.players)
        state[:] = self._start[:FIRST_STREAM] + state[FIRST_STREAM:after] + self._start[after:]

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
        _, changed = native.call(
            native.function("run", "void", ("ptr",)),
            self.stepper.desk,
            state,
            None if stops is None else ctypes.addressof(stops),
        )
        state[:] = changed

    def decision(self, state: list[int]) -> int | None:
        end = self._end(state[BLOCK])
        return None if end is None else end.decision

    def over(self, state: list[int]) -> bool:
        return self.over_at(state[BLOCK])

    def chooser(self, state: list[int]) -> int:
        return self.reference.chooser(state)

    def choices(self, state: list[int]) -> list[tuple[int, Picks]]:
        number = self.decision_at(state[BLOCK])
        if self._here() is None:
            return self.reference.choices(state)
        return self.read(number, self.stepper.written(self.stepper.cells(state)))

    def choose(self, state: list[int], offer: int, picks: Picks) -> None:
        self.reference.choose(state, offer, picks)

    def playout(self, state: list[int], most: int) -> int:
        if self._here() is None:
            return self.reference.playout(state, most)
        made, cells = self.stepper.played(self.stepper.cells(state), most)
        state[:] = self.stepper.listed(cells)
        return made

    def look(self, state: list[int], node: Expr | Source, given: Mapping[str, Pick]) -> int | tuple[Pick, ...]:
        return self.reference.look(state, node, given)

    def why_not(self, state: list[int], offer: int, picks: Picks) -> Refusal | None:
        return self.reference.why_not(state, offer, picks)

    def call(self, function: int, state: list[int], *arguments: Pick) -> int:
        native = self._here()
        if native is None:
            return self.reference.call(function, state, *arguments)
        import ctypes

        given: list[object] = []
        held = []  # as long as the call lasts
        for argument in arguments:
            if isinstance(argument, tuple):
                held.append((ctypes.c_int32 * (len(argument) + 1))(*argument))
                given += [ctypes.addressof(held[-1]), len(argument)]
            else:
                given.append(argument)
        from interpreter.native.emit.module import function_sorts

        called = native.function(f"f{function}", "i32", tuple(function_sorts(self.program.functions[function])))
        return int(native.call(called, self.stepper.desk, state, *given)[0])

    def offered(self, header: int, state: list[int], arguments: Picks, picks: Picks | None = None) -> bool:
        return self.reference.offered(header, state, arguments, picks)

    def seen_by(self, state: list[int], place: int, card: int | None = None) -> int:
        return self.reference.seen_by(state, place, card)

    def told(self, state: list[int], counter: int, offset: int) -> int:
        return self.reference.told(state, counter, offset)

    def play_many(
        self, seeds: Sequence[int | str], many: int | None = None, most: int = 10_000, threads: int = 1
    ) -> Played:
        """Whole games by chance, one or `many` for each seed (see `whole_games`); RuntimeError without llvmlite."""
        return _needed(self.whole).play_many(seeds, many, most, threads)

    # ------------------------------------------------------------ thinking

    def think(self, function: str, state: Cells, *given: Cells | int) -> int:
        if not isinstance(state, array):
            return self.reference.think(function, state, *given)
        return _needed(self.thinker)(function, state, *given)

    def thoughts(self, cells: Sequence[int]) -> Cells:
        return self.reference.thoughts(cells) if self.thinker is None else array("i", cells)

    def real(self, cells: Cells, at: int, value: float | None = None) -> float:
        if not isinstance(cells, array):
            return self.reference.real(cells, at, value)
        view = memoryview(cells).cast("B")[4 * at : 4 * at + 8].cast("d")
        if value is not None:
            view[0] = value
        return view[0]

    # ------------------------------------------------------------ for states on cells

    def over_at(self, block: int) -> bool:
        """Whether the game is over where a state rests with this in its first cell."""
        return block < 0 and self._ends[-1 - block] is None

    def decision_at(self, block: int) -> int:
        """The decision there."""
        return self._decide(block).decision

    def read(self, decision: int, written: list[int]) -> list[tuple[int, Picks]]:
        """The choices of a decision that stand there one after the other."""
        among = self._offers[decision]
        return [read(written, at, among) for at in range(0, len(written), self._width)]

    # ------------------------------------------------------------ pieces

    def _here(self) -> Native | None:
        """The native code, none where the plain engine has to do it."""
        return None if self._chance is not None else self.native

    def _end(self, block: int) -> Decide | None:
        return self._ends[-1 - block] if block < 0 else None

    def _decide(self, block: int) -> Decide:
        end = self._end(block)
        if end is None:
            raise ValueError("nobody has to choose in this state")
        return end


def _made(program: Program, make: Callable[[], Made]) -> Made | None:
    """Compiled code, none where this cannot be done here."""
    try:
        return make()
    except ModuleNotFoundError as missing:
        if missing.name != "llvmlite":
            raise
        _say_once("llvmlite is not installed, so games run on the slower Python engine")
        return None
    except Unsupported as lacking:
        _say_once(f"{program.title} needs {lacking}, so it runs on the slower Python engine")
        return None


def _needed(code: Made | None) -> Made:
    if code is None:
        raise RuntimeError("there is no native code for this program here")
    return code


@cache
def _say_once(message: str) -> None:
    warnings.warn(message, RuntimeWarning, stacklevel=5)
