"""From playouts to counts: shares, what is fair, and how sure one must be before a seat is called odd."""

from __future__ import annotations

from typing import Literal

import pytest

from interpreter.machine.results import Result, Score
from interpreter.simulate import Playout, Statistics
from interpreter.simulate.sides import Sides
from interpreter.simulate.watching import Notes
from rulelang.compiling import project_from_text
from tests.ir.conftest import CARDS, HEAD

STRICT = {1: 0.95, 2: 0.975, 4: 0.9875, 5: 0.99}
"""5 % are shared out among all that are looked at together (Bonferroni)."""


@pytest.mark.parametrize("players", STRICT)
def test_the_more_seats_the_surer(players: int) -> None:
    assert Statistics(players).strict == pytest.approx(STRICT[players])


def test_who_chooses_first_counts_as_one_more() -> None:
    found = Statistics(4)
    found.watched.firsts[0] = 3
    assert found.strict == pytest.approx(STRICT[4])  # always the same seat: nothing more to look at
    found.watched.firsts[1] = 2
    assert found.strict == pytest.approx(STRICT[5])


def test_shares_of_games_that_ended() -> None:
    found = Statistics(2)
    assert (found.share(0), found.fair, found.interval(0)) == (0, 0, (0, 1))
    found.ended, found.shares, found.side_shares = 40, [10.5, 9.5], [10.5, 9.5]
    assert found.share(0) == pytest.approx(10.5 / 40)
    assert found.fair == pytest.approx(0.25)


def test_wins_of_sides() -> None:
    found = Statistics(4, sides=Sides(((0, 2), (1, 3))))
    for winners in ((0, 2), (0, 2), (1, 3), (0, 1, 2, 3), ()):
        result = Result((1, 1, 1, 1), winners, len(winners) > 2, False, (), (), "")
        found.add(Playout("s", 1, 1, 1, 1, result))
    assert (found.wins, found.shared) == ([0] * 4, [3, 2, 3, 2])
    assert (found.side_wins, found.side_shared, found.side_shares) == ([2, 1], [1, 1], [2.5, 1.5])
    assert (found.ties, found.nobody_won) == (1, 1)


ODD = {(100, 71): "more", (100, 29): "less", (100, 50): None, (100, 60): None, (100, 40): None}


@pytest.mark.parametrize(("games", "wins"), ODD)
def test_a_seat_is_odd_where_chance_does_not_explain_it(games: int, wins: int) -> None:
    found = Statistics(2)
    found.ended, found.side_shares = games, [wins, games - wins]
    assert found.odd(wins) == ODD[games, wins]


def test_what_is_odd_for_one_seat_alone_may_be_chance_among_many() -> None:
    few, many = Statistics(2), Statistics(5)
    for found in (few, many):
        found.ended, found.side_shares = (
            100,
            [50] * found.players,
        )  # fair is half of the games for each, whatever they are
    assert few.odd(62) == "more"
    assert many.odd(62) is None


SIDES = {
    "alone": (((0,), (1,), (2,)), "alone_each", ("A", "B", "C")),
    "one for all": (((0, 1, 2),), "cooperative", ("A, B and C",)),
    "teams": (((0, 2), (1, 3)), "teams", ("A and C", "B and D")),
    "a team and one alone": (((0, 1), (2,)), "teams", ("A and B", "C")),
    "nobody else": (((0,),), "alone_each", ("A",)),
}


@pytest.mark.parametrize("name", SIDES)
def test_who_plays_with_whom(name: str) -> None:
    seats, kind, names = SIDES[name]
    sides = Sides(seats)
    assert [word for word in ("alone_each", "cooperative", "teams") if getattr(sides, word)] == [kind]
    assert sides.names == names
    assert sides.won([seats[-1][0]]) == [len(seats) - 1]
    for seat in seats[0]:
        assert sides.rivals(seat) == sorted(other for side in seats[1:] for other in side)
        assert sides.share(seat, seats[0]) == 1
        assert sides.share(seat, [seats[0][0], seats[-1][0]]) == 1 / len({seats[0], seats[-1]})


DECIDES = {
    "winner: highest score, then shared": ((0,), (1,), (2,), (3,)),
    "winner: highest total, then shared": ((0, 1, 2, 3),),
    "winner: highest total, then lowest score, then shared": ((0,), (1,), (2,), (3,)),
    "winner: opener": ((0,), (1,), (2,), (3,)),
    "payoff player = total": ((0, 1, 2, 3),),
    "payoff player = player.score": ((0,), (1,), (2,), (3,)),
    "teams opposite\nwinner: highest score, then shared": ((0, 2), (1, 3)),
}


@pytest.mark.parametrize("end", DECIDES)
def test_who_wins_together_by_what_decides(end: str) -> None:
    game = "to act: nothing\ndefine total = sum of player.score for player\nplay: turns once: choose act\n"
    program = project_from_text(f"{HEAD}{CARDS}{game}{end}\n").compile(4, (), {}).program
    assert program is not None
    assert Sides.of(program).seats == DECIDES[end]


MARGINS = {
    ("highest", (5, 9)): 4,
    ("highest", (9, 9)): 0,
    ("lowest", (5, 9)): 4,
    ("highest", (-3, 9, 4)): 5,
    ("lowest", (-3, 9, 4)): 7,
}


@pytest.mark.parametrize(("best", "values"), MARGINS)
def test_how_far_the_first_is_ahead_of_the_second(best: Literal["highest", "lowest"], values: tuple[int, ...]) -> None:
    found = Statistics(len(values))
    scores = (Score(best, "coins", values), Score("highest", "cards", tuple(range(100, 100 + 9 * len(values), 9))))
    result = Result(tuple(range(1, len(values) + 1)), (0,), False, False, scores, (), "A wins.")
    found.add(Playout("s", 1, 1, 1, 1, result))
    assert found.margins == {MARGINS[best, values]: 1}


TEAMS = {("highest", (5, 9, 8, 8)): 1, ("lowest", (5, 9, 7, 8)): 3, ("highest", (3, 5, 9, 7)): 2}


@pytest.mark.parametrize(("best", "values"), TEAMS)
def test_a_team_is_as_far_as_the_best_of_it(best: Literal["highest", "lowest"], values: tuple[int, ...]) -> None:
    found = Statistics(4, sides=Sides(((0, 2), (1, 3))))
    result = Result((1, 2, 1, 2), (0, 2), False, True, (Score(best, "coins", values),), (), "A and C win.")
    found.add(Playout("s", 1, 1, 1, 1, result))
    assert found.margins == {TEAMS[best, values]: 1}


def test_tenths_of_games_of_any_length() -> None:
    found = Statistics(2)
    result = Result((1, 2), (0,), False, False, (), (), "A wins.")
    for options in ((5,), (1, 2, 3, 4), tuple(range(20))):
        notes = Notes(0, options, (1, 1), (0, 0), {}, 0, 0, frozenset())
        found.add(Playout("s", len(options), 1, 1, sum(options), result, notes=notes))
    watched = found.watched
    assert watched.part_decisions == [4, 2, 3, 2, 2, 3, 2, 3, 2, 2]
    assert watched.part_options == [7, 5, 11, 13, 17, 24, 25, 33, 33, 37]
