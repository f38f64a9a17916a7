"""Which picks of cards are made without seeing them, so that a choice may not name the card."""

from __future__ import annotations

import pytest

from rulelang.resolve.model.statements import Pick
from rulelang.resolve.walk import find
from tests.resolve.texts import clean

GAME = """
kind Colour: red, green
cards Chip "{colour} {worth}": 1 for each colour, worth in 1 to 3
state:
    deck: pile of Chip, seen by nobody
    heap: pile of Chip, top seen by all
    line: row of Chip, seen by all
    some_open: row of Chip, seen by all where chip.turned
    chip.turned: flag
    dealer: Player, starts as first player
    secret: row of Chip, seen by dealer
    player.hand: hand of Chip, seen by owner
    player.brow: row of Chip, seen by others
    player.laid: row of Chip, seen by all
define pool = deck
define player.best_ones = player.hand
"""

PICKS = {
    "chip in line": False,
    "chip in heap": True,
    "chip in deck": True,
    "chip in some_open": True,
    "chip in secret": False,  # whoever sees it is only known in play
    "chip in me.hand": False,
    "chip in me.left.hand": True,
    "chip in me.brow": True,
    "chip in me.left.brow": False,
    "chip in me.left.laid": False,
    "chip in me.hand + line": False,
    "chip in line + deck": True,
    "chip in deck + line": True,
    "chip in last 2 of line": False,
    "chip in last 2 of me.brow": True,
    "group: 2 of Chip in me.hand": False,
    "group: 2 of Chip in deck": True,
    "chip in pool": False,
    "chip in me.best_ones": False,
    "chip: Chip": False,
    "colour": False,
    "n in 1 to 3": False,
    "player in players": False,
}  # fmt: skip


@pytest.mark.parametrize("words", PICKS)
def test_whether_the_chooser_sees_what_is_picked(words: str) -> None:
    (pick,) = find(Pick, clean(f"{GAME}to act:\n    pick {words}\n").steps["act"])
    assert pick.by_place is PICKS[words]
