"""Our side of every comparison: games of the library on each backend, ready to be measured."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

import interpreter
from benchmarks.measure import Run
from interpreter.game import Game
from interpreter.native.engine import NativeEngine
from interpreter.native.stepper import Stepper

GAMES = {"werwars": 3, "kuhn": 2, "goofspiel": 2, "letters": 3}
"""The games that are measured, with the number of players."""
CHECKED, UNCHECKED, PYTHON = "native, checked, mid", "native, unchecked, full", "Python backend"


@cache
def game(name: str, backend: str = "python") -> Game:
    return interpreter.load(name, players=GAMES.get(name, 2), backend=backend)


@cache
def engine(name: str, checked: bool) -> NativeEngine:
    """The native engine of a game, either with all checks or as fast as can be."""
    made = NativeEngine(game(name).program, checked=checked, pipeline="mid" if checked else "full")
    if made.native is None:
        raise RuntimeError("there is no llvmlite here")
    return made


def native(name: str, checked: bool) -> Run:
    """Whole random games in machine code."""
    player, seeds = engine(name, checked), iter(range(1_000_000_000))
    return lambda games: player.play_many([next(seeds)], games)


def python(name: str) -> Run:
    """Whole random games on the Python backend."""
    seeds = iter(range(1_000_000_000))

    def run(games: int) -> None:
        for _ in range(games):
            game(name).new(seed=next(seeds), log=False).playout()

    return run


def steps(name: str, backend: str) -> Iterator[int]:
    """Random games driven choice by choice from Python, for ever; gives the decisions of each."""
    for seed in range(1_000_000_000):
        state, decisions = game(name, backend).new(seed=seed, log=False), 0
        while state.decision is not None:
            state.apply(state.random_choice())
            decisions += 1
        yield decisions


def native_steps(name: str) -> Iterator[int]:
    """The same in machine code, with `Stepper`."""
    stepper, draw = Stepper(game(name)), random.Random(1).random
    many = stepper.begin(1)
    while True:
        decisions = 0
        while many:
            many = stepper.choose(int(draw() * many))
            decisions += 1
        yield decisions
        many = stepper.again()


def stepping(name: str, way: str) -> Run:
    playing = WAYS[way](name)

    def run(games: int) -> None:
        for _ in range(games):
            next(playing)

    return run


WAYS: dict[str, Callable[[str], Iterator[int]]] = {
    "native, step by step (Stepper)": native_steps,
    "native, step by step (State)": lambda name: steps(name, "native"),
    "Python, step by step (State)": lambda name: steps(name, "python"),
}


def all_of(name: str) -> dict[str, Run]:
    """Every way in which we play whole games."""
    return {UNCHECKED: native(name, False), CHECKED: native(name, True), PYTHON: python(name)}
