"""Where cards that lie in no order are gone through in an order drawn by chance, and where it is left as it is."""

from __future__ import annotations

import pytest

from tests.ir.conftest import Lower

PLACES = """
state:
    well: pile of Chip, seen by nobody
    shelf: row of Chip, seen by nobody
    peg: slot of Chip, seen by nobody
    table: hand of Chip, seen by all
    colour.pot: pile of Chip, seen by nobody
    player.next: hand of Chip, seen by owner
    chip.own: 0 to 9
"""
ALL = "for each chip in me.hand: "
STIRRED = {
    # an order that lasts, and that nobody is meant to see
    "move every chip in me.hand where chip.own is 0 to well": True,
    "move every chip in me.hand to chip.colour.pot": True,
    "move every chip in me.hand + me.next to shelf": True,
    ALL + "move chip to well": True,
    ALL + "stow(chip)": True,
    "pick pair: 2 of Chip in me.hand\nmove pair to well": True,
    # what is done on the way counts, or is told
    "for each chip in me.hand:\n    add 1 to rounds\n    set chip.own to rounds": True,
    ALL + "add chip.worth to rounds": True,
    ALL + "set me.score to chip.worth": True,
    ALL + "set chip.own to rounds": True,
    # nothing is left of the order
    ALL + "set chip.own to chip.worth + 1": False,
    ALL + "add 1 to rounds": False,
    ALL + "show chip to me": False,
    ALL + "move chip to me.next": False,
    "for each chip in me.hand:\n    if not me.mark: set chip.own to 1": False,
    "move me.hand to me.next": False,
    # everybody sees what comes of it
    "move every chip in me.hand where chip.own is 0 to line": False,
    ALL + "move chip to heap": False,
    ALL + "move chip to peg": False,
    # an order of the author's, of the place, or none
    "for each chip in me.hand, by lowest worth: move chip to well": False,
    "for each chip in shelf: move chip to well": False,
    "for each chip in table: move chip to well": False,
    "pick pair: 2 of Chip in line\nmove pair to well": False,
    # shuffled before anybody chooses
    ALL + "move chip to well\nshuffle well": False,
    "for each player: move every chip in player.hand to chip.colour.pot\nadd 1 to rounds\n"
    "for each colour: shuffle colour.pot": False,
    ALL + "move chip to well\nmove up to 1 from well to me.next\nshuffle well": True,
    ALL + "move chip to well\npeep\nshuffle well": True,
    ALL + "move chip to well\nif me.mark: shuffle well": True,
}
STEPS = """
to stow(chip):
    move chip to well
to peep:
    move up to 1 from well to line
play: turns once: choose act
"""


@pytest.mark.parametrize("act", STIRRED)
def test_an_order_that_could_be_noticed_is_drawn(lower: Lower, act: str) -> None:
    body = "\n".join(f"    {line}" for line in act.split("\n"))
    found = lower(f"{PLACES}\nto act:\n{body}\n{STEPS}").part("procedure act")
    assert ("%drawn := random" in found) is STIRRED[act], found


WHOLE = {
    "move me.hand to well": "deal size(hand[%me]) from hand[%me] to well",
    "move me.hand to shelf": "deal size(hand[%me]) from hand[%me] to shelf",
    "move every chip in me.hand to well": "deal size(hand[%me]) from hand[%me] to well",
    "move me.hand to heap": "each card in items(hand[%me])",
    "move me.hand to well\nshuffle well": "each card in items(hand[%me])",
    "move table to well": "each card in items(table)",
}


@pytest.mark.parametrize("act", WHOLE)
def test_a_whole_hand_is_dealt_where_it_has_no_order(lower: Lower, act: str) -> None:
    body = "\n".join(f"    {line}" for line in act.split("\n"))
    assert WHOLE[act] in lower(f"{PLACES}\nto act:\n{body}\n{STEPS}").part("procedure act")


SETTLED = {
    "for each chip in well: move chip to shelf": True,
    "for each chip in well:\n    add 1 to rounds\n    set chip.own to rounds": True,
    "move every chip in well where chip.own is 0 to shelf": True,
    "for each chip in well: move chip to me.hand": False,
    "for each chip in well: set chip.own to 1": False,
    "for each chip in heap: move chip to shelf": False,
    "for each chip in line: move chip to shelf": False,
}


@pytest.mark.parametrize("act", SETTLED)
def test_a_shuffled_pile_that_is_gone_through_gets_an_order(lower: Lower, act: str) -> None:
    body = "\n".join(f"    {line}" for line in act.split("\n"))
    found = lower(f"{PLACES}\nto act:\n{body}\n{STEPS}").part("procedure act")
    assert ("settle well" in found) is SETTLED[act], found


AGAIN = {
    "pick chip in me.left.hand\nmove chip to me.hand": True,
    "pick pair: 2 of Chip in me.left.hand\nmove pair to me.hand": True,
    "pick chip in me.left.hand where chip.own is 0 if able\nmove chip to me.hand": True,
    "pick chip in bag\nmove chip to me.hand": True,
    "pick chip in me.hand\nmove chip to me.next": False,
    "pick chip in shelf\nmove chip to me.hand": False,
}


@pytest.mark.parametrize("act", AGAIN)
def test_what_is_picked_by_place_where_there_is_none_is_drawn(lower: Lower, act: str) -> None:
    body = "\n".join(f"    {line}" for line in act.split("\n"))
    found = lower(f"{PLACES}\nto act:\n{body}\n{STEPS}").part("procedure act")
    assert (":= random" in found) is AGAIN[act], found
