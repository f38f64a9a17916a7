"""A game in better and better hands: what changes, and who climbs."""

from __future__ import annotations

import pytest

from interpreter.simulate import Plan
from interpreter.simulate.beside.ladder import Ladder, told_rows
from tests.worlds import games as texts

RACE = """rules 1
game "Race"
players {players}
{teams}
kind Suit: clubs
cards Card "{{suit}} {{value}}": 1 for each suit, value in 1 to 9

state:
    deck: pile of Card, seen by nobody
    player.points: number

to crawl:
    add 1 to me.points

to run:
    add 3 to me.points

setup: move every card to deck

play: repeat 4 times: turns once: choose crawl, run

winner: highest points, then shared
"""


def ladder(players: int, bots: list[str], games: int, teams: str = "", jobs: int = 1) -> Ladder:
    """All of it, played."""
    game = texts.made(RACE.format(players=players, teams=teams), players)
    made = Ladder.of([game] * len(bots), bots, Plan("0", games, (bots[0],) * game.players, jobs=jobs))
    played = 0
    for part in made.play():
        made.count(part)
        played += len(part.batch)
    assert played == made.total
    return made


def test_who_runs_beats_who_crawls() -> None:
    made = ladder(3, ["always:crawl", "always:run"], 30)
    crawl, run = made.rungs
    assert crawl.climb is None
    assert run.climb is not None
    assert (run.climb.games, run.climb.won, run.climb.fair, run.climb.helps) == (30, 30.0, pytest.approx(1 / 3), True)
    assert [rung.statistics.ended for rung in made.rungs] == [30, 30]
    [points] = [one for one in run.changes.differences() if one.name == "mean points"]  # type: ignore[union-attr]
    assert (points.a, points.b, points.sure) == (4, 12, True)
    said = " ".join(made.findings())
    assert "always:run wins 100 of 100 games at a table of always:crawl, more than chance explains" in said
    assert "Mean points: 12.00 where all play as always:run, 4.00 where all play as always:crawl" in said


def test_who_crawls_below_is_told_to_lose() -> None:
    run = ladder(2, ["always:run", "always:crawl"], 20).rungs[1].climb
    assert run is not None
    assert (run.won, run.helps) == (0.0, False)


def test_the_same_hands_are_not_told_apart() -> None:
    made = ladder(2, ["random", "random"], 60)
    climb = made.rungs[1].climb
    assert climb is not None
    assert climb.helps is None
    assert any(sentence.startswith("Whether random wins more than random is not sure") for sentence in made.findings())
    assert all(one.difference == 0 for one in made.rungs[1].changes.differences())  # type: ignore[union-attr]


@pytest.mark.parametrize("jobs", [1, 2])
def test_seeds_tell_the_same(jobs: int) -> None:
    assert ladder(2, ["random", "greedy"], 8, jobs=jobs).to_dict() == ladder(2, ["random", "greedy"], 8).to_dict()


def test_a_team_climbs_together() -> None:
    made = ladder(4, ["always:crawl", "always:run"], 10, teams="teams opposite\n")
    climb = made.rungs[1].climb
    assert climb is not None
    assert (climb.games, climb.won, climb.fair) == (10, 10.0, 0.5)
    rows, climbs = told_rows(made.to_dict())
    assert rows[0][2:4] == ["A and C", "B and D"]
    assert climbs[1][:4] == ["always:run", "always:crawl", "10", "100.0 %"]
