"""A statement with a mistake in one of its parts is told once and left out; the statements around it stay."""

from __future__ import annotations

import pytest

from rulelang.resolve.model.program import Program
from rulelang.resolve.model.statements import Nothing
from tests.resolve.texts import HEAD, clean, resolve

GAME = """
kind Colour: red, green
cards Chip "{colour} {worth}": 1 for each colour, worth in 1 to 3
cards Stone "stone {size}": 1 for each size in 1 to 4
state:
    deck: pile of Chip, seen by nobody
    heap: pile of Chip, seen by all
    line: row of Chip, seen by all
    quarry: bag of Stone, seen by all
    spot: slot of Chip, seen by all
    player.hand: hand of Chip, seen by owner
    player.score: 0 to 99
    player.tired: flag
    rounds: 0 to 9
    hue: Colour or none
to rest: nothing
to player.sing(n: 1 to 3): nothing
define colour.twice = 2
"""

MISTAKES = {
    # a name that is not there, in every part of every statement
    "move ? to heap": "RL02",
    "move deck.top to ?": "RL02",
    "move deck.top to line at ?": "RL02",
    "move ? from deck to heap": "RL02",
    "move 1 from ? to heap": "RL02",
    "move 1 from deck to ?": "RL02",
    "move 1 from deck to line at ?": "RL02",
    "move every chip in ? to heap": "RL02",
    "move every chip in deck where ? to heap": "RL02",
    "move every chip in deck to ?": "RL02",
    "move every chip in deck to line at ?": "RL02",
    "move every chip in line, by highest ? to heap": "RL02",
    "swap ? with heap": "RL02",
    "swap deck with ?": "RL02",
    "shuffle ?": "RL02",
    "set ? to 3": "RL02",
    "set rounds to ?": "RL02",
    "set me.score to ?": "RL02",
    "set rounds to sum of chip.worth for first ? chip in line, by lowest chip.worth": "RL02",
    "set rounds to sum of chip.worth for first 2 chip in line, by lowest ?": "RL02",
    "add ? to rounds": "RL02",
    "add 1 to ?": "RL02",
    "subtract ? from rounds": "RL02",
    "show ? to all": "RL02",
    "show deck.top to ?": "RL02",
    "show whether ? to all": "RL02",
    "show whether me.tired to ?": "RL02",
    "repeat ? times: rest": "RL02",
    "repeat until ?: rest": "RL02",
    "if ?: rest": "RL02",
    "if me.tired: rest\n    else if ?: rest": "RL02",
    "for each player where ?: rest": "RL02",
    "for each chip in ?: rest": "RL02",
    "for each n in ? to 3: rest": "RL02",
    "for each n in 1 to ?: rest": "RL02",
    "turns once from ?: rest": "RL02",
    "turns from ? where me.tired: rest": "RL02",
    "turns from me where ?: rest": "RL02",
    "secretly each player where ?: choose rest": "RL02",
    "secretly each player: choose ?": "RL02",
    "choose ?": "RL02",
    "choose rest, if none: ?": "RL02",
    "? chooses rest": "RL02",
    "rest by ?": "RL02",
    "me.sing(?)": "RL02",
    "?.sing(1)": "RL02",
    "let n = ?": "RL02",
    "stop ?": "RL02",
    # a part of another sort than is meant
    "move 3 to heap": "RL0304",
    "swap 3 with heap": "RL0304",
    "swap deck with me": "RL0304",
    "swap heap with deck.top": "RL0302",
    "move deck.top to line + heap": "RL0305",
    "shuffle line + heap": "RL0305",
    "set me.left to me": "RL0314",
    "set me.twice to 3": None,
    "set rounds to none": "RL0324",
    "add 1 to me.tired": "RL0301",
    "add 1 to hue": "RL0301",
    "show 3 to all": "RL0325",
    "show deck.top to 3": "RL0301",
    "show deck.top to red": "RL0301",
    "if 3: rest": "RL03",
    "repeat red times: rest": "RL03",
    "let n = line": "RL0318",
}  # fmt: skip


def body(program: Program) -> list[str]:
    return [type(line).__name__ for line in program.steps["act"].body if not isinstance(line, Nothing)]


