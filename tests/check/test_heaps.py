"""How many cards are certain to lie where, move by move."""

from __future__ import annotations

import pytest

import rulelang
from rulelang.check.setup.heaps import Heaps, Spot

GAME = """rules 1
game "Heaps"
players 2
kind Colour: red, blue
cards Chip "{colour} {worth}": 1 for each colour, worth in 1 to 3
cards Stone "stone {size}": 1 for each size in 1 to 4
state:
    deck: pile of Chip, seen by nobody
    line: row of Chip, seen by all
    quarry: bag of Stone, seen by all
    mixed: bag of Chip or Stone, seen by all
    colour.heap: pile of Chip, seen by all
    colour.crate: bag of Chip or Stone, seen by all
setup: nothing
play: nothing
"""
BOX, DECK, LINE, QUARRY, MIXED = (Spot(name, ()) for name in ("box", "deck", "line", "quarry", "mixed"))
RED, BLUE, ANY = Spot("heap", (0,)), Spot("heap", (1,)), Spot("heap", None)


@pytest.fixture
def heaps() -> Heaps:
    program, _ = rulelang.project_from_text(GAME, "heaps.rules").resolve()
    found = Heaps.in_the_box(program, 2)
    found.gather(["Chip"], DECK)
    return found


def sizes(heaps: Heaps, *spots: Spot) -> list[int | None]:
    return [heaps.size(spot) for spot in spots]


def test_everything_begins_in_the_box(heaps: Heaps) -> None:
    assert sizes(heaps, BOX, DECK, LINE) == [4, 6, 0]
    heaps.gather(["Chip", "Stone"], MIXED)
    assert sizes(heaps, BOX, DECK, MIXED) == [0, 0, 10]


def test_cards_are_taken_from_one_place_and_lie_in_another(heaps: Heaps) -> None:
    heaps.take(DECK, 2, LINE)
    assert sizes(heaps, DECK, LINE) == [4, 2]
    heaps.take(DECK, 1, LINE)
    assert sizes(heaps, DECK, LINE) == [3, 3]
    heaps.take(LINE, 3, DECK)
    assert sizes(heaps, DECK, LINE) == [6, 0]


def test_one_heap_for_each_key(heaps: Heaps) -> None:
    heaps.take(DECK, 2, RED)
    assert sizes(heaps, DECK, RED, BLUE, ANY) == [4, 2, 0, None]


def test_where_the_key_is_not_certain_no_heap_is(heaps: Heaps) -> None:
    heaps.take(DECK, 2, ANY)
    assert sizes(heaps, DECK, RED, BLUE, ANY) == [4, None, None, None]


def test_what_is_taken_where_the_key_is_not_certain_may_be_of_any_type_that_may_lie_there(heaps: Heaps) -> None:
    red = Spot("crate", (0,))
    heaps.gather(["Stone"], red)
    heaps.take(DECK, 2, Spot("crate", None))
    assert sizes(heaps, red, DECK) == [None, 4]
    heaps.take(red, 1, DECK)
    assert sizes(heaps, QUARRY, DECK, LINE) == [None, None, None]


def test_a_place_that_nobody_knows_hides_the_cards(heaps: Heaps) -> None:
    heaps.take(DECK, 1, None)
    assert sizes(heaps, DECK, LINE, QUARRY) == [None, None, 0]


def test_no_card_moved_hides_nothing(heaps: Heaps) -> None:
    heaps.take(DECK, 0, None)
    assert sizes(heaps, DECK, LINE) == [6, 0]


def test_two_types_in_one_place_cannot_be_told_apart(heaps: Heaps) -> None:
    heaps.gather(["Stone"], MIXED)
    heaps.take(DECK, 1, MIXED)
    assert sizes(heaps, MIXED) == [5]
    heaps.take(MIXED, 1, LINE)
    assert sizes(heaps, MIXED, DECK, QUARRY) == [None, None, None]


def test_an_empty_place_takes_all_types_out_of_sight(heaps: Heaps) -> None:
    heaps.take(QUARRY, 1, MIXED)
    assert sizes(heaps, BOX, QUARRY, DECK) == [None, None, None]


def test_what_is_gathered_again_is_in_sight_again(heaps: Heaps) -> None:
    heaps.lose_sight()
    assert sizes(heaps, DECK, QUARRY) == [None, None]
    heaps.gather(["Chip"], LINE)
    assert sizes(heaps, DECK, LINE, QUARRY) == [0, 6, None]
    heaps.gather(["Chip"], None)
    assert sizes(heaps, LINE) == [None]


def test_two_pictures_differ_when_something_lies_elsewhere(heaps: Heaps) -> None:
    before = heaps.picture()
    assert heaps.picture() == before
    heaps.take(DECK, 1, LINE)
    moved = heaps.picture()
    assert moved != before
    heaps.lose_sight()
    assert heaps.picture() != moved


def test_the_box_gives_its_cards_in_their_order_until_some_come_back(heaps: Heaps) -> None:
    heaps.gather(["Chip"], BOX)
    assert heaps.coming(BOX, 2) == {"Chip": 2, "Stone": 2}
    heaps = Heaps(heaps.totals, heaps.holds, {BOX: dict(heaps.totals)})
    assert heaps.coming(BOX, 2) == {"Chip": 2}
    assert heaps.coming(BOX, 8) == {"Chip": 6, "Stone": 2}
    heaps.take(BOX, 7, MIXED)
    assert sizes(heaps, BOX, MIXED) == [3, 7]
    heaps.take(BOX, 1, QUARRY)
    assert sizes(heaps, BOX, MIXED, QUARRY) == [2, 7, 1]
    assert heaps.coming(MIXED, 2) == {"Chip": 2, "Stone": 1}
