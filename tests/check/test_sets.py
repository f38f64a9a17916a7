"""Counting sets of which some look alike."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from rulelang.check.setup.sets import different
from rulelang.compiling import project_from_text


@pytest.mark.parametrize("copies", [[1, 1, 1, 1], [3, 2], [4, 1, 2], [2, 2, 2], []])
def test_against_all_sets(copies: list[int]) -> None:
    cards = [look for look, number in enumerate(copies) for _ in range(number)]
    for size, number in enumerate(different(copies, len(cards))):
        assert number == len({tuple(sorted(Counter(some).items())) for some in combinations(cards, size)})


def test_different_cards_are_combinations() -> None:
    assert different([1] * 11, 5) == [comb(11, size) for size in range(6)]


OWN = "state:\n    deck: pile of Card, seen by nobody\n    player.hand: hand of Card, seen by owner\n"
BOUNDED = "replace state:\n    player.hand: hand of up to 5 Card, seen by owner\n"
MANY = "how many cards the place may hold"


@pytest.mark.parametrize(
    ("state", "help"),
    [
        ("use deck\n", f"say in `replace state:` {MANY} (`player.hand: hand of up to 11 Card, …`), or pick fewer"),
        (OWN, f"say {MANY} (`hand of up to 11 Card`), or pick fewer"),
        (f"use deck\n{BOUNDED}", None),
    ],
    ids=["of a module", "of one's own", "with a bound"],
)
def test_where_a_hand_gets_a_bound(state: str, help: str | None) -> None:
    head = f'rules 1\ngame "Sets"\nplayers 2\n{state}cards Card "{{value}}": 1 for each value in 1 to 40\n'
    deal = (
        "setup:\n    move every card to deck\n    shuffle deck\n    for each player: move 5 from deck to player.hand\n"
    )
    lay = "to lay:\n    pick group: 3 of Card in me.hand\n    move group to box\nplay: turns once: choose lay\n"
    end = "define player.left_over = count player.hand\nwinner: lowest left_over, then shared\n"
    found = [d.help for d in project_from_text(head + deal + lay + end, "sets.rules").check()]
    assert found == ([] if help is None else [help])


HEAD = """rules 1
game "Sets"
players 2
cards Chip "{worth}": 1 for each worth in 1 to 13
cards Twin "{size} and {half}": 1 for each size in 1 to 2, half in 1 to 8
cards Wish "wish {wanted}": 1 for each wanted in 6 to 7
state:
    line: row of Chip or Twin, seen by all
    few: row of up to 5 Chip, seen by all
    player.score: 0 to 9
    most: 0 to 3
    wishes: row of Wish, seen by all
setup:
    move every chip to line
    move every wish to wishes
"""
PLAY = "    add 1 to me.score\nplay: turns once: choose act, pass\nwinner: highest score, then shared\n"
NUMBERS = {
    "0 or more of Chip in line": "8,192",
    "5 of Chip in line": None,
    "6 or more of Chip in line": "5,812",
    "up to 7 of Chip in line": "5,812",
    "0 or more of Chip in few": None,
    "most to 9 of Chip in line": "7,814",
    "wish.wanted of Twin in line": "19,448",
    "7 to most of Chip in line": None,
    "0 or more of Twin in line": "65,536",
}


@pytest.mark.parametrize("some", NUMBERS)
def test_how_many_sets_a_pick_may_have(some: str) -> None:
    found = project_from_text(f"{HEAD}to act:\n    pick wish in wishes\n    pick many: {some}\n{PLAY}").check()
    assert not [one for one in found if one.is_error], found
    told = [one.message for one in found if one.code == "RL0516"]
    assert [NUMBERS[some] in message for message in told] == ([] if NUMBERS[some] is None else [True]), told
