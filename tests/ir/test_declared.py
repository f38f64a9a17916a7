"""Places, counters, columns and tables as the IR declares them: a line of the rules, and its lines in the dump."""

from __future__ import annotations

import pytest

from rulelang.compiling import project_from_text
from rulelang.ir.lower import translate
from rulelang.ir.lower.declarations.state import MOST_INSTANCES
from tests.ir.conftest import CARDS, HEAD, Lower

GIVEN = """
kind Power: miser, thief
state:
    chip.turned: flag
    dealer: Player, starts as first player
    crates: bag of Chip or Stone, seen by all
cards Stone "stone {size}": 2 for each size in 1 to 2
cards Ghost "ghost {size}": 0 for each size in 1 to 2
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
    "x: pile of Ghost, seen by all": "zone x: pile of 1, seen by all",
    "x: bag of Ghost or Stone, seen by all": "zone x: bag of 4, seen by all",
    "x: row of up to 90 Chip, seen by all": "zone x: row of 90, seen by all",
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
        "cards Chip: 0 to 8", "cards Stone: 9 to 12", "cards Ghost: 13 to 12", "cards Leaf: 13 to 14",
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


TABLES = {
    "fee(colour):\n    | red | 5 |\n    | green | 6 |\n    | blue | 7 |": ["table fee from 0: 5 6 7"],
    "fee(colour):\n    | red | miser |\n    | green, blue | thief |": ["table fee from 0: 0 1 1"],
    "fee(n: 2 to 4):\n    | 2 | 5 |\n    | 3 to 4 | 6 |": ["table fee from 0: 5 6 6"],
    "fee(n: number):\n    | 0 or less | 1 |\n    | 1 | 5 |\n    | 2 or more | 6 |": ["table fee from 0: 1 5 6"],
}  # fmt: skip


@pytest.mark.parametrize("text", TABLES)
def test_tables(text: str, lower: Lower) -> None:
    asked = "define asked = fee(red)\n" if "colour" in text else "define asked = fee(rounds)\n"
    asked = asked.replace("rounds", "3") if "2 to 4" in text else asked
    found = lower(f"{GIVEN}table {text}\n{asked}").text.splitlines()
    assert [line for line in found if line.startswith("table fee")] == TABLES[text]


@pytest.mark.parametrize(("many", "refused"), [(MOST_INSTANCES, False), (MOST_INSTANCES + 1, True)])
def test_a_place_may_be_there_so_many_times(many: int, refused: bool) -> None:
    state = f"state:\n    x(a: 1 to {many}): row of up to 1 Chip, seen by all\n"
    program, _ = project_from_text(f"{HEAD}{CARDS}{GIVEN}\n{state}").resolve()
    _, _, found = translate(program, 2)
    assert any(f"there {many} times" in one.message for one in found) is refused


FIGURES = {
    "define pace = rounds": [],
    "define pace = rounds\nshow pace": ["figure pace: function pace, seen by all"],
    'define pace = rounds\nshow pace as "steps"': ["figure pace, steps: function pace, seen by all"],
    'define player.pace = player.score\nshow player.pace as "steps"':
        ["figure pace, steps: function pace, seen by all"],
    "define player.pace = count (chip in player.hand where chip.worth > 1)\nshow player.pace":
        ["figure pace: function pace, seen by owner"],
}  # fmt: skip


@pytest.mark.parametrize("text", FIGURES)
def test_figures(text: str, lower: Lower) -> None:
    found = lower(f"{GIVEN}{text}\n").text.splitlines()
    assert [line for line in found if line.startswith("figure pace")] == FIGURES[text]
