"""More cards than a game may have are refused before they are made, wherever the number stands."""

from __future__ import annotations

import pytest

from rulelang import check_text

GAME = """rules 1
game "Many"
players 2
cards Card "{{value}}":{cards}
state:
    player.hand: pile of Card, seen by all
setup:
    for each player: move up to 3 from box to player.hand
play: nothing
define player.points = count player.hand
winner: highest points, then shared
"""
MANY = 999_999_999


@pytest.mark.parametrize(
    ("cards", "number"),
    [
        (f" {MANY} for each value in 1 to 2", "1,999,999,998"),
        (f" 1 for each value in 1 to {MANY}", "999,999,999"),
        (f" 1 for each value in 1 to {MANY} by 3", "333,333,333"),
        (" 1 for each value in 1 to 3000, other in 1 to 3000", "9,000,000"),
        (f"\n    | value | copies |\n    | 1 | {MANY} |", "999,999,999"),
        ("\n    | value | copies |\n    | 1 | " + "9" * 4_400 + " |", "999999…"),
        (f"\n    | value | copies |\n    | 1 to {MANY} | 1 |", "999,999,999"),
        ("\n    | value | other |\n    | 1 to 9000 | 1 to 9000 |", "81,000,000"),
        ("\n    | value | copies |" + "\n    | 1 | 9000 |" * 7, "63,000"),
    ],
)
def test_too_many(cards: str, number: str) -> None:
    wrong = [d for d in check_text(GAME.format(cards=cards)) if d.is_error]
    assert [d.code for d in wrong] == ["RL0427"]
    assert f"these are {number} cards" in wrong[0].message


def test_enough() -> None:
    assert not check_text(GAME.format(cards=" 500 for each value in 1 to 100"))


def test_a_stretch_that_is_no_stretch() -> None:
    digits = "9" * 4_400
    found = check_text(GAME.format(cards=f"\n    | value | copies |\n    | 1 to {digits} | 1 |"))
    assert all(d.code != "RL0427" for d in found)
