"""The games of the library are short: what an author would write, and what repeats is in modules."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "games" / "library").glob("*.rules"), *(ROOT / "rulelang" / "library").glob("*.rules")])
MOST_LINES = 90


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_rules_are_short(file: Path) -> None:
    """At most about 80 lines that are no remark, no test and not empty."""
    before_tests = file.read_text(encoding="utf-8").partition("\nscenario ")[0].splitlines()
    lines = [line for line in before_tests if line.strip() and not line.strip().startswith("#")]
    assert 0 < len(lines) <= MOST_LINES
