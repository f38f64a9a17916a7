"""A report about 10,000 random games, as a command; one about 100,000 beside C that plays so many and tells nothing.
CPU time of the whole process.

python -m benchmarks.reports
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import interpreter
from benchmarks.against_c import COUNTING, FLAGS
from benchmarks.cold_start import RULEC, environment, finished
from benchmarks.measure import Spread, ratio, spent, table
from benchmarks.ours import GAMES
from benchmarks.programs import compiler, program
from interpreter.native.drive.compile import Pipeline
from interpreter.native.drive.engine import NativeEngine

MANY, ROUNDS = 10_000, 2
MANY_IN_ALL = 100_000
"""Games of Wer war's in a report beside C."""
PIPELINES: tuple[Pipeline, Pipeline] = ("full", "fast")


def played(name: str, players: int) -> tuple[float, float, int]:
    """Seconds of CPU time for the games alone, with all checks, well and quickly compiled, and the bytes of a state."""
    game = interpreter.load(name, players=players)
    well, quickly = (_alone(NativeEngine(game.program, game.layout, pipeline=pipeline)) for pipeline in PIPELINES)
    return well, quickly, 4 * game.layout.size


def _alone(engine: NativeEngine) -> float:
    engine.play_many([1], 1)  # compiles
    return spent(lambda games: engine.play_many([1], games), MANY)


def beside_c() -> None:
    """The whole command, warm, beside the games alone in C that counts, in turn."""
    play = program("werwars", *FLAGS, "-DCOUNTING")
    play(1)
    command = (*RULEC, "simulate", "werwars", "-n", str(MANY_IN_ALL), "--players", str(GAMES["werwars"]))
    runs: dict[str, list[float]] = {COUNTING: [], "rulec simulate": [], "rulec simulate -n 1": []}
    with tempfile.TemporaryDirectory() as name:
        around = environment(Path(name) / "cache")
        finished(command, around)  # compiles well, beside its games
        finished((*command, "--jobs", "1"), around)
        for _ in range(ROUNDS + 1):
            runs[COUNTING].append(spent(play, MANY_IN_ALL))
            runs["rulec simulate"].append(finished(command, around))
            runs["rulec simulate -n 1"].append(finished((*command, "-n", "1"), around))
    base = Spread(tuple(MANY_IN_ALL / seconds for seconds in runs[COUNTING]))
    rows = []
    for row, seconds in runs.items():
        rate = Spread(tuple(MANY_IN_ALL / one for one in seconds))
        shown = ["", ""] if row.endswith("-n 1") else [rate, ratio(rate, base)]
        rows.append([row, Spread(tuple(seconds)), *shown])
    table([f"{MANY_IN_ALL:,} games of werwars", "s of CPU time", "games/s", f"times {COUNTING}"], rows)


def main() -> None:
    rows = []
    with tempfile.TemporaryDirectory() as name:
        cache = Path(name) / "cache"
        for game, players in ({"edspants": 4, "pickpocket": 4} | GAMES).items():
            command = (*RULEC, "simulate", game, "-n", str(MANY), "--players", str(players), "--backend", "native")
            finished(command, environment(cache))  # compiles
            well, quickly, size = played(game, players)
            rows.append(
                [
                    game,
                    f"{well:.2f}",
                    f"{quickly:.2f}",
                    size,
                    Spread(tuple(finished(command, environment(cache)) for _ in range(ROUNDS))),
                ]
            )
    table(
        [
            f"report of {MANY:,} games",
            "s of CPU time, games alone",
            "compiled quickly",
            "state, bytes",
            "whole command",
        ],
        rows,
    )
    if compiler() is not None:
        beside_c()


if __name__ == "__main__":
    main()
