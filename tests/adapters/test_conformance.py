"""The libraries' own tests, on a sample of games; `python -m tests.adapters.conformance` runs them on all."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

import interpreter
from tests.adapters.conformance import COLUMNS, concerned, passed

NEEDS = {"random_sim_test": "pyspiel", "check_env": "gymnasium"}
SAMPLE = [("kuhn", 3), ("goofspiel", 2), ("hanabi", 2), ("werwars", 3), ("blackjack", 1), ("liars_dice", 2)]


@pytest.mark.parametrize("test", COLUMNS)
@pytest.mark.parametrize(("name", "players"), SAMPLE)
def test_the_libraries_own_tests_pass(name: str, players: int, test: str) -> None:
    needed = NEEDS.get(test, "pettingzoo")
    if find_spec(needed) is None:
        pytest.skip(f"{needed} is not installed")
    game = interpreter.load(name, players, backend="native")
    if not concerned(test, game):
        pytest.skip("nobody chooses at the same time as others")
    assert passed(test, name, game) > 0
