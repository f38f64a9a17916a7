"""The backends beside careful object-style Python programs of the same games.

The object-style programs play one game after another with one generator, and reckon the scores at the end.  So there is
a row in which we do just that: all choices counted, one of them made, scores reckoned, the generator going on from
game to game.  In the others every game has a seed of its own, which has to be hashed, and a `State`.

python -m benchmarks.against_objects
"""

from __future__ import annotations

import random
from importlib import import_module

from benchmarks.measure import Run, contest, print_rates
from benchmarks.ours import GAMES, PYTHON, game, python, stepping
from interpreter.python.engine import PythonEngine

OBJECTS, STEPS = "object-style Python", "Python, step by step (State)"
MANY = "Python backend, one game after another"
WRITTEN = ("werwars", "kuhn", "goofspiel")


def objects(name: str) -> Run:
    playout, rng, players = import_module(f"benchmarks.objects.{name}").playout, random.Random(1), GAMES[name]

    def run(games: int) -> None:
        for _ in range(games):
            playout(players, rng)

    return run


def one_after_another(name: str) -> Run:
    """Our games as the others are played: each goes on with the generator where the last one stopped, and its scores
    are reckoned."""
    engine, seeds = PythonEngine(game(name).program), iter(range(1_000_000_000))
    return lambda games: engine.play_many(next(seeds), games)


def competitors(name: str) -> dict[str, Run]:
    ours = {MANY: one_after_another(name), PYTHON: python(name), STEPS: stepping(name, STEPS)}
    return {OBJECTS: objects(name), **ours}


def main() -> None:
    for name in WRITTEN:
        print_rates(name, contest(competitors(name)), [OBJECTS])


if __name__ == "__main__":
    main()
