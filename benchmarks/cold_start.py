"""How long commands take from a cold process, beside `python -c pass`, and until a game asks its first question.

    python -m benchmarks.cold_start

CPU time of the child with all of its threads, so that other processes on the machine count for little; the children
take turns.  The package is copied as it is installed, with its parser.  Each command is run four times with a cache
folder of its own: empty at first, as after an installation; then with what the first run has left there and nothing
changed; then after an edit behind the rules, as of a scenario; then after one before them, by which every rule stands
elsewhere.  A game is begun in a terminal of its own, and ended at its first question.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

import interpreter.loading
from benchmarks.measure import Spread, ratio, table
from rulelang.syntax import grammar

ROUNDS = 5
ROOT = Path(__file__).parents[1]
RULEC = (sys.executable, "-P", "-m", "rulelang")
GAMES = ("werwars", "pickpocket", "edspants")
NATIVE = (
    "import interpreter, sys; game = interpreter.load(sys.argv[1], backend='native'); game.engine().play_many([1], 1)"
)
BASE = "python -c pass"
QUESTION = {"--plain": b"A> ", "": b"your turn"}
"""What stands on the screen when the first question is asked, by the option of `rulec play`."""
LONGEST = 60

Command = tuple[str, ...]
Run = Callable[[Command, dict[str, str]], float]


def commands(folder: Path) -> Iterator[tuple[str, Command, Run]]:
    """What each is called, its arguments, and how it is run; the rules are copies."""
    yield BASE, (sys.executable, "-c", "pass"), finished
    yield "rulec --version", (*RULEC, "--version"), finished
    rules = {name: copied(name, folder) for name in GAMES}
    for name, path in rules.items():
        yield f"rulec check {name}", (*RULEC, "check", path), finished
    for option, mark in QUESTION.items():
        for name, path in rules.items():
            asked = (*RULEC, "play", path, "--seed", "7", *([option] if option else []))
            yield f"first question of {name}{' ' * bool(option)}{option}", asked, until(mark)
    yield "rulec test werwars", (*RULEC, "test", rules["werwars"]), finished
    for name, path in rules.items():
        yield f"first native game, {name}", (sys.executable, "-P", "-c", NATIVE, path), finished


def copied(name: str, folder: Path) -> str:
    """The rules of a game with its cards, in a folder of their own."""
    path = interpreter.loading.find(name)
    if (path.parent / name).is_dir():
        shutil.copytree(path.parent / name, folder / name)
    return str(shutil.copy(path, folder))


def installed(folder: Path) -> Path:
    """The packages as a wheel holds them."""
    for package in ("rulelang", "interpreter"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    grammar.write(folder / "rulelang" / "syntax" / grammar.BUILT.name)
    return folder


def environment(cache: Path, package: Path = ROOT) -> dict[str, str]:
    """What a child is told: where the packages lie, where results and games are kept; bytecode is kept too, as wherever
    Python is installed.
    """
    around = os.environ | {"PYTHONPATH": str(package), "XDG_CACHE_HOME": str(cache), "XDG_STATE_HOME": str(cache)}
    around["PYTHONPYCACHEPREFIX"] = str(cache.parent / "bytecode")
    around.pop("PYTHONDONTWRITEBYTECODE", None)
    return around


def finished(command: Command, environment: dict[str, str]) -> float:
    """CPU time of a command that nothing can be typed into."""
    child = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {child.returncode}")
    return used.ru_utime + used.ru_stime


def until(mark: bytes) -> Run:
    """CPU time of a command in a terminal until this is on its screen; the command is ended then."""

    def run(command: Command, environment: dict[str, str]) -> float:
        child, terminal = import_module("pty").fork()
        if not child:
            os.execve(command[0], command, environment | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"})
        shown = b""
        while not re.search(mark, shown):
            try:
                more = os.read(terminal, 65536) if select.select([terminal], [], [], LONGEST)[0] else b""
            except OSError:  # it has ended
                more = b""
            if not more:
                raise RuntimeError(f"{' '.join(command)} asks nothing:\n{shown.decode(errors='replace')}")
            shown += more
        os.kill(child, signal.SIGKILL)
        _, _, used = os.wait4(child, 0)
        os.close(terminal)
        return float(used.ru_utime + used.ru_stime)

    return run


def measured(folder: Path) -> Mapping[str, tuple[Spread, ...]]:
    """For each command its times with an empty cache, unchanged, and after each edit."""
    package, rules = installed(folder / "package"), folder / "rules"
    rules.mkdir()
    listed = list(commands(rules))
    found: dict[str, list[tuple[float, ...]]] = {name: [] for name, _, _ in listed}
    for round in range(ROUNDS + 1):
        for number, (name, command, run) in enumerate(listed):
            around = environment(folder / f"cache {round} {number}", package)
            taken = [run(command, around), run(command, around)]
            for edit in ("{text}# edited {round}\n", "# edited {round}\n{text}"):
                for file in (Path(word) for word in command if word.endswith(".rules")):
                    file.write_text(edit.format(text=file.read_text("utf-8"), round=round), "utf-8")
                taken.append(run(command, around))
            if round:  # the first round only writes Python's bytecode
                found[name].append(tuple(taken))
    return {name: tuple(Spread(times) for times in zip(*rounds, strict=True)) for name, rounds in found.items()}


def main() -> None:
    if not hasattr(os, "wait4"):
        print("Cold start: left out, this system does not tell the CPU time of a child.\n")
        return
    with tempfile.TemporaryDirectory() as name:
        times = measured(Path(name))
    rows = [
        [name, _milliseconds(again), ratio(again, times[BASE][1]), *map(_milliseconds, (behind, before, first))]
        for name, (first, again, behind, before) in times.items()
    ]
    edited = ["a scenario edited", "a rule edited"]
    heading = ["ms of CPU time", "nothing changed", f"times {BASE}", *edited, "with nothing cached"]
    table(heading, rows)
    print(f"Load of the machine: {', '.join(f'{load:.1f}' for load in os.getloadavg())}\n")


def _milliseconds(spread: Spread) -> Spread:
    return Spread(tuple(1000 * second for second in spread.values))


if __name__ == "__main__":
    main()
