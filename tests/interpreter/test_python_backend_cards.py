"""Where cards go and in what order (docs/design/ir.md, "Zones and cards"), asked of the plain engine."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.machine.engine import GameFault
from interpreter.reference.engine import ReferenceEngine
from rulelang.ir.model.expressions import NONE, At, Const, Frame, Items, Local, Numbers, Read, Values, Zone, ZoneAt
from rulelang.ir.model.program import FrameDecl, Program, Seen
from rulelang.ir.model.statements import (
    Assign,
    Deal,
    Each,
    Fault,
    Move,
    Shuffle,
    Stmt,
    SwapCards,
    SwapPlaces,
    Times,
    While,
    Write,
)  # fmt: skip
from tests.interpreter.programs import ALL, carried_out, counter, less, plus, tiny, zone

PILE, ROW, HAND, SLOT, BAG, OTHER, NARROW = (Zone(number, ()) for number in range(1, 8))
PLACES = (
    zone("pile", "pile", 9), zone("row", "row", 9, ALL), zone("hand", "hand", 9), zone("slot", "slot", 1),
    zone("bag", "bag", 9), zone("other", "pile", 9), zone("narrow", "row", 2),
)  # fmt: skip
GAME = tiny(tuple(range(9)), PLACES, frames=(FrameDecl("last"),), counters=(counter("n", -2, 5),))


def to(place: Zone, *cards: int, at: int | None = None) -> list[Stmt]:
    return [Move(Const(card), place, None if at is None else Const(at), 0) for card in cards]


def deal(amount: int, source: Zone, target: Zone, **more: Any) -> Deal:
    usual: dict[str, Any] = {"at": None, "up_to": False, "refill": None, "card": None, "rule": 3}
    return Deal(Const(amount), source, target, **(usual | more))


def lies(body: list[Stmt], program: Program = GAME, **more: Any) -> dict[str, list[int]]:
    """What lies where after these statements, without the box and the empty places."""
    engine, state = carried_out(program, *body, **more)
    whole(engine, state)
    found = {}
    for number, place in enumerate(engine.layout.places[1:], 1):
        if state[place.size]:
            found[program.zones[place.declaration].name] = engine.layout.cards_in(state, number)
    return found


def whole(engine: ReferenceEngine, state: list[int]) -> None:
    """Every card is in exactly one place, the one that it says; every other cell is 0; piles and hands are in
    order."""
    layout = engine.layout
    seen: list[int] = []
    for number, place in enumerate(layout.places):
        size = state[place.size]
        cells = state[place.cards : place.cards + place.capacity]
        assert 0 <= size <= place.capacity
        assert all(state[layout.zone + card] == number for card in cells[:size])
        assert cells[size:] == [0] * (place.capacity - size)
        if place.shape in ("hand", "bag"):
            assert cells[:size] == sorted(cells[:size])
        if place.shape == "pile":
            low, loose = state[place.low], state[place.loose]
            assert low >= 0
            assert 0 <= loose <= size - low
            assert loose or not low
            assert cells[low : low + loose] == sorted(cells[low : low + loose])
        seen += cells[:size]
    assert sorted(seen) == list(range(len(layout.program.cards)))


def fault_of(*body: Stmt, program: Program = GAME) -> GameFault:
    with pytest.raises(GameFault) as caught:
        carried_out(program, *body)
    return caught.value


# ---------------------------------------------------------------- moves


def test_usual_ends() -> None:
    for place, order in ((PILE, [2, 5, 3]), (ROW, [3, 5, 2]), (HAND, [2, 3, 5]), (BAG, [2, 3, 5])):
        assert list(lies(to(place, 3, 5, 2)).values()) == [order]
    assert lies(to(SLOT, 4)) == {"slot": [4]}


def test_an_index_is_the_cards_own_afterwards() -> None:
    for place in (PILE, ROW):
        for at in range(4):
            start = lies(to(place, 1, 2, 3)).popitem()[1]
            order = lies([*to(place, 1, 2, 3), *to(place, 4, at=at)]).popitem()[1]
            assert order.index(4) == at
            assert [card for card in order if card != 4] == start
        for at in (-1, 4, 9):
            assert fault_of(*to(place, 1, 2, 3), *to(place, 4, at=at)).sort == "position"
    assert lies(to(HAND, 5, 3, at=7)) == {"hand": [3, 5]}
    assert lies(to(SLOT, 5, at=7)) == {"slot": [5]}


def test_moving_within_a_place_takes_out_first() -> None:
    assert lies([*to(ROW, 1, 2, 3), *to(ROW, 1)]) == {"row": [2, 3, 1]}
    assert lies([*to(ROW, 1, 2, 3), *to(ROW, 3, at=0)]) == {"row": [3, 1, 2]}
    assert lies([*to(ROW, 1, 2, 3), *to(ROW, 1, at=2)]) == {"row": [2, 3, 1]}
    assert fault_of(*to(ROW, 1, 2, 3), *to(ROW, 1, at=3)).sort == "position"
    assert lies([*to(PILE, 1, 2, 3), *to(PILE, 1)]) == {"pile": [1, 3, 2]}
    assert lies([*to(NARROW, 1, 2), *to(NARROW, 1)]) == {"narrow": [2, 1]}


def test_full_places_and_missing_cards() -> None:
    full = fault_of(*to(NARROW, 1, 2, 3))
    assert (full.sort, full.message) == ("full", "narrow has room for only 2 cards")
    assert fault_of(*to(SLOT, 1, 2)).message == "slot has room for only 1 card"
    assert fault_of(*to(NARROW, 1, 2), *to(NARROW, 3, at=0)).sort == "full"
    assert fault_of(Move(Const(NONE), ROW, None, 5)).sort == "no_card"
    assert fault_of(Move(At(ROW, Const(0)), PILE, None, 5)).rule.name == "rule 5"
    assert fault_of(*to(PILE, 1, 2, 3), deal(3, PILE, NARROW)).sort == "full"


def test_a_place_may_be_named_by_its_number() -> None:
    assert lies([Move(Const(4), ZoneAt(Const(2)), None, 0)]) == {"row": [4]}


# ---------------------------------------------------------------- shuffled piles

SHUFFLED = [*to(PILE, 1, 2, 3), Shuffle(PILE, 0)]


def test_loose_cards_are_gone_through_by_number_and_stay_under_what_is_put_on_top() -> None:
    assert lies(SHUFFLED) == {"pile": [3, 2, 1]}
    assert lies([*SHUFFLED, *to(PILE, 0)]) == {"pile": [0, 3, 2, 1]}
    assert lies([*SHUFFLED, *to(PILE, 0, 7), deal(2, PILE, ROW)]) == {"row": [7, 0], "pile": [3, 2, 1]}


def test_what_is_put_beneath_a_shuffled_pile_comes_last() -> None:
    under = [*SHUFFLED, *to(PILE, 7, at=3), *to(PILE, 8, at=4)]
    assert lies(under) == {"pile": [3, 2, 1, 7, 8]}
    assert lies([*under, deal(4, PILE, HAND)]) == {"hand": [1, 2, 3, 7], "pile": [8]}
    assert lies([*under, deal(3, PILE, HAND), *to(PILE, 0, at=2)]) == {"hand": [1, 2, 3], "pile": [7, 8, 0]}
    between = [*SHUFFLED, *to(PILE, 7, 8), *to(PILE, 0, at=2)]
    assert lies(between) == {"pile": [8, 7, 0, 3, 2, 1]}
    assert lies([*under, *to(PILE, 0, at=3)]) == {"pile": [3, 2, 1, 0, 7, 8]}


@pytest.mark.parametrize("at", [1, 2])
def test_nothing_goes_into_the_loose_part(at: int) -> None:
    assert fault_of(*SHUFFLED, *to(PILE, 7, at=at)).sort == "position"
    assert fault_of(*SHUFFLED, *to(PILE, 8), *to(PILE, 7, at=at + 1)).sort == "position"


def test_cards_may_be_searched_out_of_a_shuffled_pile() -> None:
    assert lies([*SHUFFLED, *to(ROW, 2)]) == {"row": [2], "pile": [3, 1]}
    assert lies([*SHUFFLED, *to(PILE, 7, at=3), *to(ROW, 1, 2, 3)]) == {"row": [1, 2, 3], "pile": [7]}
    assert lies([*SHUFFLED, *to(PILE, 7, at=3), *to(ROW, 7), *to(PILE, 8)]) == {"row": [7], "pile": [8, 3, 2, 1]}


def test_every_card_comes_up_from_a_shuffled_pile_and_from_a_bag() -> None:
    for place in (PILE, BAG):
        body = [*to(place, 1, 2, 3), *([Shuffle(PILE, 0)] if place == PILE else []), deal(2, place, ROW)]
        drawn = {tuple(lies(body, seed=seed)["row"]) for seed in range(60)}
        assert drawn == {(a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a != b}


def test_dealing_from_rows_and_slots_takes_the_first_card() -> None:
    assert lies([*to(ROW, 5, 1), deal(1, ROW, PILE)]) == {"pile": [5], "row": [1]}
    assert lies([*to(SLOT, 5), deal(1, SLOT, PILE)]) == {"pile": [5]}


def test_dealing_from_a_hand_is_blind() -> None:
    body = [*to(HAND, 1, 2, 3), deal(1, HAND, ROW)]
    assert {tuple(lies(body, seed=seed)["row"]) for seed in range(40)} == {(1,), (2,), (3,)}


# ---------------------------------------------------------------- deals

LAST = Frame(0)


def test_deals_one_by_one_and_keeps_the_last_card() -> None:
    keep = Write(0, (), LAST, 1)
    engine, state = carried_out(GAME, *to(PILE, 3, 4, 5), deal(2, PILE, OTHER, card=LAST), keep)
    assert engine.layout.cards_in(state, 6) == [4, 5]
    assert state[engine.layout.counters[0]] == 4
    engine, state = carried_out(GAME, deal(2, PILE, OTHER, card=LAST, up_to=True), keep)
    assert state[engine.layout.counters[0]] == NONE


def test_an_empty_place_is_a_fault_or_the_end() -> None:
    empty = fault_of(*to(PILE, 3), deal(2, PILE, ROW))
    assert (empty.sort, empty.rule.name, empty.message) == ("empty", "rule 3", "there is no card left in pile")
    assert lies([*to(PILE, 3), deal(2, PILE, ROW, up_to=True)]) == {"row": [3]}
    assert fault_of(deal(-1, PILE, ROW)).sort == "negative"


def test_a_refill_is_shuffled_before_the_card_that_needs_it() -> None:
    body = [*to(OTHER, 1, 2, 3), *to(PILE, 8), deal(3, PILE, ROW, refill=Items(OTHER))]
    rows = {tuple(lies(body, seed=seed)["row"]) for seed in range(60)}
    assert rows == {(8, a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a != b}
    assert lies([*to(PILE, 8), deal(1, PILE, ROW, refill=Items(OTHER))]) == {"row": [8]}
    both = deal(9, PILE, ROW, refill=Items(OTHER), up_to=True)
    assert sorted(lies([*to(OTHER, 1, 2), *to(PILE, 8), both])["row"]) == [1, 2, 8]
    assert fault_of(deal(1, PILE, ROW, refill=Items(OTHER))).sort == "empty"


def test_a_deal_may_go_to_an_index() -> None:
    body = [*to(PILE, 3, 4), *to(ROW, 7, 8), deal(2, PILE, ROW, at=Const(1))]
    assert lies(body) == {"row": [7, 3, 4, 8]}


# ---------------------------------------------------------------- swaps


def test_places_change_over_with_their_order() -> None:
    assert lies([*to(ROW, 3, 1, 2), SwapPlaces(ROW, ROW, 0)]) == {"row": [3, 1, 2]}
    assert fault_of(*to(ROW, 3, 1, 2), SwapPlaces(ROW, NARROW, 0)).sort == "full"
    assert lies([*to(ROW, 3, 1), *to(NARROW, 8), SwapPlaces(ROW, NARROW, 0)]) == {"row": [8], "narrow": [3, 1]}
    assert lies([*to(ROW, 3, 1, 2), *to(PILE, 5, 4), SwapPlaces(ROW, PILE, 0)]) == {"row": [4, 5], "pile": [3, 1, 2]}
    assert lies([*to(ROW, 3, 1, 2), *to(HAND, 5, 4), SwapPlaces(ROW, HAND, 0)]) == {"row": [4, 5], "hand": [1, 2, 3]}


def test_a_shuffled_pile_stays_shuffled_when_it_changes_over() -> None:
    body = [*SHUFFLED, *to(PILE, 7, at=3), *to(OTHER, 5, 4), SwapPlaces(PILE, OTHER, 0)]
    assert lies(body) == {"pile": [4, 5], "other": [3, 2, 1, 7]}
    drawn = {tuple(lies([*body, deal(4, OTHER, ROW)], seed=seed)["row"]) for seed in range(80)}
    assert len(drawn) == 6
    assert {cards[3] for cards in drawn} == {7}


def test_a_pile_whose_top_is_seen_keeps_it_turned_up() -> None:
    top = (zone("heap", "pile", 9, Seen("all", top_only=True)), zone("row", "row", 9, ALL))
    game = tiny(tuple(range(9)), top)
    heap, row = Zone(1, ()), Zone(2, ())
    shuffled = [*to(heap, 1, 2, 3), Shuffle(heap, 0)]
    tops = [lies(shuffled, game, seed=seed)["heap"][0] for seed in range(40)]
    assert set(tops) == {1, 2, 3}
    for seed, top_card in enumerate(tops):
        left = lies([*shuffled, deal(1, heap, row)], game, seed=seed)
        assert left["row"] == [top_card]
        assert len(left["heap"]) == 2


def test_hands_and_bags_have_no_order_that_a_pile_could_take_over() -> None:
    body = [*to(HAND, 1, 2), SwapPlaces(HAND, PILE, 0), deal(2, PILE, ROW)]
    assert {tuple(lies(body, seed=seed)["row"]) for seed in range(30)} == {(1, 2), (2, 1)}
    assert fault_of(*SHUFFLED, SwapPlaces(PILE, ROW, 0)).sort == "position"
    assert fault_of(*to(BAG, 1, 2), SwapPlaces(BAG, ROW, 0)).sort == "position"
    assert fault_of(*to(HAND, 1, 2), SwapPlaces(HAND, NARROW, 0)).sort == "position"


def test_cards_change_places_each_to_the_index_of_the_other() -> None:
    def swap(left: int, right: int) -> SwapCards:
        return SwapCards(Const(left), Const(right), 0)

    assert lies([*to(ROW, 3, 1, 2), swap(3, 2)]) == {"row": [2, 1, 3]}
    assert lies([*to(ROW, 3, 1, 2), *to(PILE, 4, 5, 6), swap(1, 5)]) == {"row": [3, 5, 2], "pile": [6, 1, 4]}
    assert lies([*to(ROW, 3, 1, 2), *to(HAND, 4, 6, 8), swap(6, 3)]) == {"row": [6, 1, 2], "hand": [3, 4, 8]}
    assert lies([*to(BAG, 3, 1, 2), *to(HAND, 4, 6, 8), swap(6, 3)]) == {"bag": [1, 2, 6], "hand": [3, 4, 8]}
    assert lies([*to(HAND, 4, 6, 8), swap(6, 4)]) == {"hand": [4, 6, 8]}
    assert lies([*to(HAND, 4), swap(4, 4)]) == {"hand": [4]}
    assert lies([*to(SLOT, 4), swap(4, 7)]) == {"slot": [7]}
    assert fault_of(*SHUFFLED, *to(ROW, 5), swap(5, 2)).sort == "position"
    assert fault_of(swap(NONE, 2)).sort == "no_card"
    assert lies([*SHUFFLED, *to(PILE, 7), *to(ROW, 5), swap(5, 7)]) == {"row": [7], "pile": [5, 3, 2, 1]}


# ---------------------------------------------------------------- loops and counters


def test_a_loop_visits_what_was_there_when_it_began() -> None:
    card = Local("card")
    body: tuple[Stmt, ...] = (Move(card, PILE, None, 0), Move(Const(8), ROW, None, 0))
    assert lies([*to(ROW, 1, 2, 3), Each("card", Items(ROW), None, (), body)]) == {"pile": [3, 2, 1], "row": [8]}
    grow = Write(0, (), plus(Read(0, ()), Const(1)), 1)
    loop = Each("x", Numbers(Const(1), Const(3)), less(Read(0, ()), Const(1)), (), (grow,))
    engine, state = carried_out(GAME, loop)
    assert state[engine.layout.counters[0]] == 3


def test_while_ends_with_a_fault_and_times_takes_no_negative_number() -> None:
    endless = fault_of(While(Const(1), (Assign(LAST, Const(0)),), 6))
    assert (endless.sort, endless.rule.name) == ("endless", "rule 6")
    assert fault_of(Times(Const(-1), (), 6)).sort == "negative"
    grow = Write(0, (), plus(Read(0, ()), Const(1)), 1)
    engine, state = carried_out(GAME, Times(Const(0), (grow,), 6), Times(Read(0, ()), (grow,), 6))
    assert state[engine.layout.counters[0]] == 0
    engine, state = carried_out(GAME, grow, grow, Times(Read(0, ()), (grow,), 6))
    assert state[engine.layout.counters[0]] == 4


def test_fuel_counts_passes_exactly() -> None:
    up_to = While(less(Read(0, ()), Const(5)), (Write(0, (), plus(Read(0, ()), Const(1)), 1),), 6)
    for fuel, works in ((5, True), (4, False)):
        program = tiny(counters=GAME.counters, fuel=fuel)
        if works:
            carried_out(program, up_to)
        else:
            assert fault_of(up_to, program=program).sort == "endless"


def test_counters_keep_their_bounds() -> None:
    for value, works in ((5, True), (-2, True), (6, False), (-3, False)):
        body = Write(0, (), plus(Read(0, ()), Const(value)), 4)
        if works:
            carried_out(GAME, body)
        else:
            fault = fault_of(body)
            assert (fault.sort, fault.rule.name) == ("bounds", "rule 4")
            assert fault.message == f"n cannot become {value}: it goes from -2 to 5"
    assert fault_of(Write(0, (), Const(6), 4)).sort == "bounds"


def test_a_fault_speaks_in_the_authors_words() -> None:
    fault = fault_of(Fault('no "way" out', 7))
    assert (fault.message, fault.rule.name, fault.sort) == ('no "way" out', "rule 7", "stated")
    assert fault_of(*to(ROW, 1), Each("x", Values((Const(1),)), None, (), (Fault("here", 2),))).message == "here"
