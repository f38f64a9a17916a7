"""The code with which players think: quick to make at first, and better as soon as that is worth it.

Comes in: a program, cells.  Goes out: what functions of `interpreter.minds` give.  All code does the same, so that a
seed plays the same game whenever better code comes.
"""

from __future__ import annotations

import time
from array import array

from interpreter.kernel.written import width
from interpreter.machine.engine import Cells
from interpreter.machine.layout import Layout
from interpreter.native.drive.background import improve
from interpreter.native.drive.cache import Compiled
from interpreter.native.drive.calls import Desk, Native
from interpreter.native.drive.compile import Pipeline
from rulelang.ir.model.program import Program

NOTHING = ("find_offers", "settle_all")
"""The functions that give nothing back."""
WORTH_IT = 0.1
"""Seconds of thinking after which better code is made."""


class Thinker:
    """One program; not to be shared between threads."""

    def __init__(self, program: Program, layout: Layout, checked: bool, pipeline: Pipeline | None) -> None:
        """With a `pipeline` there is only that."""
        self._made_of = program, layout, checked
        kept = Native.is_kept(program, layout, checked, "full", thinking=True)
        chosen: Pipeline | None = pipeline or ("full" if kept else None)
        self._native = Native(program, layout, checked, chosen, thinking=True)
        self._desk = Desk(width(program))
        self._better: Compiled | None = None
        self._may_improve = chosen is None
        self._seconds = 0.0

    def __call__(self, function: str, state: Cells, *given: Cells | int) -> int:
        if self._better is not None:
            made, self._better = self._better, None
            self._native = Native(*self._made_of, "full", made, thinking=True)
        desk, sorts = self._desk, tuple("i32" if isinstance(each, int) else "ptr" for each in given)
        gives = "void" if function in NOTHING else "i32"
        called = self._native.function(function, gives, ("ptr", *sorts))
        began = time.perf_counter()
        desk.ready(limited=False)
        result = called(_place(state), desk.x_at, desk.workspace_at, desk.out_at, *map(_place, given))
        self._seconds += time.perf_counter() - began
        if self._may_improve and self._seconds > WORTH_IT:
            self._may_improve = False
            improve(*self._made_of, self._improved, thinking=True)
        return int(result or 0)

    def _improved(self, made: Compiled) -> None:
        self._better = made


def _place(cells: Cells | int) -> int:
    """A number, or where cells begin."""
    if isinstance(cells, int):
        return cells
    assert isinstance(cells, array)
    return cells.buffer_info()[0]
