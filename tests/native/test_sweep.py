"""The sweep over all settings of a game, for a few of them; `python -m tests.native.sweep` goes through all."""

from __future__ import annotations

import pytest

from interpreter.loading import bundled
from tests.native.sweep import Setting, same, settings

LARGE = ("edspants", "pickpocket", "werwars")


def of(game: str) -> list[Setting]:
    return list(settings(bundled()[game]))


@pytest.mark.parametrize("game", LARGE)
def test_states_are_the_same(game: str) -> None:
    found = of(game)
    assert len(found) > 20
    assert same(found[len(found) // 2], range(2)) > 20


@pytest.mark.slow
@pytest.mark.parametrize("setting", [setting for game in LARGE for setting in of(game)], ids=str)
def test_states_are_the_same_in_every_setting(setting: Setting) -> None:
    if not same(setting, range(5)):
        pytest.skip("this does not go with this number of players")
