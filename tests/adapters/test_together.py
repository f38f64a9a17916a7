"""Games asked word by word in machine code: the same words, masks and numbers as in Python, in every game."""

from __future__ import annotations

from array import array
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("llvmlite")

import interpreter
from interpreter import Game, IllegalChoice
from interpreter.loading import bundled
from interpreter.stepwise import Observing, Stepwise
from interpreter.stepwise.planning import plan_of
from interpreter.stepwise.together import StepwiseBatch

SEEDS, WORDS = 3, 120


def compared(game: Game, pipeline: str = "fast") -> int:
    """How many words were said in games of both sorts, which never differed."""
    batch = StepwiseBatch(game, range(SEEDS), pipeline=pipeline)  # type: ignore[arg-type]
    observing, chance, said = Observing(game), Random(1), 0
    many, size, seats = len(observing.words), observing.size, game.players
    games = [Stepwise(game.new(seed, log=False)) for seed in range(SEEDS)]
    for _ in range(WORDS):
        words = []
        for number, steps in enumerate(games):
            player = steps.player
            assert batch.players[number] == (-1 if player is None else player)
            assert list(batch.masks[number * many : (number + 1) * many]) == list(steps.mask())
            numbers = [0.0] * size
            if player is not None:
                observing.write(steps, player, numbers)
            assert list(batch.numbers[number * size : (number + 1) * size]) == numbers
            assert tuple(batch.returns[number * seats : (number + 1) * seats]) == steps.returns
            words.append(chance.choice(steps.legal) if steps.legal else 0)
        batch.step(words)
        for steps, word in zip(games, words, strict=True):
            if steps.is_over:
                state = steps.state.clone()
                state.again()
                steps.__init__(state)  # type: ignore[misc]
            else:
                said += 1
                steps.apply(word)
    return said


@pytest.mark.parametrize("name", sorted(bundled()))
def test_words_masks_and_numbers_are_those_of_python(name: str) -> None:
    game = interpreter.load(name, backend="native")
    if plan_of(game) is None:
        with pytest.raises(RuntimeError, match="machine code cannot ask"):
            StepwiseBatch(game, [1])
    else:
        assert compared(game) > SEEDS


@pytest.mark.parametrize(
    ("name", "players"),
    [("werwars", 5), ("hanabi", 4), ("letters", 4), ("edspants", 4), ("kuhn", 4), ("pickpocket", 3)],
)
def test_they_are_with_more_players_too(name: str, players: int) -> None:
    assert compared(interpreter.load(name, players, backend="native")) > SEEDS


RULES = """
rules 1
game "Marks and Backs"
players 2
kind Colour: red, blue
cards Disc "{colour} {size}", back shows colour: 1 for each colour, size in 1 to 6
state:
    tower: pile of Disc, top seen by all
    dark: pile of Disc, seen by nobody
    player.hand: hand of Disc, seen by owner
    player.line: row of up to 6 Disc, seen by others
    disc.weight: -2 to 5, starts at 0
    disc.painter: Player or none
    favourite: Colour or none
    loved: Disc or none
    debt: -9 to 9
    player.ready: flag
    player.guess: 0 to 9, seen by owner
to wait: set me.ready to yes
to weigh:
    pick disc in me.hand
    pick amount in -2 to 5
    set disc.weight to amount
    set disc.painter to me
    set loved to disc
to throw:
    pick group: 1 to 2 of Disc in me.hand
    move group to tower
    if dark is not empty: move 1 from dark to me.hand
to show_off:
    pick disc in me.line
    show whether disc.size is 2 to me
    set favourite to disc.colour
    move disc to dark
    shuffle dark
to bet:
    pick amount in -250 to 250
    if amount < 9 and amount > -9: set debt to amount
    set me.guess to 4
setup:
    move every disc to dark
    shuffle dark
    for each player: move 2 from dark to player.hand
    for each player: move 2 from dark to player.line
    move 1 from dark to tower
play: repeat 12 times: turns once: choose weigh, throw, show_off, bet, if none: wait
winner: highest guess, then shared
"""


def test_marks_backs_facts_and_cards_in_counters(tmp_path: Path) -> None:
    path = tmp_path / "marks.rules"
    path.write_text(RULES, encoding="utf-8")
    assert compared(interpreter.load(path, backend="native")) > 100


def test_what_is_written_goes_into_the_callers_buffers() -> None:
    game = interpreter.load("leduc", backend="native")
    observing = Observing(game)
    masks, numbers = bytearray(4 * len(observing.words)), array("f", bytes(16 * observing.size))
    batch = StepwiseBatch(game, range(4), masks, numbers, pipeline="fast")
    assert sum(masks) >= 8
    assert sum(numbers) > 0
    before = bytes(numbers)
    batch.step(batch.random_words())
    assert bytes(numbers) != before
    with pytest.raises(ValueError, match="a buffer of"):
        StepwiseBatch(game, range(3), masks, pipeline="fast")


def test_without_numbers_there_are_only_masks() -> None:
    game = interpreter.load("leduc", backend="native")
    batch = StepwiseBatch(game, range(4), seen=False, pipeline="fast")
    for _ in range(30):
        batch.step(batch.random_words())
    assert batch.numbers is None
    assert sum(batch.masks) > 0


def test_a_word_that_may_not_be_said_is_said_in_no_game() -> None:
    batch = StepwiseBatch(interpreter.load("kuhn", backend="native"), range(3), pipeline="fast")
    before = bytes(batch.masks), list(batch.players), list(batch.numbers)
    for wrong in (3, -1, 99):
        with pytest.raises(IllegalChoice, match=rf"{wrong} cannot be said in game 1, only check, bet"):
            batch.step([0, wrong, 1])
    assert (bytes(batch.masks), list(batch.players), list(batch.numbers)) == before


def test_words_drawn_by_chance_may_be_said() -> None:
    game = interpreter.load("werwars", 3, backend="native")
    batch = StepwiseBatch(game, range(8), pipeline="fast")
    drawn = set()
    for _ in range(200):
        words = batch.random_words()
        drawn.update(words)
        batch.step(words)
    assert len(drawn) > len(Observing(game).words) // 2
