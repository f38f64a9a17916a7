"""The same game on two engines, compared cell by cell after every step."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.engine import Engine, GameFault
from interpreter.generator import INCREMENTS, below, seed_streams
from interpreter.layout import STREAM_CELLS, layout_of
from interpreter.native.engine import NativeEngine
from interpreter.python.engine import PythonEngine
from rulelang.ir.model.program import Program

BOTS = STREAM_CELLS["bots"], INCREMENTS["bots"]


def engines(program: Program, checked: bool = True, pipeline: str | None = "fast") -> tuple[PythonEngine, NativeEngine]:
    layout = layout_of(program)
    native = NativeEngine(program, layout, checked=checked, pipeline=pipeline)  # type: ignore[arg-type]
    assert native.native is not None
    return PythonEngine(program, layout), native


def told(work: Callable[[], object]) -> object:
    """What it gives, or the fault."""
    try:
        return work()
    except GameFault as fault:
        return fault.message, fault.rule, fault.sort


def compare(pair: tuple[Engine, Engine], program: Program, seed: int, most: int) -> int:
    """Plays one game by chance on both; says how many choices were made."""
    one, other = pair
    state: list[int] = [0] * layout_of(program).size
    seed_streams(state, STREAM_CELLS, seed)
    same = state.copy()
    one.begin(state)
    other.begin(same)
    for made in range(most):
        fault = told(lambda: one.run(state))
        assert told(lambda: other.run(same)) == fault
        if fault is not None:
            return made
        assert same == state
        assert one.decision(state) == other.decision(same)
        if one.over(state):
            assert other.over(same)
            assert scores(one, program, state) == scores(other, program, same)
            return made
        choices = told(lambda: one.choices(state))
        assert told(lambda: other.choices(same)) == choices
        if not isinstance(choices, list):
            return made
        assert one.chooser(state) == other.chooser(same)
        offer, picks = choices[below(state, *BOTS, len(choices))]
        below(same, *BOTS, len(choices))
        one.choose(state, offer, picks)
        other.choose(same, offer, picks)
        assert same == state
    return most


def scores(engine: Engine, program: Program, state: list[int]) -> object:
    """All criteria of all players, or the fault."""
    seats = range(program.players)
    return told(lambda: [engine.call(each.function, state, seat) for each in program.result.criteria for seat in seats])
