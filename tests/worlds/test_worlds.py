"""A world agrees with all that a viewer knows, and with nothing else of the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from itertools import permutations
from random import Random

import pytest

import interpreter
from interpreter import Game, IllegalChoice, State
from interpreter.alike import mixed
from interpreter.machine.layout import FIRST_STREAM, after_streams
from rulelang.compiling import project_from_text
from tests.interpreter.telling_rows import TABLE, Row
from tests.worlds.games import FACTS, PALMS, far_off, made

MOST_OFF = 4.0
"""A chi-square so many deviations above what is expected comes up in a test that is right once in ten thousand."""


def drawn(state: State, viewer: int, what: Callable[[State], Hashable], many: int) -> Counter[Hashable]:
    chance, worlds = Random(1), state.worlds(viewer)
    return Counter(what(worlds(chance)) for _ in range(many))


def texts(state: State, viewer: int, zone: str) -> tuple[str | None, ...]:
    return tuple(card.text for card in state.view(viewer).zone(zone).cards)


def looks(game: Game, state: State, place: str) -> tuple[str, ...]:
    """What truly lies in a place, in its order."""
    number = [zone.name for zone in game.zones].index(place)
    return tuple(game.texts.plain[card] for card in game.layout.cards_in(state.array, number))


# ---------------------------------------------------------------- how likely


def test_a_hidden_card_is_each_of_those_that_are_left() -> None:
    kuhn = interpreter.load("kuhn")
    state = kuhn.new(seed=3)
    mine = looks(kuhn, state, "A.hand")[0]
    counts = drawn(state, 0, lambda world: looks(kuhn, world, "B.hand")[0], 3000)
    assert far_off(counts, {card: 1 for card in ("jack", "queen", "king") if card != mine}) < MOST_OFF


def test_cards_that_are_not_in_the_game_stay_in_the_box() -> None:
    kuhn = interpreter.load("kuhn")
    found = drawn(kuhn.new(seed=3), 0, lambda world: frozenset(looks(kuhn, world, "box")), 100)
    assert len(found) == 1


def test_what_was_told_of_cards_is_so_in_every_world() -> None:
    """Every way in which the unknown cards may lie is equally likely, counted one by one."""
    game = made(FACTS)
    for seed, first, second in ((1, "name_red", "name_one"), (2, "name_one", "name_red"), (3, "name_red", "name_red")):
        state = game.new(seed=seed)
        for choice in (first, first, second):
            state.apply(choice)
        true = looks(game, state, "B.line")
        hidden = sorted(set(game.texts.plain) - set(looks(game, state, "A.line")))
        asked = {"name_red": lambda text: text.startswith("red"), "name_one": lambda text: text.endswith("1")}
        ways = {
            way[:2]: 1.0
            for way in permutations(hidden)
            if all(asked[name](way[at]) == asked[name](true[at]) for name in {first, second} for at in (0, 1))
        }
        counts = drawn(state, 1, lambda world: looks(game, world, "B.line"), 400 * len(ways))
        assert set(counts) == set(ways)
        assert far_off(counts, ways) < MOST_OFF


def test_a_hidden_card_may_be_of_every_type_that_its_place_takes() -> None:
    """Coins lie in the purse, the sack and the palms, stones not in the purse: each way is equally likely."""
    game = made(PALMS)
    for seed in range(3):
        state = game.new(seed=seed)
        [mine] = looks(game, state, "A.palm")
        rest = [text for text in game.texts.plain if text != mine]
        ways: Counter[Hashable] = Counter()
        for way in permutations(rest):
            if all(text.startswith("coin") for text in way[1:3]):
                ways[way[0], frozenset(way[1:3])] += 1
        counts = drawn(
            state, 0, lambda world: (looks(game, world, "B.palm")[0], frozenset(looks(game, world, "purse"))), 6000
        )
        assert set(counts) == set(ways)
        assert far_off(counts, dict(ways)) < MOST_OFF


def test_hidden_numbers_are_those_that_come_up_in_such_games() -> None:
    dice = interpreter.load("liars_dice", players=2)
    state = dice.new(seed=4)
    counts = drawn(state, 0, lambda world: world.value("die", 1, 1), 3000)
    assert far_off(counts, dict.fromkeys(range(1, 7), 1)) < MOST_OFF
    assert drawn(state, 0, lambda world: world.value("die", 0, 1), 50) == {state.value("die", 0, 1): 50}
    assert drawn(state, 0, lambda world: world.value("die", 1, 2), 50) == {0: 50}


def test_a_secret_choice_that_is_open_may_be_any() -> None:
    game = interpreter.load("goofspiel", players=2, options={"cards_each": 4})
    states = []
    for bid in range(4):
        state = game.new(seed=1)
        state.apply(bid)
        states.append(state)
    assert len({tuple(state.array) for state in states}) == 4
    assert len({tuple(state.world(1, 5).array) for state in states}) == 1

    def shown(world: State) -> str:
        world.apply("bid(B 1)")
        return next(
            text for text in game.texts.plain if text.startswith("A") and text not in looks(game, world, "A.hand")
        )

    counts = drawn(states[0], 1, shown, 2000)
    assert far_off(counts, {f"A {value}": 1 for value in range(1, 5)}) < MOST_OFF


# ---------------------------------------------------------------- nothing of the truth


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
def test_worlds_of_states_that_look_alike_are_the_same(row: Row) -> None:
    """For every statement of the language: hidden cards, and hidden numbers too."""
    compiled = project_from_text(row.text()).compile(row.players)
    assert compiled.program is not None
    game = Game(compiled.program)
    for seed in range(2):
        state = game.new(seed=seed)
        for step in range(3):
            if state.decision is None:
                break
            for viewer in (0, 1):
                world = state.world(viewer, step)
                assert bytes(world.view(viewer)) == bytes(state.view(viewer))
                for other in (mixed(state, viewer, Random(seed)), other_numbers(state, viewer)):
                    if bytes(other.view(viewer)) == bytes(state.view(viewer)):
                        assert other.world(viewer, step) == world
            state.apply(state.random_choice())


def other_numbers(state: State, viewer: int) -> State:
    """The state in which hidden counters have other values, as far as the viewer does not see them."""
    game, array = state.game, state.array.copy()
    assert isinstance(game, Game)
    engine = game.engine()
    for number, counter in enumerate(game.program.counters):
        if counter.seen.who != "all" and not counter.hidden:
            for offset in range(len(game.contents(array).counters(number))):
                if not engine.told(state.array, number, offset) >> viewer & 1:
                    array[game.layout.counters[number] + offset] = counter.high
    return game.stand(array)


def test_a_world_does_not_know_the_future() -> None:
    state = interpreter.load("werwars", players=3).new(seed=7)
    streams = slice(FIRST_STREAM, after_streams(3))
    worlds = [state.world(0, seed) for seed in range(4)]
    assert all(world.array[streams] != state.array[streams] for world in worlds)
    assert len({tuple(world.array[streams]) for world in worlds}) == 4
    assert len({looks(state.game, world, "larder") for world in worlds}) == 4  # type: ignore[arg-type]


def test_the_same_seed_draws_the_same_world() -> None:
    state = interpreter.load("werwars", players=3).new(seed=7)
    assert state.world(0, "seed") == state.world(0, "seed")
    assert state.world(0, 1) == state.world(0, "1") != state.world(0, 2)
    one, two = Random(5), Random(5)
    worlds = state.worlds(0)
    assert [worlds(one) for _ in range(3)] == [state.world(0, two) for _ in range(3)]


def test_a_world_leaves_the_state_as_it_is() -> None:
    state = interpreter.load("werwars", players=3).new(seed=7)
    before = bytes(state)
    world = state.world(0, 1)
    world.playout()
    assert bytes(state) == before
    assert world.log(0) == []


def test_worlds_of_machine_code_are_those_of_python() -> None:
    pytest.importorskip("llvmlite")
    for name, players in (("werwars", 3), ("pickpocket", 3), ("goofspiel", 2), ("liars_dice", 2)):
        plain = interpreter.load(name, players=players).new(seed=7, log=False)
        native = interpreter.load(name, players=players, backend="native").new(seed=7, log=False)
        for _ in range(12):
            if plain.decision is None:
                break
            for viewer in range(players):
                assert native.world(viewer, 3).array == plain.world(viewer, 3).array
            assert type(native.world(0, 3)) is type(native)
            native.apply(0)
            plain.apply(0)


# ---------------------------------------------------------------- what cannot be drawn


def test_no_world_where_nobody_has_to_choose() -> None:
    kuhn = interpreter.load("kuhn")
    with pytest.raises(IllegalChoice, match="chance has to decide first"):
        kuhn.new(explicit=True).world(0, 1)
    state = kuhn.new(seed=1)
    state.playout()
    with pytest.raises(IllegalChoice, match="the game is over"):
        state.world(0, 1)


def test_no_world_for_a_seat_that_is_not_there() -> None:
    state = interpreter.load("kuhn").new(seed=1)
    for seat in (-1, 2):
        with pytest.raises(IndexError, match="there is no seat"):
            state.world(seat, 1)


def test_cards_that_somebody_laid_elsewhere_are_drawn_all_the_same() -> None:
    """The rules never bring the lowest cards of Kuhn poker back; a test may have laid them there."""
    kuhn = interpreter.load("kuhn")
    state = kuhn.new(seed=1)
    array = state.array.copy()
    box, hand = kuhn.layout.places[0], kuhn.layout.places[3]
    strange, held = array[box.cards], array[hand.cards]
    array[box.cards], array[hand.cards] = held, strange
    array[kuhn.layout.zone + strange], array[kuhn.layout.zone + held] = 3, 0
    laid = kuhn.stand(array)
    assert bytes(laid.world(0, 1).view(0)) == bytes(laid.view(0))
