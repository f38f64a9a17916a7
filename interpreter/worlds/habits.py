"""Which values hidden counters have in games of this sort, as far as chance has shown.

Comes in: an edition of a game.  Goes out: for a decision, and what everybody sees of the counters, values for those
that not everybody sees.  They come from games that are played once by random choices; nothing of the game in progress
is in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from interpreter.machine.edition import Edition
from interpreter.machine.engine import GameFault
from interpreter.machine.generator import seed_streams
from interpreter.machine.layout import instances

GAMES = 100
MOST_DECISIONS = 100
ENOUGH = 64
"""So many decisions, those with the most counters as now, say what is possible."""


class Habits:
    """`cells`: those of the counters that not everybody always sees; the compiler's own are not among them."""

    def __init__(self, game: Edition) -> None:
        self._game = game
        self.cells: list[int] = []
        self._open: list[int] = []
        for first, counter in zip(game.layout.counters, game.program.counters, strict=True):
            cards = counter.display.sort == "card" or any(key.display.sort == "card" for key in counter.keys)
            if not counter.hidden and not cards:
                cells = self._open if counter.seen.who == "all" else self.cells
                cells += range(first, first + instances(counter.keys))
        self._seen: dict[int, list[tuple[list[int], list[int]]]] | None = None

    def values(self, cells: list[int], hidden: set[int], number: int) -> dict[int, Sequence[int]]:
        """For each of these hidden counters the values that it had at this decision in other games."""
        if self._seen is None:
            self._seen = self._played() if self.cells else {}
        now = [cells[cell] for cell in self._open]
        seen = self._seen.get(number, [])
        like = sorted(seen, key=lambda one: -sum(a == b for a, b in zip(one[0], now, strict=True)))
        found = {
            cell: sorted({one[1][at] for one in like[:ENOUGH]}) for at, cell in enumerate(self.cells) if cell in hidden
        }
        return {cell: values or self._any(cell) for cell, values in found.items()}

    def _any(self, cell: int) -> range:
        """Where no game has come to such a decision: any value within the bounds."""
        layout, counters = self._game.layout, self._game.program.counters
        number = max(at for at, first in enumerate(layout.counters) if first <= cell and instances(counters[at].keys))
        return range(counters[number].low, counters[number].high + 1)

    def _played(self) -> dict[int, list[tuple[list[int], list[int]]]]:
        seen: dict[int, list[tuple[list[int], list[int]]]] = {}
        engine = self._game.engine()
        chance = Random("habits")
        for game in range(GAMES):
            cells = [0] * self._game.layout.size
            seed_streams(cells, self._game.players, f"habits/{game}")
            try:
                engine.begin(cells)
                engine.run(cells)
                for _ in range(MOST_DECISIONS):
                    number = engine.decision(cells)
                    if number is None:
                        break
                    noted = [cells[cell] for cell in self._open], [cells[cell] for cell in self.cells]
                    seen.setdefault(number, []).append(noted)
                    engine.choose(cells, *chance.choice(engine.choices(cells)))
                    engine.run(cells)
            except GameFault:
                continue
        return seen
