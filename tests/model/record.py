"""Vectors: what an engine made of operations by chance, kept as data, so that a later one can be held against it.

    python -m tests.model.record FOLDER         for all games and crafted programs, with the plain engine

A file is compressed JSON: `program` (the declarations, as Python writes them), `seed`, `first` (the cells that are
compared, before), and for each operation its line, the fault or nothing, which of these cells changed to what, and
what was told.  Declarations are kept too, so that a game may change its rules.

Those in the repository were written by the engines that had the rules of cards twice, before there was one kernel.
They are written anew only where the law changes (docs/design/ir.md), and whoever does so reads what has changed.
"""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from interpreter.game import Game
from interpreter.loading import bundled, load
from interpreter.machine.layout import layout_of
from rulelang.ir.model import expressions, program, statements
from rulelang.ir.model.program import Program
from tests.model.crafted import crafted
from tests.model.operations import Bench, Hand, begun, bench_of, compared, do

FOLDER = Path(__file__).parent / "vectors"
OPERATIONS = 400
_NAMES = {name: value for module in (expressions, program, statements) for name, value in vars(module).items()}


def recorded(bench: Bench, seed: str, many: int, backend: str = "python") -> dict[str, Any]:
    """Plays so many operations by chance."""
    game = Game(bench.program, backend)
    engine, layout = game.engine(traced=True), layout_of(bench.program)
    state = begun(engine, layout, seed)
    first, steps, hand = compared(bench, layout, state), [], Hand(bench, layout, seed)
    for _ in range(many):
        line = hand.draw(state)
        after, fault, events = do(engine, bench, layout, state, line)
        cells = zip(compared(bench, layout, state), compared(bench, layout, after), strict=True)
        changed = [[cell, now] for cell, (was, now) in enumerate(cells) if was != now]
        steps.append([line, fault, changed, as_recorded(events)])
        state = after
    return {"seed": seed, "first": first, "steps": steps}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(exist_ok=True)
    programs = crafted()
    for name in bundled():
        programs[name] = load(name).program
    for name, declared in programs.items():
        bench = bench_of(declared)
        kept = {"program": repr(bench_source(declared)), **recorded(bench, f"vectors {name}", OPERATIONS)}
        packed = lzma.compress(json.dumps(kept, separators=(",", ":")).encode(), preset=9 | lzma.PRESET_EXTREME)
        (folder / f"{name}.json.xz").write_bytes(packed)
        sys.stdout.write(f"{name}: {len(packed)} bytes\n")


def bench_source(declared: Program) -> Program:
    """What of a program its bench is made of again: everything but the flow."""
    from attrs import evolve

    bench = bench_of(declared).program
    return evolve(bench, frames=declared.frames, blocks=(), entries=())


def as_recorded(events: Iterable[Sequence[Any]]) -> list[list[Any]]:
    """Events as they were when the vectors were written: some say more by now."""
    return [list(event[: {"write": 7, "tell": 6}.get(event[0])]) for event in events]


def kept(file: Path) -> tuple[Program, dict[str, Any]]:
    """A file of vectors: its declarations, and the rest."""
    found = json.loads(lzma.decompress(file.read_bytes()))
    return eval(found["program"], dict(_NAMES)), found


if __name__ == "__main__":
    main()
