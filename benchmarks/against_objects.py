"""The backends beside careful object-style Python programs of the same games.

python -m benchmarks.against_objects
"""

from __future__ import annotations

import random
from importlib import import_module

from benchmarks.measure import Run, contest, print_rates
from benchmarks.ours import GAMES, PYTHON, python, stepping

OBJECTS, STEPS = "object-style Python", "Python, step by step (State)"
WRITTEN = ("werwars", "kuhn", "goofspiel")


def objects(name: str) -> Run:
    playout, rng, players = import_module(f"benchmarks.objects.{name}").playout, random.Random(1), GAMES[name]

    def run(games: int) -> None:
        for _ in range(games):
            playout(players, rng)

    return run


def main() -> None:
    for name in WRITTEN:
        ours = {PYTHON: python(name), STEPS: stepping(name, STEPS)}
        print_rates(name, contest({OBJECTS: objects(name), **ours}), [OBJECTS])


if __name__ == "__main__":
    main()
