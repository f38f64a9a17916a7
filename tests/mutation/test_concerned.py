"""The lists of the mutation tests speak of files that are there."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CONCERNED = tomllib.loads((HERE / "concerned.toml").read_text(encoding="utf-8"))["concerned"]
EXPLAINED = tomllib.loads((HERE / "explained.toml").read_text(encoding="utf-8")).get("explained", [])


@pytest.mark.parametrize("entry", CONCERNED, ids=lambda entry: entry["files"])
def test_each_pattern_fits_a_file_and_its_tests_are_there(entry: dict[str, list[str]]) -> None:
    assert list(ROOT.glob(str(entry["files"])))
    assert [tests for tests in entry["tests"] if not (ROOT / tests).exists()] == []


def test_each_explained_mutant_has_a_reason_and_changes_lines_that_are_there() -> None:
    for entry in EXPLAINED:
        lines = {line.strip() for line in (ROOT / entry["file"]).read_text(encoding="utf-8").splitlines()}
        gone = [line[1:] for line in entry["change"].strip().splitlines() if line.startswith("-")]
        assert gone
        assert lines.issuperset(gone), entry
        assert entry["reason"]
