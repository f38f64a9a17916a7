"""The games of the library are short: what an author would write, and what repeats is in modules."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "games" / "library").glob("*.rules"), *(ROOT / "rulelang" / "library").glob("*.rules")])
MOST_LINES = 120
MIDDLE = 60


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_rules_are_short(file: Path) -> None:
    """So many lines that are no remark, no test and not empty."""
    assert 0 < lines(file) <= MOST_LINES


def test_half_of_the_library_is_short() -> None:
    assert sorted(map(lines, FILES))[len(FILES) // 2] <= MIDDLE


def lines(file: Path) -> int:
    before_tests = file.read_text(encoding="utf-8").partition("\nscenario ")[0].splitlines()
    return len([line for line in before_tests if line.strip() and not line.strip().startswith("#")])
