"""Games word by word: one meaning for each word in every game, every choice spelt once, nothing told to others."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import interpreter
from interpreter import Game, IllegalChoice, State
from interpreter.stepwise.spelling import Stepwise
from interpreter.stepwise.words import END, Words
from tests.adapters.games import NAMES, loaded

MOST = 60
"""Decisions of each game."""


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return loaded(request.param)


def walked(state: State, chance: Random) -> list[int]:
    """One choice spelt word by word; every word that may be said leads on, and the words are those of the choice."""
    steps, said = Stepwise(state), []
    while True:
        legal = steps.legal
        assert len(legal) > 1 or (len(legal) == state.many == 1)
        assert list(legal) == sorted(set(legal))
        mask = steps.mask()
        assert [word for word, may in enumerate(mask) if may] == list(legal)
        for word in legal:
            steps.clone().apply(word)
        said.append(chance.choice(legal))
        if steps.apply(said[-1]):
            return said


def test_every_choice_is_spelt_once_and_can_be_reached(game: Game) -> None:
    words, chance = Words.of(game), Random(1)
    state = game.new(3, log=False)
    for _ in range(MOST):
        if state.decision is None:
            break
        spelt = words.spell(state.decision)
        assert len(set(spelt)) == len(spelt) == state.many
        assert max(map(len, spelt)) <= words.longest
        walked(state, chance)
        choice = chance.randrange(state.many)
        steps, after = Stepwise(state), state.clone()
        after.apply(choice)
        way = steps.way(choice)
        assert [steps.apply(word) for word in way] == [False] * (len(way) - 1) + [True]
        assert steps.state == after
        state = after


def test_there_are_at_most_a_few_hundred_words(game: Game) -> None:
    words = Words.of(game)
    assert len(words) == len(set(words.texts)) < 400
    assert [words.number(text) for text in words.texts] == list(range(len(words)))


def test_a_word_has_the_same_number_wherever_the_rules_are_loaded(game: Game) -> None:
    assert Words.of(interpreter.load(game.name, game.players)).texts == Words.of(game).texts


RULES = """
rules 1
game "Spelling"
players 2
kind Colour: red, blue
cards Card "{value}": 3 for each value in 1 to 4
state:
    deck: pile of Card, seen by nobody
    player.hand: hand of Card, seen by owner
    player.dark: row of up to 4 Card, seen by others
    player.score: -5000 to 5000
    player.mood: Colour or none
to take:
    pick group: up to 2 of Card in me.hand
    move group to box
to light:
    pick card in me.dark
    move card to me.hand
to paint(colour: Colour): set me.mood to colour
to add_up:
    pick amount in -300 to 300
    set me.score to amount
setup:
    move every card to deck
    shuffle deck
    for each player: move 3 from deck to player.hand
    for each player: move 2 from deck to player.dark
play: repeat 3 times: turns once: choose take, light, add_up, paint(red), paint(blue)
winner: highest score, then shared
"""


@pytest.fixture
def spelling(tmp_path: Path) -> Game:
    path = tmp_path / "spelling.rules"
    path.write_text(RULES, encoding="utf-8")
    return interpreter.load(path)


def test_sets_member_by_member_places_and_long_numbers_digit_by_digit(spelling: Game) -> None:
    def said(*words: str) -> Stepwise:
        steps = Stepwise(spelling.new(3))
        for word in words:
            steps.say(word)
        return steps

    assert said().texts() == ["take", "light", "add_up", "paint(red)", "paint(blue)"]
    assert said("light").texts() == ["1", "2"]
    assert said("add_up").texts() == ["-", "+"]
    assert set(said("add_up", "-").texts()) == set("0123")
    assert said("add_up", "-").choice("3") is not None  # only -300 begins so
    hand = [text for text in said("take").texts() if text != END]
    assert set(hand) <= {'"1"', '"2"', '"3"', '"4"'}
    assert END in said("take").texts()
    least = said("take", hand[0]).texts()
    assert END in least
    assert set(least) - {END} <= set(hand)


def test_members_of_a_set_come_in_the_order_of_the_vocabulary(spelling: Game) -> None:
    words = Words.of(spelling)
    for spelt in words.spell(spelling.new(3).decision):  # type: ignore[arg-type]
        if spelt[0] == words.number("take"):
            assert spelt[-1] == words.end
            assert list(spelt[1:-1]) == sorted(spelt[1:-1])


def test_what_cannot_be_said_is_refused_and_changes_nothing(spelling: Game) -> None:
    steps = Stepwise(spelling.new(3))
    before = steps.state
    for wrong in ("feed", 99, -1, words_end(spelling)):
        with pytest.raises(IllegalChoice, match="cannot be said here, only take, light"):
            steps.apply(wrong)
    assert steps.state is before
    assert steps.said == ()
    with pytest.raises(IllegalChoice, match="completes"):
        steps.say("paint(red)")


def words_end(game: Game) -> int:
    return Words.of(game).end


def test_words_that_were_said_are_said_in_a_world_too(game: Game) -> None:
    chance = Random(5)
    state = game.new(5, log=False)
    for _ in range(12):
        if state.decision is None:
            break
        steps = Stepwise(state)
        word = chance.choice(steps.legal)
        if steps.choice(word) is None:
            steps.say(word)
        world = steps.on(state.world(steps.player or 0, chance))
        assert world.said == steps.said
        assert world.legal == steps.legal
        state = state.clone()
        state.apply(state.random_choice())
