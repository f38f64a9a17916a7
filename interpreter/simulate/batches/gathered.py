"""A batch of games of which native code has gathered the figures.

Comes in: its rows of results, the cells of each game and the sums over all (`interpreter.native.figures`).  Goes out:
the same counts as from lines.  Whether a position has come again can only be seen with lines: games in which it might
have are played once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from interpreter.native import figures, trace
from interpreter.native.emit.entry import rows
from interpreter.native.figures import Figures
from interpreter.simulate.batches.columns import Flags, Numbers, tally
from interpreter.simulate.batches.played import NativeBatch
from interpreter.simulate.playout import Playout
from interpreter.simulate.watching import NOBODY
from rulelang.nodes import frozen

if TYPE_CHECKING:
    from interpreter.native.drive.whole_games import Played
    from interpreter.simulate.batches.ends import Ends
    from interpreter.simulate.watched import Watched

Again = Callable[[Sequence[str]], "NativeBatch"]


@frozen
class Gathered(NativeBatch):
    """`again` plays games with lines."""

    again: Again

    @property
    def doubtful(self) -> Numbers:
        """The games in which a position might have come again."""
        cells = np.frombuffer(self.played.games, dtype=np.int32).reshape(len(self), -1)
        return np.flatnonzero(cells[:, figures.AGAIN])

    def playouts(self) -> Iterator[Playout]:
        """One by one; they are played once more for it."""
        return self.again(self.seeds).playouts()

    def watch(self, ends: Ends, watched: Watched) -> None:
        """Add what was gathered."""
        doubtful = [self.seeds[place] for place in self.doubtful.tolist()]
        if doubtful:
            self.again(doubtful).lines(watched.sides).count_repeats(watched, doubtful)
        Sums(self.played, ends).count(watched, self.seeds)


class Sums:
    """What was gathered of a batch."""

    def __init__(self, played: Played, ends: Ends) -> None:
        self.played, self.ends = played, ends
        self.figures = Figures(played.program)
        cells = np.frombuffer(played.games, dtype=np.int32).reshape(len(played), -1)
        self.over: Numbers = cells[ends.is_over].astype(np.int64)
        """The cells of the games that came to their end."""
        sums = np.sum([np.frombuffer(part, dtype=np.int64) for part in played.sums], axis=0)
        self.sums: dict[str, Numbers] = {name: sums[cells] for name, cells in self.figures.sums.items()}

    def count(self, watched: Watched, seeds: Sequence[str]) -> None:
        """Add all games."""
        watched.games += len(self.played)
        touched = np.flatnonzero(np.frombuffer(self.played.touched, dtype=np.uint8)).tolist()
        watched.touched |= {self.played.program.rules[rule].place for rule in touched}
        for sort, counts in (("offered", watched.offered), ("chosen", watched.chosen)):
            counts.update(dict(zip(self.figures.names, self.sums[sort].tolist(), strict=True)))
        if len(self.over):
            self._ended(watched)
            if watched.sides.alone_each:
                self._lead(watched, seeds)

    def _ended(self, watched: Watched) -> None:
        ends, over = self.ends, self.over
        watched.ended += len(over)
        first = over[:, figures.FIRST]
        watched.firsts.update(tally(first))
        began = np.arange(len(first))[first != NOBODY]
        watched.first_shares += float(ends.seat_shares[began, first[began]].sum())
        watched.refills.update(tally(over[:, figures.REFILLS]))
        for sort, of_all in (
            ("asked", watched.asked), ("passes", watched.passes), ("part_options", watched.part_options),
            ("part_decisions", watched.part_decisions),
        ):  # fmt: skip
            of_all[:] = [one + more for one, more in zip(of_all, self.sums[sort].tolist(), strict=True)]
        sizes = self.sums["sizes"]
        watched.sizes.update(Counter({size: int(sizes[size]) for size in np.flatnonzero(sizes).tolist()}))
        if watched.valued is not None:
            steps = np.array([self.figures.names.index(name) for name in watched.valued.steps], dtype=np.int64)
            offered, chosen = (
                self._seats(over[:, start + steps]) for start in (self.figures.offered, self.figures.chosen)
            )
            watched.valued.add_steps(offered, chosen, ends.seat_shares)

    def _seats(self, bits: Numbers) -> Flags:
        """`[game, seat, step]` of bit sets of seats."""
        seats = np.arange(self.played.program.players)[None, :, None]
        of_seats: Flags = (bits[:, None, :] >> seats & 1).astype(bool)
        return of_seats

    def _lead(self, watched: Watched, seeds: Sequence[str]) -> None:
        ends, over = self.ends, self.over
        known = over[:, figures.HALF] != trace.UNKNOWN
        if not known.any():
            return
        places, winners, over = np.flatnonzero(ends.is_over)[known], ends.winners[known], over[known]
        changes, half = over[:, figures.CHANGES], over[:, figures.HALF]
        watched.lead_changes.update(tally(changes))
        watched.samples.offer_all("most changes of the lead", seeds, changes, places)
        led = np.flatnonzero(half >= 0)
        watched.half_led += len(led)
        share = winners / np.maximum(1, winners.sum(axis=1, keepdims=True))
        watched.half_won += float(share[led, half[led]].sum())
        many = ends.over[known, rows.DECISIONS]
        after = np.where(over[:, figures.LAST] == winners.argmax(axis=1), over[:, figures.SINCE], many)
        decided = (winners.sum(axis=1) == 1) & (many > 0)
        thousandths: NDArray[np.float64] = np.rint(1000 * np.minimum(after, many)[decided] / many[decided])
        watched.ahead.update(tally(thousandths.astype(np.int64)))
