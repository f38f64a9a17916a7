"""Cards that are moved at once, and what a set holds asked of many members at once: whole games that rest on it."""

from __future__ import annotations

import pytest

from interpreter.machine.layout import layout_of
from interpreter.native.drive.calls import Native
from interpreter.reference.engine import ReferenceEngine
from rulelang.compiling import project_from_text
from rulelang.ir.optimise import optimised
from tests.native.playing import compare_whole

TEXT = """rules 1
game "Together"
players 2 to 3
kind Sort: stone, leaf, coin
cards Client:
    | name  | wants             |
    | "Ann" | stone             |
    | "Ben" | leaf, coin        |
    | "Cem" | stone, leaf, coin |
    | "Dot" | coin              |
    | "Eve" | stone, coin       |
cards Thing "{sort} {worth}": 1 for each sort, worth in 1 to 15

state:
    deck: pile of Thing, seen by nobody, refilled from heap
    heap: pile of Thing, seen by all
    clients: row of Client, seen by all
    player.hand: hand of Thing, seen by owner
    player.served: row of Client, seen by all
    player.score: 0 to 999
    rounds: 0 to 40

setup:
    move every thing to deck
    shuffle deck
    move every client to clients

to draw:
    "Draw."
    move up to 4 from deck to me.hand

to drop:
    "Drop all."
    needs count me.hand > 2
    move every thing in me.hand to heap

to give:
    pick player in me.others
    add count me.hand to me.score
    move every thing in me.hand to player.hand

to serve:
    pick client in clients where WANTED
    move client to me.served
    add 5 to me.score

play:
    turns from (first player):
        choose draw, drop, give, serve
        add 1 to rounds
        if rounds is 40: stop game

winner: highest score, then shared
"""
WANTED = {
    "all": "every sort in client.wants has some thing in me.hand where thing.sort is sort",
    "some": "some sort in client.wants where some thing in me.hand where thing.sort is sort",
}


@pytest.mark.parametrize("wanted", WANTED)
def test_whole_games_are_the_same(wanted: str) -> None:
    compiled = project_from_text(TEXT.replace("WANTED", WANTED[wanted])).compile(3, (), {})
    assert compiled.program is not None, [(each.message, each.help) for each in compiled.diagnostics]
    engine, program = ReferenceEngine(compiled.program), optimised(compiled.program)
    assert not program.placing
    packed = Native(program, layout_of(program, packed=True), True, "fast")
    assert sum(compare_whole(packed, engine, seed, [3, 9, 20, 200]) for seed in range(30)) > 0
