"""Small games for the tests of worlds and of bots, and how often something comes up.  Not a test itself."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from interpreter import Game
from rulelang.compiling import project_from_text

PALMS = """rules 1
game "Palms"
players 2

cards Coin "coin {value}": 1 for each value in 1 to 4
cards Stone "stone {value}": 1 for each value in 1 to 2

state:
    purse: hand of Coin, seen by nobody
    sack: bag of Coin or Stone, seen by nobody
    player.palm: slot of Coin or Stone, seen by owner
    player.open: row of Coin or Stone, seen by all

to look_up: move me.palm to me.open
to wait: nothing

setup:
    move every coin to sack
    move every stone to sack
    for each player: move 1 from sack to player.palm
    repeat until count purse is 2:
        let drawn = random coin in sack
        move drawn to purse

play: repeat 2 times: turns once: choose wait, if none: look_up

winner: highest count open, then shared
"""
"""Coins and stones lie in the sack and may be palmed; only coins lie in the purse."""

FACTS = """rules 1
game "Facts"
players 2

kind Colour: red, blue
cards Card "{colour} {value}": 1 for each colour, value in 1 to 3

state:
    deck: pile of Card, seen by nobody
    player.line: row of up to 2 Card, seen by others

to name_red:
    for each card in me.left.line: show whether card.colour is red to all

to name_one:
    for each card in me.left.line: show whether card.value is 1 to all

setup:
    move every card to deck
    shuffle deck
    for each player: move 2 from deck to player.line

play: repeat 2 times: turns once: choose name_red, name_one

winner: highest count line, then shared
"""
"""Nobody sees the own line, but hears of it."""

CROSSED = """rules 1
game "Crossed"
players 2

kind Colour: red, blue
cards Card "{colour} {value}": 1 for each colour, value in 1 to 3

state:
    deck: pile of Card, seen by nobody
    player.line: row of Card, seen by others
    player.ring: row of Card, seen by others

to name_red: for each card in me.left.line: show whether card.colour is red to all
to name_one: for each card in me.left.ring: show whether card.value is 1 to all

setup:
    move every card to deck
    shuffle deck
    for each player:
        move 1 from deck to player.line
        move 1 from deck to player.ring

play: repeat 3 times: turns once: choose name_red, name_one

winner: highest count line, then shared
"""
"""Of one own card the colour is told, of another the value: some cards fit both, and some only one of them."""


def made(text: str, players: int = 2) -> Game:
    compiled = project_from_text(text).compile(players)
    assert compiled.program is not None, [str(found) for found in compiled.diagnostics]
    return Game(compiled.program)


def far_off(counts: Mapping[Hashable, int], expected: Mapping[Hashable, float]) -> float:
    """How many standard deviations the chi-square of counts lies above what is expected (after Wilson and Hilferty)."""
    assert set(counts) <= set(expected), set(counts) - set(expected)
    total, whole = sum(counts.values()), sum(expected.values())
    square = 0.0
    for what, share in expected.items():
        wanted = total * share / whole
        square += (counts.get(what, 0) - wanted) ** 2 / wanted
    free = max(1, len(expected) - 1)
    spread = 2 / (9 * free)
    return float(((square / free) ** (1 / 3) - 1 + spread) / spread**0.5)
