"""Bounds that are said beforehand: true in every game that is played, and known where they can be reckoned by hand."""

from __future__ import annotations

import contextlib
from fractions import Fraction
from pathlib import Path

import pytest

import interpreter
from interpreter import Game, GameFault, exact
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
    [
        ("kuhn", 2, 4),
        ("kuhn", 4, 8),
        ("goofspiel", 2, 24),
        ("hearts", 4, 64),
        ("spades", 4, 56),
        ("oh_hell", 3, 18),
        ("werwars", 2, 14749),
        ("leduc", 2, 45),
        ("hanabi", 2, 486),
        ("tic_tac_toe", 2, 19),
        ("tiny_bridge", 2, 8),
        ("liars_dice", 2, 35),
        ("magpie", 2, 49),
        ("blackjack", 1, 51),
    ],  # by hand: 43 animals and suspects taken …
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
    "if done: turns once: choose wait": 0,
    "early\n    if done: turns once: choose wait": 3,
    "repeat 2 times:\n        if done: turns once: choose wait": 0,
    "repeat 2 times:\n        early\n        if done: turns once: choose wait": 6,
    "repeat rounds times: turns once: choose wait": 0,
    "first_of_all\n    repeat rounds times: turns once: choose wait": None,
    "nothing": 0,
}
"""How a game goes, and how many decisions it can have with two players; None where nothing bounds them."""


@pytest.mark.parametrize("play", PLAY)
def test_loops_that_count_bound_a_game(play: str, tmp_path: Path) -> None:
    path = tmp_path / "loops.rules"
    path.write_text(
        'rules 1\ngame "Loops"\nplayers 2\nstate:\n    done: flag\n    rounds: 0 to 9\n'
        "to wait: set done to yes\nto nap: add 0 to rounds\nto grow: set rounds to 9\n"
        "to early:\n    let one = first player\n    one chooses wait, nap\n"
        "to first_of_all:\n    let one = first player\n    one chooses grow\n"
        f"play:\n    {play}\nwinner: highest points, then shared\n"
        "define player.points = 1\n",
        encoding="utf-8",
    )
    assert most_decisions(interpreter.load(path).program) == PLAY[play]


COINS = """rules 1
game "Coins"
players 2
cards Coin:
    | copies | name |
    | 6 | "coin" |
state:
    heap: pile of Coin, seen by all
    bank: pile of Coin, seen by all
    purse: pile of Coin, seen by all, refilled from bank
    player.hand: hand of Coin, seen by owner
    clock: 0 to 9
    hand_of_clock: 0 to 9
    player.out: flag
to take: move 1 from heap to me.hand
to take_some: move up to 2 from heap to me.hand
to take_if_some:
    needs heap is not empty or bank is not empty
    move up to 2 from heap to me.hand
    if heap is empty: move up to 1 from bank to me.hand
to take_more:
    needs heap is not empty else "Nothing is left."
    move up to 2 from heap to me.hand
to give: move 1 from me.hand to bank
to bring_back: move every coin in bank to heap
to draw_again: move 1 from purse to bank
to wait: add 1 to clock
to wait_more: repeat 2 times: add 1 to clock
to wait_perhaps:
    if heap is empty: add 1 to clock
to rest: set clock to 0
to go:
    needs not me.out
    set me.out to yes
to raise_it:
    pick higher in 1 to 9 where higher > clock
    set clock to higher
to top:
    pick hours in 1 to 9
    pick minutes in 1 to 9
    needs hours > clock or (hours is clock and minutes > hand_of_clock)
    set clock to hours
    set hand_of_clock to minutes
to finish: stop game
setup:
    move every coin to heap
    move 1 from heap to bank
play:
    turns from (first player): choose STEPS, finish
winner: highest points, then shared
define player.points = 1
"""

LOOPS = {
    "take": 6,
    "take_some": None,
    "take_more": 6,
    "take_if_some": None,
    "take, give": 12,
    "take, bring_back": None,
    "take, give, bring_back": None,
    "draw_again": None,
    "wait": 10,
    "wait_more": 10,
    "wait_perhaps": None,
    "take, wait": 15,
    "take, wait, rest": None,
    "go": 3,
    "go, take": 8,
    "raise_it": 10,
    "raise_it, rest": None,
    "top": 100,
    "top, rest": None,
    "finish": 1,
}
"""What may be chosen in a loop that ends when somebody chooses to, and how many decisions there can be."""


@pytest.mark.parametrize("steps", LOOPS)
def test_a_loop_that_uses_something_up_bounds_a_game(steps: str, tmp_path: Path) -> None:
    path = tmp_path / "coins.rules"
    path.write_text(COINS.replace("STEPS, finish" if steps == "finish" else "STEPS", steps), encoding="utf-8")
    game = interpreter.load(path)
    most = most_decisions(game.program)
    assert most == LOOPS[steps]
    for seed in range(30):
        state = game.new(seed, log=False)
        with contextlib.suppress(GameFault):
            for _ in range(most or 0):
                if state.many > 1:  # on, as long as something else can be chosen
                    state.apply(seed % (state.many - 1))
            assert most is None or state.many <= 1


CLIMB = """rules 1
game "Climb"
players 1
state:
    height: 0 to 9
to go_on: needs height <= HIGHEST
to leave_it: stop game
setup: set height to 0
play:
    turns from (first player):
        add 1 to height
        choose go_on, leave_it
winner: highest height
"""


@pytest.mark.parametrize("highest", [0, 1, 2])
def test_the_last_choice_may_be_the_one_that_uses_up_the_rest(highest: int, tmp_path: Path) -> None:
    """Nobody is asked to go on above the highest, but somebody is asked there."""
    path = tmp_path / "climb.rules"
    path.write_text(CLIMB.replace("HIGHEST", str(highest)), encoding="utf-8")
    state = interpreter.load(path).new(1, log=False)
    asked = 0
    while not state.is_over:
        state.apply(0)
        asked += 1
    assert asked == highest + 1 == most_decisions(interpreter.load(path).program)


def test_they_hold_in_every_history_of_a_small_game() -> None:
    for name, players in (("kuhn", 2), ("kuhn", 3)):
        game = interpreter.load(name, players)
        counts, limits = exact.count(game), Limits.of(game)
        worths = [worth for returns in counts.returns for worth in returns]
        assert limits.low <= min(worths)
        assert max(worths) <= limits.high
        assert counts.depth <= limits.decisions + len(game.program.cards)


@pytest.mark.parametrize("name", ["court", "realm"])  # the bound of the second has 16 digits
def test_where_nothing_bounds_a_game_it_is_said(name: str) -> None:
    limits = Limits.of(interpreter.load(name))
    assert (limits.proved, limits.decisions) == (False, MOST_DECISIONS)
    assert limits.words == MOST_DECISIONS * Words.of(interpreter.load(name)).longest
