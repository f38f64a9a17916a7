"""The naive model against the engines: operations by chance, every cell, every event, every fault."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from interpreter.game import Game
from interpreter.machine.layout import layout_of
from rulelang.ir.model.program import Program
from tests.model.crafted import crafted
from tests.model.naive import Fault, Model
from tests.model.operations import Hand, begun, bench_of, compared, do
from tests.model.record import FOLDER, as_recorded, kept

MANY, OF_EACH = 60, 120
"""Operations on an engine, and those of each file of vectors that the model carries out."""
CRAFTED = crafted()
FILES = sorted(FOLDER.glob("*.json.xz"))


@pytest.mark.parametrize("name", CRAFTED)
def test_the_engine_does_what_the_page_says(name: str) -> None:
    same(CRAFTED[name], f"naive {name}", MANY)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.split(".")[0])
def test_the_vectors_are_what_the_page_says(file: Path) -> None:
    declared, found = kept(file)
    model, cells = Model(bench_of(declared).program, found["seed"]), list(found["first"])
    for step, (line, fault, changed, events) in enumerate(found["steps"][:OF_EACH]):
        for cell, now in changed:
            cells[cell] = now
        model, sort = after(model, line, fault)
        assert (step, line, sort) == (step, line, fault)
        assert model.cells() == cells, (step, line)
        assert in_order(as_recorded(model.events if not fault else [])) == in_order(events), (step, line)


def same(declared: Program, seed: str, many: int) -> None:
    """So many operations on an engine and on the model."""
    bench = bench_of(declared)
    engine, layout = Game(bench.program).engine(traced=True), layout_of(bench.program)
    model, hand, state = Model(bench.program, seed), Hand(bench, layout, seed), begun(engine, layout, seed)
    assert model.cells() == compared(bench, layout, state)
    for step in range(many):
        line = hand.draw(state)
        state, sort, told = do(engine, bench, layout, state, line)
        model, fault = after(model, line, sort)
        assert (step, line, fault) == (step, line, sort)
        assert model.cells() == compared(bench, layout, state), (step, line)
        assert in_order(model.events if not sort else []) == in_order(told), (step, line)


def after(model: Model, line: str, expected: str) -> tuple[Model, str]:
    """The model after an operation, and the sort of its fault; after a fault that is expected it is the one before."""
    tried = deepcopy(model, {id(model.program): model.program}) if expected else model
    tried.events.clear()
    try:
        tried.do(line)
    except Fault as fault:
        return model, str(fault)
    return tried, ""


def in_order(events: object) -> list[list[object]]:
    """Events as lists; those of one swap have no order among them."""
    assert isinstance(events, list)
    return sorted((list(event) for event in events), key=str)
