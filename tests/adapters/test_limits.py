"""Bounds that are said beforehand: true in every game that is played, and known where they can be reckoned by hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import interpreter
from interpreter import Game, exact
from interpreter.state import MOST_DECISIONS
from interpreter.stepwise.lengths import most_decisions
from interpreter.stepwise.limits import Limits
from interpreter.stepwise.spans import utility
from interpreter.stepwise.words import Words
from tests.adapters.games import NAMES, loaded


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return loaded(request.param)


def test_no_game_that_is_played_passes_them(game: Game) -> None:
    limits = Limits.of(game)
    assert limits.low <= limits.high
    for seed in range(4):
        state = game.new(seed, log=False)
        decisions = state.playout(3000)
        assert decisions <= limits.decisions
        if state.is_over:
            assert all(limits.low <= Fraction(worth) <= limits.high for worth in state.returns)


@pytest.mark.parametrize(
    ("name", "players", "low", "high"),
    [
        ("kuhn", 2, -2, 3),
        ("kuhn", 3, -2, 5),
        ("hearts", 4, 0, 26),
        ("oh_hell", 4, 0, 23),
        ("werwars", 3, -1, 1),
        ("blackjack", 1, -1, 1),
    ],
)
def test_what_an_end_can_be_worth(name: str, players: int, low: int, high: int) -> None:
    assert utility(interpreter.load(name, players)) == (low, high)


@pytest.mark.parametrize(
    ("name", "players", "most"),
    [("kuhn", 2, 4), ("kuhn", 4, 8), ("goofspiel", 2, 24), ("hearts", 4, 64), ("spades", 4, 56), ("oh_hell", 3, 18)],
)
def test_how_many_decisions_there_can_be(name: str, players: int, most: int) -> None:
    assert most_decisions(interpreter.load(name, players).program) == most


PLAY = {
    "turns once: choose wait": 2,
    "repeat 3 times: turns once: choose wait": 6,
    "repeat 3 times: repeat 2 times: turns once: choose wait": 12,
    "repeat 3 times:\n        turns once: choose wait\n        turns once: choose wait": 12,
    "repeat until done: turns once: choose wait": None,
    "repeat:\n        turns once: choose wait\n        if done: stop game": None,
    "turns from (first player) where not done: choose wait": None,
    "if done: turns once: choose wait": 2,
    "repeat 2 times:\n        if done: turns once: choose wait": 4,
    "repeat rounds times: turns once: choose wait": None,
    "nothing": 0,
}
"""How a game goes, and how many decisions it can have with two players; None where nothing bounds them."""


@pytest.mark.parametrize("play", PLAY)
def test_loops_that_count_bound_a_game(play: str, tmp_path: Path) -> None:
    path = tmp_path / "loops.rules"
    path.write_text(
        'rules 1\ngame "Loops"\nplayers 2\nstate:\n    done: flag\n    rounds: 0 to 9\n'
        f"to wait: set done to yes\nplay:\n    {play}\nwinner: highest points, then shared\n"
        "define player.points = 1\n",
        encoding="utf-8",
    )
    assert most_decisions(interpreter.load(path).program) == PLAY[play]


def test_they_hold_in_every_history_of_a_small_game() -> None:
    for name, players in (("kuhn", 2), ("kuhn", 3)):
        game = interpreter.load(name, players)
        counts, limits = exact.count(game), Limits.of(game)
        worths = [worth for returns in counts.returns for worth in returns]
        assert limits.low <= min(worths)
        assert max(worths) <= limits.high
        assert counts.depth <= limits.decisions + len(game.program.cards)


def test_where_nothing_bounds_a_game_it_is_said() -> None:
    werwars = Limits.of(interpreter.load("werwars", 3))
    assert (werwars.proved, werwars.decisions) == (False, MOST_DECISIONS)
    assert werwars.words == MOST_DECISIONS * Words.of(interpreter.load("werwars", 3)).longest
    assert Limits.of(interpreter.load("goofspiel")).proved
