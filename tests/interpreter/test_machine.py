"""Games and states: seeds, steps, copies, bytes, faults."""

from __future__ import annotations

import copy
import random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from interpreter import Game, GameFault, IllegalChoice, State, UnknownGame, UnreadableSave
from tests.interpreter.machine_programs import HAND, market, stand


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(market(3))


def play(state: State, seed: int, steps: int = 1000) -> list[str]:
    """Random choices by text, without the one that is a fault."""
    draw = random.Random(seed)
    chosen: list[str] = []
    while state.decision is not None and len(chosen) < steps:
        text = draw.choice([text for text in state.decision.texts if text != "wait(-1)"])
        chosen.append(text)
        state.apply(text)
    return chosen


def test_what_a_game_says_of_itself(game: Game) -> None:
    assert (game.title, game.players, game.names) == ("Market", 3, ("A", "B", "C"))
    assert (game.options, game.variants) == ({"length": "short"}, ())
    assert [zone.name for zone in game.zones] == [
        "box", "larder", "scraps", "A.hand", "B.hand", "C.hand", "A.shelf", "B.shelf", "C.shelf",
    ]  # fmt: skip
    assert (game.zones[3].sort, game.zones[3].most, game.zones[3].seen) == ("hand", 14, "owner")
    assert [counter.name for counter in game.counters] == ["coins", "wish", "turned"]
    with pytest.raises(UnknownGame, match="there is no backend rusty, only python and native"):
        Game(market(2), backend="rusty")


def test_a_game_from_beginning_to_end(game: Game) -> None:
    state = game.new(seed=7)
    assert state.decision is not None
    assert (state.decision.player, state.decision.seat, state.decision.name) == (0, "A", "market")
    assert state.decision.sentences["gather"] == "Take two cards."
    assert state.decision.choices[0].sentence == "Take two cards."
    assert len(play(state, 1)) == 6
    assert state.is_over
    assert not state.view(0).choices
    assert state.result is not None
    assert state.result.scores[0].values == tuple(state.value("riches", seat) for seat in range(3))
    with pytest.raises(IllegalChoice, match="the game is over"):
        state.apply("gather")


@pytest.mark.parametrize("seed", [0, -1, 10**30, "", "Ostereier ünd mehr", "7"])
def test_any_seed_is_good_and_decides_the_game(game: Game, seed: int | str) -> None:
    assert bytes(game.new(seed)) == bytes(game.new(seed))
    assert play(game.new(seed), 3) == play(game.new(seed), 3)


def test_seeds_differ_and_a_number_is_its_digits(game: Game) -> None:
    assert len({bytes(game.new(seed)) for seed in range(50)}) == 50
    assert game.new(7) == game.new("7")


def test_the_log_does_not_change_the_game(game: Game) -> None:
    for seed in range(10):
        logged, plain = game.new(seed), game.new(seed, log=False)
        assert play(logged, seed) == play(plain, seed)
        assert bytes(logged) == bytes(plain)
        assert plain.log(0) == []


def test_by_choice_by_text_by_place(game: Game) -> None:
    states = [game.new(2) for _ in range(4)]
    mine, other = states[0].decision, game.new(2).decision
    assert mine is not None
    assert other is not None
    states[0].apply(mine.choices[2])
    states[1].apply(mine.choices[2].text)
    states[2].apply(2)
    states[3].apply(other.choices[2])
    assert len({bytes(state) for state in states}) == 1
    for wrong in (-1, 99):
        with pytest.raises(IllegalChoice, match=f"there is no choice {wrong}: they are counted from 0"):
            states[0].apply(wrong)


def test_an_old_decision_stays_readable_but_is_not_taken(game: Game) -> None:
    state = game.new(4)
    old = state.decision
    assert old is not None
    texts = list(old.texts)
    again = game.new(4).decision
    state.apply("gather")
    assert again is not None
    assert again.texts == texts
    assert old.texts == texts
    before = bytes(state)
    with pytest.raises(IllegalChoice, match="gather belongs to another decision"):
        state.apply(old.choices[0])
    assert bytes(state) == before


def test_clones_go_their_own_ways(game: Game) -> None:
    state = game.new(8)
    play(state, 1, 2)
    before, told = bytes(state), state.log(0)
    twins = [state.clone(), copy.copy(state), copy.deepcopy(state)]
    for number, twin in enumerate(twins):
        assert twin == state
        assert hash(twin) == hash(state)
        play(twin, number)
        assert twin != state
        assert twin.log(0)[: len(told)] == told
    assert bytes(state) == before
    assert state.log(0) == told


def test_states_are_equal_if_their_bytes_are(game: Game) -> None:
    state = game.new(1)
    assert state == game.new(1, log=False)
    assert state != game.new(1, explicit=True)
    assert state != Game(evolve(market(3), rules_hash="0")).new(1)
    assert state != "state"


def test_saved_and_restored(game: Game) -> None:
    for steps in range(7):
        state = game.new(11)
        play(state, 5, steps)
        again = game.restore(bytes(state))
        assert again == state
        assert bytes(again) == bytes(state)
        assert again.log(0) == []
        assert play(again, 9) == play(state, 9)
        assert bytes(again) == bytes(state)


