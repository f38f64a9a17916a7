"""How long commands take from a cold process, beside `python -c pass`.

    python -m benchmarks.cold_start

CPU time of the child with all of its threads, so that other processes on the machine count for little; the children
take turns.  Each command is run twice with a cache folder of its own: empty at first, as after an installation (the
tables of the parser and the machine code are made), then with what the first run has left there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import interpreter.loading
from benchmarks.measure import Spread, ratio, table

ROUNDS = 3
RULEC = (sys.executable, "-m", "rulelang")
GAMES = ("werwars", "edspants", "pickpocket")
NATIVE = (
    "import interpreter, sys; game = interpreter.load(sys.argv[1], backend='native'); game.engine().play_many([1], 1)"
)
BASE = "python -c pass"
Command = tuple[str, ...]


def commands(folder: Path) -> dict[str, Command]:
    """Each command with its arguments; the rules are copies, saved a moment ago."""
    rules = {}
    for name in GAMES:
        path = interpreter.loading.find(name)
        rules[name] = str(shutil.copy(path, folder))
        if (path.parent / name).is_dir():  # its cards
            shutil.copytree(path.parent / name, folder / name)
    return {
        BASE: (sys.executable, "-c", "pass"),
        "rulec --version": (*RULEC, "--version"),
        **{f"rulec check {name}": (*RULEC, "check", path) for name, path in rules.items()},
        "rulec play werwars, quit at once": (*RULEC, "play", rules["werwars"]),
        "rulec test werwars": (*RULEC, "test", rules["werwars"]),
        **{f"first native game, {name}": (sys.executable, "-c", NATIVE, path) for name, path in rules.items()},
    }


def seconds(command: Command, cache: Path) -> float:
    """CPU time of the command; nothing can be typed into it."""
    environment = os.environ | {"XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(Path(__file__).parents[1])}
    environment["PYTHONPYCACHEPREFIX"] = str(cache.parent / "bytecode")  # kept, as wherever Python is installed
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    child = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):  # a game without a player is left, which is no success
        raise RuntimeError(f"{' '.join(command)} ended with {child.returncode}")
    return used.ru_utime + used.ru_stime


def measured(all_commands: Mapping[str, Command], folder: Path) -> dict[str, tuple[Spread, Spread]]:
    """For each command its times with an empty cache, and with what that run has left there."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in all_commands}
    for round in range(ROUNDS + 1):
        for number, (name, command) in enumerate(all_commands.items()):
            cache = folder / f"cache {round} {number}"
            taken = seconds(command, cache), seconds(command, cache)
            if round:  # the first round only writes Python's bytecode
                found[name].append(taken)
    return {
        name: (Spread(tuple(first for first, _ in times)), Spread(tuple(again for _, again in times)))
        for name, times in found.items()
    }


def main() -> None:
    if not hasattr(os, "wait4"):
        print("Cold start: left out, this system does not tell the CPU time of a child.\n")
        return
    with tempfile.TemporaryDirectory() as name:
        times = measured(commands(Path(name)), Path(name))
    rows = [
        [name, _milliseconds(again), ratio(again, times[BASE][1]), _milliseconds(first)]
        for name, (first, again) in times.items()
    ]
    table(["command", "ms of CPU time", f"times {BASE}", "ms with nothing cached"], rows)


def _milliseconds(spread: Spread) -> Spread:
    return Spread(tuple(1000 * second for second in spread.values))


if __name__ == "__main__":
    main()
