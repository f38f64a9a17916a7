"""Whole games and random programs on the plain engine: what must hold whatever happens."""

from __future__ import annotations

import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from interpreter.machine.engine import GameFault, Picks
from interpreter.machine.layout import after_streams, layout_of
from interpreter.reference.engine import ReferenceEngine
from interpreter.reference.source import python_text
from rulelang.ir.model.expressions import Const, Items, Values, Zone, ZoneAt
from rulelang.ir.model.program import Block, Program, Seen
from rulelang.ir.model.statements import (
    Deal,
    Goto,
    Halt,
    Move,
    Show,
    Shuffle,
    Stmt,
    SwapCards,
    SwapPlaces,
)  # fmt: skip
from tests.interpreter.programs import ALL, OWNER, begun, by_player, market, poker, tiny, zone

GAMES = {"poker": poker(), "market": market()}


def whole(engine: ReferenceEngine, state: list[int]) -> None:
    """Every card is in exactly one place, unused cells are 0, piles and hands are in order, knowledge is of
    players."""
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
    cards = len(layout.program.cards)
    assert sorted(seen) == list(range(cards))
    known = state[layout.known : layout.known + cards]
    assert all(0 <= bits < 1 << layout.program.players for bits in known)
    assert all(type(cell) is int and -(2**31) <= cell < 2**31 for cell in state)
    assert len(state) == layout.size


def listed_one_by_one(engine: ReferenceEngine, state: list[int]) -> list[tuple[int, Picks]]:
    """The choices as a header gives them, of a game whose headers take nothing or the player."""
    program = engine.program
    found: list[tuple[int, Picks]] = []
    decision = program.decisions[engine.decision(state) or 0]
    offers = decision.all_offers
    for number, offer in enumerate(offers):
        if offer is decision.fallback and found:
            continue
        arguments = (engine.chooser(state),) * len(program.headers[offer.header].parameters)
        refusal = engine.why_not(state, number, ())
        if refusal is None or refusal.sort != "offer":
            found += [(number, picks) for picks in engine._called(state, f"choices{offer.header}", *arguments)]
    return found


def played(program: Program, seed: int, traced: bool = False, hooked: bool = False) -> list[tuple[int, ...]]:
    """Every state at which a random game rests."""
    engine, state = begun(program, seed, traced=traced)
    if hooked:
        draws = random.Random(seed)
        engine.chance = lambda _, stream, members, sort, rule: draws.randrange(len(members))
    bot = random.Random(seed)
    states = []
    engine.run(state)
    while not engine.over(state):
        states.append(tuple(state))
        whole(engine, state)
        choices = engine.choices(state)
        assert len(set(choices)) == len(choices)
        assert all(engine.why_not(state, number, picks) is None for number, picks in choices)
        assert listed_one_by_one(engine, state) == choices
        assert tuple(state) == states[-1], "asking changes nothing"
        engine.choose(state, *bot.choice(choices))
        engine.run(state)
    whole(engine, state)
    return [*states, tuple(state)]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_traced_and_untraced_states_are_equal(name: str, seed: int) -> None:
    for hooked in (False, True):
        plain = played(GAMES[name], seed, hooked=hooked)
        assert plain == played(GAMES[name], seed, traced=True, hooked=hooked)


def test_different_seeds_give_different_games() -> None:
    first = after_streams(GAMES["market"].players)
    assert len({played(GAMES["market"], seed)[0][first:] for seed in range(20)}) > 15


# ---------------------------------------------------------------- random programs of moves

