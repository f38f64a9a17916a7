"""Who knows what (docs/design/ir.md, "What players know"), asked of the plain engine."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from interpreter.machine.events import CounterTold, Dealt, Event, FactTold, Moved, Refilled, Shown, Written
from rulelang.ir.model.expressions import (
    At,
    Binary,
    Call,
    Cond,
    Const,
    Expr,
    Items,
    Local,
    Lookup,
    Read,
    Values,
    Zone,
    ZoneNumber,
    ZoneOf,
)  # fmt: skip
from rulelang.ir.model.program import Block, Function, Key, Parameter, Program, Seen, Table
from rulelang.ir.model.statements import (
    Deal,
    Halt,
    Move,
    Show,
    ShowCounter,
    ShowFact,
    Shuffle,
    Stmt,
    SwapCards,
    SwapPlaces,
    Write,
)  # fmt: skip
from tests.interpreter.programs import (
    ALL,
    CARD,
    NOBODY,
    NUMBER,
    OWNER,
    begun,
    by_player,
    carried_out,
    counter,
    equal,
    tiny,
    zone,
)  # fmt: skip

A, B, C = 1, 2, 4
"""Three players as bits."""
EVERYONE = A | B | C
PILE, OPEN, ROW, BAG, TOP = (Zone(number, ()) for number in (1, 3, 4, 5, 6))
HAND_A, HAND_B, HAND_C = (Zone(2, (Const(seat),)) for seat in range(3))
PLACES = (
    zone("pile", "pile", 9), zone("hand", "hand", 9, OWNER, by_player(3)), zone("open", "row", 9, ALL),
    zone("row", "row", 9), zone("bag", "bag", 9), zone("top", "pile", 9, Seen("all", top_only=True)),
)  # fmt: skip
GAME = tiny(tuple(range(9)), PLACES, 3)


def to(place: Zone, *cards: int, at: int | None = None) -> list[Stmt]:
    return [Move(Const(card), place, None if at is None else Const(at), 0) for card in cards]


def deal(source: Zone, target: Zone, **more: Any) -> Deal:
    usual: dict[str, Any] = {"at": None, "up_to": False, "refill": None, "card": None, "rule": 3}
    return Deal(Const(1), source, target, **(usual | more))


def show(card: int, to: int) -> Show:
    return Show(Values((Const(card),)), Const(to), 0)


def known(*body: Stmt, cards: tuple[int, ...], program: Program = GAME, seed: int = 1) -> list[int]:
    """Who sees or knows each of these cards afterwards."""
    engine, state = carried_out(program, *body, seed=seed)
    return [engine.seen_by(state, state[engine.layout.zone + card], card) for card in cards]


def test_seeing_a_place_is_knowing_its_cards() -> None:
    assert known(*to(HAND_B, 1), *to(OPEN, 2), *to(PILE, 3), cards=(1, 2, 3, 4)) == [B, EVERYONE, 0, 0]


def test_who_saw_it_knows_where_it_went() -> None:
    assert known(*to(HAND_B, 1), *to(PILE, 1), cards=(1,)) == [B]
    assert known(*to(HAND_B, 1), *to(HAND_A, 1), *to(PILE, 1), cards=(1,)) == [A]
    assert known(*to(OPEN, 1), *to(HAND_C, 1), cards=(1,)) == [EVERYONE]


def test_a_card_put_back_on_top_is_still_known() -> None:
    body = [*to(PILE, 1, 2, 3), deal(PILE, HAND_A), *to(PILE, 3)]
    assert known(*body, cards=(1, 2, 3)) == [0, 0, A]
    assert known(*body, deal(PILE, HAND_B), cards=(3,)) == [A | B]


def test_a_shuffle_forgets_but_not_for_who_sees_the_place() -> None:
    body = [*to(OPEN, 1, 2), *to(PILE, 1, 2)]
    assert known(*body, cards=(1, 2)) == [EVERYONE, EVERYONE]
    assert known(*body, Shuffle(PILE, 0), cards=(1, 2)) == [0, 0]
    assert known(*to(OPEN, 1, 2), *to(HAND_A, 1, 2), Shuffle(HAND_A, 0), cards=(1, 2)) == [A, A]
    refilled = deal(PILE, HAND_A, refill=Items(OPEN))
    engine, state = carried_out(GAME, *to(OPEN, 1, 2), refilled)
    drawn = engine.layout.cards_in(state, 2)[0]
    assert known(*to(OPEN, 1, 2), refilled, cards=(drawn, 3 - drawn)) == [A, 0]


def test_a_card_leaving_a_hand_unseen_may_have_been_any_of_them() -> None:
    shown = [*to(HAND_A, 1, 2, 3), show(1, B), show(2, B | C)]
    assert known(*shown, cards=(1, 2, 3)) == [A | B, A | B | C, A]
    # knowing what lies in a hand does not tell which card has left it
    assert known(*shown, *to(PILE, 1), cards=(1, 2, 3)) == [A, A, A]
    assert known(*shown, *to(PILE, 3), cards=(1, 2, 3)) == [A, A, A]
    # all see where it goes
    assert known(*shown, *to(OPEN, 3), cards=(1, 2, 3)) == [A | B, A | B | C, EVERYONE]
    # B gets it, C forgets
    assert known(*shown, *to(HAND_B, 3), cards=(1, 2, 3)) == [A | B, A | B, A | B]


def test_nothing_is_forgotten_where_the_place_in_the_order_is_seen() -> None:
    for place in (PILE, ROW):
        body = [*to(OPEN, 1, 2), *to(place, 1, 2, 3)]
        assert known(*body, *to(HAND_A, 3), cards=(1, 2, 3)) == [EVERYONE, EVERYONE, A]
        assert known(*body, deal(place, HAND_A), cards=(2,)) == [EVERYONE]


def test_nobody_knows_a_card_in_a_bag_or_without_an_order() -> None:
    into_bag = [*to(OPEN, 1, 2), *to(BAG, 1, 2), show(1, A)]
    assert known(*into_bag, cards=(1, 2)) == [0, 0]
    for seed in range(6):
        engine, state = carried_out(GAME, *into_bag, deal(BAG, HAND_A), seed=seed)
        drawn = engine.layout.cards_in(state, 2)[0]
        assert known(*into_bag, deal(BAG, HAND_A), cards=(drawn, 3 - drawn), seed=seed) == [A, 0]
    mixed = [*to(PILE, 1, 2, 3), Shuffle(PILE, 0), show(1, A), show(2, A | B)]
    assert known(*mixed, cards=(1, 2, 3)) == [0, 0, 0]
    assert known(*mixed, *to(HAND_C, 2), cards=(1, 2, 3)) == [0, C, 0]
    swapped = [*to(HAND_A, 1, 2), SwapPlaces(HAND_A, PILE, 0)]
    assert known(*swapped, cards=(1, 2)) == [0, 0]


def test_what_lies_in_order_above_and_below_loose_cards_stays_known() -> None:
    body = [
        *to(PILE, 1, 2, 3), Shuffle(PILE, 0), *to(OPEN, 4, 5), *to(PILE, 4), *to(PILE, 5, at=4), show(4, A), show(2, A)
    ]  # fmt: skip
    assert known(*body, cards=(2, 4, 5)) == [0, EVERYONE, EVERYONE]
    assert known(*body, *to(HAND_C, 2), cards=(1, 2, 4, 5)) == [0, C, EVERYONE, EVERYONE]
    assert known(*body, *to(HAND_C, 4), cards=(4, 5)) == [EVERYONE, EVERYONE]


def test_swapping_places_moves_knowledge_along() -> None:
    body = [*to(HAND_A, 1, 2), *to(HAND_B, 3), show(1, C), SwapPlaces(HAND_A, HAND_B, 0)]
    assert known(*body, cards=(1, 2, 3)) == [EVERYONE, A | B, A | B]
    assert known(*to(HAND_A, 1), SwapPlaces(HAND_A, PILE, 0), cards=(1,)) == [A]


def test_swapping_cards_is_two_moves() -> None:
    body = [*to(HAND_A, 1, 2), *to(PILE, 3, 4), show(2, B), show(3, C)]
    swapped = [*body, SwapCards(Const(1), Const(3), 0)]
    # C and B do not see which card left the hand of A; C knows the one that came
    assert known(*swapped, cards=(1, 2, 3, 4)) == [A, A, A | C, 0]
    opened = [*to(HAND_A, 1, 2), *to(OPEN, 3), show(2, B), SwapCards(Const(1), Const(3), 0)]
    assert known(*opened, cards=(1, 2, 3)) == [EVERYONE, A | B, EVERYONE]
    assert known(*body, SwapCards(Const(1), Const(2), 0), cards=(1, 2)) == [A, A | B]
    assert known(*body, *to(BAG, 5), SwapCards(Const(2), Const(5), 0), cards=(2, 5)) == [0, A]


def test_only_the_top_is_seen() -> None:
    body = [*to(TOP, 1, 2)]
    assert known(*body, cards=(1, 2)) == [EVERYONE, EVERYONE]
    assert known(*to(PILE, 1, 2), SwapPlaces(PILE, TOP, 0), cards=(1, 2)) == [0, EVERYONE]
    turned_up = known(*to(PILE, 1, 2), Shuffle(PILE, 0), SwapPlaces(PILE, TOP, 0), cards=(1, 2))
    assert sorted(turned_up) == [0, EVERYONE]
    engine, state = carried_out(GAME, *to(PILE, 1, 2), SwapPlaces(PILE, TOP, 0), deal(TOP, PILE))
    assert engine.seen_by(state, 8, 1) == EVERYONE


def test_who_sees_may_depend_on_the_state_and_on_the_card() -> None:
    faces = Read(0, (Local("c"),))
    places = (
        zone("table", "row", 9, Seen("card", 0), by_player(3)), zone("lit", "row", 9, Seen("players", 1)),
        zone("pile", "pile", 9),
    )  # fmt: skip
    program = tiny(
        tuple(range(4)),
        places,
        3,
        counters=(
            counter("up", 0, 1, 0, (Key(CARD, 0, 3),)),
            counter("light", 0, 7, B),
            counter("told", 0, 9, 3, by_player(3), seen=Seen("nobody")),
            counter("owned", 0, 9, 3, by_player(3), seen=OWNER),
        ),
        functions=(
            Function("face", (Parameter("p"), Parameter("c")), Cond(faces, Const(7), Const(1))),
            Function("light", (), Read(1, ())),
        ),
    )
    table, lit, pile = Zone(1, (Const(1),)), Zone(2, ()), Zone(3, ())
    turn = Write(0, (Const(2),), Const(1), 0)
    engine, state = carried_out(program, turn, *to(table, 1, 2), *to(lit, 3), Write(1, (), Const(C), 0))
    assert [engine.seen_by(state, 2, card) for card in (1, 2)] == [A, EVERYONE]
    assert engine.seen_by(state, 4, 3) == B | C
    assert (engine.seen_by(state, 2), engine.seen_by(state, 4), engine.seen_by(state, 0)) == (0, C, 0)
    assert known(turn, *to(table, 1, 2), *to(pile, 1, 2), cards=(1, 2), program=program) == [A, EVERYONE]
    tell = ShowCounter(2, (Const(1),), Const(A | C), 0)
    engine, state = carried_out(program, tell)
    assert [engine.told(state, 2, offset) for offset in range(3)] == [0, A | C, 0]
    assert [engine.told(state, 3, offset) for offset in range(3)] == [A, B, C]
    engine, state = carried_out(program, tell, Write(2, (Const(1),), Const(3), 0))
    assert engine.told(state, 2, 1) == 0


# ---------------------------------------------------------------- facts

FACTS = tiny(
    tuple(range(4)),
    PLACES,
    3,
    tables=(Table("colour", 0, (5, 5, 7, 9)),),
    columns=(("colour", 0, NUMBER),),
)


def fact(card: int, value: int, to: int) -> ShowFact:
    return ShowFact(0, Const(card), Const(value), Const(to), 0)


def told(*body: Stmt, seed: int = 1) -> dict[tuple[int, int], int]:
    """(card, value) -> who was told, where anybody was."""
    engine, state = carried_out(FACTS, *body, seed=seed)
    facts = engine.layout.facts[0]
    cells = {(card, value): facts.cell(card, value) for card in range(4) for value in (5, 7, 9)}
    return {key: state[cell] for key, cell in cells.items() if cell is not None and state[cell]}


def test_facts_have_cells_only_where_they_are_told() -> None:
    assert begun(FACTS)[0].layout.facts == {}
    engine = carried_out(FACTS, fact(1, 5, A))[0]
    assert engine.layout.facts[0].values == (5, 7, 9)
    assert engine.layout.facts[0].cell(1, 8) is None
    assert engine.layout.facts[0].cell(4, 5) is None


def test_facts_go_with_the_card_until_it_is_mixed() -> None:
    body = [*to(ROW, 0, 1, 2), fact(1, 5, A), fact(1, 7, A | B), fact(2, 8, C)]
    assert told(*body) == {(1, 5): A, (1, 7): A | B}
    assert told(*body, *to(PILE, 1)) == {(1, 5): A, (1, 7): A | B}
    assert told(*body, *to(PILE, 1, 2), Shuffle(PILE, 0)) == {}
    assert told(*to(HAND_A, 1), fact(1, 5, A | B), Shuffle(HAND_A, 0)) == {(1, 5): A}
    assert told(*to(BAG, 1), fact(1, 5, A | B)) == {}
    assert told(*to(ROW, 1), fact(1, 5, A | B), *to(BAG, 1)) == {}


def test_facts_are_forgotten_where_cards_would_be() -> None:
    body = [*to(HAND_A, 0, 1, 2), fact(1, 5, B | C), fact(2, 7, B)]
    assert told(*body, *to(OPEN, 0)) == {(1, 5): B | C, (2, 7): B}
    assert told(*body, *to(HAND_B, 1)) == {(1, 5): B, (2, 7): B}
    assert told(*body, *to(PILE, 1)) == {}


def test_positions_and_zones_stay_out_of_it() -> None:
    """Reading never changes what anybody knows."""
    reading: list[Expr] = [At(PILE, Const(0)), equal(ZoneOf(Const(1)), ZoneNumber(PILE)), Lookup(0, Const(1))]
    functions = tuple(Function("f", (), node) for node in reading)
    program = tiny(tuple(range(4)), PLACES, 3, tables=FACTS.tables, functions=functions)
    engine, state = carried_out(program, *to(PILE, 1, 2))
    before = list(state)
    assert [engine.call(number, state) for number in range(3)] == [2, 1, 5]
    assert state == before


# ---------------------------------------------------------------- what a traced engine reports


def reported(program: Program, *body: Stmt) -> list[Event]:
    """The events of these statements."""
    engine, state = begun(attrs.evolve(program, blocks=(Block("only", body, Halt()),)), traced=True)
    engine.run(state)
    assert engine.events is not None
    return list(engine.events)


def test_events_name_those_who_may_know() -> None:
    moves = [*to(HAND_A, 1, 2), *to(PILE, 1), deal(PILE, HAND_B), show(2, C), SwapPlaces(HAND_A, HAND_B, 4)]
    assert reported(GAME, *moves) == [
        Moved(1, 0, 2, A, 0), Moved(2, 0, 2, A, 0), Moved(1, 2, 1, A, 0), Dealt(1, 1, 3, A | B, 3),
        Shown(2, 2, C, A | C, 0), Moved(2, 2, 3, EVERYONE, 4), Moved(1, 3, 2, A | B, 4),
    ]  # fmt: skip
    assert reported(FACTS, *to(ROW, 0, 1), fact(1, 5, B), fact(1, 7, B), fact(1, 8, B))[2:] == [
        FactTold(1, 6, 1, 0, 5, 1, B, 0, 0), FactTold(1, 6, 1, 0, 7, 0, B, 0, 0), FactTold(1, 6, 1, 0, 8, 0, B, 0, 0),
    ]  # fmt: skip


def test_a_refill_and_counters_are_reported_once() -> None:
    refill = [*to(OPEN, 1, 2), *to(BAG, 3), deal(PILE, ROW, refill=Values((Const(1), Const(2), Const(3))))]
    events = reported(GAME, *refill)
    assert events[3:5] == [Refilled(5, 1, 3), Refilled(7, 1, 3)]
    assert isinstance(events[5], Dealt)
    program = tiny(
        counters=(counter("open", 0, 9), counter("shut", 0, 9, seen=NOBODY), counter("mark", 0, 9, hidden=True)),
        players=3,
    )
    writes: list[Stmt] = [
        Write(0, (), Const(4), 1), Write(0, (), Const(4), 1), Write(1, (), Const(2), 1),
        ShowCounter(1, (), Const(B), 2), Write(1, (), Const(3), 1), Write(2, (), Const(3), 1),
    ]  # fmt: skip
    none = (-1, -1, -1, -1)
    assert reported(program, *writes) == [
        Written(0, 0, 0, 4, EVERYONE, 1, *none), Written(1, 0, 0, 2, 0, 1, *none), CounterTold(1, 0, 2, B, 2, *none),
        Written(1, 0, 2, 3, 0, 1, *none),
    ]  # fmt: skip


@pytest.mark.parametrize("node", [Call(0, ()), Binary("+", Const(1), Const(2))])
def test_showing_takes_any_bit_set(node: Expr) -> None:
    program = tiny(tuple(range(9)), PLACES, 3, functions=(Function("who", (), Const(3)),))
    assert known(*to(PILE, 1), Show(Items(PILE), node, 0), cards=(1,), program=program) == [A | B]


def test_seats_beyond_the_table_are_not_told() -> None:
    assert known(*to(PILE, 1), show(1, 255), cards=(1,)) == [EVERYONE]
