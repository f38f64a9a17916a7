"""The code that plays whole games: quick to make at first, and better as soon as that is worth it.

Comes in: a program.  Goes out: the results of many games.  Well compiled code takes seconds to make and plays two or
three times as fast.  It is made beside the playing, in a thread of its own, once enough has been played to suggest that
more will follow, and kept on the disk for the next time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from interpreter.layout import layout_of
from interpreter.native.batch import MOST_DECISIONS, Played, play_many
from interpreter.native.calls import Native
from interpreter.native.compile import Pipeline
from rulelang.ir.model.program import Program

WORTH_IT = 0.1
"""Seconds of play after which better code is made."""


class Whole:
    """One program, to be played from its beginning to its end by chance"""

    def __init__(self, program: Program, checked: bool = True, pipeline: Pipeline | None = None) -> None:
        """With a `pipeline` there is only that, made at once."""
        self.program = program
        self._checked = checked
        self._layout = layout_of(program, packed=True)
        kept = Native.is_kept(program, self._layout, checked, "full")
        self._native = self._compiled(pipeline or ("full" if kept else "fast"))
        self._seconds = 0.0
        self._is_best = threading.Lock()
        if pipeline or kept:
            self._is_best.acquire()

    def play_many(
        self, seeds: Sequence[int | str], many: int | None = None, most: int = MOST_DECISIONS, threads: int = 1
    ) -> Played:
        """As `batch.play_many`, with the best code that there is by now."""
        began = time.perf_counter()
        played = play_many(self._native, self.program, seeds, many, most, threads)
        self._seconds += time.perf_counter() - began
        if self._seconds > WORTH_IT and self._is_best.acquire(blocking=False):
            threading.Thread(target=self._improve, daemon=True).start()
        return played

    def _improve(self) -> None:
        self._native = self._compiled("full")

    def _compiled(self, pipeline: Pipeline) -> Native:
        return Native(self.program, self._layout, self._checked, pipeline)
