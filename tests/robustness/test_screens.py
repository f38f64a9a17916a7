"""A short evening of keys, clicks and sizes; longer ones by hand (see `screens`)."""

from __future__ import annotations

from tests.robustness.screens import attack


def test_whatever_is_done_on_the_screen_nothing_breaks() -> None:
    found = attack(200, 1)
    assert found.wrong == []
    assert found.tried["keys"] > 20
