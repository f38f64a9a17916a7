"""A report about 10,000 random games, as a command, beside `python -c pass`; CPU time of the whole process.

python -m benchmarks.reports
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.cold_start import RULEC, seconds
from benchmarks.measure import Spread, table
from benchmarks.ours import GAMES

MANY, ROUNDS = 10_000, 2


def main() -> None:
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for game, players in ({"edspants": 4, "pickpocket": 4} | GAMES).items():
            command = (*RULEC, "simulate", game, "-n", str(MANY), "--players", str(players), "--backend", "native")
            seconds(command, Path(name))  # compiles
            rows.append([game, Spread(tuple(seconds(command, Path(name)) for _ in range(ROUNDS)))])
    table([f"report of {MANY:,} games", "s of CPU time"], rows)


if __name__ == "__main__":
    main()
