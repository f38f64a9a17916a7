"""Headers: what a step asks of its chooser."""

from __future__ import annotations

import pytest

from tests.ir.conftest import Lower

PLAY = "\nplay:\n    turns from opener: choose try_it, pass\ndefine first_player = first player\n"


def test_picks_lets_and_needs_stay_in_their_order(lower: Lower) -> None:
    found = lower(
        """
to try_it:
    pick colour where some chip in me.hand where chip.colour is colour
    let best = heap.top
    pick chip in me.hand where chip.colour is colour
    needs chip.worth > 1 else "Too small."
    move chip to heap
"""
        + PLAY
    )
    assert found.part("header try_it") == (
        "header try_it(%me)\n"
        "    pick colour in 0..2 where any chip in items(hand[%me]): (Chip.colour[%chip] == %colour)\n"
        "    let best = at(heap, 0)\n"
        "    pick chip.2 in items(hand[%me]) where Chip.colour[%chip.2] == %colour alike\n"
        '    needs Chip.worth[%chip.2] > 1 else "Too small."'
    )


def test_what_forbids_comes_last_and_turned_round(lower: Lower) -> None:
    found = lower(
        """
to try_it:
    pick chip in me.hand
    move chip to heap
forbid try_it when chip.worth is 3 else "Keep it."
forbid try_it when me.mark
"""
        + PLAY
    )
    lines = found.part("header try_it").splitlines()
    assert lines[2] == '    needs Chip.worth[%chip] != 3 else "Keep it."'
    assert lines[3].startswith("    needs not mark[%me] else ")


def test_sets_are_picked_out_of_what_each_card_must_be(lower: Lower) -> None:
    found = lower(
        """
to try_it:
    pick group: 2 to 3 of Chip in me.hand where (distinct colour in group) is 1
    move group to heap
"""
        + PLAY
    )
    assert "2..3 of items(hand[%me]) alike where" in found.part("header try_it")
    assert [frame.capacity for frame in found.program.frames if frame.name == "try_it.group"] == [3]
    assert "each card in items({%group})" in found.part("procedure try_it")


def test_cards_in_a_row_are_told_apart_by_their_place(lower: Lower) -> None:
    found = lower("to try_it:\n    pick chip in line\n    move chip to heap\n" + PLAY)
    assert found.part("header try_it").splitlines()[1] == "    pick chip in items(line)"


def test_a_filter_that_gives_way(lower: Lower) -> None:
    found = lower("to try_it:\n    pick chip in me.hand where chip.worth is 1 if able\n    move chip to heap\n" + PLAY)
    assert found.part("header try_it").splitlines()[1].endswith("if able alike")


def test_a_step_offered_with_a_parameter_shares_its_header(lower: Lower) -> None:
    found = lower(
        """
to take(colour):
    pick chip in line where chip.colour is colour
    move chip to me.hand
to try_it: add 1 to rounds
play:
    turns from opener: choose take(red), take(blue), try_it
"""
    )
    lines = found.part("decision 0").splitlines()
    assert [line.strip().split(" into")[0] for line in lines[1:]] == [
        "offer take: take($0, 0)", "offer take: take($0, 2)", "offer try_it: try_it()",
    ]  # fmt: skip


def test_can_asks_the_header(lower: Lower) -> None:
    found = lower(
        """
to try_it:
    pick chip in me.hand
    needs chip.worth > 1
    move chip to heap
define player.able = player can try_it
"""
        + PLAY
    )
    assert found.line("function able") == "function able(%player) = offered(try_it, %player)"


PICKS = {
    # in a hand or bag no card lies before another: those that look alike are one choice
    "chip in me.hand": "chip in items(hand[%me]) alike",
    # … unless their chooser does not see them: how many there are would tell which are alike
    "chip in bag": "chip in items(bag) by place",
    "chip in line": "chip in items(line)",
    "chip in last 2 of line": "chip in last 2 of items(line)",
    "chip in me.hand + line": "chip in (items(hand[%me]) ++ items(line))",
    "group: 1 to 2 of Chip in me.hand": "group in 1..2 of items(hand[%me]) alike alike",
    "group: 2 of Chip in line": "group in 2..2 of items(line) alike",
    "player in players": "player in seats from 0",
    "colour": "colour in 0..2",
    "n in 2 to 5": "n in 2..5",
}  # fmt: skip


@pytest.mark.parametrize("words", PICKS)
def test_which_cards_of_a_pick_are_one_choice(words: str, lower: Lower) -> None:
    rules = f"to act:\n    pick {words}\n    add 1 to me.score\nplay: turns once: choose act\n"
    assert lower(rules).part("header act") == f"header act(%me)\n    pick {PICKS[words]}"
