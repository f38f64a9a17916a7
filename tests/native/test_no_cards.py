"""A type of which there is no card plays: everything that runs over its cards runs over none, on both engines."""

from __future__ import annotations

import pytest

from rulelang.compiling import project_from_text
from tests.native.playing import compare, engines

GAME = """\
rules 1
game "Ghosts"
players 2
kind Suit: stars, moons
cards Coin "c {suit} {value}": 1 for each suit, value in 1 to 3
GHOSTSstate:
    deck: pile of Coin, seen by nobody
    mist: pile of Ghost, seen by nobody
    fog: row of Ghost, seen by all
    haze: bag of Ghost, seen by nobody
    player.hand: hand of Coin, seen by owner
    player.ghosts: hand of Ghost, seen by owner
    rounds: 0 to 99
setup:
    move every coin to deck
    move every ghost to mist
    shuffle mist
    shuffle deck
    shuffle haze
    for each player: move up to 2 from mist to player.ghosts
    for each player: move 2 from deck to player.hand
to spook:
    pick ghost in me.ghosts
    show ghost to all
    move ghost to fog
to haunt:
    pick several: 0 to 2 of Ghost in me.ghosts
    move several to fog
to wait:
    add 1 to rounds
    for each ghost in fog, by highest force: add ghost.force to rounds
    add (sum of force in fog) to rounds
    add count fog to rounds
    move every ghost in fog to haze
    swap me.ghosts with mist
    if some ghost in first 2 of fog where ghost.force > 1: add 1 to rounds
to draw_one:
    needs count me.hand > 0
    move up to 1 from mist to fog
    show me.ghosts to all
play: repeat 4 times: turns once: choose spook, haunt, draw_one, wait
winner: highest points, then shared
define player.points = rounds + (sum of force in fog)
"""
TABLE = """\
cards Ghost "{name}":
    | name | force | copies |
    | Boo  | 3     | 0      |
"""
EACH = 'cards Ghost "g {suit} {force}": 0 for each suit, force in 1 to 3\n'


@pytest.mark.parametrize("ghosts", [TABLE, EACH])
def test_a_type_without_cards(ghosts: str) -> None:
    project = project_from_text(GAME.replace("GHOSTS", ghosts))
    assert not [found for found in project.check() if found.is_error]
    program = project.compile(2).program
    assert program is not None
    pair = engines(program)
    assert [compare(pair, program, seed, 100) for seed in range(3)] == [8, 8, 8]
