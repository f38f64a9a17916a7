"""How long commands take from a cold process, beside `python -c pass`.

    python -m benchmarks.cold_start

CPU time of the child with all of its threads, so that other processes on the machine count for little; the children
take turns.  The cache of compiled programs is empty for `first native game`, full for the one after it.
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
LARGEST = "edspants"
NATIVE = (
    "import interpreter, sys; game = interpreter.load(sys.argv[1], backend='native'); game.engine().play_many([1], 1)"
)
BASE = "python -c pass"


def commands(folder: Path) -> dict[str, tuple[str, ...]]:
    """Each command with its arguments; the rules are copies, saved a moment ago."""
    native = {}
    for name in ("werwars", LARGEST):
        shutil.copy(interpreter.loading.find(name), folder)
        native[f"first native game, {name}"] = native[f"the same, compiled before, {name}"] = (
            sys.executable, "-c", NATIVE, str(folder / f"{name}.rules"),
        )  # fmt: skip
    shutil.copytree(interpreter.loading.find(LARGEST).parent / LARGEST, folder / LARGEST)
    rules = {name: str(folder / f"{name}.rules") for name in ("werwars", LARGEST)}
    return {
        BASE: (sys.executable, "-c", "pass"),
        "rulec --version": (*RULEC, "--version"),
        "rulec check werwars": (*RULEC, "check", rules["werwars"]),
        f"rulec check {LARGEST}": (*RULEC, "check", rules[LARGEST]),
        "rulec play werwars, quit at once": (*RULEC, "play", rules["werwars"]),
        "rulec test werwars": (*RULEC, "test", rules["werwars"]),
        **native,
    }


def seconds(command: tuple[str, ...], cache: Path) -> float:
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


def measured(all_commands: Mapping[str, tuple[str, ...]], folder: Path) -> dict[str, Spread]:
    found: dict[str, list[float]] = {name: [] for name in all_commands}
    for number in range(ROUNDS + 1):
        cache = folder / f"cache{number}"
        for name, command in all_commands.items():
            taken = seconds(command, cache)
            if number:  # the first round only writes Python's bytecode
                found[name].append(taken)
    return {name: Spread(tuple(times)) for name, times in found.items()}


def main() -> None:
    if not hasattr(os, "wait4"):
        print("Cold start: left out, this system does not tell the CPU time of a child.\n")
        return
    with tempfile.TemporaryDirectory() as name:
        times = measured(commands(Path(name)), Path(name))
    rows = [
        [name, Spread(tuple(1000 * second for second in spread.values)), ratio(spread, times[BASE])]
        for name, spread in times.items()
    ]
    table(["command", "ms of CPU time", f"times {BASE}"], rows)


if __name__ == "__main__":
    main()
