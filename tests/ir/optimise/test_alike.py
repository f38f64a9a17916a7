"""Whether it matters which of several look-alikes is taken: a table of small programs."""

from __future__ import annotations

import pytest

from rulelang.ir.analyse.cards.alike import matters
from tests.ir.conftest import Lower

HEAD = """rules 1
game "Alike"
players 2
kind Sort: stone, leaf, coin
cards Thing "{sort}": 4 for each sort
state:
    bag: bag of Thing, seen by nobody
    deck: pile of Thing, seen by nobody
    shown: pile of Thing, top seen by all
    line: row of Thing, seen by all
    player.hand: hand of Thing, seen by owner
    player.score: number
setup:
    move every thing to deck
    shuffle deck
    for each player: move 3 from deck to player.hand
play:
    turns from (first player): choose act
winner: highest score
"""
CASES = {
    "pick card in me.hand|move card to line": False,
    "pick card in me.hand where card.sort is leaf|move card to line": False,
    "pick meal: 2 of Thing in me.hand|move meal to line": False,
    "pick card in me.hand|move card to line|move 1 from deck to me.hand": False,
    "pick card in me.hand|move 1 from deck to me.hand|move card to line": True,
    "pick card in me.hand|move (random thing in me.hand) to line|move card to line": True,
    "pick card in me.hand|move (first thing in me.hand where thing.sort is leaf) to line|move card to line": True,
    'pick card in me.hand|needs card is not line.first else "no"|move card to line': True,
    'pick card in me.hand|needs no thing in line where thing is card else "no"|move card to line': True,
}


@pytest.mark.parametrize("lines", CASES)
def test_it_matters_which_look_alike_is_taken(lines: str, lower: Lower) -> None:
    text = HEAD + "to act:\n" + "".join(f"    {line}\n" for line in lines.split("|"))
    assert matters(lower(text, bare=True).program) is CASES[lines]
