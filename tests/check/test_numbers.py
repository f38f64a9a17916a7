"""Numbers and conditions that are known before a game begins, and those that are not."""

from __future__ import annotations

import pytest

import rulelang
from rulelang.check.setup.numbers import Numbers

GAME = """rules 1
game "Numbers"
players:
    | players | dealt |
    | 2       | 7     |
    | 3       | 5     |
option long: yes or no, normally no
option many: 3 or 4, normally 4
kind Colour: red, blue
cards Chip "{{colour}}": 2 for each colour
state:
    deck: pile of Chip, seen by nobody
    rounds: 0 to 9
define two = 2
define four = two + two
define held = 6
    but 8 when long is yes
    but 9 when rounds is 1
define sized = 6
    but 8 when many is 4
define layered = 6
    but 8 when many is 3
define asked = {asked}
setup: nothing
play: nothing
"""

VALUES = {
    "3": 3,
    "-3": -3,
    "- two": -2,
    "two + 3": 5,
    "two - 3": -1,
    "two * 3": 6,
    "count players": 3,
    "count players * two - 1": 5,
    "dealt": 5,
    "many": 4,
    "many + dealt": 9,
    "four": 4,
    "sized": 8,
    "layered": 6,
    "held": None,  # nobody knows whether the topmost layer applies
    "rounds": None,
    "two + rounds": None,
    "rounds + two": None,
    "rounds - two": None,
    "- rounds": None,
    "four / 2 rounded down": None,
    "count deck": 11,
}  # fmt: skip


def numbers(asked: str) -> tuple[Numbers, object]:
    program, found = rulelang.project_from_text(GAME.format(asked=asked), "numbers.rules").resolve()
    assert not [one for one in found if one.is_error], found
    return Numbers(program, 3, size=lambda _: 11), program.defines["asked"].layers[0].value


@pytest.mark.parametrize("asked", VALUES)
def test_values(asked: str) -> None:
    known, value = numbers(asked)
    assert known.value(value) == VALUES[asked]  # type: ignore[arg-type]


CONDITIONS = {
    "yes": True,
    "no": False,
    "not no": True,
    "not (rounds is 1)": None,
    "two < 3": True,
    "two < 2": False,
    "two <= 2": True,
    "two > 2": False,
    "two >= 2": True,
    "two is 2": True,
    "two is not 2": False,
    "long is no": True,
    "long is yes": False,
    "many is 4": True,
    "rounds is 2": None,
    "2 is rounds": None,
    "rounds < 2": None,
    "2 < rounds": None,
    "two is 2 and many is 4": True,
    "two is 2 and many is 3": False,
    "two is 2 and rounds is 1": None,
    "rounds is 1 and two is 3": False,
    "two is 3 or many is 4": True,
    "two is 3 or many is 3": False,
    "two is 3 or rounds is 1": None,
    "rounds is 1 or two is 2": True,
}  # fmt: skip


@pytest.mark.parametrize("asked", CONDITIONS)
def test_conditions(asked: str) -> None:
    known, condition = numbers(asked)
    assert known.holds(condition) is CONDITIONS[asked]  # type: ignore[arg-type]


def test_no_condition_holds() -> None:
    assert numbers("3")[0].holds(None) is True


def test_variables_that_are_known() -> None:
    program, _ = rulelang.project_from_text(GAME.format(asked="3") + "define following(n: 1 to 5) = n + 1\n").resolve()
    declared = program.defines["following"]
    (parameter,) = declared.layers[0].parameters
    value, known = declared.layers[0].value, Numbers(program, 2)
    assert known.value(value) is None
    assert known.knowing({parameter.uid: 4}).value(value) == 5
    assert known.knowing({parameter.uid: None}).value(value) is None
    assert known.knowing({parameter.uid: 4}).knowing({-1: 2}).value(value) == 5
