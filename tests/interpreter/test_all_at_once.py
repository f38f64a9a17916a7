"""`move every player.hand to player.left.hand`: who knows which cards afterwards, on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter

TEXT = """rules 1
game "Round and Round"
players 2 to 5

cards Card "{value}": 1 for each value in 1 to 20

state:
    deck: pile of Card, seen by nobody
    player.hand: hand of Card, seen by owner
    player.bag: bag of Card, seen by nobody
    player.row: row of Card, seen by others

setup:
    move every card to deck
    shuffle deck
    for each player: move 2 from deck to player.hand
    for each player: move 1 from deck to player.bag
    for each player: move 1 from deck to player.row

to go:
    move every player.hand to player.left.hand
    move every player.bag to player.left.bag
    move every player.row to player.left.row

play: repeat 3 times: turns once: choose go

winner: highest points, then shared
define player.points = sum of value in player.hand
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "round.rules").write_text(TEXT, encoding="utf-8")
    return str(tmp_path / "round.rules")


@pytest.mark.parametrize("backend", ["python", "native"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_everybody_knows_what_they_gave_and_what_they_got(file: str, backend: str, players: int) -> None:
    state = interpreter.load(file, players=players, backend=backend).new(seed=5)
    letters = "ABCDE"[:players]
    hands = {letter: set(state.view(seat).zone(f"{letter}.hand").known) for seat, letter in enumerate(letters)}
    for gone in range(1, 4):
        state.apply("go")
        for seat, viewer in enumerate(letters):
            view = state.view(seat)
            held = {letters[(seat - before) % players] for before in range(gone + 1)}
            for other in range(players):
                first = letters[(other - gone) % players]
                known = set(view.zone(f"{letters[other]}.hand").known)
                assert known == (hands[first] if first in held else set()), (viewer, letters[other], gone)
                assert not view.zone(f"{letters[other]}.bag").known
