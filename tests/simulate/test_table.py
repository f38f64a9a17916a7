"""A line for each game: every cell of every sort of game."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from interpreter.game import Game
from interpreter.machine.results import Result, Score
from interpreter.simulate import Playout
from interpreter.simulate.table import NOTED, PLAIN, Table
from interpreter.simulate.watching import NOBODY, Notes
from tests.interpreter.machine_programs import market

WON = Result(
    (2, 1), (1,), False, False, (Score("highest", "coins", (3, 5)), Score("lowest", "cards", (2, 4))), (), "B wins."
)
NOTES = Notes(1, (2, 3), (1, 1), (4, 1), {"buy": (2, 1)}, 6, 7, frozenset(), {}, 8, 0, 9)


@pytest.fixture
def game() -> Game:
    return Game(market(2))


def cells(game: Game, playout: Playout, watched: bool) -> dict[str, Any]:
    table = Table(game, watched)
    row = table.row(3, playout)
    assert len(set(table.columns)) == len(table.columns)
    return dict(zip(table.columns, row, strict=True))


def test_the_columns(game: Game) -> None:
    plain, watched = Table(game, False).columns, Table(game, True).columns
    assert plain[: len(PLAIN)] == list(PLAIN)
    assert [name for name in plain if name.endswith(("A", "B"))] == plain[len(PLAIN) :]
    assert watched[: len(plain)] == plain
    assert watched[len(plain) : len(plain) + len(NOTED)] == list(NOTED)
    assert all(name.startswith("chose ") for name in watched[len(plain) + len(NOTED) :])


def test_a_game_that_ended(game: Game) -> None:
    found = cells(game, Playout("s/3", 20, 10, 15, 60, WON), False)
    assert list(found.values())[:9] == [3, "s/3", "over", "B", 0, 10, 20, 15, 60]
    assert (found["rank A"], found["rank B"]) == (2, 1)
    scores = [value for name, value in found.items() if name not in PLAIN and not name.startswith("rank")]
    assert scores == [3, 5, 2, 4]


@pytest.mark.parametrize(
    ("result", "fault", "status", "winners", "lost"),
    [
        (None, None, "cut off", "", ""),
        (None, "no card", "fault", "", ""),
        (evolve(WON, ranks=(1, 1), winners=(0, 1)), None, "over", "A B", 0),
        (evolve(WON, ranks=(), winners=(), everyone_lost=True, scores=()), None, "over", "", 1),
    ],
)
def test_how_a_game_ended(
    game: Game, result: Result | None, fault: str | None, status: str, winners: str, lost: object
) -> None:
    found = cells(game, Playout("s/3", 20, 10, 15, 60, result, fault), False)
    assert (found["status"], found["winners"], found["everyone_lost"]) == (status, winners, lost)
    if result is None or not result.ranks:
        assert {value for name, value in found.items() if name not in PLAIN} == {""}


def test_what_was_noted(game: Game) -> None:
    found = cells(game, Playout("s/3", 20, 10, 15, 60, WON, None, NOTES), True)
    assert [found[name] for name in NOTED] == ["B", 5, 8, "A", 9, 6, 7]
    steps = {name: value for name, value in found.items() if name.startswith("chose ")}
    assert len(steps) > 1
    assert steps.pop("chose buy", 1) == 1
    assert set(steps.values()) == {0}


def test_what_was_not_noted(game: Game) -> None:
    notes = evolve(NOTES, first=NOBODY, lead_changes=None, half=None, ahead=None)
    found = cells(game, Playout("s/3", 20, 10, 15, 60, WON, None, notes), True)
    assert [found[name] for name in NOTED] == ["", 5, "", "", "", 6, 7]
    found = cells(game, Playout("s/3", 20, 10, 15, 60, None), True)
    assert {value for name, value in found.items() if name in NOTED or name.startswith("chose")} == {""}
