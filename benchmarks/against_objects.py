"""The backends beside careful object-style Python programs of the same games.

The object-style programs play one game after another with one generator, and reckon the scores at the end; of ours
every game has a seed of its own, which has to be hashed, and a `State`.

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


def competitors(name: str) -> dict[str, Run]:
    return {OBJECTS: objects(name), PYTHON: python(name), STEPS: stepping(name, STEPS)}


def main() -> None:
    for name in WRITTEN:
        print_rates(name, contest(competitors(name)), [OBJECTS])


if __name__ == "__main__":
    main()
