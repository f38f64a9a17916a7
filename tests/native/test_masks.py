"""What is asked of all cards of a place at once is what asking each of them brings: values of many shapes."""

from __future__ import annotations

import pytest

from interpreter.machine.layout import layout_of
from interpreter.native.drive.calls import Native
from interpreter.reference.engine import ReferenceEngine
from rulelang.compiling import project_from_text
from rulelang.ir.optimise import optimised
from tests.native.playing import compare_whole

TEXT = """rules 1
game "Masks"
players 2 to 3
kind Suit: leaves, stones, shells
kind Colour: red, blue
cards Plain "{suit} {worth}": 1 for each suit, worth in 1 to 13
cards Blank "{colour}": 1 for each colour

state:
    deck: pile of Plain or Blank, seen by nobody
    player.hand: hand of Plain or Blank, seen by owner
    player.laid: pile of Plain or Blank, seen by all
    trump: Suit, starts as stones
    mark: 0 to 20, starts at 7
    rounds: 0 to 9

setup:
    move every plain to deck
    move every blank to deck
    shuffle deck
    for each player: move 6 from deck to player.hand

to lay:
    pick card in me.hand
    move card to me.laid
    if some plain in me.laid where plain.worth > mark: set trump to leaves

play:
    turns from (first player):
        choose lay
        add 1 to rounds
        set mark to rounds * 2
        if rounds is 9: stop game

winner: highest asked, then shared

define player.asked = """
VALUES = (
    "count player.hand",
    "count (plain in player.hand where plain.suit is stones)",
    "count (plain in player.hand where plain.suit is trump)",
    "count (plain in player.hand where plain.suit is not trump)",
    "count (plain in player.hand where plain.suit is trump and plain.worth > 6)",
    "count (plain in player.hand where plain.worth is mark)",
    "count (plain in player.hand where plain.worth is not mark)",
    "count (plain in player.hand where plain.worth > mark)",
    "count (blank where blank is in player.hand)",
    "sum of plain.worth for plain in player.laid where plain.worth <= 4",
    "sum of plain.worth for plain in player.laid",
    "sum of plain.worth - 6 for plain in player.laid",
    "sum of 3 * plain.worth + 1 for plain in player.hand where plain.suit is not stones",
    "count (suit where some plain in player.hand where plain.suit is suit)",
    "count (suit where some plain in player.laid where plain.suit is suit and plain.worth < 4)",
    "count (suit where every plain in player.laid has plain.suit is not suit)",
    "count (suit where every plain in player.laid has plain.suit is suit or plain.worth >= 3)",
    "count (suit where no plain in player.laid where plain.worth is mark and plain.suit is suit)",
    "count (colour where some blank in player.laid where blank.colour is colour)",
)


@pytest.mark.parametrize("value", VALUES)
def test_a_value_is_the_same(value: str) -> None:
    compiled = project_from_text(TEXT + value + "\n").compile(3, (), {})
    assert compiled.program is not None, [(each.message, each.help) for each in compiled.diagnostics]
    engine, program = ReferenceEngine(compiled.program), optimised(compiled.program)
    packed = Native(program, layout_of(program, packed=True), True, "fast")
    assert sum(compare_whole(packed, engine, seed, [200]) for seed in range(40)) > 0


ORDERS = {
    "": "where plain.suit is trump",
    "lowest": "where plain.suit is trump, by lowest worth",
    "highest": "where plain.suit is trump, by highest worth",
    "any suit": ", by lowest worth",
    "by number anyway": ", by lowest suit",
    "the other way": "where plain.worth < mark, by highest suit",
    "with two keys": "where plain.suit is not trump, by lowest suit then lowest worth",
}


@pytest.mark.parametrize("order", ORDERS)
def test_the_first_card_is_the_same(order: str) -> None:
    asked = ORDERS[order]
    which = asked.split(",")[0].strip()
    step = (
        f"    if some plain in me.hand {which}: move (first plain in me.hand {asked.replace(' ,', ',')}) to me.laid\n"
    )
    text = TEXT.replace("    if some plain in me.laid", step + "    if some plain in me.laid").replace(" ,", ",")
    compiled = project_from_text(text + "count player.hand\n").compile(3, (), {})
    assert compiled.program is not None, [(each.message, each.help) for each in compiled.diagnostics]
    engine, program = ReferenceEngine(compiled.program), optimised(compiled.program)
    packed = Native(program, layout_of(program, packed=True), True, "fast")
    assert sum(compare_whole(packed, engine, seed, [1, 2, 3, 200]) for seed in range(40)) > 0
