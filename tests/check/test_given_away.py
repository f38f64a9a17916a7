"""Which moves of a whole hand lay it open, and which swaps in a loop show hands to somebody."""

from __future__ import annotations

import pytest

from tests.check.test_flow import told

STATE = """
state:
    pile: pile of Chip, seen by all
    top_pile: pile of Chip, top seen by all
    dark_pile: pile of Chip, seen by nobody
    some_pile: pile of Chip, seen by all where chip.turned
    open_row: row of Chip, seen by all
    chip.turned: flag
    player.laid: pile of Chip, seen by all
    player.shown_hand: hand of Chip, seen by all
    player.sleeve: row of Chip, seen by owner
    middle: hand of Chip, seen by all
"""

MOVES = {
    "move me.hand to pile": True,
    "move me.hand to me.laid": True,
    "move me.left.hand to pile": True,
    "move me.hand to top_pile": False,
    "move me.hand to dark_pile": False,
    "move me.hand to some_pile": False,
    "move me.hand to open_row": False,
    "move me.hand to deck": False,
    "move me.shown_hand to pile": False,
    "move me.sleeve to pile": False,
    "move 1 from me.hand to pile": False,
    "show me.hand to all\n    move me.hand to pile": False,
    "show me.hand to players\n    move me.hand to pile": False,
    "show me.hand to others\n    move me.hand to pile": True,
    "show me.hand to me.left\n    move me.hand to pile": True,
    "show me.left.hand to all\n    move me.hand to pile": True,
    "show me.hand to all\n    rest\n    move me.hand to pile": True,
    "if me.tired:\n        show me.hand to all\n        move me.hand to pile": False,
    "if me.tired:\n        move me.hand to pile": True,
}  # fmt: skip


@pytest.mark.parametrize("body", MOVES)
def test_a_whole_hand_on_an_open_pile(body: str) -> None:
    text = f"{STATE}\nto act:\n    {body}\nplay: turns once: choose act, rest\n"
    line = body.splitlines()[-1].strip()
    assert told(text, "RL0605") == ([f"RL0605 {line}"] if MOVES[body] else [])


SWAPS = {
    "for each other: Player in me.others: swap me.hand with other.hand": True,
    "for each other: Player in me.others: swap other.hand with me.hand": True,
    "for each other: Player in me.others: swap other.hand with other.left.hand": False,
    "for each other: Player in me.others: swap me.hand with me.left.hand": False,
    "for each other: Player in me.others: swap me.sleeve with other.sleeve": False,
    "for each other: Player in me.others: swap middle with other.hand": False,
    "swap me.hand with me.left.hand": False,
}  # fmt: skip


@pytest.mark.parametrize("line", SWAPS)
def test_hands_that_pass_through_one(line: str) -> None:
    text = f"{STATE}\nto act:\n    {line}\nplay: turns once: choose act, rest\n"
    swap = line[line.index("swap") :]
    assert told(text, "RL0604") == ([f"RL0604 {swap}"] if SWAPS[line] else [])
