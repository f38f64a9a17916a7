"""A report about 10,000 random games, as a command, beside `python -c pass`; CPU time of the whole process.

python -m benchmarks.reports
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import interpreter
from benchmarks.cold_start import RULEC, environment, finished
from benchmarks.measure import Spread, spent, table
from benchmarks.ours import GAMES
from interpreter.native.drive.compile import Pipeline
from interpreter.native.drive.engine import NativeEngine

MANY, ROUNDS = 10_000, 2
PIPELINES: tuple[Pipeline, Pipeline] = ("full", "fast")


def played(name: str, players: int) -> tuple[float, float, int]:
    """Seconds of CPU time for the games alone, with all checks, well and quickly compiled, and the bytes of a state."""
    game = interpreter.load(name, players=players)
    well, quickly = (_alone(NativeEngine(game.program, game.layout, pipeline=pipeline)) for pipeline in PIPELINES)
    return well, quickly, 4 * game.layout.size


def _alone(engine: NativeEngine) -> float:
    engine.play_many([1], 1)  # compiles
    return spent(lambda games: engine.play_many([1], games), MANY)


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


if __name__ == "__main__":
    main()
