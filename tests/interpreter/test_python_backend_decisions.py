"""Headers, offers, choices and why not (docs/design/ir.md, "Decisions"), asked of the plain engine."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import attrs
import pytest

from interpreter.machine.engine import GameFault, Picks
from interpreter.machine.layout import BLOCK
from interpreter.reference.engine import ReferenceEngine
from rulelang.ir.model.expressions import (
    Binary,
    Const,
    Expr,
    Fold,
    Frame,
    Held,
    Items,
    Joined,
    Local,
    Lookup,
    Numbers,
    Offered,
    Ordered,
    Read,
    Seats,
    Size,
    Subsets,
    Values,
    Zone,
)  # fmt: skip
from rulelang.ir.model.program import (
    Block,
    Decision,
    FrameDecl,
    Function,
    Header,
    HeadItem,
    Key,
    LetItem,
    NeedItem,
    OfferDecl,
    Parameter,
    Program,
    Table,
)  # fmt: skip
from rulelang.ir.model.statements import Assign, Branch, Decide, Goto, Halt, Hold, Move, Show, Stmt, Write
from tests.interpreter.programs import (
    CARD,
    CARDS,
    NUMBER,
    OWNER,
    begun,
    by_player,
    counter,
    equal,
    held,
    less,
    market,
    offer,
    pick,
    plus,
    poker,
    tiny,
    zone,
)  # fmt: skip

ME, X = Local("me"), Local("x")
HAND = Zone(1, (ME,))
HAND_A, HAND_B, PILE = Zone(1, (Const(0),)), Zone(1, (Const(1),)), Zone(2, ())
LOOKS = (0, 0, 0, 1, 1, 2, 3, 3)
PLACES = (zone("hand", "hand", 8, OWNER, by_player(2)), zone("pile", "pile", 8))


def asking(
    *items: HeadItem, start: tuple[Stmt, ...] = (), into: tuple[Frame, ...] = (), **parts: Any
) -> tuple[ReferenceEngine, list[int]]:
    """A state in which player A has to choose from a header with these items."""
    usual: dict[str, Any] = {
        "headers": (Header("ask", (Parameter("me"),), items),),
        "decisions": (Decision("d", Const(0), (offer(0, "ask", into, Const(0)),), None, Frame(0), False, 5),),
        "blocks": (Block("start", start, Decide(0, 1)), Block("end", (), Halt())),
        "frames": (FrameDecl("answer"),),
        "tables": (Table("look", 0, LOOKS),),
    }
    engine, state = begun(tiny(LOOKS, PLACES, **(usual | parts)))
    engine.run(state)
    return engine, state


def picks(*items: HeadItem, **more: Any) -> list[Picks]:
    engine, state = asking(*items, **more)
    return [found for _, found in engine.choices(state)]


def to(place: Zone, *cards: int) -> tuple[Stmt, ...]:
    return tuple(Move(Const(card), place, None, 0) for card in cards)


def look(card: Expr) -> Lookup:
    return Lookup(0, card)


# ---------------------------------------------------------------- one header


def test_items_are_gone_through_in_order() -> None:
    first, second = pick("x", Numbers(Const(1), Const(3))), pick("y", Numbers(X, Const(3)), display=NUMBER)
    assert picks(first, second) == [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)]
    need = NeedItem(equal(plus(X, Local("y")), Const(4)), "four", 2)
    assert picks(first, second, need) == [(1, 3), (2, 2)]
    assert picks(first, NeedItem(less(X, Const(3)), "small", 2), second) == [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3)]
    double = LetItem("z", plus(X, X))
    assert picks(first, double, pick("y", Numbers(Local("z"), Const(5)))) == [
        (1, 2),
        (1, 3),
        (1, 4),
        (1, 5),
        (2, 4),
        (2, 5),
    ]
    assert picks() == [()]


def test_an_early_need_refuses_everything() -> None:
    engine, state = asking(NeedItem(Const(0), "never", 4), pick("x", Numbers(Const(1), Const(3))))
    with pytest.raises(GameFault) as caught:
        engine.choices(state)
    assert (caught.value.sort, caught.value.rule.name) == ("nobody_can_choose", "rule 5")
    assert caught.value.message.startswith("nobody can choose")


def test_a_filter_that_gives_way() -> None:
    even = equal(Binary("%", X, Const(2)), Const(0))
    assert picks(pick("x", Numbers(Const(1), Const(5)), even, if_able=True)) == [(2,), (4,)]
    assert picks(pick("x", Numbers(Const(3), Const(3)), even, if_able=True)) == [(3,)]
    engine, state = asking(pick("x", Numbers(Const(1), Const(5)), even, if_able=True))
    assert engine.why_not(state, 0, (2,)) is None
    refusal = engine.why_not(state, 0, (3,))
    assert refusal is not None
    assert (refusal.sort, refusal.item, refusal.rule) == ("pick", 0, 1)
    engine, state = asking(pick("x", Numbers(Const(3), Const(3)), even, if_able=True))
    assert engine.why_not(state, 0, (3,)) is None


def test_what_is_made_before_the_loops_gives_the_same_choices() -> None:
    number = pick("n", Numbers(Const(1), Const(2)), display=NUMBER)
    cards = (*to(HAND_A, 0, 1, 3, 5), *to(PILE, 6))
    low = less(look(X), Const(2))
    inner = [
        (pick("x", Items(HAND), low, alike=True), [0, 3]),
        (pick("x", Items(HAND), less(Const(5), X), if_able=True), [0, 1, 3, 5]),
        (pick("x", Items(HAND), low), [0, 1, 3]),
        (pick("x", Subsets(Items(HAND), Local("n"), Local("n"), True), capacity=2), None),
        (pick("x", Items(HAND), less(look(X), Local("n")), alike=True), None),
    ]
    for item, members in inner[:3]:
        assert members is not None
        assert picks(number, item, start=cards) == [(n, card) for n in (1, 2) for card in members]
    assert picks(number, inner[3][0], start=cards) == [
        (1, (0,)), (1, (3,)), (1, (5,)), (2, (0, 1)), (2, (0, 3)), (2, (0, 5)), (2, (3, 5)),
    ]  # fmt: skip
    assert picks(number, inner[4][0], start=cards) == [(1, 0), (2, 0), (2, 3)]
    late = NeedItem(less(Const(3), Size(HAND)), "four cards", 2)
    assert picks(number, late, start=cards) == [(1,), (2,)]


def test_nothing_that_may_be_a_fault_is_asked_earlier() -> None:
    nothing = Numbers(Const(1), Const(0))
    fault = Fold("highest", "h", nothing, None, Local("h"), 3)
    for late in (
        NeedItem(less(fault, Const(3)), "never asked", 2),
        pick("y", Items(HAND), less(fault, X), alike=True),
        pick("y", Ordered("z", Items(HAND), less(fault, Local("z")), (), None), if_able=True),
    ):
        engine, state = asking(pick("x", nothing), late, start=to(HAND_A, 0, 1))
        with pytest.raises(GameFault) as caught:
            engine.choices(state)
        assert caught.value.sort == "nobody_can_choose"


def test_no_member_twice() -> None:
    twice = Joined((Values((Const(3), Const(4), Const(3))), Numbers(Const(4), Const(5))))
    assert picks(pick("x", twice)) == [(3,), (4,), (5,)]
    assert picks(pick("x", Ordered("y", twice, None, (), None))) == [(3,), (4,), (5,)]


# ---------------------------------------------------------------- cards that look alike


def test_alike_cards_are_one_choice_where_the_first_stands() -> None:
    item = pick("x", Items(HAND), alike=True)
    assert picks(item, start=to(HAND_A, 0, 1, 2, 3, 4, 5)) == [(0,), (3,), (5,)]
    assert picks(pick("x", Items(HAND)), start=to(HAND_A, 0, 1, 2)) == [(0,), (1,), (2,)]
    some = pick("x", Items(HAND), less(Const(0), X), alike=True)
    assert picks(some, start=to(HAND_A, 0, 1, 2, 3)) == [(1,), (3,)]
    engine, state = asking(item, start=to(HAND_A, 0, 1, 3))
    assert engine.why_not(state, 0, (1,)) is None


def test_the_best_known_card_stands_for_its_look_alikes() -> None:
    item = pick("x", Items(HAND), alike=True)
    body = (*to(HAND_A, 0, 1, 2, 3, 4), Show(Values((Const(1), Const(4))), Const(2), 0))
    assert picks(item, start=body) == [(1,), (4,)]


def test_cards_in_two_places_or_with_counters_of_their_own_are_not_alike() -> None:
    both = pick("x", Joined((Items(HAND_A), Items(HAND_B))), alike=True)
    assert picks(both, start=(*to(HAND_A, 0, 1), *to(HAND_B, 2))) == [(0,), (2,)]
    turned = counter("turned", 0, 1, 0, (Key(CARD, 0, 7), Key(NUMBER, 1, 2)))
    item = pick("x", Items(HAND), alike=True)
    body = (*to(HAND_A, 0, 1, 2), Write(0, (Const(1), Const(2)), Const(1), 0))
    assert picks(item, start=body, counters=(turned,), card_counters=(0,)) == [(0,), (1,)]


def test_sets_that_look_alike_are_one_choice() -> None:
    sets = Subsets(Items(HAND), Const(1), Const(3), True)
    found = picks(pick("x", sets, capacity=3, display=CARDS), start=to(HAND_A, 0, 1, 3, 5))
    assert found == [
        ((0,),), ((3,),), ((5,),),
        ((0, 1),), ((0, 3),), ((0, 5),), ((3, 5),),
        ((0, 1, 3),), ((0, 1, 5),), ((0, 3, 5),),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_sets_are_complete_sound_and_never_twice(seed: int) -> None:
    chance = random.Random(seed)
    cards = chance.sample(range(8), chance.randint(0, 8))
    low, high = sorted(chance.choices(range(5), k=2))
    item = pick("x", Subsets(Items(HAND), Const(low), Const(high), True), capacity=4, display=CARDS)
    rest = pick("y", Numbers(Const(1), Const(1)))
    if low > len(cards):
        with pytest.raises(GameFault):
            picks(item, rest, start=to(HAND_A, *cards))
        return
    found = [chosen for chosen, _ in picks(item, rest, start=to(HAND_A, *cards))]
    shapes = [tuple(sorted(LOOKS[card] for card in chosen)) for chosen in found]  # type: ignore[union-attr]
    expected = {
        tuple(sorted(LOOKS[card] for card in chosen))
        for size in range(low, high + 1)
        for chosen in combinations(cards, size)
    }
    assert len(shapes) == len(set(shapes))
    assert set(shapes) == expected
    assert [len(shape) for shape in shapes] == sorted(len(shape) for shape in shapes)


def test_sets_without_alike_and_with_a_condition() -> None:
    total = Fold("sum", "c", Items(Held(X)), None, look(Local("c")))
    item = pick("x", Subsets(Items(HAND), Const(2), Const(2), False), equal(total, Const(1)), capacity=2)
    assert picks(item, start=to(HAND_A, 0, 1, 3, 4)) == [((0, 3),), ((0, 4),), ((1, 3),), ((1, 4),)]
    engine, state = asking(item, start=to(HAND_A, 0, 1, 3, 4))
    assert engine.why_not(state, 0, ((4, 0),)) is None
    for wrong in ((0, 1), (0,), (0, 3, 4), (0, 0), (0, 5)):
        assert engine.why_not(state, 0, (wrong,)) is not None


def test_too_many_sets_are_a_fault() -> None:
    for cards, works in ((12, True), (13, False)):
        item = pick("x", Subsets(Numbers(Const(1), Const(cards)), Const(0), Const(13), False), capacity=13, rule=7)
        if works:
            assert len(picks(item)) == 4096
        else:
            with pytest.raises(GameFault) as caught:
                picks(item)
            assert (caught.value.sort, caught.value.rule.name) == ("too_many", "rule 7")
    alike = tiny(tuple(number // 7 for number in range(28)), (zone("hand", "hand", 28, OWNER, by_player(2)),))
    for high in (28, 29):
        item = pick("x", Subsets(Items(HAND), Const(0), Const(high), True), capacity=28)
        header = Header("ask", (Parameter("me"),), (item,))
        decision = Decision("d", Const(0), (offer(0, "ask", (), Const(0)),), None, Frame(0), False, 5)
        start = to(HAND_A, *range(28))
        engine, state = begun(
            attrs.evolve(
                alike, headers=(header,), decisions=(decision,), frames=(FrameDecl("answer"),),
                blocks=(Block("start", start, Decide(0, 1)), Block("end", (), Halt())),
            )
        )  # fmt: skip
        engine.run(state)
        assert len(engine.choices(state)) == 8**4 == 4096


# ---------------------------------------------------------------- why not


def test_the_first_thing_that_refuses_is_named() -> None:
    engine, state = asking(
        pick("x", Numbers(Const(1), Const(5)), less(X, Const(5))),
        LetItem("double", plus(X, X)),
        NeedItem(less(Const(2), Local("double")), "more than two", 8),
        pick("y", Values((X, Const(9)))),
    )
    assert engine.why_not(state, 0, (2, 2)) is None
    assert engine.why_not(state, 0, (2,)) is None
    assert engine.why_not(state, 0, ()) is None
    found = {given: engine.why_not(state, 0, given) for given in ((6, 6), (5, 5), (1, 1), (2, 3))}
    assert {given: refusal and (refusal.sort, refusal.item) for given, refusal in found.items()} == {
        (6, 6): ("pick", 0), (5, 5): ("pick", 0), (1, 1): ("needs", 2), (2, 3): ("pick", 3),
    }  # fmt: skip
    needs = found[1, 1]
    assert needs is not None
    assert (needs.reason, needs.rule) == ("more than two", 8)


def test_offers_conditions_and_the_fallback() -> None:
    number = pick("x", Numbers(Const(1), Read(0, ())))
    headers = (Header("take", (), (number,)), Header("pass", (), ()))
    open_ = less(Const(2), Read(0, ()))

    def at(value: int) -> tuple[ReferenceEngine, list[int]]:
        offers = (offer(0, "take"), OfferDecl(1, "extra", 1, (), open_, ()))
        decision = Decision("d", Const(1), offers, offer(1, "pass"), Frame(0), False, 5)
        return asking(headers=headers, decisions=(decision,), counters=(counter("n", 0, 9, value),))

    engine, state = at(3)
    assert engine.chooser(state) == 1
    assert engine.choices(state) == [(0, (1,)), (0, (2,)), (0, (3,)), (1, ())]
    refusal = engine.why_not(state, 2, ())
    assert refusal is not None
    assert (refusal.sort, refusal.rule) == ("fallback", 5)
    engine, state = at(2)
    assert engine.choices(state) == [(0, (1,)), (0, (2,))]
    refusal = engine.why_not(state, 1, ())
    assert refusal is not None
    assert refusal.sort == "offer"
    engine, state = at(0)
    assert engine.choices(state) == [(2, ())]
    assert engine.why_not(state, 2, ()) is None


def test_offered_asks_for_any_choice_or_for_these_picks() -> None:
    header = Header(
        "lay",
        (Parameter("me"), Parameter("most")),
        (
            pick("x", Items(HAND), less(X, Local("most")), alike=True),
            pick("s", Subsets(Items(HAND), Const(2), Const(2), True), capacity=2),
        ),
    )  # fmt: skip
    these = Offered(0, (Const(0), Const(3)), (Local("c"), held("s")))
    functions = (
        Function("any", (Parameter("n"),), Offered(0, (Const(0), Local("n")))),
        Function("these", (Parameter("c"), Parameter("s", True)), these),
    )  # fmt: skip
    engine, state = asking(
        pick("x", Numbers(Const(1), Const(1))), start=to(HAND_A, 1, 2, 4), functions=functions,
        headers=(header,), decisions=(),
        blocks=(Block("start", to(HAND_A, 1, 2, 4), Halt()),),
    )  # fmt: skip
    assert [engine.call(0, state, most) for most in (0, 1, 2)] == [0, 0, 1]
    assert engine.call(1, state, 2, (4, 1)) == 1
    assert engine.call(1, state, 4, (4, 1)) == 0
    assert engine.call(1, state, 2, (4, 5)) == 0
    assert engine.offered(0, state, (0, 3))
    assert not engine.offered(0, state, (1, 3))
    assert engine.offered(0, state, (0, 3), (1, (1, 2)))
    assert not engine.offered(0, state, (0, 3), (1, (1, 1)))


# ---------------------------------------------------------------- choosing


def test_choosing_stores_everything_and_stands_before_the_next_block() -> None:
    frames = (FrameDecl("answer"), FrameDecl("number"), FrameDecl("set", 3), FrameDecl("each", 0, True))
    items = (
        pick("s", Subsets(Numbers(Const(4), Const(6)), Const(0), Const(3), False), capacity=3),
        pick("n", Numbers(Const(7), Const(8))),
        pick("m", Seats(Const(0))),
    )
    into = (Frame(2), Frame(1), Frame(3, Const(1)))
    engine, state = asking(*items, into=into, frames=frames)
    cells = engine.layout.frames
    before = list(state)
    assert len(engine.choices(state)) == 32
    assert state == before
    assert engine.decision(state) == 0
    engine.choose(state, 0, ((4, 6), 8, 1))
    assert (state[BLOCK], engine.decision(state), engine.over(state)) == (1, None, False)
    start = cells[0]
    assert start is not None
    assert state[start:] == [0, 8, 2, 4, 6, 0, 0, 1]
    with pytest.raises(ValueError, match="nobody has to choose"):
        engine.choices(state)
    engine.run(state)
    assert engine.over(state)
    assert state[1] == 1
    again = list(state)
    engine.run(state)
    assert state == again


def test_secret_choices_are_kept_for_each_player() -> None:
    """A loop over the seats in which everybody picks a card; the picks lie in a variable with a cell for
    each."""
    seat, chosen, answer = Frame(0), Frame(1, Frame(0)), Frame(2)
    header = Header("bid", (Parameter("me"),), (pick("x", Items(HAND), alike=True),))
    decision = Decision("bids", seat, (offer(0, "bid", (chosen,), seat),), None, answer, True, 1)
    blocks = (
        Block("start", (*to(HAND_A, 0, 3), *to(HAND_B, 1, 4), Assign(seat, Const(0))), Goto(1)),
        Block("ask", (), Decide(0, 2)),
        Block("asked", (Assign(seat, plus(seat, Const(1))),), Branch(less(seat, Const(2)), 1, 3)),
        Block("all in", (Move(Frame(1, Const(0)), PILE, None, 0), Move(Frame(1, Const(1)), PILE, None, 0)), Halt()),
    )  # fmt: skip
    engine, state = begun(
        tiny(
            LOOKS, PLACES, headers=(header,), decisions=(decision,), blocks=blocks,
            frames=(FrameDecl("seat"), FrameDecl("bid", 0, True), FrameDecl("answer")),
        )
    )  # fmt: skip
    engine.run(state)
    assert (engine.chooser(state), engine.choices(state)) == (0, [(0, (0,)), (0, (3,))])
    engine.choose(state, 0, (3,))
    engine.run(state)
    assert (engine.chooser(state), engine.choices(state)) == (1, [(0, (1,)), (0, (4,))])
    engine.choose(state, 0, (1,))
    engine.run(state)
    assert engine.over(state)
    assert engine.layout.cards_in(state, 3) == [1, 3]


# ---------------------------------------------------------------- running


def test_running_stops_before_a_named_block_but_not_at_once() -> None:
    engine, state = begun(market())
    engine.run(state, frozenset((1,)))
    assert state[BLOCK] == 1
    engine.run(state, frozenset((1,)))
    assert engine.decision(state) == 0


def test_a_ring_of_blocks_is_a_fault_after_the_fuel() -> None:
    for blocks, fuel, works in ((4, 4, True), (5, 4, False)):
        chain = (*(Block(f"b{n}", (), Goto(n + 1)) for n in range(blocks - 1)), Block("end", (), Halt()))
        engine, state = begun(tiny(blocks=chain, fuel=fuel))
        if works:
            engine.run(state)
            assert engine.over(state)
        else:
            with pytest.raises(GameFault) as caught:
                engine.run(state)
            assert caught.value.sort == "endless"
    ring = (Block("a", (Hold(Frame(0), Values(())),), Goto(1)), Block("b", to(PILE, 0), Goto(0)))
    engine, state = begun(tiny(LOOKS, PLACES, blocks=ring, frames=(FrameDecl("set", 1),), fuel=50))
    with pytest.raises(GameFault) as caught:
        engine.run(state)
    assert caught.value.message == "this never ends"


def lines(program: Program, depth: int = 20) -> dict[str, int]:
    """Every way in which a game can be played from one deal, as text, with what A wins."""
    engine, state = begun(program, seed=5)
    engine.run(state)
    found: dict[str, int] = {}

    def walk(state: list[int], so_far: str) -> None:
        if engine.over(state):
            found[so_far] = engine.call(0, state, 0)
            assert engine.call(0, state, 1) == -found[so_far]
            return
        decision = program.decisions[engine.decision(state) or 0]
        for number, given in engine.choices(state):
            after = list(state)
            engine.choose(after, number, given)
            engine.run(after)
            walk(after, f"{so_far} {decision.offers[number].label}".strip())

    walk(state, "")
    return found


def test_poker_has_five_ways_to_end() -> None:
    found = lines(poker())
    engine, state = begun(poker(), seed=5)
    engine.run(state)
    a_wins = 1 if engine.layout.cards_in(state, 2) > engine.layout.cards_in(state, 3) else -1
    assert found == {
        "pass pass": a_wins, "pass bet fold": -1, "pass bet call": 2 * a_wins, "bet fold": 1, "bet call": 2 * a_wins,
    }  # fmt: skip
