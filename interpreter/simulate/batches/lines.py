"""What was noted at each decision of the games of a batch, as columns.

Comes in: the lines that native code has written down (`interpreter.native.trace`), how the games have ended.  Goes out:
the counts of `Watched`, the same as from the notes of each game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from interpreter.bots.model import all_steps
from interpreter.native import trace
from interpreter.native.emit.entry import rows
from interpreter.native.figures import PARTS
from interpreter.simulate.batches.cards import Held, held, owners
from interpreter.simulate.batches.columns import Flags, Numbers, tally
from interpreter.simulate.batches.ends import Ends
from interpreter.simulate.watched import Watched
from interpreter.simulate.watching import NOBODY, step_names

if TYPE_CHECKING:
    from interpreter.native.drive.whole_games import Played
    from interpreter.simulate.batches.valued import Valued

_MARK = (1 << 24) - 1
"""So many bits of the hash of a position give way to the number of its game; 40 are left."""


class Lines:
    """All lines of a batch, one after the other; the last of each game stands for its end

    `first`, `last`: of each game the numbers of its first and last line.  `game`: of each line that of its game.
    """

    def __init__(self, played: Played, ends: Ends) -> None:
        self.played, self.ends = played, ends
        self.program = played.program
        whole = np.concatenate([np.frombuffer(log, dtype=np.int32) for log in played.logs])
        self.table = whole.reshape(-1, trace.LINE)
        self.many: Numbers = ends.table[:, rows.DECISIONS]
        after = np.cumsum(self.many + 1)
        self.first, self.last = after - self.many - 1, after - 1
        self.game = np.repeat(np.arange(len(self.many)), self.many + 1)
        self.is_decision = np.ones(len(self.table), dtype=bool)
        self.is_decision[self.last] = False
        self.is_over = ends.is_over[self.game] & self.is_decision
        self.chooser = np.where(self.is_decision, self.table[:, trace.CHOOSER], NOBODY)

    def count(self, watched: Watched, seeds: Sequence[str]) -> None:
        """Add all games."""
        watched.games += len(self.many)
        self._count_places(watched)
        self.count_repeats(watched, seeds)
        shape = len(self.many), self.program.players
        place = {name: number for number, name in enumerate(all_steps(self.program))}
        offered, chosen = (np.zeros((len(place), *shape), dtype=bool) for _ in range(2))
        for name, on_offer, taken in self.moves():
            watched.offered[name] += len(on_offer)
            watched.chosen[name] += len(taken)
            offered[place[name], self.game[on_offer], self.chooser[on_offer]] = True
            chosen[place[name], self.game[taken], self.chooser[taken]] = True
        if len(self.ends.over):
            self._count_ended(watched, seeds)
            if watched.valued is not None:
                over = self.ends.is_over
                of_offered, of_chosen = (np.moveaxis(flags[:, over], 0, 2) for flags in (offered, chosen))
                watched.valued.add_steps(of_offered, of_chosen, self.ends.seat_shares)
                self._count_cards(watched.valued)

    def held(self) -> Held | None:
        """Which cards each seat had, where it was noted where they lie."""
        if not self.played.places or not self.program.cards:
            return None
        whole = np.concatenate([np.frombuffer(places, dtype=np.int32) for places in self.played.places])
        owner = owners(self.played.native.layout)
        return held(whole.reshape(len(self.table), -1), self.chooser, self.first, owner, self.program.players)

    def _count_cards(self, valued: Valued) -> None:
        found = self.held()
        if found is not None:
            decisions = int(self.many[self.ends.is_over].sum())
            valued.add_cards(found, decisions, self.ends.is_over, self.ends.seat_shares)

    def _count_ended(self, watched: Watched, seeds: Sequence[str]) -> None:
        ends, over = self.ends, self.ends.is_over
        watched.ended += len(ends.over)
        first = np.where(self.many > 0, self.table[self.first, trace.CHOOSER], NOBODY)[over]
        watched.firsts.update(tally(first))
        began = np.arange(len(first))[first >= 0]
        watched.first_shares += float(ends.seat_shares[began, first[began]].sum())
        watched.refills.update(tally(self.table[self.last[over], trace.REFILLS]))
        for seat in range(self.program.players):
            mine = self.is_over & (self.chooser == seat)
            watched.asked[seat] += int(mine.sum())
            watched.passes[seat] += int((mine & self._forced).sum())
        options = self.table[self.is_over, trace.MANY]
        watched.sizes.update(tally(options))
        lines = np.flatnonzero(self.is_over)
        parts = (lines - self.first[self.game[lines]]) * PARTS // self.many[self.game[lines]]
        for part, (total, count) in enumerate(
            zip(np.bincount(parts, options, PARTS), np.bincount(parts, minlength=PARTS), strict=True)
        ):
            watched.part_options[part] += int(total)
            watched.part_decisions[part] += int(count)
        if watched.sides.alone_each:
            self._count_lead(watched, seeds)

    @cached_property
    def _forced(self) -> Flags:
        """Where only the fallback is left."""
        plain = np.array([*((1 << len(one.offers)) - 1 for one in self.program.decisions), 0], dtype=np.int64)
        forced: Flags = (self.table[:, trace.OFFERED] & plain[self.table[:, trace.DECISION] * self.is_decision]) == 0
        return forced

    def moves(self) -> Iterator[tuple[str, Numbers, Numbers]]:
        """For each step of each decision its name, and the lines where it was on offer, and chosen."""
        decisions = self.table[:, trace.DECISION]
        for number, names in enumerate(step_names(self.program)):
            lines = np.flatnonzero(self.is_decision & (decisions == number))
            if not len(lines):
                continue
            bits, taken = self.table[lines, trace.OFFERED], self.table[lines, trace.OFFER]
            for name in dict.fromkeys(names):
                offers = [place for place, one in enumerate(names) if one == name]
                mask = np.array(sum(1 << place for place in offers), dtype=np.uint32).view(np.int32)
                yield name, lines[(bits & mask) != 0], lines[np.isin(taken, offers)]

    def _count_places(self, watched: Watched) -> None:
        touched = np.frombuffer(self.played.touched, dtype=np.uint8).reshape(len(self.many), -1).any(axis=0)
        watched.touched |= {self.program.rules[rule].place for rule in np.flatnonzero(touched)}

    def count_repeats(self, watched: Watched, seeds: Sequence[str]) -> None:
        """Decisions at which everything but chance was as at an earlier one of the same game."""
        lines = np.flatnonzero(self.is_decision)
        hashes = np.ascontiguousarray(self.table[:, trace.POSITION : trace.POSITION + 2]).view(np.int64)[lines, 0]
        keys = np.sort((hashes & ~_MARK) | self.game[lines])
        again = keys[1:][keys[1:] == keys[:-1]] & _MARK
        for game, times in sorted(tally(again).items()):
            watched.add_repeated(seeds[game], times)

    def _count_lead(self, watched: Watched, seeds: Sequence[str]) -> None:
        """Changes of the lead, who leads at half-time, and from when on the winner leads for good."""
        leader = self.table[:, trace.LEADER].copy()
        leader[self.last] = self.table[self.last, trace.LAST_LEADER]
        unknown = np.bincount(self.game[leader == trace.UNKNOWN], minlength=len(self.many))
        known = self.ends.is_over & (unknown == 0)
        if not known.any():
            return
        changes = self._changes(leader)
        watched.lead_changes.update(tally(changes[known]))
        watched.samples.offer_all("most changes of the lead", seeds, changes[known], np.flatnonzero(known))
        winners = np.zeros((len(self.many), self.program.players), dtype=bool)
        winners[self.ends.is_over] = self.ends.winners
        half = leader[self.first + self.many // 2]
        led = known & (half >= 0)
        watched.half_led += int(led.sum())
        share = winners / np.maximum(1, winners.sum(axis=1, keepdims=True))
        watched.half_won += float(share[led, half[led]].sum())
        decided = known & (winners.sum(axis=1) == 1) & (self.many > 0)
        after = self._ahead(leader, winners.argmax(axis=1))[decided]
        watched.ahead.update(tally(np.rint(1000 * after / self.many[decided]).astype(np.int64)))

    def _changes(self, leader: NDArray[np.int32]) -> Numbers:
        alone = np.flatnonzero(leader >= 0)
        before, now = alone[:-1], alone[1:]
        changed = now[(self.game[before] == self.game[now]) & (leader[before] != leader[now])]
        return np.bincount(self.game[changed], minlength=len(self.many))

    def _ahead(self, leader: NDArray[np.int32], winner: Numbers) -> Numbers:
        """After how many decisions of each game this seat led for good."""
        behind = np.where(leader != winner[self.game], np.arange(len(leader)), -1)
        last_behind = np.maximum.reduceat(behind, self.first)
        after = np.where(last_behind >= self.first, last_behind + 1 - self.first, 0)
        return np.minimum(after, self.many)
