"""Two games on the same seeds: paired differences."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from attrs import evolve

from interpreter.machine.results import Result, Score
from interpreter.simulate import Comparison, Playout
from interpreter.simulate.batches.cards import Group, Held
from interpreter.simulate.batches.valued import Valued
from interpreter.simulate.beside.worths import only_in, shifts, strongest
from interpreter.simulate.watching import Notes
from tests.simulate.test_numbers import SLEEP

A = Result((1, 2), (0,), False, False, (), (), "A wins.")
B = evolve(A, ranks=(2, 1), winners=(1,))
BOTH = evolve(A, ranks=(1, 1), winners=(0, 1), shared=True)


def played(result: Result | None, turns: int = 10) -> Playout:
    return Playout("s", 2 * turns, turns, turns, 4 * turns, result)


def difference(comparison: Comparison, name: str) -> tuple[float, ...]:
    found = next(one for one in comparison.differences() if one.name == name)
    return found.a, found.b, found.difference, found.low, found.high


def test_the_interval_comes_from_the_pairs() -> None:
    """The games are of very different lengths, but every pair differs as Student's patients did (in tenths)."""
    comparison = Comparison(2)
    for number, more in enumerate(SLEEP):
        comparison.add(played(A, 100 * number + 50), played(A, 100 * number + 50 + round(10 * more)))
    a, b, mean, low, high = difference(comparison, "turns")
    assert (a, b) == (500, 515.8)
    assert (round(mean, 1), round(low, 1), round(high, 1)) == (15.8, 7.0, 24.6)


def test_wins_by_seat_split_ties() -> None:
    comparison = Comparison(2)
    for ours, theirs in ((A, B), (A, BOTH), (BOTH, A), (A, A), (B, B)):
        comparison.add(played(ours), played(theirs))
    assert difference(comparison, "seat A wins")[:3] == pytest.approx((0.7, 0.5, -0.2))
    assert difference(comparison, "shared win")[:3] == pytest.approx((0.2, 0.2, 0.0))
    assert (comparison.compared, comparison.alike) == (5, 2)


def test_what_is_sure_is_said() -> None:
    comparison = Comparison(2)
    for number in range(200):
        comparison.add(played(A if number % 2 else B, 20 + number % 4), played(A, 20))
    text = "\n".join(comparison.findings())
    assert "Seat A wins: more in B, 100.0 % against 50.0 % in A; the difference lies between +43.0 and +57.0" in text
    assert "the difference lies between +43.0 and +57.0 points." in text
    assert "Seat B wins: less in B, 0.0 % against 50.0 % in A" in text
    turns = next(line for line in text.splitlines() if line.startswith("Turns"))
    assert turns.startswith("Turns: less in B, 20.00 against 21.50 in A; the difference lies between -1.6")
    assert "points" not in turns
    assert "Shared win" not in text


def test_chance_is_not_said_to_be_a_difference() -> None:
    comparison = Comparison(2)
    for number in range(40):
        comparison.add(played(A if number % 2 else B), played(A if number % 3 else B))
    assert comparison.findings()[0] == "No difference is more than chance explains, in 40 pairs of games."


def test_the_same_games_are_the_same() -> None:
    comparison = Comparison(2)
    for _ in range(6):
        comparison.add(played(A), played(A))
    assert comparison.findings() == [
        "Every game went as its partner: the same winners after the same number of decisions and turns."
    ]


def test_what_is_compared_and_which_of_it_are_shares() -> None:
    notes = Notes(0, (2, 2), (3, 1), (1, 0), {}, 1, 0, frozenset(), lead_changes=2)
    scored = evolve(A, scores=(Score("highest", "score", (4, 1)),))
    comparison = Comparison(2)
    comparison.add(*[evolve(played(scored), notes=notes)] * 2)
    found = {one.name: one.a for one in comparison.differences()}
    assert found == {
        "seat A wins": 1, "seat B wins": 0, "who chooses first wins": 1, "shared win": 0, "nobody wins": 0,
        "everyone loses": 0, "turns": 10, "decisions": 20, "choices for each decision": 2,
        "decisions with a choice": 0.5, "forced passes": 0.05, "piles made anew": 1, "lead changes": 2,
        "mean score": 2.5,
    }  # fmt: skip
    assert {name for name in found if name not in comparison.shares} == {
        "turns", "decisions", "choices for each decision", "piles made anew", "lead changes", "mean score",
    }  # fmt: skip


def test_pairs_without_an_end_are_left_out() -> None:
    comparison = Comparison(2)
    comparison.add(played(A), played(None))
    assert comparison.findings() == ["No pair of games came to its end: there is nothing to compare."]
    comparison.add(played(A), played(B))
    assert "1 of 2 pairs is left out, because a game did not come to its end." in comparison.findings()
    data = comparison.to_dict()
    assert (data["format"], data["pairs"], data["compared"]) == (1, 2, 1)
    assert data["differences"][0] == {  # type: ignore[index]
        "figure": "seat A wins", "share": True, "a": 1.0, "b": 0.0, "difference": -1.0, "interval": [None, None],
        "sure": False,
    }  # fmt: skip


def test_what_a_card_is_worth_in_either() -> None:
    """In A chance alone decides, in B whoever has the prize wins; B has a card more, which decides nothing."""
    groups = [Group("prize", (0,), 0, True), Group("stone", (1,), 0, True)]
    a, b = Valued(groups, ["bow"]), Valued([*groups, Group("new", (2,), 0, True)], ["bow"])
    chance = Random(1)
    for _ in range(300):
        owner = [chance.randrange(2) for _ in range(3)]
        for valued, winner in ((a, chance.randrange(2)), (b, owner[0])):
            cards = len(valued.groups)
            of = np.zeros((3, 1, 2, cards), dtype=bool)
            for card in range(cards):
                of[0, 0, owner[card], card] = True
            shares = [float(seat == winner) for seat in range(2)]
            valued.add_game({"bow": (3, 3)}, Held(of, np.zeros(1, dtype=np.int64)), 2, shares)
    found = {(one.thing.name, one.thing.how): one for one in shifts(a, b)}
    assert found["prize", "drawn"].sure
    assert found["prize", "drawn"].b.difference == 1
    assert found["prize", "drawn"].difference == pytest.approx(1 - found["prize", "drawn"].a.difference)
    assert found["prize", "drawn"].low < 1 < found["prize", "drawn"].high  # in A it is worth nothing
    assert not found["stone", "drawn"].sure
    assert [one.thing.name for one in strongest(shifts(a, b))] == ["prize"]
    assert ("new", "drawn") not in found
    assert not only_in(a, b)
