"""What has been set up: moves that somebody may know or not, and the lines that are told of them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from interpreter.views.setting_up import FEW, SetUp
from tests.interpreter.programs import by_player, zone

BOX, DECK, ROW, BAG, MINE, YOURS = range(6)
ZONES = [
    (zone("box", "pile", 99), ()), (zone("deck", "pile", 99), ()), (zone("line", "row", 99), ()),
    (zone("sack", "bag", 99), ()), *((zone("hand", "hand", 99, keys=by_player(2)), (seat,)) for seat in range(2)),
]  # fmt: skip
TEXTS = SimpleNamespace(
    spoken=["ace", "ace", "two", "king"],
    zone=lambda declared, keys: f"{'AB'[keys[0]]}.hand" if keys else declared.name,
)
Made = list[tuple[int, int, int, bool] | tuple[int, int]]
"""A card from a place to a place and whether it is known; or all cards of a place into another."""

SET_UP: dict[str, tuple[Made, list[str]]] = {
    "nothing": ([], []),
    "a card that nobody knows": ([(0, BOX, ROW, False)], ["line: 1 card"]),
    "two of them": ([(0, BOX, ROW, False), (2, BOX, ROW, False)], ["line: 2 cards"]),
    "a row in its order": ([(3, BOX, ROW, True), (0, BOX, ROW, True)], ["line: king, ace"]),
    "a bag by look": ([(0, BOX, BAG, True), (3, BOX, BAG, True), (1, BOX, BAG, True)], ["sack: 2 ace, king"]),
    "a pile is counted": ([(0, BOX, DECK, True), (2, BOX, DECK, True)], ["deck: 2 cards"]),
    "one of them is not known": ([(0, BOX, ROW, True), (2, BOX, ROW, False)], ["line: 2 cards"]),
    "it has left again": ([(0, BOX, ROW, True), (0, ROW, BOX, True)], []),
    "it has left with the other": ([(0, BOX, ROW, True), (2, BOX, ROW, True), (0, ROW, BAG, True)],
        ["line: two", "sack: ace"]),
    "somebody has taken one of them": ([(0, BOX, ROW, True), (2, BOX, ROW, True), (0, ROW, BAG, False)],
        ["line: 1 card", "sack: 1 card"]),
    "all of a place": ([(0, BOX, ROW, True), (1, BOX, ROW, True), (2, BOX, BAG, True), (ROW, BAG)],
        ["sack: 2 ace, two"]),
    "unknown ones of a place": ([(n, BOX, place, False) for n in range(3) for place in (ROW, BAG)] + [(ROW, BAG)],
        ["sack: 6 cards"]),
    "hands alike": ([(0, BOX, MINE, False), (1, BOX, YOURS, False)], ["A.hand and B.hand: 1 card each"]),
    "hands that differ": ([(0, BOX, MINE, True), (1, BOX, YOURS, False)], ["A.hand: ace; B.hand: 1 card"]),
    "as many as are named": ([(0, BOX, ROW, True)] * FEW, [f"line: {', '.join(['ace'] * FEW)}"]),
    "more than are named": ([(0, BOX, ROW, True)] * (FEW + 1), [f"line: {FEW + 1} cards"]),
}  # fmt: skip


@pytest.mark.parametrize("name", SET_UP)
def test_what_has_been_set_up(name: str) -> None:
    made, lines = SET_UP[name]
    found = SetUp()
    for one in made:
        if len(one) == 2:
            found.pour(*one)
        else:
            found.move(*one)
    assert list(found.lines(ZONES, TEXTS)) == lines  # type: ignore[arg-type]


def test_a_top_that_is_seen_is_named_until_something_moves() -> None:
    found = SetUp()
    found.move(0, BOX, DECK, False)
    found.move(2, BOX, DECK, False)
    found.tops[DECK] = 2
    assert list(found.lines(ZONES, TEXTS)) == ["deck: 2 cards, two on top"]  # type: ignore[arg-type]
    found.move(2, DECK, ROW, False)
    assert list(found.lines(ZONES, TEXTS)) == ["deck: 1 card", "line: 1 card"]  # type: ignore[arg-type]
