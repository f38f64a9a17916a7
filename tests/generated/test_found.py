"""What generated programs have found, each as a small text of its own."""

from __future__ import annotations

import pytest

from interpreter import Game
from rulelang.compiling import project_from_text

GIVES_WAY = """rules 1
game "A Filter That Gives Way"
players 2
cards Token "token {{value}}": 1 for each value in 3 to 4
cards Tile "tile {{worth}}": 1 for each worth in 1 to 2
state:
    tray: row of Token or Tile, seen by all
    spent: pile of Token or Tile, seen by all
to spend:
    pick {pick} if able
    move {moved} to spent
setup:
    move every tile to tray
    move every token to tray
play: turns once: choose spend
winner: highest nothing_at_all, then shared
define player.nothing_at_all = 0
"""


@pytest.mark.parametrize("backend", ["python", "native"])
@pytest.mark.parametrize(
    ("pick", "choices"),
    [
        ("token in tray where token.value <= 2", ['spend("token 3")', 'spend("token 4")']),
        ("token in tray where token.value >= 4", ['spend("token 4")']),
        ("tile in tray where tile.worth is 3", ['spend("tile 1")', 'spend("tile 2")']),
        ("token in last 1 of tray where token.value is 3", ['spend("token 4")']),
        ("token in first 3 of tray where token.value is 4", ['spend("token 3")']),
        ("some_of: 2 of Token in tray where (sum of value in some_of) > 9", ['spend("token 3" + "token 4")']),
    ],
)
def test_a_filter_that_gives_way_keeps_the_type(pick: str, choices: list[str], backend: str) -> None:
    moved = pick.split()[0].removesuffix(":")
    compiled = project_from_text(GIVES_WAY.format(pick=pick, moved=moved)).compile()
    assert compiled.program is not None, compiled.diagnostics
    decision = Game(compiled.program, backend).new(1, log=False).decision
    assert decision is not None
    assert decision.texts == choices
