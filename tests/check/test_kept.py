"""Which picks the others are not told, since they are kept where nobody else can look."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load

RULES = """rules 1
game "Kept"
players 2

kind Colour: red, blue

state:
    player.own: 0 to 9, seen by owner
    player.colour: Colour or none, seen by owner
    player.foe: Player or none, seen by owner
    player.tips: 0 to 9
    said: 0 to 99
    player.share(whom: Player): 0 to 9, seen by owner

to think:
    {body}

to keep(amount: 0 to 9):
    set me.own to amount

play: turns once: choose think

winner: highest rank, then shared
define player.rank = 0
"""


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("pick amount in 1 to 5\nset me.own to amount", "think(a number)"),
        ("pick amount in 1 to 5\nadd amount to me.own", "think(a number)"),
        ("pick amount in 1 to 5\nlet more = amount + 1\nset me.own to more", "think(a number)"),
        ("pick amount in 1 to 5\nif amount is 3: set me.own to 1", "think(a number)"),
        ("pick amount in 1 to 5\nkeep(amount)", "think(a number)"),
        ("pick colour\nset me.colour to colour", "think(one Colour)"),
        ("pick player in players\nset me.foe to player", "think(a player)"),
        ("pick player in players\nset me.share(player) to 1", "think(a player)"),
        ("pick amount in 1 to 5\npick player\nset me.own to amount\nadd 1 to player.tips", "think(a number, A)"),
        ("pick amount in 1 to 5\nset me.own to amount\nset said to amount", "think(1)"),
        ("pick amount in 1 to 5\nset me.tips to amount", "think(1)"),
        ("pick amount in 1 to 5\nif amount is 3: add 1 to said", "think(1)"),
    ],
)  # fmt: skip
def test_what_the_others_are_told_of_a_pick(tmp_path: Path, body: str, told: str) -> None:
    file = tmp_path / "kept.rules"
    file.write_text(RULES.format(body=body.replace("\n", "\n    ")))
    state = load(file).new(seed=1)
    chosen = state.decision.choices[0].text
    state.apply(0)
    assert state.log(0)[0] == f"A: {chosen}"
    assert state.log(1)[0] == f"A: {told}"
    assert state.log()[0] == f"A: {told}"
