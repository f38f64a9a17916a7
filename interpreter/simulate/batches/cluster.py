"""Games that are played on a Dask cluster.

Comes in: a game, a plan with the address of a scheduler.  Goes out: the same playouts in the same order as on one
machine.  A share of games that a worker dies over is played by another one.  Dask (the extra `cluster`) is imported on
use.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from interpreter.machine.generator import seed_of
from interpreter.simulate.playout import Playout, play_out

if TYPE_CHECKING:
    from interpreter.game import Game

SHARES = 64
"""Into so many shares at least a run is parted …"""
MOST_NATIVE, MOST_OTHERS = 2000, 50
"""… of at most so many games in native code, or otherwise."""
AHEAD = 4
"""So many shares for each thread of the cluster are handed out before the first of them is back."""
PATIENCE = 15
"""Seconds until a scheduler that does not answer is given up."""


class ClusterTrouble(Exception):
    """A cluster that is not there, or whose workers cannot play; the message is for people."""


def play_there(
    address: str, game: Game, seed: str, games: int, bots: Sequence[str], most: int, watch: bool, native: bool
) -> Iterator[list[Playout]]:
    """All games, a share at a time.  ClusterTrouble says why that cannot be."""
    from distributed import CancelledError, Client, KilledWorker

    packed = pickle.dumps((game.program, game.name))
    size = max(1, min(MOST_NATIVE if native else MOST_OTHERS, games // SHARES))
    shares = iter([range(first, min(first + size, games)) for first in range(0, games, size)])
    try:
        client = Client(address, timeout=PATIENCE)
    except Exception as problem:  # what is wrong with an address Dask tells by errors of many sorts
        raise ClusterTrouble(f"no scheduler answers at `{address}`: {' '.join(str(problem).split())}") from problem
    with client:
        waiting: deque[Any] = deque()
        room = AHEAD * max(1, sum(client.nthreads().values()))

        def hand_out() -> None:
            for numbers in shares:
                given = (packed, seed, tuple(bots), most, watch, native, numbers)
                waiting.append(client.submit(_played, *given, pure=False, retries=2))
                if len(waiting) >= room:
                    return

        hand_out()
        try:
            while waiting:
                yield waiting.popleft().result()
                hand_out()
        except KilledWorker as problem:
            raise ClusterTrouble(f"workers died over the same games again and again: {problem}") from problem
        except (CancelledError, OSError) as problem:
            raise ClusterTrouble(f"the scheduler at `{address}` is gone: {problem}") from problem
        except ModuleNotFoundError as problem:
            raise ClusterTrouble(f"the workers at `{address}` need rulelang too: {problem}") from problem
        finally:
            client.cancel(list(waiting))


def _played(
    packed: bytes, seed: str, bots: Sequence[str], most: int, watch: bool, native: bool, numbers: range
) -> list[Playout]:
    """What a worker does."""
    game = _game(packed, native)
    seeds = [seed_of(seed, number) for number in numbers]
    code = getattr(game.engine(), "watched" if watch else "whole", None) if native else None
    if code is None:
        return [play_out(game, one, bots, most, watch) for one in seeds]
    from interpreter.simulate.batches.played import NativeBatch
    from interpreter.simulate.batches.valued import CARD_GAMES

    with_cards = watch and numbers.start < CARD_GAMES
    return list(NativeBatch(code.play_many(seeds, None, most, 1, with_cards), seeds, watch).playouts())


@lru_cache(maxsize=4)
def _game(packed: bytes, native: bool) -> Game:
    from interpreter.game import Game

    program, name = pickle.loads(packed)
    return Game(program, "native", name) if native else Game(program, name=name)
