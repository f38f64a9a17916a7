"""Who still knows which card of a hand after one has left it or come to it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.interpreter.programs import OWNER, by_player, tiny, zone
from tests.kernel.conftest import knows

PILE, MINE, YOURS = 1, 2, 3
NOBODY, FIRST, SECOND, BOTH = 0, 1, 2, 3
PROGRAM = tiny(
    (0, 1, 2, 3, 4, 5), (zone("pile", "pile", 6), zone("hand", "hand", 6, OWNER, by_player(2)))
)  # fmt: skip


@pytest.fixture
def hand(kernel_of: Any) -> Any:
    """The first player's cards 2, 3, 4: all shown to the second; 0 and 1 on the pile, 1 shown to both."""
    kernel = kernel_of(PROGRAM)
    for card in (2, 3, 4):
        kernel("move", card, MINE, 1)
    for card in (0, 1):
        kernel("move", card, PILE, 1)
    kernel("show", [2, 3, 4], 3, SECOND, 1)
    kernel("show", [1], 1, BOTH, 1)
    return kernel


FORGET = {
    "who is aware forgets nothing": (SECOND, -1, {2: BOTH, 3: BOTH, 4: BOTH}),
    "who is not aware forgets all": (NOBODY, -1, {2: FIRST, 3: FIRST, 4: FIRST}),
    "who sees the hand forgets nothing, aware or not": (FIRST, -1, {2: FIRST, 3: FIRST, 4: FIRST}),
    "but not the first of them, if it has just come": (NOBODY, 2, {2: BOTH, 3: FIRST, 4: FIRST}),
    "but not the last of them, if it has just come": (NOBODY, 4, {2: FIRST, 3: FIRST, 4: BOTH}),
}


@pytest.mark.parametrize("name", FORGET)
def test_a_card_has_left_the_hand(hand: Any, name: str) -> None:
    aware, come, expected = FORGET[name]
    hand("forget", MINE, 0, aware, come)
    assert {card: knows(hand, card) for card in expected} == expected
    assert [knows(hand, card) for card in (0, 1)] == [NOBODY, BOTH], "what lies elsewhere is left alone"


@pytest.mark.parametrize(("players", "left"), [(BOTH, BOTH), (FIRST, FIRST), (SECOND, SECOND), (NOBODY, NOBODY)])
def test_only_these_still_know_it(hand: Any, players: int, left: int) -> None:
    hand("remember", 1, players)
    assert knows(hand, 1) == left
    assert knows(hand, 2) == BOTH


def test_who_sees_a_card_knows_it(hand: Any) -> None:
    assert [hand("sees", place, 2) for place in (PILE, MINE, YOURS)] == [NOBODY, FIRST, SECOND]
    hand("remember", 2, NOBODY)
    assert (knows(hand, 2), hand("knows", 2)) == (NOBODY, FIRST)
    hand("mix", MINE, 3)
    assert (knows(hand, 3), hand("knows", 3)) == (FIRST, FIRST)


def test_a_card_of_a_shuffled_pile_is_shown_to_nobody(hand: Any) -> None:
    hand("shuffle", PILE, 1)
    hand("show", [0, 1], 2, BOTH, 1)
    assert [knows(hand, card) for card in (0, 1)] == [NOBODY, NOBODY]
