"""Calling native functions from Python.

Comes in: a compiled program.  Goes out: results; a fault becomes a `GameFault`.  A call that takes long is begun again
in a thread of its own, so that the caller can still be interrupted.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from interpreter.machine.effort import MOST_EFFORT
from interpreter.machine.layout import Layout
from interpreter.native import abi
from interpreter.native.drive.cache import Compiled, cached_object, heading, is_kept
from interpreter.native.drive.compile import LARGE, Loaded, Pipeline, bmi2, object_of, processor
from interpreter.native.drive.faults import NativeFaults
from interpreter.native.plan import Plan
from interpreter.native.trace import Watch
from rulelang.ir.model.limits import MOST_CHOICES
from rulelang.ir.model.program import Program

WORKSPACE = 1 << 22
"""Cells for lists."""
MARGIN = (1 << 20) + (1 << 18)
"""So many of them are kept for what follows the last look at how many are left."""
WAIT = 0.05
"""Seconds after which a waiting caller looks up."""
WORD = {"i32": ctypes.c_int32, "ptr": ctypes.c_void_p, "void": None}


class Desk:
    """What one thread needs to call native functions: %X, the workspace, room for choices of so many cells each."""

    def __init__(self, across: int = 1) -> None:
        self.x = (ctypes.c_int32 * abi.X_CELLS)()
        self.workspace = (ctypes.c_int32 * WORKSPACE)()
        self.room = MOST_CHOICES + 1
        """Where so many choices are found, it is a fault."""
        self.out = (ctypes.c_int32 * (self.room * across))()
        self.x_at = ctypes.addressof(self.x)
        self.workspace_at = ctypes.addressof(self.workspace)
        limit = self.workspace_at + 4 * (WORKSPACE - MARGIN)
        ctypes.c_uint64.from_address(self.x_at + 4 * abi.X_LIMIT).value = limit
        self.x[abi.X_REFILL] = abi.REFILL

    @property
    def out_at(self) -> int:
        return ctypes.addressof(self.out)

    def stop(self) -> None:
        """Tells what runs at this desk to stop."""
        self.x[abi.X_STOP] = 1

    def ready(self, limited: bool) -> None:
        """No fault yet, nobody wants to stop; `limited`: a long call is given up."""
        self.x[abi.X_KIND] = self.x[abi.X_STOP] = 0
        self.x[abi.X_BUDGET] = abi.PATIENCE if limited else abi.REFILL
        self.x[abi.X_LIMITED] = limited
        self.x[abi.X_EFFORT] = MOST_EFFORT


_free: dict[int, list[Desk]] = {}
"""Desks at which nobody works: to make one takes longer than to play a thousand games."""


@contextlib.contextmanager
def desks(across: int, many: int) -> Iterator[list[Desk]]:
    """So many desks with room for choices of so many cells each, for as long as somebody works at them."""
    free = _free.setdefault(across, [])
    found: list[Desk] = []
    for _ in range(many):
        try:
            found.append(free.pop())
        except IndexError:
            found.append(Desk(across))
    yield found
    free.extend(found)


class Native:
    """The compiled functions of one program."""

    def __init__(
        self, program: Program, layout: Layout, checked: bool = True, pipeline: Pipeline | None = None,
        made: Compiled | None = None, watched: Watch = "", thinking: bool = False, plan: Plan | None = None,
    ) -> None:  # fmt: skip
        """`made`: compiled before, by `compiled`; `watched`: what is noted of whole games; `thinking`: only for players
        that think; with a `plan` games can be asked word by word."""
        self.layout = layout
        self.watched = watched
        code, messages = made or compiled(program, layout, checked, pipeline, watched, thinking, plan=plan)
        self.loaded = Loaded(code)
        self.faults = NativeFaults(layout, messages)
        self._functions: dict[str, Callable[..., Any]] = {}

    @staticmethod
    def is_kept(
        program: Program, layout: Layout, checked: bool, pipeline: Pipeline | None, watched: Watch = "",
        thinking: bool = False,
    ) -> bool:  # fmt: skip
        """Whether this has been compiled before."""
        return is_kept(program, _settings(layout, checked, pipeline, watched, thinking))

    def function(self, name: str, gives: str, sorts: tuple[str, ...]) -> Callable[..., Any]:
        """A function that takes the state, %X and the workspace, and then these."""
        if name not in self._functions:
            shape = ctypes.CFUNCTYPE(WORD[gives], *[WORD[sort] for sort in ("ptr", "ptr", "ptr", *sorts)])  # type: ignore[arg-type]
            self._functions[name] = shape(self.loaded.address(name))
        return self._functions[name]

    def call(
        self, function: Callable[..., Any], desk: Desk, state: list[int], *arguments: object
    ) -> tuple[Any, array[int]]:
        """The result, and the state as it is afterwards."""
        cells = array("i", state)
        desk.ready(limited=True)
        result = function(cells.buffer_info()[0], desk.x_at, desk.workspace_at, *arguments)
        if desk.x[abi.X_KIND]:
            if desk.x[abi.X_KIND] == abi.FAULT["paused"]:
                result, cells = self._at_leisure(function, desk, state, arguments)
            if desk.x[abi.X_KIND]:
                self.faults.stated(desk.x[:])
        return result, cells

    def _at_leisure(
        self, function: Callable[..., Any], desk: Desk, state: list[int], arguments: tuple[object, ...]
    ) -> tuple[Any, array[int]]:
        """The same once more, for as long as it takes."""
        cells = array("i", state)

        def work() -> Any:
            return function(cells.buffer_info()[0], desk.x_at, desk.workspace_at, *arguments)

        [result] = interruptible([desk], [work])
        return result, cells


def compiled(
    program: Program,
    layout: Layout,
    checked: bool,
    pipeline: Pipeline | None,
    watched: Watch = "",
    thinking: bool = False,
    elsewhere: Callable[[str, Pipeline, str, bytes], bytes] | None = None,
    plan: Plan | None = None,
) -> Compiled:
    """The object file of a program, from the disk if it has been compiled before.

    `elsewhere` compiles a text and keeps it, under a name and with a heading (see `background`); none does it here.
    """

    def make(name: str) -> Compiled:
        from interpreter.native.emit.module import module_text  # not needed for code that is kept

        module = module_text(program, layout, checked, watched, thinking, bmi2(), plan)
        chosen = pipeline or (("fast" if module.instructions > LARGE else "mid") if checked else "full")
        if elsewhere is not None:
            return elsewhere(module.text, chosen, name, heading(module.messages)), module.messages
        return object_of(module.text, chosen), module.messages

    settings = _settings(layout, checked, pipeline, watched, thinking)
    return cached_object(program, settings if plan is None else f"{settings} {plan}", make)


def _settings(layout: Layout, checked: bool, pipeline: Pipeline | None, watched: Watch, thinking: bool) -> str:
    return f"{processor()} {checked} {pipeline} {layout.packed} {watched} {thinking}"


def interruptible(desks: Sequence[Desk], works: Sequence[Callable[[], Any]]) -> list[Any]:
    """Does each work at its desk in a thread of its own; an exception here, such as an interrupt, stops them first.

    Waiting is for events, not for the threads themselves: an interrupted `Thread.join` forgets that its thread still
    runs.
    """
    results: list[Any] = [None] * len(works)
    ended = [threading.Event() for _ in works]

    def do(number: int) -> None:
        try:
            results[number] = works[number]()
        finally:
            ended[number].set()

    for desk in desks:
        desk.ready(limited=False)
    started = 0
    try:
        for number in range(len(works)):
            started = number + 1
            threading.Thread(target=do, args=(number,), daemon=True).start()
        for event in ended:
            while not event.wait(WAIT):
                pass
    except BaseException:
        _stop(desks, ended[:started])
        raise
    return results


def _stop(desks: Sequence[Desk], ended: Sequence[threading.Event]) -> None:
    """Stops what runs, and is not to be hurried: threads must not outlive what they work on."""
    while not all(event.is_set() for event in ended):
        for desk in desks:
            desk.stop()
        with contextlib.suppress(KeyboardInterrupt):
            ended[-1].wait(WAIT / 10)
