"""Wer war's as snapshots: its tree, its IR, its layout, and one whole game for each number of players."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from interpreter import Game
from interpreter.machine.layout import layout_of
from rulelang.compiling import Project, project_from_file
from rulelang.ir.dump import dump as dump_ir
from rulelang.ir.model.program import Program
from rulelang.resolve.dump import dump as dump_checked
from rulelang.syntax.dump import dump as dump_tree
from rulelang.testing import run_scenarios
from tests.games.recording import recorded

FILE = Path(__file__).parents[2] / "games" / "werwars.rules"


@pytest.fixture(scope="module")
def project() -> Project:
    found = project_from_file(FILE)
    assert isinstance(found, Project)
    return found


def program(project: Project, players: int) -> Program:
    made = project.compile(players).program
    assert made is not None
    return made


def test_the_tree(project: Project, text_snapshot: SnapshotAssertion) -> None:
    assert dump_tree(project.parse()[0]) == text_snapshot


def test_the_checked_program(project: Project, text_snapshot: SnapshotAssertion) -> None:
    assert dump_checked(project.resolve(())[0]) == text_snapshot


def test_the_ir(project: Project, text_snapshot: SnapshotAssertion) -> None:
    assert dump_ir(program(project, 3)) == text_snapshot


def test_the_layout(project: Project, text_snapshot: SnapshotAssertion) -> None:
    layout = layout_of(program(project, 3))
    assert layout.dump() == text_snapshot
    assert layout.size * 4 < 8_000


@pytest.mark.parametrize("players", range(2, 7))
def test_a_recorded_game(project: Project, players: int, text_snapshot: SnapshotAssertion) -> None:
    game = Game(program(project, players), name=FILE.name)
    assert recorded(game, players) == text_snapshot


def test_its_scenarios(project: Project) -> None:
    results, found = run_scenarios(project)
    assert not found
    assert len(results) >= 25
    assert [result for result in results if result.failure] == []
