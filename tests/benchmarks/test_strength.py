"""Matches between bots: who sits where, and what is counted."""

from __future__ import annotations

import re

import pytest

import interpreter
from benchmarks.strength import MATCHES, TABLES, Mean, main, match, sides
from interpreter.bots import checked


def test_who_sits_in_a_seat_sits_in_all_of_the_team() -> None:
    assert sides(interpreter.load("spades"), 1) == [1, 3]
    assert sides(interpreter.load("kuhn", players=3), 2) == [2]


def test_equal_bots_share_every_deal() -> None:
    """The deals are the same for each seat in turn, so whatever the cards are worth goes round."""
    found = match(interpreter.load("goofspiel", players=2), "random", "random", 400)
    assert found.fair == 0.5
    assert abs(found.share.value - 0.5) < 2 * found.share.about
    assert found.ahead is None


def test_how_far_a_bot_is_ahead_is_told_where_a_game_pays() -> None:
    found = match(interpreter.load("kuhn"), "greedy", "random", 60)
    assert found.ahead is not None
    assert abs(found.ahead.value) <= 4


def test_no_game_is_begun_after_so_many_seconds() -> None:
    assert match(interpreter.load("kuhn"), "random", "random", 60, seconds=0.0).games == 1


def test_an_interval() -> None:
    assert Mean.of([1.0, 0.0, 1.0, 0.0]).value == 0.5
    assert Mean.of([1.0, 0.0, 1.0, 0.0]).about == pytest.approx(1.96 * (1 / 3) ** 0.5 / 2)


def test_a_table_of_results(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "4", "--match", "flat:5", "random", "kuhn:2", "spades"])
    heading, _, kuhn, spades = capsys.readouterr().out.splitlines()
    assert heading.startswith("| game | players | bot | against | games | share of wins |")
    assert re.match(
        r"\| kuhn \| 2 \| flat:5 \| random \| 4 \| \d+ ± \d+ % \| 50 % \| [+-]\d\.\d\d ± \d\.\d\d \| \d+\.\d\d s \|$",
        kuhn,
    )
    assert spades.startswith("| spades | 4 | flat:5 | random | ")


def test_the_matches_that_are_played_by_themselves_can_be_played() -> None:
    for names in MATCHES:
        for name in names:
            checked(name)
    for table in TABLES:
        name, _, players = table.partition(":")
        assert interpreter.load(name, players=int(players)).players == int(players)
