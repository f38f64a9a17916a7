"""`rulec explain FILE --layout`: a table of places, each with what is said of it and why."""

from __future__ import annotations

import pytest

from tests.commands.conftest import Rulec

PLACES = {
    "suspects": "a bit for each card: they are put there once, by number, and then only taken out",
    "animal.stable": "its cards in their order, because of line ",
    "larder": "a bit for each card: it is shuffled before anything is dealt from it",
    "scraps": "a bit for each card: rules only ask which cards there are",
    "player.hand": "a bit for each card: it has no order",
    "witnesses": "a bit for each card: no rule looks into it",
    "gather": "there or not",
    "feed": "reckoned from how many cards there are of each sort",
    "clear": "a bit for each, of which one is drawn",
}


@pytest.mark.parametrize("name", PLACES)
def test_what_is_said_of_a_place(name: str, rulec: Rulec) -> None:
    result = rulec("explain", "werwars", "--layout", "--players", "3")
    assert result.exit_code == 0, result.output
    [said] = [line for line in result.stdout.splitlines() if line.split()[:1] == [name]]
    assert PLACES[name] in said


@pytest.mark.parametrize(("game", "words"), [("kuhn", "a card or none"), ("edspants", "put into a list")])
def test_other_games(game: str, words: str, rulec: Rulec) -> None:
    assert words in rulec("explain", game, "--layout").stdout


@pytest.mark.parametrize(
    "words",
    [
        ["RL0203", "--players", "2"],
        ["--layout"],
        ["kuhn", "bet", "--layout"],
        ["kuhn", "bet", "--at", "x:1", "--layout"],
    ],
)
def test_what_does_not_go_together(words: list[str], rulec: Rulec) -> None:
    assert rulec("explain", *words).exit_code == 2
