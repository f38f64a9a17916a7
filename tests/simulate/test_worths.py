"""What goes with winning: intervals against formulas, cards against a look at every line."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from interpreter import load
from interpreter.simulate import Plan, Statistics, findings, play_batches
from interpreter.simulate.batches.cards import ASPECTS, groups, held
from interpreter.simulate.batches.worths import ENOUGH, Thing, Worths
from interpreter.simulate.numbers import normal

THING = Thing("card", "fox", "drawn")


def worths(games: list[tuple[list[bool], list[float]]]) -> Worths:
    made = Worths([THING])
    had, shares = np.array([game[0] for game in games])[:, :, None], np.array([game[1] for game in games])
    made.add(had, np.ones_like(had), shares)
    return made


def test_seats_of_one_game_win_at_each_others_cost() -> None:
    """One of two has it each time: how often it wins tells both shares, so the error is twice that of one share."""
    won = [([True, False], [1.0, 0.0])] * 60 + [([True, False], [0.0, 1.0])] * 40
    (found,) = worths(won).found()
    assert (found.had, found.had_not, found.share, found.other) == (100, 100, 0.6, 0.4)
    assert (found.high - found.low) / 2 == pytest.approx(normal() * 2 * sqrt(0.6 * 0.4 / 100))


def test_games_apart_are_held_against_each_other() -> None:
    """In one game both have it, in the other nobody: two shares of their own."""
    both, nobody = [True, True], [False, False]
    games = (
        [(both, [1.0, 1.0])] * 30
        + [(both, [0.0, 0.0])] * 20
        + [(nobody, [1.0, 1.0])] * 10
        + [(nobody, [0.0, 0.0])] * 40
    )
    (found,) = worths(games).found()
    assert (found.had, found.share, found.other) == (100, 0.6, 0.2)
    assert (found.high - found.low) / 2 == pytest.approx(normal() * sqrt(0.6 * 0.4 / 50 + 0.2 * 0.8 / 50))


def test_nothing_is_said_of_too_few() -> None:
    games = [([True, False], [1.0, 0.0])] * (ENOUGH - 1)
    assert worths(games).found() == []


@pytest.mark.parametrize("players", [2, 4, 9])
def test_cards_as_a_look_at_every_line_shows_them(players: int) -> None:
    chance = np.random.default_rng(players)
    lengths = [4, 1, 7]
    lines = sum(lengths)
    places, cards = players + 3, 11
    lying = chance.integers(0, places, (lines, cards))
    lying[1:][chance.random((lines - 1, cards)) < 0.5] = 0
    owner = np.array([0, 0, 0, *(1 << seat for seat in range(players))], dtype=np.uint8 if players <= 8 else np.uint32)
    first = np.cumsum([0, *lengths[:-1]])
    chooser = chance.integers(0, players, lines)
    chooser[np.cumsum(lengths) - 1] = -1
    found = held(lying, chooser, first, owner, players)
    assert found.of.shape == (len(ASPECTS), 3, players, cards)
    for game, (start, length) in enumerate(zip(first.tolist(), lengths, strict=True)):
        span = range(start, start + length)
        for seat in range(players):
            mine = lying[start : start + length] == seat + 3
            assert (found.of[0, game, seat] == mine.any(axis=0)).all()
            assert (found.of[2, game, seat] == mine[-1]).all()
            for card in range(cards):
                left = [
                    lying[line, card] == seat + 3 != lying[line + 1, card] and chooser[line] == seat
                    for line in span[:-1]
                ]
                assert found.of[1, game, seat, card] == any(left)
        touched = 0
        for line in span[:-1]:
            moved = lying[line] != lying[line + 1]
            ends = {int(place) - 3 for place in (*lying[line][moved], *lying[line + 1][moved])}
            touched += any(seat >= 0 and seat != chooser[line] for seat in ends)
        assert found.touched[game] == touched


def test_a_card_that_wins_is_said_to() -> None:
    game = load("kuhn", players=2)
    statistics = Statistics.of(game)
    for batch in play_batches(game, Plan("0", 300, ("random", "random"))):
        batch.count(statistics)
    valued = statistics.watched.valued
    assert valued is not None
    best = valued.together().strongest()[0]
    assert best.thing.name in {"king", "jack"}
    told = " ".join(findings(statistics))
    assert "Whoever gets “king” wins" in told
    assert valued.card_games == 300


def test_what_several_cards_have_printed_is_a_thing_too() -> None:
    program = load("werwars", players=2).program
    names = {group.name: len(group.cards) for group in groups(program) if not group.is_one}
    assert names["6 coins"] == 2
    assert all(1 < many < len(program.cards) for many in names.values())


def test_what_always_wins_is_told() -> None:
    """Nothing in it is chance, so its interval has no width; what never matters is no finding."""
    worths = Worths([Thing("card", "crown", "drawn"), Thing("card", "stone", "drawn")])
    for game in range(40):
        winner = game % 2
        had = np.array([[[seat == winner, True] for seat in range(2)]])
        worths.add(had, np.ones_like(had), np.array([[float(seat == winner) for seat in range(2)]]))
    [crown] = worths.found()
    assert (crown.thing.name, crown.difference, crown.low, crown.high, crown.sure) == ("crown", 1, 1, 1, True)
