"""Worlds of games that chance has written: more statements stand together in them than anybody thinks of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from interpreter import Game, GameFault, State
from interpreter.alike import mixed
from interpreter.worlds.rulebook import Rulebook
from rulelang.compiling import project_from_text
from tests.generated.sweep import text_of

TEXTS = (*range(24), 184, 317, 344)
"""The last ones have shown mistakes: a card-dependent sight, a variable that means a hidden card, choices in an order
that tells of a pile."""


def states(game: Game) -> Iterator[State]:
    """The first decisions of two games."""
    for seed in range(2):
        with suppress(GameFault):
            state = game.new(seed=seed, log=False)
            for _ in range(6):
                if state.decision is None or not state.many:
                    break
                yield state
                state.apply(state.random_choice())


def names_a_hidden_card(state: State, viewer: int) -> bool:
    """Whether a variable that is still needed means a card that the viewer does not know: where that lies is kept."""
    game, book = state.game, Rulebook.of(state.game)
    assert state.decision is not None
    contents = game.contents(state.array)
    for slot in book.card_variables & book.living(state.decision.number):
        first, frame = game.layout.frames[slot], game.program.frames[slot]
        if first is not None:
            width = (1 + frame.capacity if frame.capacity else 1) * (game.players if frame.seats else 1)
            for card in state.array[first : first + width]:
                known = 0 <= card < len(game.program.cards) and contents.sees(viewer, contents.zone_of(card), card)
                if not known:
                    return True
    return False


@pytest.mark.parametrize("number", TEXTS)
def test_worlds_of_generated_games(number: int) -> None:
    program = project_from_text(text_of(number)).compile().program
    if program is None:
        pytest.skip("this text is refused")
    game = Game(program)
    reach = Rulebook.of(game).reach
    for step, state in enumerate(states(game)):
        for place, cards in enumerate(reach):
            assert cards.issuperset(game.layout.cards_in(state.array, place)), game.zones[place].name
        for viewer in range(game.players):
            world = state.world(viewer, step)
            assert bytes(world.view(viewer)) == bytes(state.view(viewer))
            other = mixed(state, viewer, Random(step))
            if bytes(other.view(viewer)) == bytes(state.view(viewer)) and not names_a_hidden_card(state, viewer):
                assert other.world(viewer, step) == world
