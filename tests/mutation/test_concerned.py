"""The lists of the mutation tests speak of files that are there."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CONCERNED = tomllib.loads((HERE / "concerned.toml").read_text(encoding="utf-8"))
EXPLAINED = tomllib.loads((HERE / "explained.toml").read_text(encoding="utf-8")).get("explained", [])


@pytest.mark.parametrize("pattern", CONCERNED["mutated"])
def test_each_pattern_fits_a_file(pattern: str) -> None:
    assert list(ROOT.glob(pattern))


@pytest.mark.parametrize("group", CONCERNED["tests"])
def test_the_tests_are_there(group: str) -> None:
    assert [path for path in group.split() if not (ROOT / path).exists()] == []


def test_each_explained_mutant_has_a_reason_and_changes_lines_that_are_there() -> None:
    for entry in EXPLAINED:
        lines = {line.strip() for line in (ROOT / entry["file"]).read_text(encoding="utf-8").splitlines()}
        gone = [line[1:] for line in entry["change"].strip("\n").splitlines() if not line.startswith("+")]
        assert gone
        assert lines.issuperset(gone), entry
        assert entry["reason"]
