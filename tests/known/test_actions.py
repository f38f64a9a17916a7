"""The numbers of choices: one for each text, in every state, and no more than are said to be there."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter.adapters.actions import Actions, TooManyActions
from interpreter.loading import bundled


@pytest.mark.parametrize("name", sorted(name for name, path in bundled().items() if path.parent.name == "library"))
def test_a_number_stands_for_one_text_all_the_game(name: str) -> None:
    game = interpreter.load(name)
    actions = Actions(game)
    texts: dict[int, str] = {}
    for seed in range(2):
        state = game.new(seed, log=False)
        while state.decision is not None:
            numbers = actions.numbers(state.decision)
            assert len(set(numbers)) == len(numbers) == len(state.decision.texts)
            for number, text in zip(numbers, state.decision.texts, strict=True):
                assert 0 <= number < actions.size
                assert texts.setdefault(number, text) == text
            state.apply(state.random_choice())
    assert len(set(texts.values())) == len(texts)


RULES = """
rules 1
game "Numbers"
players 2
cards Card "{value}": 2 for each value in 1 to 4
state:
    deck: pile of Card, seen by nobody
    player.hand: hand of Card, seen by owner
    player.dark: row of Card, seen by others
    player.score: number
to take:
    pick group: up to 2 of Card in me.hand
    move group to box
to light:
    pick card in me.dark
    move card to me.hand
to add_up:
    pick amount in 1 to count me.hand + 97
    add amount to me.score
setup:
    move every card to deck
    shuffle deck
    for each player: move 2 from deck to player.hand
    for each player: move 2 from deck to player.dark
play: repeat 3 times: turns once: choose take, light, add_up
winner: highest score, then shared
"""


def test_sets_places_and_numbers(tmp_path: Path) -> None:
    path = tmp_path / "numbers.rules"
    path.write_text(RULES, encoding="utf-8")
    game = interpreter.load(path)
    actions = Actions(game)
    state = game.new(3)
    assert state.decision is not None
    numbers = dict(zip(state.decision.texts, actions.numbers(state.decision), strict=True))
    assert len(set(numbers.values())) == len(numbers)
    assert {"take(nothing)", "light(1)", "light(2)", "add_up(99)"} <= set(numbers)
    assert numbers["light(2)"] == numbers["light(1)"] + 1
    with pytest.raises(TooManyActions, match="50"):
        Actions(game, most=50).numbers(state.decision)
