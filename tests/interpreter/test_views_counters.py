"""Which counters a view has: all that its player may know, in whatever order they are declared."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from interpreter import load

RULES = """rules 1
game "Counters"
players 2
cards Chip "{{worth}}": 1 for each worth in 1 to 3
state:
    deck: pile of Chip, seen by all
    {counters}
setup:
    move every chip to deck
    for each chip: set chip.turned to yes
    for each player: set player.secret to 4
to wait: "Wait."
play: turns once: choose wait
winner: highest open, then shared
define player.open = rounds + player.score + player.secret + hidden + count (chip in deck where chip.turned)
"""
COUNTERS = (
    "chip.turned: flag",
    "rounds: 2 to 9",
    "player.score: 3 to 9",
    "player.secret: 0 to 9, seen by owner",
    "hidden: 5 to 9, seen by nobody",
)


@pytest.mark.parametrize("order", list(permutations(range(len(COUNTERS))))[::7], ids=str)
def test_counters_that_a_player_may_know(order: tuple[int, ...], tmp_path: Path) -> None:
    file = tmp_path / "counters.rules"
    file.write_text(
        RULES.replace("{{", "{")
        .replace("}}", "}")
        .replace("{counters}", "\n    ".join(COUNTERS[number] for number in order))
    )
    state = load(file).new(seed=1)
    for player, mine, other in ((0, "A", "B"), (1, "B", "A")):
        seen = {counter.name: counter.value for counter in state.view(player).counters}
        assert seen == {"rounds": "2", "A.score": "3", "B.score": "3", f"{mine}.secret": "4"}
        assert f"{other}.secret" not in seen
