"""Our side of every comparison: games of the library on each backend, ready to be measured."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import interpreter
from benchmarks.measure import Run
from interpreter.game import Game
from interpreter.native.drive.compile import Pipeline
from interpreter.native.drive.engine import NativeEngine

GAMES = {"werwars": 3, "kuhn": 2, "goofspiel": 2, "letters": 3}
"""The games that are measured, with the number of players."""
TOGETHER = 1024
AT_A_TIME = 100_000
BATCH = f"native, {TOGETHER} games together (Batch)"
UNCHECKED, CHECKED, QUICK = "native, unchecked", "native, checked", "native, checked, compiled quickly"
PYTHON = "Python backend"


@cache
def game(name: str, backend: str = "python") -> Game:
    return interpreter.load(name, players=GAMES.get(name, 2), backend=backend)


@cache
def engine(name: str, checked: bool = True, pipeline: Pipeline = "full") -> NativeEngine:
    """The native engine of a game."""
    made = NativeEngine(game(name).program, checked=checked, pipeline=pipeline)
    if made.whole is None:
        raise RuntimeError("there is no llvmlite here")
    return made


def native(name: str, checked: bool = True, pipeline: Pipeline = "full") -> Run:
    """Whole random games in machine code, so many at a time that their rows need not be new memory each time."""
    player, seeds = engine(name, checked, pipeline), iter(range(1_000_000_000))

    def run(games: int) -> None:
        for first in range(0, games, AT_A_TIME):
            player.play_many([next(seeds)], min(AT_A_TIME, games - first))

    return run


def python(name: str) -> Run:
    """Whole random games on the Python backend."""
    seeds = iter(range(1_000_000_000))

    def run(games: int) -> None:
        for _ in range(games):
            game(name).new(seed=next(seeds), log=False).playout()

    return run


def steps(name: str, backend: str) -> Iterator[int]:
    """Random games driven choice by choice from Python, for ever; gives the decisions of each."""
    state, draw = game(name, backend).new(seed=1, log=False), random.Random(1).random
    while True:
        decisions = 0
        while many := state.many:
            state.apply(int(draw() * many))
            decisions += 1
        _ = state.returns
        yield decisions
        state.again()


def stepping(name: str, way: str) -> Run:
    playing = steps(name, WAYS[way])

    def run(games: int) -> None:
        for _ in range(games):
            next(playing)

    return run


WAYS = {"native, step by step (State)": "native", "Python, step by step (State)": "python"}
"""The ways to drive one game from Python, with the backend of each."""


def batches(name: str) -> Iterator[tuple[int, int]]:
    """Many random games driven together, for ever; how many decisions one call made, and how many games it ended."""
    batch = game(name, "native").batch(range(TOGETHER))
    begun = 0
    while True:
        ended = batch.step(batch.random_choices()).count(0)
        yield TOGETHER - begun, ended
        begun = ended


def together(name: str) -> Run:
    playing = batches(name)

    def run(games: int) -> None:
        ended = 0
        while ended < games:
            ended += next(playing)[1]

    return run


def driven(name: str) -> dict[str, Run]:
    """Every way in which Python can drive games."""
    return {BATCH: together(name)} | {way: stepping(name, way) for way in WAYS}


def all_of(name: str) -> dict[str, Run]:
    """Every way in which we play whole games."""
    return {
        UNCHECKED: native(name, checked=False),
        CHECKED: native(name),
        QUICK: native(name, pipeline="fast"),
        PYTHON: python(name),
    }
