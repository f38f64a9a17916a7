"""The Python-source backend beside a careful object-style Python program of the same game.

    python -m benchmarks.python_backend [--games 200] [--rounds 7]

Both play whole random games of Wer war's with three players in one process, turn about; printed is the median of the
ratios of the rounds, with the smallest and the largest.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import interpreter
from benchmarks import werwars_objects


def objects(games: int) -> Callable[[], int]:
    def run() -> int:
        rng = random.Random(1)
        return sum(werwars_objects.playout(3, rng)[0] for _ in range(games))

    return run


def backend(games: int) -> Callable[[], int]:
    game = interpreter.load("werwars", players=3)

    def run() -> int:
        decisions = 0
        for seed in range(games):
            state = game.new(seed=seed, log=False)
            decisions += state.playout()
        return decisions

    return run


def seconds(run: Callable[[], int]) -> tuple[float, int]:
    start = time.process_time()
    decisions = run()
    return time.process_time() - start, decisions


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--rounds", type=int, default=7)
    chosen = options.parse_args()
    ours, theirs = backend(chosen.games), objects(chosen.games)
    ours(), theirs()
    ratios = []
    for number in range(chosen.rounds):
        pair = [("ours", ours), ("theirs", theirs)]
        times = {name: seconds(run) for name, run in (pair if number % 2 else reversed(pair))}
        rates = {name: decisions / spent for name, (spent, decisions) in times.items()}
        ratios.append(rates["ours"] / rates["theirs"])
        shown = ", ".join(f"{name} {rate:,.0f} decisions/s" for name, rate in rates.items())
        print(f"round {number + 1}: {shown}; ratio {ratios[-1]:.2f}")
    spread = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
    print(f"Python-source backend / object-style Python: {spread}")


if __name__ == "__main__":
    main()
