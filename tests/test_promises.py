"""Every promise of docs/reference/meaning.md has tests that would fail without it; `data/promises.txt` lists them.

The list is held against the page and against the tests: a promise more, or a test that is gone, is noticed.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "reference" / "meaning.md"
LISTED = (TESTS / "data" / "promises.txt").read_text(encoding="utf-8").splitlines()[1:]
HELD = [(promise, place) for promise, _, place in (line.partition(": ") for line in LISTED)]


def test_no_promise_is_left_out() -> None:
    said = re.findall(r"^\*\*(S\d+)\*\*", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(said) == 23
    assert set(said) == {promise for promise, _ in HELD if re.fullmatch(r"S\d+", promise)}
    assert {"winner", "payoff", "always", "everyone loses"} <= {promise for promise, _ in HELD}


@pytest.mark.parametrize(("promise", "place"), HELD)
def test_its_tests_are_there(promise: str, place: str) -> None:
    file, function, name = place.partition("::")
    assert (TESTS / file).is_file(), promise
    assert not function or f"def {name}(" in (TESTS / file).read_text(encoding="utf-8"), promise
