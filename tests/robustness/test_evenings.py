"""A short evening of everything that can go wrong; longer ones by hand (see `evenings`)."""

from __future__ import annotations

import os

import pytest

from tests.robustness.evenings import attack


@pytest.mark.skipif(os.name == "nt", reason="there are no signals and devices of this kind")
def test_nothing_is_lost_and_nothing_breaks() -> None:
    found = attack(200, 1, processes=1)
    assert found.wrong == []
    assert found.tried["lines of nonsense"] == 200
    assert found.tried["SIGKILL while playing"] == 1
