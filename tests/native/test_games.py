"""Every game, step by step: the state of the native engine is that of the plain engine, cell by cell.

By default one number of players of each game; `-m slow` plays every number of players and variant with many
seeds.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from interpreter.loading import bundled
from interpreter.machine.layout import layout_of
from interpreter.native.drive.calls import Native
from interpreter.reference.engine import ReferenceEngine
from rulelang.compiling import Project, project_from_file
from rulelang.ir.model.program import Program
from rulelang.ir.optimise import optimised
from tests.interpreter import machine_programs, programs
from tests.native.playing import compare, compare_whole, engines

SKETCHES = Path(__file__).parents[1] / "sketches"
GAMES = sorted({*bundled().values(), *(SKETCHES / "games").glob("*.rules"), *(SKETCHES / "blind").glob("*.rules")})
LONGEST = 150


@cache
def project(file: Path) -> Project:
    found = project_from_file(file)
    assert isinstance(found, Project)
    return found


def compiled(file: Path, players: int, variants: tuple[str, ...] = ()) -> Program:
    program = project(file).compile(players, variants, {}).program
    assert program is not None
    return program


def cases(every: bool) -> list[tuple[Path, int, tuple[str, ...]]]:
    found = []
    for file in GAMES:
        fewest, most = project(file).resolve()[0].players
        for variants in [(), *((title,) for title in project(file).variants)] if every else [()]:
            counts = range(fewest, most + 1) if every else [min(most, fewest + 1)]
            found += [(file, players, variants) for players in counts]
    return found


def name(value: object) -> str:
    return f"{value.parent.name}-{value.stem}" if isinstance(value, Path) else str(value)


@pytest.mark.parametrize(("file", "players", "variants"), cases(every=False), ids=name)
def test_a_game_is_the_same(file: Path, players: int, variants: tuple[str, ...]) -> None:
    program = compiled(file, players, variants)
    pair = engines(program)
    assert sum(compare(pair, program, seed, LONGEST) for seed in range(2)) > 0


@pytest.mark.parametrize(("file", "players", "variants"), cases(every=False), ids=name)
def test_a_whole_game_is_the_same(file: Path, players: int, variants: tuple[str, ...]) -> None:
    program = compiled(file, players, variants)
    engine, moments = ReferenceEngine(program), [0, 1, 2, 5, 14, 40, 10_000]
    for each in (program, optimised(program)):
        packed = Native(each, layout_of(each, packed=True), True, "fast")
        assert sum(compare_whole(packed, engine, seed, moments) for seed in range(3)) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("file", "players", "variants"), cases(every=True), ids=name)
@pytest.mark.parametrize("pipeline", ["fast", "mid", "full"])
def test_a_game_is_the_same_for_many_seeds(file: Path, players: int, variants: tuple[str, ...], pipeline: str) -> None:
    program = compiled(file, players, variants)
    pair = engines(program, checked=pipeline != "full", pipeline=pipeline)
    assert sum(compare(pair, program, seed, LONGEST * 3) for seed in range(20)) > 0


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "program", [programs.poker(), programs.market(), machine_programs.market(2), machine_programs.market(3)],
    ids=["poker", "market", "other market 2", "other market 3"],
)  # fmt: skip
def test_a_program_written_by_hand_is_the_same(program: Program, seed: int) -> None:
    pair = engines(program)
    assert compare(pair, program, seed, LONGEST) > 0


@pytest.mark.parametrize("pipeline", ["mid", "full"])
def test_better_compiled_code_does_the_same(pipeline: str) -> None:
    program = programs.market()
    pair = engines(program, checked=pipeline == "mid", pipeline=pipeline)
    assert sum(compare(pair, program, seed, LONGEST) for seed in range(20)) > 0
