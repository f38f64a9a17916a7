"""`rulec explain`."""

from __future__ import annotations

import pytest

from rulelang.diagnostics import catalogue
from tests.commands.conftest import Rulec


@pytest.mark.parametrize("written", ["RL0010", "rl0010", "10"])
def test_a_code(written: str, rulec: Rulec) -> None:
    result = rulec("explain", written)
    assert result.exit_code == 0
    assert result.stdout.startswith("RL0010 (error): no such file\n")


@pytest.mark.parametrize("written", ["RL9999", "nonsense", ""])
def test_no_code(written: str, rulec: Rulec) -> None:
    result = rulec("explain", written)
    assert result.exit_code == 2
    assert f"there is no code `{written}`" in result.stderr


def test_no_word_at_all(rulec: Rulec) -> None:
    result = rulec("explain")
    assert result.exit_code == 2
    assert "rulec explain --list" in result.stderr


def test_the_list(rulec: Rulec) -> None:
    lines = rulec("explain", "--list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(catalogue.codes())