SHAPES = (
    zone("pile", "pile", 8), zone("row", "row", 8, ALL), zone("hand", "hand", 8, OWNER, by_player(2)),
    zone("slot", "slot", 1), zone("bag", "bag", 8), zone("top", "pile", 8, Seen("all", top_only=True)),
    zone("narrow", "row", 3, Seen("others"), by_player(2)),
)  # fmt: skip
MOVES = tiny((0, 0, 0, 1, 1, 2, 3, 4), SHAPES)
_PLACE = st.integers(0, 9).map(lambda number: ZoneAt(Const(number)))
_CARD = st.integers(0, 7).map(Const)
_INDEX = st.none() | st.integers(0, 4).map(Const)
_STATEMENT: st.SearchStrategy[Stmt] = st.one_of(
    st.builds(Move, _CARD, _PLACE, _INDEX, st.just(1)),
    st.builds(Move, _CARD, _PLACE, st.none(), st.just(1)),
    st.builds(
        lambda amount, source, to, at, refill: Deal(
            Const(amount), source, to, at, True, Items(refill) if refill else None, None, 2
        ),
        st.integers(0, 3), _PLACE, _PLACE, _INDEX, st.none() | st.just(Zone(2, ())),
    ),
    st.builds(Shuffle, _PLACE, st.just(3)),
    st.builds(SwapPlaces, _PLACE, _PLACE, st.just(4)),
    st.builds(SwapCards, _CARD, _CARD, st.just(5)),
    st.builds(lambda card, to: Show(Values((card,)), Const(to), 6), _CARD, st.integers(0, 3)),
)  # fmt: skip


def stepwise(body: list[Stmt], seed: int, **more: bool) -> tuple[ReferenceEngine, list[int], frozenset[int]]:
    """One block for each statement, so that the state can be looked at between them."""
    blocks = (*(Block(f"b{n}", (each,), Goto(n + 1)) for n, each in enumerate(body)), Block("end", (), Halt()))
    engine, state = begun(attrs.evolve(MOVES, blocks=blocks), seed, **more)
    return engine, state, frozenset(range(len(blocks)))


@given(st.lists(_STATEMENT, min_size=1, max_size=25), st.integers(0, 50))
def test_no_statement_loses_or_doubles_a_card(body: list[Stmt], seed: int) -> None:
    """Traced and untraced, between all statements; a fault ends both."""
    engine, state, blocks = stepwise(body, seed)
    traced, same, _ = stepwise(body, seed, traced=True)
    while not engine.over(state):
        message = caught = None
        try:
            engine.run(state, blocks)
        except GameFault as fault:
            message = str(fault)
        try:
            traced.run(same, blocks)
        except GameFault as fault:
            caught = str(fault)
        assert caught == message
        if message is not None:
            return
        whole(engine, state)
        assert state == same


@given(st.lists(_STATEMENT, max_size=15), st.integers(0, 20))
def test_nobody_comes_to_know_a_card_without_having_seen_it(body: list[Stmt], seed: int) -> None:
    """What is newly known was seen where the card lay or lies now, on the way there, or was shown."""
    engine, state, blocks = stepwise(body, seed)
    layout = engine.layout
    for statement in body:
        before = list(state)
        try:
            engine.run(state, blocks)
        except GameFault:
            return
        on_the_way = 0
        if isinstance(statement, Deal) and isinstance(statement.source, ZoneAt):
            assert isinstance(statement.source.number, Const)
            on_the_way = layout.places[statement.source.number.value].seen or 0
        for card in range(len(MOVES.cards)):
            places = before[layout.zone + card], state[layout.zone + card]
            seen = [layout.places[place].seen or 0 for place in places]
            shown = 0
            if isinstance(statement, Show) and statement.cards == Values((Const(card),)):
                assert isinstance(statement.to, Const)
                shown = statement.to.value
            new = state[layout.known + card] & ~before[layout.known + card]
            assert new & ~(seen[0] | seen[1] | on_the_way | shown) == 0


# ---------------------------------------------------------------- the text


@pytest.mark.parametrize("name", GAMES)
def test_the_text_reads_like_the_program(name: str, text_snapshot: SnapshotAssertion) -> None:
    assert python_text(layout_of(GAMES[name])) == text_snapshot(name="plain")
