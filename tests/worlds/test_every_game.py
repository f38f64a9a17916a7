"""What must hold of the worlds of every game in `games/`, at every number of players and in every variant."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from interpreter import Game, GameFault, State
from interpreter.alike import mixed
from interpreter.worlds.rulebook import Rulebook
from tests.games.test_every_game import configurations, made, name, whole


@pytest.fixture(params=configurations(), ids=name)
def game(request: pytest.FixtureRequest) -> Game:
    return made(request.param)


def decisions(game: Game, seeds: int = 4, apart: int = 9) -> list[State]:
    """States at decisions, further and further into games that chance has played."""
    found = []
    for seed in range(seeds):
        state = game.new(seed=f"worlds {seed}")
        for _ in range(seed * apart):
            if state.decision is not None:
                state.apply(state.random_choice())
        if state.decision is not None:
            found.append(state)
    return found


def past(state: State) -> list[int]:
    """What the variables hold that nothing will read any more."""
    game, layout = state.game, state.game.layout
    assert state.decision is not None
    cells: list[int] = []
    for slot, (first, frame) in enumerate(zip(layout.frames, game.program.frames, strict=True)):
        if first is not None and slot not in Rulebook.of(game).living(state.decision.number):
            width = (1 + frame.capacity if frame.capacity else 1) * (game.players if frame.seats else 1)
            cells += state.array[first : first + width]
    return cells


def test_a_world_is_what_the_viewer_sees_and_a_game_that_goes_on(game: Game) -> None:
    for number, state in enumerate(decisions(game)):
        for viewer in range(game.players):
            world = state.world(viewer, number)
            whole(world)
            assert not any(past(world))
            assert bytes(world.view(viewer)) == bytes(state.view(viewer))
            assert bytes(evolve(world.table(viewer), story=())) == bytes(evolve(state.table(viewer), story=()))
            assert world.player == state.player
            try:
                world.playout(200)
            except GameFault as fault:
                pytest.fail(str(fault))


def test_states_that_look_alike_have_the_same_worlds(game: Game) -> None:
    """The sharpest that can be asked: whatever is hidden has no influence on any cell of a world."""
    for number, state in enumerate(decisions(game)):
        for viewer in range(game.players):
            other = mixed(state, viewer, Random(number))
            assert other.world(viewer, number) == state.world(viewer, number)


def test_no_card_lies_where_the_rules_bring_none(game: Game) -> None:
    reach = Rulebook.of(game).reach
    for seed in range(3):
        state = game.new(seed=seed, log=False)
        for _ in range(200):
            if state.decision is None:
                break
            for number, cards in enumerate(reach):
                assert cards.issuperset(game.layout.cards_in(state.array, number)), game.zones[number].name
            state.apply(state.random_choice())


def test_variables_that_are_said_to_be_dead_change_nothing(game: Game) -> None:
    book, layout = Rulebook.of(game), game.layout
    for state in decisions(game):
        array = state.array.copy()
        assert state.decision is not None
        for slot, (first, frame) in enumerate(zip(layout.frames, game.program.frames, strict=True)):
            if first is not None and slot not in book.living(state.decision.number):
                width = (1 + frame.capacity if frame.capacity else 1) * (game.players if frame.seats else 1)
                array[first : first + width] = [0] * width
        one, other = game.stand(state.array, log=False), game.stand(array, log=False)
        for _ in range(60):
            if one.decision is None or other.decision is None:
                break
            assert one.decision.raw == other.decision.raw
            choice = one.random_choice().index
            other.random_choice()
            one.apply(choice)
            other.apply(choice)
            assert one.view(0) == other.view(0)
        assert (one.decision is None) == (other.decision is None)
