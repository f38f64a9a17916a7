"""Many games driven together are the games that are driven one by one."""

from __future__ import annotations

import random
import threading
from array import array

import pytest

import interpreter
from interpreter.game import Game
from interpreter.machine.engine import GameFault
from interpreter.machine.errors import IllegalChoice
from interpreter.native.drive.batch import Batch
from interpreter.native.emit.entry import batch as batch_text
from interpreter.state import State
from rulelang.ir.model.expressions import Const, Numbers
from rulelang.ir.model.program import Rule
from tests.interpreter import machine_programs, programs
from tests.native.test_state import asking, impatient, quickly

__all__ = ["impatient", "quickly"]
SEEDS = ("a", "b", 3, 4, 5)


def alike(batch: Batch, states: list[State]) -> None:
    """All that can be asked of both."""
    assert batch.many.tolist() == [state.many for state in states]
    assert batch.players.tolist() == [-1 if state.player is None else state.player for state in states]
    assert batch.returns.tolist() == [worth for state in states for worth in state.returns]
    assert [batch.state(game) for game in range(len(batch))] == states


def together(game: Game, steps: int) -> None:
    batch, rng = game.batch(SEEDS), random.Random(1)
    states = [game.new(seed, log=False) for seed in SEEDS]
    for _ in range(steps):
        alike(batch, states)
        chosen = [rng.randrange(many) if many else 99 for many in batch.many]
        assert batch.step(chosen) is batch.many
        for state, place in zip(states, chosen, strict=True):
            if state.is_over:
                state.again()
            else:
                state.apply(place)
    alike(batch, states)


@pytest.mark.parametrize("name", ["kuhn", "goofspiel", "werwars", "cribbage"])
def test_the_same_choices_give_the_same_games(name: str) -> None:
    together(interpreter.load(name, backend="native"), 150)


@pytest.mark.parametrize("slot", [0, 40])
def test_lists_that_do_not_fit_into_a_slot(slot: int, monkeypatch: pytest.MonkeyPatch, impatient: list[str]) -> None:
    """They are made anew; and here every step takes long too."""
    monkeypatch.setattr(batch_text, "SLOT", slot)
    monkeypatch.setattr("interpreter.native.drive.batch.SLOT", slot)
    together(Game(programs.market(), "native"), 60)
    assert impatient


def test_random_choices() -> None:
    game = Game(programs.market(), "native")
    batch = game.batch(SEEDS)
    states = [game.new(seed, log=False) for seed in SEEDS]
    for _ in range(20):
        chosen = batch.random_choices()
        for state, place in zip(states, chosen, strict=True):
            choice = state.random_choice()
            assert choice.index == place
            state.apply(choice)
        batch.step(chosen)
    alike(batch, states)


def test_what_is_no_choice() -> None:
    """Then none is stepped."""
    batch = Game(programs.poker(), "native").batch(SEEDS)
    before = [bytes(batch.state(game)) for game in range(5)]
    for wrong in ([0, 0, 2, 0, 0], [0, 0, -1, 0, 0], array("i", [0, 0, 2, 0, 0])):
        with pytest.raises(IllegalChoice, match="game 2 has no choice"):
            batch.step(wrong)
    with pytest.raises(ValueError, match="5 games, but 4 choices"):
        batch.step([0, 0, 0, 0])
    assert [bytes(batch.state(game)) for game in range(5)] == before
    with pytest.raises(IndexError):
        batch.state(5)


@pytest.mark.parametrize("form", ["i", "q", "b"])
def test_numbers_of_every_width(form: str) -> None:
    game = Game(programs.poker(), "native")
    one, other = game.batch(SEEDS), game.batch(SEEDS)
    one.step(array(form, [0, 1, 0, 1, 1]))
    other.step(memoryview(bytes([0, 1, 0, 1, 1])))
    assert [one.state(each) for each in range(5)] == [other.state(each) for each in range(5)]


def test_a_fault_of_one_game_is_told_and_the_others_go_on() -> None:
    game = Game(machine_programs.market(2), "native")
    seeds, faults, rng = range(30), 0, random.Random(1)
    batch = game.batch(seeds)
    for _ in range(60):
        states = [batch.state(number) for number in seeds]
        chosen = [rng.randrange(many) if many else 0 for many in batch.many]
        raised = False
        for state, place in zip(states, chosen, strict=True):
            try:
                if state.is_over:
                    state.again()
                else:
                    state.apply(place)
            except GameFault:
                raised = True
        if raised:
            with pytest.raises(GameFault):
                batch.step(chosen)
        else:
            batch.step(chosen)
        faults += raised
        alike(batch, states)
    assert faults


def test_choices_that_cannot_be_listed() -> None:
    numbers = Numbers(Const(0), Const(-1))
    batch = Game(asking(numbers), "native").batch([1, 2])
    with pytest.raises(GameFault, match="nobody can choose"):
        batch.step([0, 1])


def test_all_games_in_trouble_are_settled_before_the_first_fault_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    batch, settled = Game(programs.poker(), "native").batch(SEEDS), []

    def redo(self: Batch, game: int, choice: int) -> None:
        settled.append((game, choice))
        if game in (1, 3):
            raise GameFault(f"in game {game}", Rule("wait", ""), "range")

    monkeypatch.setattr(Batch, "_redo", redo)
    batch.many[:] = array("i", [0, -1, 2, -2, -1])
    with pytest.raises(GameFault, match="in game 1"):
        batch.settle([5, 6, 7, 8, 9])
    assert settled == [(1, 6), (3, 8), (4, 9)]
    batch.many[:] = array("i", [0, 1, 2, 3, -1])
    batch.settle([5, 6, 7, 8, 9])
    assert settled[3:] == [(4, 9)]


def test_batches_in_threads() -> None:
    game = Game(programs.market(), "native")
    seeds = range(40)

    def play(batch: Batch) -> None:
        for _ in range(100):
            batch.step(batch.random_choices())

    alone, *others = (game.batch(seeds) for _ in range(4))
    play(alone)
    threads = [threading.Thread(target=play, args=(batch,)) for batch in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for batch in others:
        assert [batch.state(number) for number in seeds] == [alone.state(number) for number in seeds]


def test_what_a_batch_shows_cannot_be_resized() -> None:
    batch = Game(programs.poker(), "native").batch(SEEDS)
    for shown in (batch.many, batch.players, batch.returns):
        with pytest.raises(BufferError):
            shown.pop()
    many = memoryview(batch.many)
    batch.step([0] * 5)
    assert many.tolist() == batch.many.tolist()


def test_no_games_at_all() -> None:
    batch = Game(programs.poker(), "native").batch([])
    assert len(batch.step(batch.random_choices())) == 0


def test_only_in_machine_code() -> None:
    with pytest.raises(RuntimeError, match="only on the native backend"):
        Game(programs.poker()).batch([1])


def test_arrays_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    game = Game(programs.poker(), "native")
    one, other = game.batch(SEEDS), game.batch(SEEDS)
    other.step([0, 1, 0, 1, 1])
    one.step(numpy.array([0, 1, 0, 1, 1], numpy.int32))
    assert numpy.frombuffer(one.many, numpy.int32).tolist() == other.many.tolist()
    assert numpy.frombuffer(one.returns).reshape(len(one), -1).shape == (5, 2)
    one.step(numpy.zeros(5, numpy.int64))
    other.step(numpy.zeros(10, numpy.int32)[::2])
    assert [one.state(each) for each in range(5)] == [other.state(each) for each in range(5)]
