"""What a text means: `cases/meaning/*.rules`, scenarios that would fail if a construct meant something else.

Each text is clean, its scenarios pass, and random games of it are the same on both engines, cell by cell.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.compiling import Project, project_from_file
from rulelang.testing.runner import run_scenarios
from tests.native.playing import compare, engines

FILES = sorted((Path(__file__).parents[1] / "cases" / "meaning").glob("*.rules"))


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def project(request: pytest.FixtureRequest) -> Project:
    found = project_from_file(request.param)
    assert isinstance(found, Project)
    return found


def test_its_scenarios(project: Project) -> None:
    assert [d.message for d in project.check()] == []
    results, problems = run_scenarios(project)
    assert not problems
    assert results
    assert [(result.title, result.case, result.failure) for result in results if result.failure] == []


def test_both_engines_play_it_alike(project: Project) -> None:
    for players in {*project.resolve(())[0].players}:
        program = project.compile(players, ()).program
        assert program is not None
        pair = engines(program)
        assert sum(compare(pair, program, seed, 60) for seed in range(12)) > 0
