"""Games driven choice by choice in native code are the games that the machine plays."""

from __future__ import annotations

import random
from array import array
from pathlib import Path

import pytest

from interpreter.engine import GameFault
from interpreter.game import Game
from interpreter.native import cache, playouts
from interpreter.native.stepper import Stepper
from tests.interpreter import machine_programs
from tests.interpreter.programs import market, poker


@pytest.mark.parametrize("program", [poker(), market()], ids=["poker", "market"])
def test_the_same_choices_give_the_same_game(program: object) -> None:
    game = Game(program)  # type: ignore[arg-type]
    stepper, rng = Stepper(game), random.Random(5)
    for seed in range(20):
        state, many = game.new(seed, log=False), stepper.begin(seed)
        while state.decision is not None:
            assert [(choice.offer, choice.picks) for choice in state.decision.choices] == stepper.picks()
            assert many == len(state.decision.choices)
            chosen = rng.randrange(many)
            state.apply(chosen)
            many = stepper.choose(chosen)
            assert stepper.cells.tolist() == state.array
        assert many == 0
        assert stepper.state() == state
        assert stepper.state().result == state.result


def test_steps_that_take_long(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Here every step does; what was compiled so impatiently is not kept for others."""
    monkeypatch.setattr(playouts, "PATIENCE", 1)
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    game = Game(market())
    stepper, often = Stepper(game), 0
    trouble = stepper._trouble

    def counted(before: array[int], index: int) -> None:
        nonlocal often
        often += 1
        trouble(before, index)

    monkeypatch.setattr(stepper, "_trouble", counted)
    state, many = game.new(3, log=False), stepper.begin(3)
    while many:
        state.apply(many - 1)
        many = stepper.choose(many - 1)
        assert stepper.cells.tolist() == state.array
    assert state.is_over
    assert often > 5


def test_back_to_what_was_saved() -> None:
    stepper = Stepper(Game(market()))
    many = stepper.begin("x")
    saved = stepper.save()
    after = []
    for index in range(many):
        assert stepper.restore(saved) == many
        stepper.choose(index)
        after.append(tuple(stepper.cells))
    assert len(set(after)) > 1
    assert saved == array_of(stepper, "x")


def array_of(stepper: Stepper, seed: str) -> object:
    stepper.begin(seed)
    return stepper.save()


def test_one_game_after_the_other() -> None:
    """As `play_many` goes on with the generators."""
    game = Game(poker())
    stepper = Stepper(game)
    many, found = stepper.begin("x"), []
    for _ in range(50):
        while many:
            state = game.stand(stepper.cells.tolist(), log=False)
            chosen = state.random_choice()
            stepper.restore(array("i", state.array))
            decision = state.decision
            assert decision is not None
            many = stepper.choose([choice.text for choice in decision.choices].index(chosen.text))
        found.append(stepper.state().result)
        many = stepper.again()
    assert found == list(stepper.engine.play_many(["x"], many=50).results())


def test_what_is_no_choice() -> None:
    stepper = Stepper(Game(poker()))
    many = stepper.begin(1)
    for index in (-1, many):
        with pytest.raises(IndexError, match="no choice"):
            stepper.choose(index)


def test_a_fault_leaves_the_state_as_it_was() -> None:
    stepper, rng, faults = Stepper(Game(machine_programs.market(2))), random.Random(1), 0
    for seed in range(30):
        many, steps = stepper.begin(seed), 0
        while many and steps < 200:
            before, steps = stepper.save(), steps + 1
            try:
                many = stepper.choose(rng.randrange(many))
            except GameFault:
                faults += 1
                assert stepper.cells == before
                assert stepper.many == many
                break
    assert faults
