"""Which cards lie in a place, read from the list of integers, and where a thing with keys lies."""

from __future__ import annotations

import pytest

from interpreter.machine.layout import first_state, instances, layout_of, offset, static_seen, strides
from rulelang.ir.model.program import Key, Seen
from tests.interpreter.programs import NUMBER, by_player, tiny, zone

PROGRAM = tiny(
    (0,) * 6, (zone("pile", "pile", 6), zone("row", "row", 6), zone("hand", "hand", 6, keys=by_player(2)))
)  # fmt: skip
PILE, ROW, MINE, YOURS = 1, 2, 3, 4


@pytest.mark.parametrize(
    ("place", "expected"), [(PILE, [4, 1, 3]), (ROW, [3, 1, 4]), (MINE, [3, 1, 4]), (YOURS, [3, 1, 4])]
)
def test_a_pile_is_read_from_its_top(place: int, expected: list[int]) -> None:
    layout = layout_of(PROGRAM)
    state = first_state(layout)
    at = layout.places[place]
    state[at.size], state[at.cards : at.cards + 4] = 3, [3, 1, 4, 5]
    assert layout.cards_in(state, place) == expected
    assert [layout.cards_in(state, other) for other in (PILE, ROW, MINE, YOURS) if other != place] == [[], [], []]


KEYS = (Key(NUMBER, 2, 4), Key(NUMBER, 0, 1), Key(NUMBER, -1, 2))


def test_the_last_key_is_the_fastest() -> None:
    assert (instances(KEYS), instances(())) == (24, 1)
    assert strides(KEYS) == (8, 4, 1)
    assert [offset(KEYS, each) for each in ((2, 0, -1), (2, 0, 0), (2, 1, -1), (3, 0, -1), (4, 1, 2))] == [
        0, 1, 4, 8, 23,
    ]  # fmt: skip


SEEN = {"nobody": 0b000, "all": 0b111, "owner": 0b010, "others": 0b101, "players": None, "card": None}


@pytest.mark.parametrize("who", SEEN)
def test_who_sees_a_place_of_the_second_of_three_players(who: str) -> None:
    assert static_seen(tiny((0,), players=3), Seen(who), (1,)) == SEEN[who]  # type: ignore[arg-type]
