"""No tensor and no mask tells more than the player may know: in every game they are the same in every world."""

from __future__ import annotations

from random import Random

import pytest

from interpreter import Game, exact
from interpreter.stepwise.recall import Memory, Recall
from interpreter.stepwise.spelling import Stepwise
from interpreter.stepwise.tensors import Encoding
from tests.adapters.games import NAMES, loaded

SEEDS, DECISIONS, WORLDS = 2, 40, 3


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return loaded(request.param)


def test_observations_and_masks_are_the_same_in_every_world(game: Game) -> None:
    encoding, chance, other = Encoding(game), Random(2), 0
    for seed in range(SEEDS):
        state = game.new(seed, log=False)
        for number in range(DECISIONS):
            if state.decision is None:
                break
            for seat in range(game.players) if number % 5 == 0 else ():
                numbers, mask = encoding.of(state.view(seat)), Stepwise(state).mask()
                for _ in range(WORLDS):
                    world = state.world(seat, chance)
                    other += world != state
                    assert encoding.of(world.view(seat)) == numbers
                    if state.player == seat:
                        assert Stepwise(world).mask() == mask
            state.apply(state.random_choice())
    assert other


def test_information_states_are_the_same_in_every_world(game: Game) -> None:
    recall, chance = Recall(game, rows=3), Random(4)
    history = exact.begin(game)
    memories = [Memory(recall, seat) for seat in range(game.players)]
    for number in range(DECISIONS):
        while history.state.chance is not None:
            history = history.comes_up(chance.randrange(len(history.state.chance.outcomes)))
        state = history.state
        if state.decision is None:
            break
        seat = state.decision.player
        numbers = memories[seat].now(state, history.told(seat))
        assert len(numbers) == recall.size
        if number % 5 == 0:
            world = history.worlds(seat)(chance)
            assert world.known(seat) == history.known(seat)
            assert memories[seat].now(world.state, world.told(seat)) == numbers
        choice = chance.randrange(state.many)
        way, text = Stepwise(state).way(choice), state.decision.texts[choice]
        memories[seat] = memories[seat].chose(state, history.told(seat), way, text)
        history = history.after(choice)


def test_what_is_forgotten_is_counted(game: Game) -> None:
    recall = Recall(game, rows=2)
    row = recall.row(game.new(1), 0, (), ())
    for many in range(1, 5):
        numbers = recall.of([row] * many)
        assert numbers[:2] == [many, max(0, many - 2)]
        assert numbers[2 : 2 + recall.width] == list(row)
        assert sum(map(abs, numbers[2 + recall.width :])) == (0 if many == 1 else sum(map(abs, row)))
