"""Laying cards by hand: the state afterwards is one that the engine could have made."""

from __future__ import annotations

from attrs import evolve

from interpreter.reference.engine import ReferenceEngine
from rulelang.testing.table import BOX, Table
from rulelang.testing.table_order import TableOrder
from tests.interpreter.programs import ALL, OWNER, begun, by_player, tiny, zone

PILE, ROW, HAND, BAG, TOP = 1, 2, 3, 5, 6


def table() -> tuple[ReferenceEngine, list[int], Table]:
    """Eight cards in the box, lowest on top, and an empty pile, row, hand each, bag, and pile with an open top."""
    zones = (
        zone("heap", "pile", 8),
        zone("line", "row", 8, ALL),
        zone("hand", "hand", 8, OWNER, by_player(2)),
        zone("sack", "bag", 8),
        zone("shown", "pile", 8, evolve(ALL, top_only=True)),
    )
    engine, state = begun(tiny(tuple(range(8)), zones))
    return engine, state, Table(engine.layout, state)


def lay(cards: list[int], place: int, on: Table) -> None:
    for card in cards:
        on.take(card)
    on.lay_first(cards, place)


def test_a_pile_is_laid_from_its_top() -> None:
    engine, state, at = table()
    lay([5, 2, 7], PILE, at)
    at.put_down(engine)
    assert engine.layout.cards_in(state, PILE) == [5, 2, 7]
    assert engine.layout.cards_in(state, BOX) == [0, 1, 3, 4, 6]
    place = engine.layout.places[PILE]
    assert (state[place.low], state[place.loose]) == (0, 0)
    assert [state[engine.layout.zone + card] for card in (5, 2, 7, 0)] == [PILE, PILE, PILE, BOX]


def test_a_row_begins_with_what_is_laid_and_hands_are_sorted() -> None:
    engine, state, at = table()
    lay([6, 1], ROW, at)
    lay([4], ROW, at)
    lay([5, 0], HAND, at)
    at.put_down(engine)
    assert engine.layout.cards_in(state, ROW) == [4, 6, 1]
    assert engine.layout.cards_in(state, HAND) == [0, 5]


def test_who_sees_a_card_knows_it_and_nobody_else() -> None:
    engine, state, at = table()
    state[engine.layout.known + 3] = 0b11
    state[engine.layout.known + 6] = 0b10
    at = Table(engine.layout, state)
    lay([3], PILE, at)
    lay([5], HAND, at)
    lay([1], ROW, at)
    lay([2, 4], TOP, at)
    at.put_down(engine)
    known = [state[engine.layout.known + card] for card in range(8)]
    assert known == [0, 0b11, 0b11, 0, 0, 0b01, 0b10, 0]


def test_taking_from_a_shuffled_pile_leaves_the_rest_without_order() -> None:
    engine, state, at = table()
    lay([0, 1, 2, 3, 4], PILE, at)
    at.put_down(engine)
    place = engine.layout.places[PILE]
    state[place.low], state[place.loose] = 1, 3  # from the bottom: 4 | 3 2 1 | 0
    at = Table(engine.layout, state)
    lay([2], ROW, at)
    lay([4], ROW, at)
    at.put_down(engine)
    assert (state[place.low], state[place.loose], state[place.size]) == (0, 2, 3)
    lay([3], ROW, again := Table(engine.layout, state))
    lay([1], ROW, again)
    again.put_down(engine)
    assert (state[place.low], state[place.loose], state[place.size]) == (0, 0, 1)


def test_room_counts_what_lies_there() -> None:
    _, _, at = table()
    lay([1, 2], BAG, at)
    assert (at.room(BAG), at.cards(BAG), at.place_of(2)) == (6, [1, 2], BAG)


def test_chance_in_table_order() -> None:
    order = TableOrder([4, 2])
    assert order([], "deal", (1, 2, 4), "card", 0) == 2
    assert order([], "deal", (1, 2), "card", 0) == 1
    assert order([], "deal", (3, 1, 5), "card", 0) == 1
    assert order([], "deal", (0, 1, 2), "player", 0) == 0
    assert order.next_cards == []
