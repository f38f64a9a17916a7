"""Places, counters, columns and tables as the IR declares them: a line of the rules, and its lines in the dump."""

from __future__ import annotations

import pytest

from tests.ir.conftest import Lower

GIVEN = """
kind Power: miser, thief
state:
    chip.turned: flag
    dealer: Player, starts as first player
    crates: bag of Chip or Stone, seen by all
cards Stone "stone {size}": 2 for each size in 1 to 2
cards Leaf "leaf {n} {hue}":
    | n | hue  | weight | shades     |
    | 1 | red  | 5      | red, green |
    | 2 | blue | -      | blue       |
to act: nothing
play: turns once: choose act
"""

DECLARED = {
    "x: row of Chip, seen by all": "zone x: row of 9, seen by all",
    "x: row of up to 3 Chip, seen by all": "zone x: row of 3, seen by all",
    "x: slot of Chip, seen by all": "zone x: slot of 1, seen by all",
    "x: pile of Stone, seen by nobody": "zone x: pile of 4, seen by nobody",
    "x: hand of Chip or Stone, seen by all": "zone x: hand of 13, seen by all",
    "x: pile of Chip, top seen by all": "zone x: pile of 9, top seen by all",
    "player.x: row of Chip, seen by owner": "zone x[player 0..1]: row of 9, seen by owner",
    "player.x: row of Chip, seen by others, backs seen by nobody":
        "zone x[player 0..1]: row of 9, seen by others, backs seen by nobody",
    "x(spot: 2 to 4): row of Chip, seen by all": "zone x[number 2..4]: row of 9, seen by all",
    "colour.x: row of Chip, seen by all": "zone x[member 0..2]: row of 9, seen by all",
    "player.x(power): row of Chip, seen by all": "zone x[player 0..1, member 0..1]: row of 9, seen by all",
    "x: row of Chip, seen by all where chip.turned":
        "zone x: row of 9, seen by card of who sees x\nfunction who sees x(%card) = if turned[%card] then 3 else 0",
    "x: row of Chip, seen by nobody where chip.turned": "zone x: row of 9, seen by nobody",
    "player.x: row of Chip, seen by owner where chip.turned":
        "zone x[player 0..1]: row of 9, seen by card of who sees x\n"
        "function who sees x(%player, %card) = if turned[%card] then bits[%player] else 0",
    "player.x: row of Chip, seen by others where chip.turned":
        "zone x[player 0..1]: row of 9, seen by card of who sees x\n"
        "function who sees x(%player, %card) = if turned[%card] then (3 - bits[%player]) else 0",
    "x: row of Chip, seen by dealer":
        "zone x: row of 9, seen by players of who sees x\nfunction who sees x() = bits[dealer]",
    "x: 2 to 9": "counter x: 2..9 starts at 2, seen by all",
    "x: -3 to 9": "counter x: -3..9 starts at -3, seen by all",
    "x: -3 to 9, starts at 4": "counter x: -3..9 starts at 4, seen by all",
    "x: number": "counter x: -2147483647..2147483647 starts at 0, seen by all",
    "x: flag": "counter x: 0..1 starts at 0, seen by all",
    "x: flag, starts as yes": "counter x: 0..1 starts at 1, seen by all",
    "x: Colour": "counter x: 0..2 starts at 0, seen by all",
    "x: Colour or none": "counter x: -1..2 starts at -1, seen by all",
    "player.x: Player or none": "counter x[player 0..1]: -1..1 starts at -1, seen by all",
    "x: Chip or none": "counter x: -1..8 starts at -1, seen by all",
    "x: Stone or none": "counter x: -1..12 starts at -1, seen by all",
    "player.x(other: Player): 0 to 9, seen by others":
        "counter x[player 0..1, player 0..1]: 0..9 starts at 0, seen by others",
    "player.x: 0 to 9, seen by nobody": "counter x[player 0..1]: 0..9 starts at 0, seen by nobody",
    "chip.x: 0 to 9": "counter x[card 0..8]: 0..9 starts at 0, seen by all",
    "stone.x: 0 to 9": "counter x[card 9..12]: 0..9 starts at 0, seen by all",
    "colour.x: 0 to 9": "counter x[member 0..2]: 0..9 starts at 0, seen by all",
}  # fmt: skip


@pytest.mark.parametrize("line", DECLARED)
def test_what_a_line_of_the_state_declares(line: str, lower: Lower) -> None:
    text = lower(f"{GIVEN}\nstate:\n    {line}\n").text.splitlines()
    declared = [one for one in text if one.startswith(("zone x", "counter x", "function who sees x"))]
    assert declared == DECLARED[line].split("\n")


def test_columns_are_tables_over_their_cards(lower: Lower) -> None:
    asked = "define a(leaf) = leaf.weight\ndefine b(leaf) = red is in leaf.shades\ndefine c(stone) = stone.size\n"
    found = [line for line in lower(GIVEN + asked).text.splitlines() if line.startswith(("table ", "cards "))]
    assert [line for line in found if line.startswith("cards ")] == [
        "cards Chip: 0 to 8", "cards Stone: 9 to 12", "cards Leaf: 13 to 14",
    ]  # fmt: skip
    assert [line for line in found if "Stone" in line or "Leaf" in line][2:] == [
        "table Stone.size from 9 column size: 1 1 2 2",
        "table Leaf.n from 13 column n: 1 2",
        "table Leaf.hue from 13 column hue: 0 2",
        "table Leaf.weight from 13 column weight: 5 -2147483648",
        "table Leaf.shades from 0: 1 1 0 0 0 1",
    ]


def test_a_game_may_say_what_passing_is(lower: Lower) -> None:
    found = lower("to pass: add 1 to me.score\nplay: turns once: choose pass\n")
    assert found.part("procedure pass") == "procedure pass(%me)\n    score[%me] := score[%me] + 1"
    assert lower("play: turns once: choose pass\n").part("procedure pass") == "procedure pass()"
