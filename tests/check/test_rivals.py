"""Which conditions are proved never to hold together: of two hooks `instead of` one step, with these `when`s."""

from __future__ import annotations

import pytest

import rulelang

GAME = """rules 1
game "Rivals"
players 2 to 4
kind Power: glutton, miser, thief
cards Chip "{{worth}}": 1 for each worth in 1 to 9
state:
    line: row of Chip, seen by all
    player.power: Power or none
    player.tired: flag
    player.score: 0 to 9
    other_score: 0 to 9
setup: move every chip to line
to act:
    pick chip in line
    move chip to box
instead of act when {one}: set me.tired to yes
instead of act when {two}: set me.tired to no
play: turns once: choose act, pass
winner: highest score, then shared
"""


def could_meet(one: str, two: str) -> bool:
    text = GAME.format(one=one, two=two)
    found = rulelang.project_from_text(text, "rivals.rules").check()
    assert not [each for each in found if each.is_error], found
    return "RL0517" in [each.code for each in found]


APART = [
    ("me.tired", "not me.tired"),
    ("not me.tired", "not (not me.tired)"),
    ("me.power is glutton", "me.power is miser"),
    ("me.power is glutton", "me.power is not glutton"),
    ("me.power is none", "me.power is thief"),
    ("me.score is 3", "me.score is 4"),
    ("3 is me.score", "me.score is 4"),
    ("me.score < 3", "me.score > 2"),
    ("me.score < 3", "me.score >= 3"),
    ("me.score <= 3", "me.score > 3"),
    ("me.score <= 3", "me.score >= 4"),
    ("3 > me.score", "me.score > 2"),
    ("3 >= me.score", "4 <= me.score"),
    ("2 < me.score", "me.score <= 2"),
    ("me.score < 3", "me.score is 3"),
    ("me.score > 3", "me.score is 3"),
    ("not (me.score < 3)", "me.score is 2"),
    ("not (me.score >= 3)", "me.score > 2"),
    ("me.score < other_score", "me.score >= other_score"),
    ("me.tired and me.score > 2", "me.score < 2"),
    ("me.score < 2", "me.tired and me.score > 2"),
    ("me.score < 2 or me.score > 7", "me.score is 5"),
    ("me.score is 5", "not (me.score is 5 or me.tired)"),
    ("not (me.tired and me.score > 2)", "me.tired and me.score > 4"),
    ("chip.worth > 5", "chip.worth <= 5"),
]  # fmt: skip

TOGETHER = [
    ("me.tired", "me.score > 3"),
    ("me.power is glutton", "me.power is not miser"),
    ("me.power is glutton", "me.left.power is miser"),
    ("me.score < 3", "me.score > 1"),
    ("me.score <= 3", "me.score >= 3"),
    ("me.score <= 3", "me.score is 3"),
    ("me.score >= 3", "3 is me.score"),
    ("3 >= me.score", "me.score >= 3"),
    ("me.score < 3", "other_score > 3"),
    ("me.score < other_score", "me.score <= other_score"),
    ("not (me.score > 3)", "me.score is 3"),
    ("me.tired and me.score > 2", "me.score < 5"),
    ("me.score < 2 or me.score > 4", "me.score is 5"),
    ("not (me.tired and me.score > 2)", "me.tired and me.score > 1"),
    ("not (me.tired or me.score > 2)", "me.score is 2"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "two"), APART)
def test_proved_apart(one: str, two: str) -> None:
    assert not could_meet(one, two)
    assert not could_meet(two, one)


@pytest.mark.parametrize(("one", "two"), TOGETHER)
def test_not_proved_apart(one: str, two: str) -> None:
    assert could_meet(one, two)
    assert could_meet(two, one)
