"""Two threads beside one, whole games in machine code.

    python -m benchmarks.threads

Here the time on the wall counts, which only a machine with nothing else to do can give: so the CPU time that both
threads got is told too.  Games in a second of CPU time must be the same with two threads: then they do not hold
each other up, and the rest is up to the machine.
"""

from __future__ import annotations

import time

from benchmarks.measure import ROUNDS, Spread, enough, ratio, table
from benchmarks.ours import GAMES, engine, native

SEEDS = 64


def rates(name: str, threads: int, games: int) -> tuple[float, float, float]:
    """Games in a second on the wall, in a second of CPU time, and how many cores were had."""
    wall, used = time.perf_counter(), time.process_time()
    engine(name).play_many(range(SEEDS), games, threads=threads)
    wall, used = time.perf_counter() - wall, time.process_time() - used
    return SEEDS * games / wall, SEEDS * games / used, used / wall


def main() -> None:
    rows = []
    for name in GAMES:
        games = max(1, enough(native(name), 0.4) // SEEDS)
        found: dict[int, list[tuple[float, float, float]]] = {1: [], 2: []}
        for _ in range(ROUNDS):
            for threads in (1, 2):
                found[threads].append(rates(name, threads, games))
        wall, used, cores = (
            {threads: Spread(tuple(run[column] for run in found[threads])) for threads in (1, 2)} for column in range(3)
        )
        rows.append([name, ratio(wall[2], wall[1]), ratio(used[2], used[1]), ratio(cores[2], cores[1]), cores[2]])
    table(["two threads / one", "on the wall", "by CPU time", "cores had", "cores had by two"], rows)


if __name__ == "__main__":
    main()
