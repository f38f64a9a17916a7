"""What is known while code is written is not reckoned when it runs; what is the same in every game is done once."""

from __future__ import annotations

import pytest

from interpreter.machine.layout import layout_of
from interpreter.native.analyse.setup import opening
from interpreter.native.emit.writer import Writer
from rulelang.compiling import project_from_text

KNOWN = {
    ("add", "%a", "0"): "%a",
    ("add", "0", "%a"): "%a",
    ("sub", "%a", "0"): "%a",
    ("mul", "1", "%a"): "%a",
    ("mul", "%a", "1"): "%a",
    ("mul", "1", "7"): "7",
    ("mul", "7", "1"): "7",
    ("add", "3", "4"): "7",
    ("sub", "3", "4"): "-1",
    ("mul", "3", "4"): "12",
}  # fmt: skip


@pytest.mark.parametrize(("operator", "left", "right"), KNOWN)
def test_what_is_known_is_not_written(operator: str, left: str, right: str) -> None:
    writer = Writer("f", (("i32", "%a"),))
    before = len(writer.lines)
    assert writer.two(operator, left, right) == KNOWN[operator, left, right]
    assert len(writer.lines) == before


@pytest.mark.parametrize(
    ("operator", "left", "right"),
    [("add", "%a", "1"), ("sub", "0", "%a"), ("mul", "2", "%a"), ("mul", "%a", "0"), ("add", "2147483647", "1")],
)
def test_what_is_not_known_is_written(operator: str, left: str, right: str) -> None:
    writer = Writer("f", (("i32", "%a"),))
    assert writer.two(operator, left, right).startswith("%")
    assert any(f"{operator} i32 {left}, {right}" in line for line in writer.lines)


GAME = """rules 1
game "Opening"
players 2
cards Chip "{worth}": 1 for each worth in 1 to 6
cards Stone "stone {size}": 1 for each size in 1 to 4
state:
    deck: pile of Chip, seen by nobody
    quarry: pile of Stone, seen by all
    player.hand: hand of Chip, seen by owner
    player.score: 0 to 9
    rounds: 0 to 9
    leader: Player, starts as first player
setup:
"""

REST = """
define first_one = first player
to wait: nothing
to gain: set leader to random player
to win: add 1 to me.score
play: turns once: choose wait
winner: highest score, then shared
"""
SETUPS = {
    "move every chip to deck": (1, 0),
    "move every chip to deck|shuffle deck": (2, 0),  # a shuffled pile has no order until somebody draws
    "move every chip to deck|shuffle deck|move 1 from deck to first_one.hand": (2, 1),
    "set leader to random player|set rounds to 3": (1, 2),
    "set leader to random player|set leader.score to 2": (0, 3),
    "for each player: add 1 to player.score|set rounds to 3": (2, 0),
    "move every chip to deck|for each player: move 1 from deck to player.hand": (1, 1),
    "turns once: gain": (0, 3),  # what the loop keeps is kept where its chance comes
    "set rounds to 3|turns once: win": (1, 3),
    "move every chip to deck|let best = first_one|set best.score to 3|set rounds to 2": (2, 2),
}  # fmt: skip


@pytest.mark.parametrize("lines", SETUPS)
def test_what_chance_has_no_part_in_is_done_once(lines: str) -> None:
    body = "".join(f"    {line}\n" for line in lines.split("|"))
    program = project_from_text(GAME + body + REST).compile(2, (), {}).program
    assert program is not None
    early, late = opening(program, layout_of(program))
    begins, ends = SETUPS[lines]
    assert (len(early) - 1, len(late)) == (begins, ends), (early, late)
    assert {*early, *late} == set(program.blocks[0].body)
