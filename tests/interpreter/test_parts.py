"""Payoffs in parts: the same exact fractions on both engines."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import interpreter

FILE = Path(__file__).parents[1] / "cases" / "meaning" / "parts_of_a_payoff.rules"


@pytest.mark.parametrize("backend", ["python", "native"])
def test_payoffs_are_exact(backend: str) -> None:
    state = interpreter.load(FILE, players=3, backend=backend).new(seed=1, log=False)
    for choice in ("raise(4)", "raise(4)", "raise(3)"):
        state.apply(choice)
    assert state.payoffs == (Fraction(3, 2), Fraction(3, 2), Fraction(-3))
    assert state.returns == (1.5, 1.5, -3.0)
    assert state.result is not None
    assert state.result.payoffs == (9, 9, -18)
    assert state.result.why == "A and B share the win with a payoff of 3/2 (C -3)."
