"""A batch of games that native code has played.

Comes in: its rows of results and lines of notes.  Goes out: counts over all of them at once, or a `Playout` for each
where somebody wants them one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve

from interpreter.machine.engine import GameFault
from interpreter.native.emit.entry import rows
from interpreter.simulate.batches.ends import Ends
from interpreter.simulate.batches.lines import Lines
from interpreter.simulate.playout import Playout
from interpreter.simulate.sides import Sides
from rulelang.nodes import frozen

if TYPE_CHECKING:
    from interpreter.native.drive.whole_games import Played
    from interpreter.simulate.statistics import Statistics
    from interpreter.simulate.watched import Watched


@frozen
class NativeBatch:
    """`watched`: there are notes of every decision"""

    played: Played
    seeds: Sequence[str]
    watched: bool

    def __len__(self) -> int:
        return len(self.seeds)

    def playouts(self) -> Iterator[Playout]:
        """One by one."""
        from interpreter.simulate.noted import Notebook

        played = self.played
        columns = [played.column(name) for name in ("decisions", "turns", "real", "options")]
        notebook = Notebook(played) if self.watched else None
        cards = self.lines(Sides.of(played.program)).held() if played.places else None
        for place, result in enumerate(played.results()):
            decisions, turns, real, options = (column[place] for column in columns)
            fault = None if result else self._fault(place)
            notes = notebook.notes(place, result) if notebook else None
            if notes and cards and result:
                notes = evolve(notes, held=cards.game(place))
            yield Playout(self.seeds[place], decisions, turns, real, options, result, fault, notes)

    def count(self, statistics: Statistics) -> None:
        """Add all of them to these."""
        ends = self._ends(statistics.sides)
        table = ends.table
        statistics.games += len(self)
        for place in np.flatnonzero(~ends.is_over).tolist():
            decisions, turns, real, options = table[place, rows.DECISIONS : rows.OPTIONS + 1].tolist()
            stopped = Playout(self.seeds[place], decisions, turns, real, options, None, self._fault(place))
            statistics.add_stopped(stopped)
        ends.count(statistics, self.seeds)
        self.watch(ends, statistics.watched)

    def watch(self, ends: Ends, watched: Watched) -> None:
        """Add what was noted at each decision."""
        if self.watched:
            Lines(self.played, ends).count(watched, self.seeds)

    def lines(self, sides: Sides) -> Lines:
        """All that was noted."""
        return Lines(self.played, self._ends(sides))

    def _ends(self, sides: Sides) -> Ends:
        width = rows.row_width(self.played.native.layout)
        table = np.frombuffer(self.played.cells, dtype=np.int32).reshape(-1, width).astype(np.int64)
        return Ends(self.played.program, sides, table)

    def _fault(self, place: int) -> str | None:
        """What stopped a game, none if it was only given up."""
        try:
            self.played.fault(place)
        except GameFault as problem:
            return str(problem)
        return None
