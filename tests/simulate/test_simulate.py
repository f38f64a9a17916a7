"""Bots, games between them, and what is counted."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from interpreter.bots import Sight, made, seat_bots
from interpreter.game import Game
from interpreter.machine.results import Result, Score
from interpreter.simulate import Playout, Statistics, play_out, seed_of
from interpreter.simulate.sides import Sides
from interpreter.simulate.statistics import decider
from tests.interpreter.machine_programs import market

RANDOM = ("random",) * 3


@pytest.fixture(scope="module")
def game() -> Game:
    """The market for three; waiting by -1 is a fault of its rules."""
    return Game(market(3))


def sight(game: Game, count: int) -> Sight:
    return Sight(game.new(1), 0, count)


# -------------------------------------------------------------------- bots


def test_a_bot_plays_the_same_again(game: Game) -> None:
    plays = []
    for seed, seat in (("s", 0), ("s", 0), ("s", 1), ("t", 0)):
        bot = made("random", seed, seat)
        plays.append([bot.choose(sight(game, 20)) for _ in range(30)])
    assert plays[0] == plays[1]
    assert all(0 <= choice < 20 for choice in plays[0])


def test_the_random_bot_draws_evenly(game: Game) -> None:
    bot = made("random", "s", 0)
    drawn = Counter(bot.choose(sight(game, 6)) for _ in range(6000))
    assert sorted(drawn) == [0, 1, 2, 3, 4, 5]
    assert all(850 < count < 1150 for count in drawn.values())


def test_seats_of_one_game_do_not_play_alike(game: Game) -> None:
    bots = [bot for bot in seat_bots(["random", None, "random"], "s") if bot]
    assert len(bots) == 2
    first, second = ([bot.choose(sight(game, 1000)) for _ in range(10)] for bot in bots)
    assert first != second


def test_a_bot_sees_what_its_seat_sees(game: Game) -> None:
    state = game.new(4)
    decision = state.decision
    assert decision is not None
    given = Sight(state, decision.player, len(decision.choices))
    assert bytes(given.view) == bytes(state.view(decision.player))
    assert given.texts == decision.texts


# -------------------------------------------------------------------- games


def test_the_same_seed_is_the_same_game(game: Game) -> None:
    playouts = [play_out(game, seed_of("s", number), RANDOM) for number in range(20)]
    assert playouts == [play_out(game, seed_of("s", number), RANDOM) for number in range(20)]
    assert len({playout.result.scores for playout in playouts if playout.result}) > 1


def test_a_fault_is_counted_not_raised(game: Game) -> None:
    playouts = [play_out(game, seed_of("s", number), RANDOM) for number in range(60)]
    faulty = [playout for playout in playouts if playout.fault]
    assert faulty
    assert all(playout.result is None and "market.rules:5:1" in str(playout.fault) for playout in faulty)


def test_what_is_counted_of_one_game(game: Game) -> None:
    playout = next(p for number in range(50) if (p := play_out(game, seed_of("s", number), RANDOM)).result)
    assert playout.decisions == 6  # everybody once at the market, everybody one bid
    assert playout.turns == 6
    assert playout.real == 6
    assert playout.options > 3 * 4 + 3 * 4


def test_a_game_without_end_is_given_up(game: Game) -> None:
    playout = next(p for number in range(50) if not (p := play_out(game, seed_of("s", number), RANDOM, most=2)).fault)
    assert playout.result is None
    assert playout.decisions == 2


# -------------------------------------------------------------------- counting

WON = Result((1, 2, 3), (0,), False, False, (), (), "A wins.")
TIED = evolve(WON, ranks=(2, 1, 1), winners=(1, 2), shared=True)
LOST = evolve(WON, ranks=(), winners=(), everyone_lost=True)
ALONE = Sides.alone(3)


def counted(*results: Result | None, fault: str | None = None) -> Statistics:
    statistics = Statistics(3)
    for number, result in enumerate(results, start=1):
        statistics.add(Playout(f"s/{number}", 10 * number, number, 5, 40, result, fault))
    return statistics


def test_wins_ties_and_losses() -> None:
    statistics = counted(WON, WON, TIED, LOST)
    assert (statistics.wins, statistics.shared) == ([2, 0, 0], [0, 1, 1])
    assert statistics.shares == [2.0, 0.5, 0.5]
    assert (statistics.ties, statistics.everyone_lost, statistics.ended, statistics.games) == (1, 1, 4, 4)
    data = statistics.to_dict()
    spread = data["decisions"]
    assert isinstance(spread, dict)
    assert [spread[name] for name in ("mean", "min", "median", "max")] == [25.0, 10, 20, 40]
    assert data["fair_share"] == 0.25
    assert data["choices_per_decision"] == 1.6
    assert data["decisions_with_a_choice"] == 0.2
    assert data["seats"]["B"]["share"] == 0.125  # type: ignore[index]


def test_games_without_an_end_are_told_apart() -> None:
    statistics = counted(WON, None)
    statistics.add(Playout("s/9", 3, 1, 1, 1, None, "no card"))
    assert (statistics.games, statistics.ended, statistics.given_up) == (3, 1, ["s/2"])
    assert statistics.to_dict()["faults"] == [{"seed": "s/9", "message": "no card"}]


def test_nothing_counted_is_no_mistake() -> None:
    data = Statistics(2).to_dict()
    assert data["decisions"] is None
    assert data["seats"]["A"] == {  # type: ignore[index]
        "wins": 0, "shared": 0, "share": None, "interval": [0.0, 1.0], "more_than_chance": None,
    }  # fmt: skip


def test_what_decided_who_won() -> None:
    first, second = Score("highest", "coins", (5, 5, 3)), Score("lowest", "cards", (2, 1, 9))
    assert decider(evolve(WON, scores=(first, second), winners=(1,), ranks=(2, 1, 3)), ALONE) == "cards"
    assert decider(evolve(WON, scores=(evolve(first, values=(4, 5, 3)), second), winners=(1,)), ALONE) == "coins"
    assert decider(evolve(TIED, scores=(first,)), ALONE) is None
    scores = (first, second)
    statistics = counted(evolve(WON, scores=scores, winners=(1,)), evolve(WON, scores=scores, winners=(1,)))
    assert (statistics.decided_by, statistics.margins) == (Counter(cards=2), {0: 2})
    assert statistics.criteria == {"coins": [{5: 2}, {5: 2}, {3: 2}], "cards": [{2: 2}, {1: 2}, {9: 2}]}


def test_payoffs_are_kept_by_seat() -> None:
    statistics = counted(evolve(WON, payoffs=(2, -1, -1)), evolve(WON, payoffs=(4, -2, -2)))
    assert statistics.payoffs == [{2: 1, 4: 1}, {-1: 1, -2: 1}, {-1: 1, -2: 1}]
    assert statistics.to_dict()["payoffs"]["A"]["mean"] == 3.0  # type: ignore[index]
