"""Operations that an earlier engine carried out, carried out again: every cell and every event is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.game import Game
from interpreter.machine.engine import Engine
from interpreter.machine.layout import layout_of
from tests.model.operations import begun, bench_of, compared, do
from tests.model.record import FOLDER, as_recorded, kept

FILES = sorted(FOLDER.glob("*.json.xz"))
IN_MACHINE_CODE = ("everything_3", "pile_all", "hanabi")


def test_there_are_vectors() -> None:
    assert len(FILES) > 30


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.split(".")[0])
def test_vectors_come_again(file: Path) -> None:
    declared, _ = kept(file)
    again(Game(bench_of(declared).program).engine(traced=True), file)


@pytest.mark.parametrize("name", IN_MACHINE_CODE)
def test_vectors_come_again_in_machine_code(name: str) -> None:
    engines = pytest.importorskip("interpreter.native.drive.engine")
    file = FOLDER / f"{name}.json.xz"
    declared, _ = kept(file)
    again(engines.NativeEngine(bench_of(declared).program, pipeline="fast"), file)


def again(engine: Engine, file: Path) -> None:
    """Carries out the operations of a file; an engine that is not traced need not tell anything."""
    declared, found = kept(file)
    bench = bench_of(declared)
    layout = layout_of(bench.program)
    state = begun(engine, layout, found["seed"])
    cells = list(found["first"])
    assert compared(bench, layout, state) == cells
    for step, (line, fault, changed, events) in enumerate(found["steps"]):
        for cell, now in changed:
            cells[cell] = now
        state, sort, told = do(engine, bench, layout, state, line)
        assert (step, line, sort) == (step, line, fault)
        assert compared(bench, layout, state) == cells, (step, line)
        if engine.events is not None:
            assert as_recorded(told) == events, (step, line)
