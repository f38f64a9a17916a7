"""Many whole games by chance at once.

Comes in: an engine and seeds.  Goes out: `Played`, a row of numbers for each game.  The same seeds give the same games
as `State.random_choice` on the plain engine.  Games are played in as many threads as asked for, which share nothing;
an interrupt stops all of them within a tenth of a second.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator, Sequence
from struct import Struct

from attrs import field

from interpreter.kernel.written import width
from interpreter.machine.generator import Seeds, starts
from interpreter.machine.layout import FIRST_STREAM, after_streams, first_state
from interpreter.machine.results import Result, Score, result_of, together
from interpreter.native.abi import X_ALSO, X_CELLS, X_KIND, X_RULE, X_VALUE
from interpreter.native.drive.calls import Desk, Native, desks, interruptible
from interpreter.native.drive.seeds import many_starts
from interpreter.native.emit.entry import rows
from interpreter.native.figures import Figures, memory
from interpreter.native.trace import LINE
from rulelang.ir.model.program import Program
from rulelang.nodes import frozen

MOST_DECISIONS = 10_000
LINES = 1 << 16
"""So many lines of watched games at a time, or more if one game may need them."""
COLUMNS = {
    "status": rows.STATUS, "outcome": rows.ROW_OUTCOME, "decisions": rows.DECISIONS, "turns": rows.TURNS,
    "real": rows.REAL, "options": rows.OPTIONS,
}  # fmt: skip


@frozen
class Played:
    """The results of many games

    `column` gives one number of each game: status (0 over, 1 given up, 2 a fault), outcome, decisions, turns, real
    (decisions with more than one choice), options (all choices together).
    """

    native: Native
    program: Program
    cells: array[int]
    logs: list[array[int]] = field(factory=list)
    """Where games are watched: of each its lines, one after the other (see `trace`) …"""
    touched: bytearray = field(factory=bytearray)
    """… and for each a byte for each rule …"""
    places: list[array[int]] = field(factory=list)
    """… and, if it was asked for, beside each line the place of each card."""
    games: array[int] = field(factory=lambda: array("i"))
    """Where figures are gathered: the cells of each game (see `figures`); `touched` has one byte for each rule …"""
    sums: list[array[int]] = field(factory=list)
    """… and these are to be added up."""

    def __len__(self) -> int:
        return len(self.cells) // rows.row_width(self.native.layout)

    def column(self, name: str) -> array[int]:
        """One number of every game."""
        return self.cells[COLUMNS[name] :: rows.row_width(self.native.layout)]

    def scores(self, criterion: int, seat: int) -> array[int]:
        """A criterion of the ranking for one seat in every game; the payoffs come after the last criterion."""
        return self.cells[
            rows.FIRST_SCORE + criterion * self.program.players + seat :: rows.row_width(self.native.layout)
        ]

    def results(self) -> Iterator[Result | None]:
        """The result of every game, none where there is none."""
        across = rows.row_width(self.native.layout)
        for at in range(0, len(self.cells), across):
            row = self.cells[at : at + across]
            yield None if row[rows.STATUS] else _result(self.program, row)

    def fault(self, game: int) -> None:
        """Raises the fault that ended a game, if one did."""
        across = rows.row_width(self.native.layout)
        row = self.cells[game * across : game * across + across]
        if row[rows.STATUS] == rows.FAULTED:
            cells = [0] * X_CELLS
            cells[X_KIND], cells[X_RULE], cells[X_ALSO] = row[rows.ROW_KIND], row[rows.ROW_RULE], row[rows.ROW_ALSO]
            cells[X_VALUE], cells[X_VALUE + 1] = row[rows.ROW_VALUE], row[rows.ROW_VALUE + 1]
            self.native.faults.stated(cells)


def _result(program: Program, row: array[int]) -> Result:
    players, declared = program.players, program.result
    runs = [tuple(row[at : at + players]) for at in range(rows.FIRST_SCORE, len(row) - players + 1, players)]
    payoffs = runs[len(declared.criteria)] if declared.payoff is not None else ()
    ended = together(row[rows.ROW_OUTCOME], players, payoffs, declared.unit)
    if ended is not None:
        return ended
    scores = [Score.of(program, criterion, runs[number]) for number, criterion in enumerate(declared.criteria)]
    chosen = None if declared.player is None else row[rows.WINNER]
    return result_of(players, scores, chosen, payoffs, declared.several, declared.unit)


def stream_words(players: int, seeds: Sequence[int | str]) -> array[int]:
    """The start states of all streams, seed by seed."""
    quickly = many_starts(players, seeds) if isinstance(seeds, Seeds) else None
    if quickly is not None:
        return quickly
    words, packed = array("i"), Struct(f"<{2 + players}Q")
    for seed in seeds:
        words.frombytes(packed.pack(*starts(players, seed)))
    return words


def play_many(
    native: Native,
    program: Program,
    seeds: Sequence[int | str],
    many: int | None = None,
    most: int = MOST_DECISIONS,
    threads: int = 1,
    places: bool = False,
) -> Played:
    """Plays a game for each seed.

    With `many`, so many games for each seed instead, each going on with the generator where the last one stopped: the
    fastest way to many games, of which only the first of a seed can be played again by its seed.  ValueError for games
    that are watched: each of them has a seed of its own.
    """
    if native.watched and many is not None:
        raise ValueError("games that are watched have a seed of their own each")
    each = 1 if many is None else many
    total = len(seeds) * each
    across = rows.row_width(native.layout)
    cells = array("i", [0]) * (total * across)
    words = stream_words(program.players, seeds)
    logs = [array("i") for _ in seeds] if native.watched == "lines" else []
    gathered = native.watched == "figures"
    touched = bytearray((1 if gathered else len(logs)) * len(program.rules))
    games = array("i", [0]) * (total * Figures(program).of_game if gathered else 0)
    shares = [range(len(seeds) * number // threads, len(seeds) * (number + 1) // threads) for number in range(threads)]
    works = [Work(native, program, share, each, many is None, most, words, cells) for share in shares if share]
    lying = [array("i") for _ in logs] if places else []
    for work in works:
        work.logs, work.touched, work.lying, work.games = logs, touched, lying, games
    with desks(width(program), len(works)) as found:
        for work, desk in zip(works, found, strict=True):
            work.desk = desk
        interruptible(found, [work.run for work in works])
    return Played(native, program, cells, logs, touched, lying, games, [work.sums for work in works if gathered])


class Work:
    """What one thread does: the games of some seeds."""

    def __init__(
        self, native: Native, program: Program, share: range, each: int, own: bool, most: int, words: array[int],
        made: array[int],
    ) -> None:  # fmt: skip
        self.desk: Desk
        self.share, self.each, self.own, self.most = share, each, own, most
        self.words, self.rows = words, made
        self.native = native
        self.across = rows.row_width(native.layout)
        self.streams = after_streams(program.players) - FIRST_STREAM
        self.start = array("i", first_state(native.layout))
        self.state = array("i", self.start)
        gathered = native.watched == "figures"
        self.lines = most + 1 if gathered else max(LINES, most + 1) if native.watched else 0
        self.log = (ctypes.c_int32 * (LINE * self.lines))()
        self.games = array("i")
        self.sums = array("q", [0]) * (Figures(program).many if gathered else 0)
        self.memory = array("q", [0]) * (memory(most) if gathered else 0)
        self.logs: list[array[int]] = []
        self.touched = bytearray()
        self.lying: list[array[int]] = []
        self.beside = array("i")
        self.play = native.function("playouts", "i32", ("ptr", *["i32"] * 4, *["ptr"] * 4, "i32", *["ptr"] * 5))

    def run(self) -> None:
        """Plays all games, or stops where the desk is told to."""
        if self.native.watched == "lines":
            self._watch()
            return
        if self.own:
            self._batch(self.share.start, self.share.start, len(self.share))
            return
        for seed in self.share:
            if self._batch(seed, seed * self.each, self.each) < self.each:
                return

    def _watch(self) -> None:
        """All games, as many at a time as there are lines for."""
        first, lines = self.share.start, memoryview(self.log).cast("B")
        cards = len(self.native.layout.program.cards)
        if self.lying:
            self.lines = max(LINES // LINE, self.most + 1)
            self.beside = array("i", [0]) * (cards * self.lines)
        while first < self.share.stop and (made := self._batch(first, first, self.share.stop - first)):
            used = 0
            for game in range(first, first + made):
                after = used + LINE * (self.rows[game * self.across + rows.DECISIONS] + 1)
                self.logs[game].frombytes(lines[4 * used : 4 * after])
                if self.lying:
                    self.lying[game] = self.beside[cards * used // LINE : cards * after // LINE]
                used = after
            first += made

    def _batch(self, seed: int, first: int, many: int) -> int:
        desk = self.desk
        streams = self.words.buffer_info()[0] + 4 * self.streams * seed
        row = self.rows.buffer_info()[0] + 4 * self.across * first
        state, start_at = self.state.buffer_info()[0], self.start.buffer_info()[0]
        rules, one = len(self.native.layout.program.rules), len(self.games) // max(1, len(self.rows) // self.across)
        log, touched = ctypes.addressof(self.log), _at(self.touched, 0 if self.sums else first * rules)
        given = (
            desk.out_at, desk.room, self.most, many, int(self.own), start_at, streams, row, log, self.lines, touched,
            self.beside.buffer_info()[0] if self.beside else None,
            self.games.buffer_info()[0] + 4 * one * first, self.sums.buffer_info()[0], self.memory.buffer_info()[0],
        )  # fmt: skip
        played: int = self.play(state, desk.x_at, desk.workspace_at, *given)
        return played


def _at(cells: bytearray, first: int) -> int:
    """The address of a byte; anything where there is none."""
    return ctypes.addressof((ctypes.c_char * 0).from_buffer(cells, first)) if cells else 0
