"""Playing all games of a run: one after the other, in several processes, or as native code.

Comes in: a game and a `Plan`.  Goes out: a `Playout` for each game, always in the order of their numbers, so that a
run that is stopped has the first so many games, and any number of jobs tells the same.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, cast

from interpreter.machine.generator import Seeds, seed_of
from interpreter.simulate.playout import MOST_DECISIONS, Playout, play_out
from rulelang.nodes import frozen

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.simulate.batches.played import NativeBatch
    from interpreter.simulate.statistics import Statistics
    from rulelang.ir.model.program import Program

MOST_AT_ONCE = 50
"""A job is given at most so many games at a time, so that there is something to be told soon."""
NATIVE_SECONDS = 0.3
MANY = 5_000
"""From so many games on it is worth it to have figures added up in native code."""
MOST_TOGETHER = 5_000
"""Native code plays at most so many games at a time, so that a run of any length takes the same room."""
SAFE_PATH = "PYTHONSAFEPATH"
MOST_WITH_CARDS = 250
"""As long as it is noted where each card lies, it plays fewer at a time."""
MOST_NATIVE = 1_000_000
"""For games of more decisions there is no room in native code."""


@frozen
class Plan:
    """What is to be played; `watch` takes notes at every decision; `cluster`: the address of a Dask scheduler"""

    seed: str
    games: int
    bots: tuple[str, ...]
    watch: bool = True
    jobs: int = 1
    most: int = MOST_DECISIONS
    cluster: str | None = None


class Batches(Protocol):
    """What plays whole games by chance in native code."""

    def play_many(self, seeds: Sequence[int | str], many: None, most: int, threads: int, places: bool) -> Any: ...


class Batch(Protocol):
    """Games that were played together, in the order of their numbers."""

    def __len__(self) -> int: ...

    def playouts(self) -> Iterator[Playout]:
        """One by one."""

    def count(self, statistics: Statistics) -> None:
        """Add all of them to these."""


@frozen
class OneByOne:
    """Games that were played by themselves"""

    games: Sequence[Playout]

    def __len__(self) -> int:
        return len(self.games)

    def playouts(self) -> Iterator[Playout]:
        yield from self.games

    def count(self, statistics: Statistics) -> None:
        for playout in self.games:
            statistics.add(playout)


def native_code(game: Game, watch: bool) -> Batches | None:
    """What plays this game in native code here, with a look at every decision or without; none if nothing can."""
    return getattr(game.engine(), "watched" if watch else "whole", None)


def play_all(game: Game, plan: Plan) -> Iterator[Playout]:
    """All games; KeyboardInterrupt where somebody stops it."""
    for batch in play_batches(game, plan, singly=True):
        yield from batch.playouts()


def play_batches(game: Game, plan: Plan, singly: bool = False) -> Iterator[Batch]:
    """The same games, as many together as are played at once; `singly`: each game by itself is wanted, too."""
    code = native_code(game, plan.watch) if game.backend == "native" and plan.most <= MOST_NATIVE else None
    natively = code is not None and set(plan.bots) == {"random"}
    if plan.cluster is not None:
        from interpreter.simulate.batches.cluster import play_there

        given = (plan.seed, plan.games, plan.bots, plan.most, plan.watch, natively)
        return map(OneByOne, play_there(plan.cluster, game, *given))
    if code is not None and natively:
        together = plan.watch and not singly and plan.games >= MANY
        return _natively(code, plan, getattr(game.engine(), "gathering", None) if together else None)
    if plan.jobs > 1 and plan.games > 1:
        return map(OneByOne, _side_by_side(game, plan))
    return (OneByOne([playout]) for playout in _some(game, plan, range(plan.games)))


def _some(game: Game, plan: Plan, numbers: range) -> Iterator[Playout]:
    for number in numbers:
        yield play_out(game, seed_of(plan.seed, number), plan.bots, plan.most, plan.watch)


# ---------------------------------------------------------------- several processes

_work: tuple[Game, Plan] | None = None
"""What a process of ours works on."""


def _side_by_side(game: Game, plan: Plan) -> Iterator[list[Playout]]:
    size = max(1, min(MOST_AT_ONCE, plan.games // (4 * plan.jobs)))
    shares = [range(first, min(first + size, plan.games)) for first in range(0, plan.games, size)]
    # Fresh processes work everywhere alike, and inherit no threads.
    context = multiprocessing.get_context("spawn")
    jobs = min(plan.jobs, len(shares))
    with _deaf_to_ctrl_c(), _from_no_folder():
        started = context.Pool(jobs, _begin_work, (game.program, game.name, plan))
    with started as pool:
        results = pool.imap(_do_work, shares)
        for _ in shares:
            yield _wait(results)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes that begin in here do not hear Ctrl-C, from their first moment on: the first process ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _from_no_folder() -> Iterator[None]:
    """Python processes that begin in here import nothing from the folder where somebody stands: what lies there may
    be a stranger's.
    """
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = before


def _wait(results: Any) -> list[Playout]:
    """The next share; waking up now and then lets Ctrl-C through everywhere."""
    while True:
        try:
            return cast("list[Playout]", results.next(timeout=0.5))
        except multiprocessing.TimeoutError:
            continue


def _begin_work(program: Program, name: str, plan: Plan) -> None:
    from interpreter.game import Game

    global _work
    _work = Game(program, name=name), plan


def _do_work(numbers: range) -> list[Playout]:
    assert _work is not None
    return list(_some(*_work, numbers))


# ---------------------------------------------------------------- native code


def _natively(code: Batches, plan: Plan, gathering: Batches | None) -> Iterator[NativeBatch]:
    """Whole games in native code, as many at a time as take a moment.

    Once no cards are looked at any more `gathering` plays them, which adds the figures up itself, unless every other
    game has to be played once more by `code`.
    """
    from interpreter.simulate.batches.gathered import Gathered
    from interpreter.simulate.batches.played import NativeBatch
    from interpreter.simulate.batches.valued import CARD_GAMES

    def again(seeds: Sequence[str]) -> NativeBatch:
        return NativeBatch(code.play_many(seeds, None, plan.most, plan.jobs, False), seeds, plan.watch)

    first, size = 0, 20 * plan.jobs
    while first < plan.games:
        with_cards = plan.watch and first < CARD_GAMES
        last = min(first + size, plan.games, *([CARD_GAMES, first + MOST_WITH_CARDS] if with_cards else []))
        numbers = range(first, last)
        seeds = Seeds(plan.seed, numbers)
        began = time.perf_counter()
        playing = code if with_cards or gathering is None else gathering
        played = playing.play_many(seeds, None, plan.most, plan.jobs, with_cards)
        seconds = max(1e-4, time.perf_counter() - began)
        if playing is code:
            yield NativeBatch(played, seeds, plan.watch)
        else:
            batch = Gathered(played, seeds, plan.watch, again)
            yield batch
            if 2 * len(batch.doubtful) > len(batch):
                gathering = None
        first, size = numbers.stop, max(plan.jobs, min(4 * size, MOST_TOGETHER, int(size * NATIVE_SECONDS / seconds)))
