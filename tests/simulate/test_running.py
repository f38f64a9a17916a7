"""Runs: one after the other, side by side, as native code, stopped half-way."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from interpreter import load
from interpreter.game import Game
from interpreter.loading import bundled
from interpreter.machine.errors import RulesError
from interpreter.simulate import Plan, Statistics, native_code, play_all, play_batches, play_out, seed_of
from interpreter.simulate.watching import lines_that_show
from rulelang.compiling import project_from_text
from tests.interpreter.machine_programs import market

RANDOM = ("random", "random")


@pytest.fixture(scope="module")
def magpie() -> Game:
    return load("magpie", players=2)


def _smallest(name: str, backend: str) -> Game:
    """A game for as few as may play it."""
    for players in (2, 3, 4, 1):
        with contextlib.suppress(RulesError):
            return load(name, players=players, backend=backend)
    pytest.fail(f"nobody can play {name}")


def test_games_come_in_their_order(magpie: Game) -> None:
    playouts = list(play_all(magpie, Plan("s", 5, RANDOM)))
    assert playouts == [play_out(magpie, seed_of("s", number), RANDOM, watch=True) for number in range(5)]
    assert [playout.notes is not None for playout in playouts] == [True] * 5
    unwatched = list(play_all(magpie, Plan("s", 5, RANDOM, watch=False)))
    assert [playout.notes for playout in unwatched] == [None] * 5


def test_any_number_of_jobs_plays_the_same(magpie: Game) -> None:
    assert list(play_all(magpie, Plan("s", 23, RANDOM, jobs=2))) == list(play_all(magpie, Plan("s", 23, RANDOM)))


def test_jobs_end_when_nobody_wants_more(magpie: Game) -> None:
    games: Iterator[object] = play_all(magpie, Plan("s", 10_000, RANDOM, jobs=2))
    assert next(games) == play_out(magpie, "s/0", RANDOM, watch=True)
    games.close()  # type: ignore[attr-defined]


def test_games_are_cut_off(magpie: Game) -> None:
    (playout,) = play_all(magpie, Plan("s", 1, RANDOM, most=4))
    assert (playout.result, playout.decisions, playout.fault) == (None, 4, None)
    assert playout.notes is not None
    assert playout.notes.lead_changes is None


def test_native_games_are_those_of_the_state() -> None:
    pytest.importorskip("llvmlite")
    native = load("magpie", players=2, backend="native")
    if native_code(native, watch=True) is None:
        pytest.skip("there is no native code for this game here")
    playouts = list(play_all(native, Plan("s", 90, RANDOM, jobs=2)))
    assert len(playouts) == 90
    for number in (0, 1, 50, 89):
        state = load("magpie", players=2).new(seed_of("s", number), log=False)
        assert playouts[number].decisions == state.playout()
        assert playouts[number].result == state.result
        watched = play_out(native, seed_of("s", number), RANDOM)
        assert (watched.decisions, watched.result) == (playouts[number].decisions, playouts[number].result)
    cut = list(play_all(native, Plan("s", 3, RANDOM, most=4)))
    assert [(playout.result, playout.fault, playout.decisions) for playout in cut] == [(None, None, 4)] * 3


def test_native_faults_are_told() -> None:
    pytest.importorskip("llvmlite")
    native = Game(market(3), "native")
    if native_code(native, watch=True) is None:
        pytest.skip("there is no native code for this game here")
    playouts = list(play_all(native, Plan("s", 60, ("random",) * 3)))
    faults = [playout for playout in playouts if playout.fault]
    assert faults
    assert all("market.rules:5:1" in str(playout.fault) and playout.result is None for playout in faults)


@pytest.mark.parametrize("name", bundled())
def test_native_notes_are_those_of_the_plain_engine(name: str) -> None:
    """Whoever watches native games sees the same as a look at every decision of the plain engine."""
    pytest.importorskip("llvmlite")
    one = _smallest(name, "python")
    two = Game(one.program, "native", one.name)
    plan = Plan("notes", 4, ("random",) * one.players, most=300)
    assert list(play_all(two, plan)) == list(play_all(one, plan))
    assert counts_together(two, evolve(plan, games=12)) == counts_one_by_one(one, evolve(plan, games=12))


NO_DECISIONS = """rules 1
game "Still"
players 2
play: stop game
define player.points = 1
winner: highest points, then shared
"""


def test_games_without_a_decision_are_counted_too() -> None:
    pytest.importorskip("llvmlite")
    game = Game(project_from_text(NO_DECISIONS).compile(2, (), {}).program, "native")
    plan = Plan("s", 3, RANDOM)
    assert counts_together(game, plan) == counts_one_by_one(game, plan)
    assert counts_together(game, plan)["ended"] == 3


def counts_together(game: Game, plan: Plan) -> dict[str, object]:
    """As native code has counted them, batch by batch."""
    statistics = Statistics.of(game)
    for batch in play_batches(game, plan):
        batch.count(statistics)
    return statistics.to_dict()


def counts_one_by_one(game: Game, plan: Plan) -> dict[str, object]:
    statistics = Statistics.of(game)
    for playout in play_all(game, plan):
        statistics.add(playout)
    return statistics.to_dict()


def test_native_notes_of_games_that_fail_or_are_cut_off() -> None:
    pytest.importorskip("llvmlite")
    program = market(3)
    for most in (0, 3, 10_000):
        plan = Plan("s", 25, ("random",) * 3, most=most)
        native, plain = (list(play_all(Game(program, backend), plan)) for backend in ("native", "python"))
        assert native == plain
        game = Game(program, "native")
        assert counts_together(game, plan) == counts_one_by_one(Game(program), plan)
    assert any(playout.fault for playout in native)


def test_watched_games_take_as_many_lines_as_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the lines of a batch are used up, the next begins."""
    pytest.importorskip("llvmlite")
    monkeypatch.setattr("interpreter.native.drive.whole_games.LINES", 1)
    native, plain = (load("magpie", players=2, backend=backend) for backend in ("native", "python"))
    plan = Plan("s", 12, RANDOM, most=200)
    assert list(play_all(native, plan)) == list(play_all(plain, plan))


def test_watched_games_have_seeds_of_their_own() -> None:
    pytest.importorskip("llvmlite")
    code = native_code(load("kuhn", backend="native"), watch=True)
    assert code is not None
    with pytest.raises(ValueError, match="a seed of their own"):
        code.play_many(["s"], 3, 100, 1)  # type: ignore[arg-type]


STILL = """rules 1
game "Still"
players 2
cards Stone "stone {n}": 1 for each n in 1 to 3
state:
    none_of_them: 0 to 3
    line: row of Stone, seen by all
    heap: pile of Stone, seen by all
to wait:
    "Wait."
    move line to heap
    move every stone in line to heap
    move up to 2 from heap to line
    move none_of_them from heap to line
    shuffle heap
    show line to me.left
    for each stone in line:
        move stone to heap
play: turns once: choose wait
define player.points = 1
winner: highest points, then shared
"""


@pytest.mark.parametrize("backend", ["python", "native"])
def test_lines_that_move_no_card_were_carried_out(backend: str, tmp_path: Path) -> None:
    if backend == "native":
        pytest.importorskip("llvmlite")
    (tmp_path / "still.rules").write_text(STILL)
    game = load(tmp_path / "still.rules", backend=backend)
    [playout] = play_all(game, Plan("s", 1, RANDOM))
    assert playout.notes is not None
    missed = {place.rsplit(":", 2)[1] for place in lines_that_show(game.program).keys() - playout.notes.touched}
    assert missed == {str(1 + STILL.split("\n").index("        move stone to heap"))}
