"""The code that plays whole games: quick to make at first, and better as soon as that is worth it.

Comes in: a program.  Goes out: the results of many games.  Well compiled code takes seconds to make and plays two to
five times as fast.  It is made beside the playing, in a process of its own, once enough has been played to suggest that
more will follow, and kept on the disk for the next time.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from interpreter.machine.layout import layout_of
from interpreter.native.drive.background import improve
from interpreter.native.drive.cache import Compiled
from interpreter.native.drive.calls import Native
from interpreter.native.drive.compile import Pipeline
from interpreter.native.drive.whole_games import MOST_DECISIONS, Played, play_many
from interpreter.native.trace import Watch
from rulelang.ir.model.program import Program
from rulelang.ir.optimise import optimised

WORTH_IT = 0.1
"""Seconds of play after which better code is made."""


class Whole:
    """One program, to be played from its beginning to its end by chance"""

    def __init__(
        self, program: Program, checked: bool = True, pipeline: Pipeline | None = None, watched: Watch = ""
    ) -> None:
        """With a `pipeline` there is only that, made at once.

        `watched`: with lines `Played.logs` tells of every decision, of the positions too, so they are those of single
        steps; figures tell of all games together.
        """
        self.program = program = optimised(program, whole=watched != "lines")
        self._checked, self._watched = checked, watched
        self._layout = layout_of(program, packed=True)
        kept = Native.is_kept(program, self._layout, checked, "full", watched)
        chosen: Pipeline = pipeline or ("full" if kept else "fast")
        self._native = Native(program, self._layout, checked, chosen, watched=watched)
        self._better: Compiled | None = None
        self._seconds = 0.0
        self._may_improve = not (pipeline or kept)

    def play_many(
        self, seeds: Sequence[int | str], many: int | None = None, most: int = MOST_DECISIONS, threads: int = 1,
        places: bool = False,
    ) -> Played:  # fmt: skip
        """As `whole_games.play_many`, with the best code that there is by now."""
        if self._better is not None:
            made, self._better = self._better, None
            self._native = Native(self.program, self._layout, self._checked, "full", made, self._watched)
        began = time.perf_counter()
        played = play_many(self._native, self.program, seeds, many, most, threads, places)
        self._seconds += time.perf_counter() - began
        if self._may_improve and self._seconds > WORTH_IT:
            self._may_improve = False
            improve(self.program, self._layout, self._checked, self._improved, self._watched)
        return played

    def _improved(self, made: Compiled) -> None:
        self._better = made
