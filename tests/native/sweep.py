"""Every value of every option, in every variant, with every number of players: native code and Python, state by state.

python -m tests.native.sweep 1000                  all games, so many seeds for each setting
python -m tests.native.sweep 1000:2000 werwars     one game, with these seeds
"""

from __future__ import annotations

import multiprocessing
import random
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

from interpreter.game import Game
from interpreter.loading import bundled
from interpreter.machine.layout import layout_of
from interpreter.native.drive.calls import Native
from interpreter.reference.engine import ReferenceEngine
from rulelang.compiling import Project, project_from_file
from rulelang.ir.optimise import optimised
from tests.native.playing import compare_whole

LONGEST = 5_000
MOMENTS = 4
"""So many states of each whole game are looked at, and its end."""
Setting: TypeAlias = tuple[Path, int, tuple[str, ...], tuple[tuple[str, str], ...]]
"""A file, how many play, the variants, and options that have not their normal values."""


@cache
def project(file: Path) -> Project:
    found = project_from_file(file)
    assert isinstance(found, Project)
    return found


def settings(file: Path) -> Iterator[Setting]:
    """The normal setting and each with one option changed, for every variant and number of players."""
    for variants in [(), *((title,) for title in project(file).variants)]:
        program, _ = project(file).resolve(variants)
        fewest, most = program.players
        changed = [
            ((option.name, value),)
            for option in program.options.values()
            for value in option.values
            if value != program.chosen.get(option.name, option.normally)
        ]
        for options in [(), *changed]:
            for players in range(fewest, most + 1):
                yield file, players, variants, options


def same(setting: Setting, seeds: range) -> int:
    """Plays all seeds on all engines; says how many states were the same.  AssertionError where one is not."""
    file, players, variants, options = setting
    compiled = project(file).compile(players, variants, dict(options))
    if compiled.program is None:  # not every option goes with every number of players
        return 0
    program = compiled.program
    engine, games = ReferenceEngine(program), (Game(program, "native"), Game(program, "python"))
    both = [Native(each, layout_of(each, packed=True), True, None) for each in (program, optimised(program))]
    steps = sum(_step_by_step(games, seed) for seed in seeds)
    return steps + sum(_whole(packed, engine, seed) for seed in seeds for packed in both)


def _step_by_step(games: tuple[Game, Game], seed: int) -> int:
    """One game, its choices drawn outside; the states are compared after every step."""
    native, python = (game.new(seed, log=False) for game in games)
    drawn = random.Random(seed)
    steps = 0
    while native.many and steps < LONGEST:
        assert (native.many, native.player) == (python.many, python.player)
        assert native.array == python.array
        index = drawn.randrange(native.many)
        native.apply(index)
        python.apply(index)
        steps += 1
    assert native.array == python.array
    assert native.result == python.result
    return steps + 1


def _whole(packed: Native, engine: ReferenceEngine, seed: int) -> int:
    drawn = random.Random(seed)
    moments = sorted(drawn.sample(range(200), MOMENTS))
    compare_whole(packed, engine, seed, [*moments, LONGEST])
    return MOMENTS + 1


def _work(given: tuple[Setting, range]) -> tuple[Setting, int, str]:
    setting, seeds = given
    try:
        return setting, same(setting, seeds), ""
    except Exception as problem:
        return setting, 0, f"{type(problem).__name__}: {problem}"[:300]


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def main() -> None:
    seeds, names = range(*map(int, sys.argv[1].split(":"))), sys.argv[2:] or list(bundled())
    work = [(setting, seeds) for name in names for setting in settings(bundled()[name])]
    began, states, bad = time.monotonic(), 0, 0
    with multiprocessing.Pool() as pool:
        for number, (setting, found, problem) in enumerate(pool.imap_unordered(_work, work), 1):
            states += found
            bad += bool(problem)
            if problem:
                say("differs:", setting, problem)
            if number % 20 == 0 or number == len(work):
                seconds = round(time.monotonic() - began)
                say(f"{number} of {len(work)} settings, {states} states, {bad} differ, {seconds} s")


if __name__ == "__main__":
    main()
