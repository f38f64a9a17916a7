"""A game whose steps ask what the native engine lists in ways of its own: sets of which parts must meet something,
members that have a value, the only one that has it, sets in columns.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.native.playing import compare, engines
from tests.native.test_games import compiled

GAME = Path(__file__).parent / "listing.rules"


@pytest.mark.parametrize(("pipeline", "checked"), [("fast", True), ("full", False)])
def test_the_same_choices_come_in_the_same_order(pipeline: str, checked: bool) -> None:
    program = compiled(GAME, players=2)
    pair = engines(program, checked, pipeline)
    assert [compare(pair, program, seed, 100) for seed in range(4)] == [60] * 4