@pytest.mark.parametrize("line", MISTAKES)
def test_it_is_told_once_and_left_out(line: str) -> None:
    code = MISTAKES[line]
    program, found = resolve(
        f"{HEAD}{GAME}to act:\n    show heap to all\n    {line.replace('?', 'nowhere')}\n    shuffle deck\n"
    )
    assert len(found) == 1, [one.message for one in found]
    assert found[0].is_error
    assert code is None or found[0].code.startswith(code), found[0].code
    assert found[0].span is not None
    kept = body(program)
    assert (kept[0], kept[-1]) == ("Show", "Shuffle")
    inner = "if" in line.split() and "else" in line  # one arm of two is whole
    assert len(kept) == 2 or inner, kept


RIGHT = {
    "move deck.top to heap": "Move",
    "move deck.top to line at 1": "Move",
    "move deck.top to heap at bottom": "Move",
    "move up to 2 from deck to line at 1": "MoveSome",
    "move every chip in deck to line at 2": "MoveEvery",
    "swap deck with heap": "Swap",
    "swap deck.top with heap.top": "Swap",
    "swap spot with heap.top": "Swap",
    "set hue to none": "Set",
    "set rounds to 3": "Set",
    "subtract 1 from rounds": "Add",
    "show me.score to others": "Show",
    "show whether me.tired to me.left": "ShowWhether",
    "repeat 3 times: rest": "Repeat",
    "repeat until me.tired: rest": "Repeat",
    "if me.tired: rest": "If",
    "for each n in 1 to 3: rest": "ForEach",
    "turns once from me.left: rest": "TurnsOnce",
    "turns from me where me.tired: rest": "Turns",
    "secretly each player: choose rest": "Secretly",
    "me.left chooses rest, if none: rest": "Choose",
    "me.sing(2)": "Perform",
    "rest by me.left": "Perform",
    "let n = 3": "Let",
    "stop act": "Stop",
}  # fmt: skip


@pytest.mark.parametrize("line", RIGHT)
def test_what_is_right_is_kept(line: str) -> None:
    program = clean(f"{GAME}to act:\n    show heap to all\n    {line}\n    shuffle deck\n")
    assert body(program) == ["Show", RIGHT[line], "Shuffle"]


TWICE = {
    "a word like no other is told of once": ("show zzzzzz to all\n    show zzzzzz to me", ["RL0203"]),
    "a word like another is told of each time": ("show lines to all\n    show lines to me", ["RL0203", "RL0203"]),
    "two words": ("show zzzzzz to all\n    show yyyyyy to me", ["RL0203", "RL0203"]),
}  # fmt: skip


@pytest.mark.parametrize("name", TWICE)
def test_a_name_that_is_not_there(name: str) -> None:
    lines, codes = TWICE[name]
    _, found = resolve(f"{HEAD}{GAME}to act:\n    {lines}\n")
    assert [one.code for one in found] == codes


HEADERS = {
    "pick chip in ?": "RL02",
    "pick chip in line where ?": "RL02",
    "pick group: ? of Chip in line": "RL02",
    "pick group: ? to 3 of Chip in line": "RL02",
    "pick group: 1 to ? of Chip in line": "RL02",
    "pick group: 3 to 1 of Chip in line": None,
    "pick n in ? to 3": "RL02",
    "pick n in 1 to ?": "RL02",
    "pick n in 1 to 9 by ?": "RL02",
    "needs ?": "RL02",
    "needs 3": "RL03",
    "let n = ?": "RL02",
    "let n = line": "RL0318",
}  # fmt: skip


@pytest.mark.parametrize("line", HEADERS)
def test_a_line_of_a_header_is_told_once_and_left_out(line: str) -> None:
    code = HEADERS[line]
    text = f"to act:\n    pick colour\n    {line.replace('?', 'nowhere')}\n    needs rounds < 2\n    shuffle deck\n"
    program, found = resolve(f"{HEAD}{GAME}{text}")
    assert len(found) == 1, [one.message for one in found]
    assert code is None or found[0].code.startswith(code), found[0].code
    assert [type(item).__name__ for item in program.steps["act"].header] == ["Pick", "Needs"]
    assert body(program) == ["Shuffle"]
