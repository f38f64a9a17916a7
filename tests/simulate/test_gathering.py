"""Figures that native code has added up, against those from lines and from games played one by one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from attrs import evolve

from interpreter import load
from interpreter.game import Game
from interpreter.machine.errors import RulesError
from interpreter.simulate import Plan, Statistics, play_batches, play_out
from interpreter.simulate.batches.gathered import Gathered
from interpreter.simulate.running import Batch
from rulelang.compiling import project_from_text
from tests.interpreter.machine_programs import market
from tests.simulate.test_running import NO_DECISIONS, STILL

CALM = """rules 1
game "Calm"
players 2
state:
    player.sails: 0 to 2
    mist: 0 to 9
to wait:
    "Wait."
    add 1 to mist
    if mist is 3: set mist to 0
to hoist:
    "Hoist."
    needs me.sails < 2
    add 1 to me.sails
to strike:
    "Strike."
    set me.sails to 0
    if mist is 2 and every player has player.sails is 0: stop game
play:
    repeat 60 times: turns once: choose wait, hoist, strike
define player.points = player.sails
winner: highest points, then shared
"""
"""The same positions come again and again."""
GAMES = (
    "werwars", "court", "crazy_eights", "cribbage", "expedition", "gin", "hanabi", "jewels", "kuhn", "liars_dice",
    "realm", "spades",
)  # fmt: skip
"""With teams, with one winner or several, with payoffs, with losers alone; long and short."""


@pytest.fixture(autouse=True)
def _gathered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    monkeypatch.setattr("interpreter.simulate.running.MANY", 0)
    monkeypatch.setattr("interpreter.simulate.batches.valued.CARD_GAMES", 0)


@pytest.mark.parametrize("name", GAMES)
def test_figures_are_those_of_lines(name: str) -> None:
    game = _smallest(name)
    plan = Plan("figures", 70, ("random",) * game.players, jobs=2, most=400)
    assert counted(game, plan) == counted(game, plan, singly=True)


def test_games_that_fail_or_are_cut_off_are_counted_like_all() -> None:
    game = Game(market(3), "native")
    for most in (0, 3, 10_000):
        plan = Plan("s", 60, ("random",) * 3, most=most)
        assert counted(game, plan) == counted(game, plan, singly=True)


@pytest.mark.parametrize("text", [CALM, STILL, NO_DECISIONS])
def test_small_games_are_counted_like_one_by_one(text: str) -> None:
    game = Game(project_from_text(text).compile(2, (), {}).program, "native")
    for most in (20, 200):
        plan = Plan("s", 40, ("random",) * 2, most=most)
        assert counted(game, plan) == counted(game, plan, singly=True)
    plain = Statistics.of(game)
    plain.watched.valued = None
    for number in range(10):
        plain.add(play_out(Game(game.program), f"s/{number}", ("random",) * 2, watch=True))
    found = Statistics.of(game)
    found.watched.valued = None
    for batch in batches(game, Plan("s", 10, ("random",) * 2)):
        batch.count(found)
    assert found.to_dict() == plain.to_dict()


def test_games_can_be_had_one_by_one_all_the_same() -> None:
    game = load("magpie", players=2, backend="native")
    plan = Plan("s", 30, ("random",) * 2)
    again = [playout for batch in batches(game, plan) for playout in batch.playouts()]
    one_by_one = [playout for batch in play_batches(game, plan, singly=True) for playout in batch.playouts()]
    assert again == one_by_one


def test_where_most_games_are_played_twice_lines_are_taken() -> None:
    game = Game(project_from_text(CALM).compile(2, (), {}).program, "native")
    sorts = [type(batch) is Gathered for batch in play_batches(game, Plan("s", 300, ("random",) * 2))]
    assert sorts[0]
    assert not any(sorts[1:])


def test_cards_are_looked_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.simulate.batches.valued.CARD_GAMES", 25)
    game = load("werwars", players=2, backend="native")
    plan = Plan("s", 90, ("random",) * 2)
    assert counted(game, plan) == counted(game, plan, singly=True)
    few = evolve(plan, games=30)
    sorts = [(len(batch), type(batch) is Gathered) for batch in play_batches(game, few)]
    assert sum(many for many, gathered in sorts if not gathered) == 25


def counted(game: Game, plan: Plan, singly: bool = False) -> dict[str, object]:
    statistics = Statistics.of(game)
    for batch in play_batches(game, plan, singly=True) if singly else batches(game, plan):
        batch.count(statistics)
    return statistics.to_dict()


def batches(game: Game, plan: Plan) -> Iterator[Batch]:
    made = list(play_batches(game, plan))
    assert any(isinstance(batch, Gathered) for batch in made)
    yield from made


def _smallest(name: str) -> Game:
    """A game for as few as may play it."""
    for players in (2, 3, 4, 1):
        with contextlib.suppress(RulesError):
            return load(name, players=players, backend="native")
    pytest.fail(f"nobody can play {name}")
