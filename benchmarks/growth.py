"""How compiling grows with the rules: the turn of Wer war's written 1, 10 and 30 times.

    python -m benchmarks.growth

Every step, hook and rule about steps is written again under another name, each turn has its own decision, and the
turns follow each other.  Times are CPU time of this process, from text to program (front), to Python (engine) and to
machine code (native); memory is the most that a fresh process needs for all of it.
"""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import time
from pathlib import Path

import interpreter.loading
from benchmarks.measure import Spread, ratio, table
from interpreter.machine.layout import layout_of
from interpreter.native.drive.compile import LARGE, Pipeline, object_of
from interpreter.native.emit.module import module_text
from interpreter.reference.source import python_text
from rulelang import project_from_text
from rulelang.ir.model.program import Program

GAME, PLAYERS = "werwars", 3
COPIES = (1, 10, 30)
ROUNDS = 3
PROCESS = Path("/proc/self/status")
REPEATED = re.compile(r"\b(gather|feed|clear|give_up)\b")


def repeated(copies: int) -> str:
    """The rules with so many turns, without their scenarios."""
    text = interpreter.loading.find(GAME).read_text(encoding="utf-8")
    text = re.split(r"^scenario ", text, maxsplit=1, flags=re.MULTILINE)[0]
    blocks = re.split(r"\n(?=\S)", re.sub(r" *(?:#.*| \[W[^\]]*\])$", "", text, flags=re.MULTILINE))
    again = [block for block in blocks if re.match(r"(to|after|forbid) ", block)]
    others = [block for block in blocks if block not in again]
    turn = next(block for block in blocks if block.startswith("play:"))
    head, body = turn.split("turns from starter:\n")
    body = re.sub(r"^    ", "", body, flags=re.MULTILINE)
    written = []
    for copy in range(copies):

        def renamed(block: str, copy: int = copy) -> str:
            return REPEATED.sub(lambda word: f"{word[0]}_{copy}" if copy else word[0], block)

        written += [renamed(block) for block in again] + [f"to turn_{copy}:\n{renamed(body)}"]
    calls = "\n".join(f"        turn_{copy}" for copy in range(copies))
    whole = [f"{head}turns from starter:\n{calls}" if block is turn else block for block in others]
    return "\n".join([*whole, *written]) + "\n"


def compiled(text: str) -> Program:
    found = project_from_text(text).compile(PLAYERS, (), {})
    if found.program is None:
        raise ValueError("\n".join(str(message) for message in found.diagnostics))
    return found.program


def stages(copies: int) -> dict[str, float]:
    text = repeated(copies)
    marks = [time.process_time()]
    program = compiled(text)
    marks.append(time.process_time())
    compile(python_text(layout_of(program)), "<rules>", "exec")
    marks.append(time.process_time())
    module = module_text(program, layout_of(program), True)
    pipeline: Pipeline = "fast" if module.instructions > LARGE else "mid"
    object_of(module.text, pipeline)
    marks.append(time.process_time())
    front, engine, native = (after - before for before, after in itertools.pairwise(marks))
    return {"front": front, "engine": engine, "native": native}


def memory(copies: int) -> float:
    """The most memory that a fresh process needs for this, in MB."""
    command = [sys.executable, "-m", "benchmarks.growth", str(copies)]
    child = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=True)
    return float(child.stdout)


def peak() -> float:
    """The most memory that this process has needed so far, in MB; what Linux tells about it."""
    status = PROCESS.read_text(encoding="utf-8")
    return int(re.findall(r"VmHWM:\s*(\d+) kB", status)[0]) / 1024


def main() -> None:
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        stages(int(sys.argv[1]))
        print(peak())
        return
    stages(1)
    found: dict[int, list[dict[str, float]]] = {copies: [] for copies in COPIES}
    for _ in range(ROUNDS):
        for copies in COPIES:
            found[copies].append(stages(copies))
    rows = []
    for stage in ("front", "engine", "native"):
        times = {copies: Spread(tuple(round[stage] for round in found[copies])) for copies in COPIES}
        growth = [str(ratio(times[copies], times[1])) for copies in COPIES[1:]]
        rows.append([stage, *(f"{times[copies].median * 1000:,.0f}" for copies in COPIES), *growth])
    table(["ms of CPU time", *(f"{n} turns" for n in COPIES), *(f"{n} / 1" for n in COPIES[1:])], rows)
    if PROCESS.exists():
        sizes = [memory(copies) for copies in COPIES]
        table(["memory", *(f"{n} turns" for n in COPIES)], [["MB", *(f"{size:,.0f}" for size in sizes)]])


if __name__ == "__main__":
    main()
