"""How the games of a batch have ended, as columns.

Comes in: the rows of results of native code.  Goes out: who has won, and the counts of `Statistics`, the same as game
by game (`interpreter.machine.results`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from interpreter.machine.results import criterion_name
from interpreter.native.emit.entry import rows
from interpreter.simulate.batches.columns import Flags, Numbers, tally
from rulelang.ir.model.expressions import NONE
from rulelang.ir.model.program import Program

if TYPE_CHECKING:
    from interpreter.simulate.sides import Sides
    from interpreter.simulate.statistics import Statistics

LOST, ALL_WIN, NOBODY_WINS = 2, 3, 4
"""Outcomes of games that were ended for all together."""


class Ends:
    """`rows`: one for each game, cells as in `rows`; everything else has an entry for each game that came to its end.

    `winners[game, seat]`.  `scores[game, criterion, seat]`, `is_scored`: whether the scores count in this game.
    """

    def __init__(self, program: Program, sides: Sides, table: Numbers) -> None:
        self.program, self.sides = program, sides
        self.table = table
        self.is_over: Flags = table[:, rows.STATUS] == rows.ENDED
        self.over = over = table[self.is_over]
        many, declared = program.players, program.result
        criteria = len(declared.criteria)
        runs = criteria + (declared.payoff is not None)
        by_seat = over[:, rows.FIRST_SCORE : rows.FIRST_SCORE + many * runs].reshape(len(over), runs, many)
        self.scores, self.payoffs = by_seat[:, :criteria], by_seat[:, criteria:]
        self.outcome = over[:, rows.ROW_OUTCOME]
        apart = ~np.isin(self.outcome, (LOST, ALL_WIN, NOBODY_WINS))
        self.is_scored: Flags = apart & (criteria > 0 and not declared.several)
        self.winners: Flags = np.where(apart[:, None], self._best(), (self.outcome == ALL_WIN)[:, None])

    def _best(self) -> Flags:
        """Who has won where all have not been told together."""
        declared, everyone = self.program.result, np.ones((len(self.over), self.program.players), dtype=bool)
        seats = np.arange(self.program.players)
        if declared.player is not None:
            chosen = self.over[:, rows.WINNER, None]
            several: Flags = (chosen >> seats & 1).astype(bool)
            return several if declared.several else (chosen == seats) & (chosen != NONE)
        signs = [1 if one.best == "highest" else -1 for one in declared.criteria]
        compared = [sign * self.scores[:, place] for place, sign in enumerate(signs)]
        for values in compared or [self.payoffs[:, place] for place in range(self.payoffs.shape[1])]:
            reached = np.where(everyone, values, np.iinfo(np.int64).min).max(axis=1, keepdims=True)
            everyone = everyone & (values == reached)
        return everyone

    @cached_property
    def side_of(self) -> list[int]:
        """The side of each seat."""
        return [
            next(side for side, seats in enumerate(self.sides.seats) if seat in seats)
            for seat in range(self.program.players)
        ]

    @cached_property
    def won(self) -> Flags:
        """Whether each side has a winner."""
        return np.stack([self.winners[:, list(seats)].any(axis=1) for seats in self.sides.seats], axis=1)

    @cached_property
    def side_shares(self) -> NDArray[np.float64]:
        """What part of the win falls to each side."""
        return _parts(self.won)

    @cached_property
    def seat_shares(self) -> NDArray[np.float64]:
        """What part of the win falls to the side of each seat."""
        return self.side_shares[:, self.side_of]

    def count(self, statistics: Statistics, seeds: Sequence[str]) -> None:
        """Add the games that came to their end; `seeds` of all."""
        samples = statistics.watched.samples
        turns, places = self.over[:, rows.TURNS], np.flatnonzero(self.is_over)
        samples.offer_all("shortest", seeds, turns, places, highest=False)
        samples.offer_all("longest", seeds, turns, places)
        statistics.ended += len(self.over)
        for name, cell in (("decisions", rows.DECISIONS), ("turns", rows.TURNS)):
            getattr(statistics, name).update(tally(self.over[:, cell]))
        statistics.asked += int(self.over[:, rows.DECISIONS].sum())
        statistics.real += int(self.over[:, rows.REAL].sum())
        statistics.options += int(self.over[:, rows.OPTIONS].sum())
        lost, nobody = self.outcome == LOST, ~self.winners.any(axis=1)
        statistics.everyone_lost += int(lost.sum())
        statistics.nobody_won += int((nobody & ~lost).sum())
        statistics.ties += int((self.won.sum(axis=1) > 1).sum())
        _add_shares(self.winners, statistics.wins, statistics.shared, statistics.shares)
        _add_shares(self.won, statistics.side_wins, statistics.side_shared, statistics.side_shares)
        self._count_scores(statistics, seeds)

    def _count_scores(self, statistics: Statistics, seeds: Sequence[str]) -> None:
        scored = self.scores[self.is_scored]
        if len(scored):
            for place, criterion in enumerate(self.program.result.criteria):
                for seat, counts in enumerate(statistics.of_criterion(criterion_name(criterion))):
                    counts.update(tally(scored[:, place, seat]))
            self._count_margins(statistics, scored, seeds)
        if self.payoffs.shape[1] and len(self.over):
            for seat, counts in enumerate(statistics.of_payoffs()):
                counts.update(tally(self.payoffs[:, 0, seat]))

    def _count_margins(self, statistics: Statistics, scored: Numbers, seeds: Sequence[str]) -> None:
        """How far the first side is ahead, and which comparison told it from the others."""
        if len(self.sides.seats) < 2:
            return
        sign = 1 if self.program.result.criteria[0].best == "highest" else -1
        best = [(sign * scored[:, 0, list(seats)]).max(axis=1) for seats in self.sides.seats]
        ordered = np.sort(np.stack(best, axis=1), axis=1)
        margins = ordered[:, -1] - ordered[:, -2]
        statistics.margins.update(tally(margins))
        places = np.flatnonzero(self.is_over)[self.is_scored]
        statistics.watched.samples.offer_all("closest", seeds, margins, places, highest=False)
        statistics.watched.samples.offer_all("clearest", seeds, margins, places)
        winners, won = self.winners[self.is_scored], self.won[self.is_scored]
        first = winners.argmax(axis=1)
        rivals = np.array(self.side_of)[first][:, None] != np.array(self.side_of)
        open_still: Flags = won.sum(axis=1) == 1
        for place, criterion in enumerate(self.program.result.criteria):
            values = scored[:, place]
            rivals = rivals & (values == np.take_along_axis(values, first[:, None], axis=1))
            told = open_still & ~rivals.any(axis=1)
            if told.any():
                statistics.decided_by[criterion_name(criterion)] += int(told.sum())
            open_still = open_still & ~told


def _parts(won: Flags) -> NDArray[np.float64]:
    """A win that n share is 1/n for each."""
    parts: NDArray[np.float64] = won / np.maximum(1, won.sum(axis=1, keepdims=True))
    return parts


def _add_shares(won: Flags, wins: list[int], shared: list[int], shares: list[float]) -> None:
    several, parts = won.sum(axis=1) > 1, _parts(won)
    columns: Sequence[tuple[int, int, float]] = list(
        zip(
            (won & ~several[:, None]).sum(axis=0).tolist(),
            (won & several[:, None]).sum(axis=0).tolist(),
            parts.sum(axis=0).tolist(),
            strict=True,
        )
    )
    for one, (alone, with_others, part) in enumerate(columns):
        wins[one] += alone
        shared[one] += with_others
        shares[one] += part