def test_bytes_are_refused_with_a_reason(game: Game) -> None:
    data = bytes(game.new(11))
    for end in range(len(data)):
        with pytest.raises(UnreadableSave, match=r"no saved game|cut off"):
            game.restore(data[:end])
    with pytest.raises(UnreadableSave, match="too much at its end"):
        game.restore(data + b"\0")
    with pytest.raises(UnreadableSave, match="this is no saved game"):
        game.restore(b"PK\3\4" + data)
    with pytest.raises(UnreadableSave, match="format 2, this machine reads format 1"):
        game.restore(data[:8] + b"\2" + data[9:])
    for other in (market(2), evolve(market(3), rules_hash="0"), evolve(market(3), options=())):
        with pytest.raises(UnreadableSave, match="belongs to other rules"):
            Game(other).restore(data)


def test_every_damaged_byte_is_noticed(game: Game) -> None:
    data = bytes(game.new(11))
    for at in range(len(data)):
        with pytest.raises(UnreadableSave):
            game.restore(data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :])


@given(st.binary(max_size=400))
def test_any_bytes_are_refused(data: bytes) -> None:
    game = Game(market(2))
    with pytest.raises(UnreadableSave):
        game.restore(data)
    with pytest.raises(UnreadableSave):
        game.restore(bytes(game.new())[:40] + data)


def test_a_fault_leaves_the_state_as_it_was(game: Game) -> None:
    state = game.new(3)
    before, told = bytes(state), state.log(0)
    assert state.decision is not None
    with pytest.raises(GameFault) as fault:
        state.apply("wait(-1)")
    assert fault.value.sort == "bounds"
    assert fault.value.rule.name == "wait"
    assert bytes(state) == before
    assert state.log(0) == told
    state.apply("wait(1)")
    assert "A: wait(-1)" not in state.log(0)
    assert state.log(0)[-2:] == ["A: wait(1)", "A.wish is now 1"]


def test_nobody_can_choose_is_a_fault_with_its_rule() -> None:
    program = market(2)
    header = evolve(program.headers[6], items=(*program.headers[0].items, *program.headers[6].items))
    state = stand(
        Game(evolve(program, headers=(*program.headers[:6], header, program.headers[7]))), {}, larder_empty=True
    )
    for _ in range(2):
        state.apply("wait(0)")
    assert state.decision is not None
    with pytest.raises(GameFault) as fault:
        _ = state.decision.choices
    assert fault.value.sort == "nobody_can_choose"


def test_values_by_name(game: Game) -> None:
    state = game.new(3)
    assert [state.value("held", seat) for seat in range(3)] == [2, 2, 2]
    state.apply("gather")
    assert state.value("held", 0) == 4
    assert state.value("wish", 1) == 0
    with pytest.raises(KeyError, match="nothing is called richess; near it: riches"):
        state.value("richess", 0)
    with pytest.raises(ValueError, match="riches takes 1 keys, not 0"):
        state.value("riches")
    with pytest.raises(ValueError, match="3 is not from 0 to 2"):
        state.value("wish", 3)


def test_random_choices_use_a_stream_of_their_own(game: Game) -> None:
    state, other = game.new(3), game.new(3)
    chosen = [state.random_choice().text for _ in range(60)]
    assert chosen == [other.random_choice().text for _ in range(60)]
    assert len(set(chosen)) > 10
    assert state == other
    assert state != game.new(3)
    state.apply("gather")
    fresh = game.new(3)
    fresh.apply("gather")
    assert state.view(0) == fresh.view(0)
    assert state.random_choice().decision is state.decision


def test_a_stand_of_cards(game: Game) -> None:
    state = stand(game, {HAND: [["apple"], ["joker", "guard"], []]})
    assert state.view(1).zone("B.hand").known == ("guard #2", "joker")


def test_a_new_game_in_place_of_the_old_one(game: Game) -> None:
    """Its generators go on, and its log begins anew."""
    state, other = game.new(3), game.new(3)
    play(state, 1)
    before = state.array[2:8]
    state.again()
    assert not state.is_over
    assert state.array != other.array
    assert state.array[2:8] != before
    state.reseed(3)
    state.again()
    assert state == other
    assert state.log(0) == other.log(0)


def test_what_chance_brings_from_here_on(game: Game) -> None:
    state = game.new(3, log=False)
    futures = []
    for seed in (1, 1, 2):
        copied = state.clone()
        copied.reseed(seed)
        assert copied.view(0) == state.view(0)
        copied.apply("gather")
        futures.append(copied.array)
    assert futures[0] == futures[1]
    assert futures[0] != futures[2]
    assert state == game.new(3)


def test_numbers_for_those_who_need_no_texts(game: Game) -> None:
    state = game.new(3, log=False)
    assert state.decision is not None
    assert (state.many, state.player) == (len(state.decision.choices), state.decision.player)
    assert state.returns == (0.0, 0.0, 0.0)
    play(state, 1)
    assert (state.many, state.player) == (0, None)
    assert state.result is not None
    assert sum(state.returns) == pytest.approx(0)
    winners = [seat for seat, worth in enumerate(state.returns) if worth > 0]
    assert winners == list(state.result.winners)


def test_numbers_where_chance_decides(game: Game) -> None:
    state = game.new(3, explicit=True)
    assert state.chance is not None
    assert (state.many, state.player, state.returns) == (0, None, (0.0, 0.0, 0.0))
    state.apply_chance(0)
    state.reseed(5)
    state.again()
    assert state.chance is not None
    assert state == game.new(5, explicit=True)
