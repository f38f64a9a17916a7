"""Whole games in native code are the games that the machine plays one choice at a time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import attrs
import pytest

from interpreter.game import Game
from interpreter.machine.engine import GameFault
from interpreter.native.drive.calls import Native
from interpreter.native.drive.engine import NativeEngine
from interpreter.native.drive.tiers import Whole
from rulelang.ir.optimise import optimised
from tests.interpreter import machine_programs
from tests.interpreter.programs import market, poker


def by_hand(game: Game, seed: int | str) -> tuple[object, int, int]:
    """The result, the decisions and the options of one game."""
    state = game.new(seed, log=False)
    decisions = options = 0
    while state.decision is not None:
        decisions += 1
        options += len(state.decision.choices)
        state.apply(state.random_choice())
    return state.result, decisions, options


@pytest.mark.parametrize("program", [poker(), market()], ids=["poker", "market"])
def test_each_seed_gives_its_game(program: object) -> None:
    game = Game(program)  # type: ignore[arg-type]
    engine = NativeEngine(game.program, game.layout, pipeline="fast")
    seeds: list[int | str] = [*range(20), "a text", "s/1"]
    played = engine.play_many(seeds, threads=2)
    numbers = zip(played.results(), played.column("decisions"), played.column("options"), strict=True)
    assert [by_hand(game, seed) for seed in seeds] == list(numbers)
    assert set(played.column("status")) == {0}


def test_going_on_with_the_generator() -> None:
    engine = NativeEngine(poker(), pipeline="fast")
    many = engine.play_many(["x", "y"], many=500, threads=2)
    assert len(many) == 1000
    alone = engine.play_many(["x", "y"])
    assert list(many.scores(0, 0))[::500] == list(alone.scores(0, 0))
    assert many.cells == engine.play_many(["x", "y"], many=500).cells
    assert len(set(many.scores(0, 0)[:500])) > 2
    assert sum(many.scores(0, 0)) == -sum(many.scores(0, 1))


def test_games_that_are_given_up() -> None:
    engine = NativeEngine(market(), pipeline="fast")
    played = engine.play_many(range(4), most=7)
    assert list(played.column("status")) == [1] * 4
    assert list(played.column("decisions")) == [7] * 4
    assert list(played.results()) == [None] * 4


def test_a_fault_ends_its_game_only() -> None:
    game = Game(machine_programs.market(2))
    engine = NativeEngine(game.program, game.layout, pipeline="fast")
    played = engine.play_many(range(30), most=200)
    faults = [number for number, status in enumerate(played.column("status")) if status == 2]
    assert len(faults) > 0
    for number in faults:
        with pytest.raises(GameFault) as theirs:
            by_hand(game, number)
        with pytest.raises(GameFault) as ours:
            played.fault(number)
        assert str(ours.value) == str(theirs.value)


def test_better_code_takes_over_and_plays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.native.drive.tiers.WORTH_IT", 0.0)
    whole = Whole(attrs.evolve(poker(), title="poker, to be improved"))
    before = whole.play_many(range(50))
    for _ in range(600):
        if whole._better is not None:
            break
        time.sleep(0.1)
    after = whole.play_many(range(50))
    assert whole._better is None
    assert after.native is not before.native
    assert after.cells == before.cells


ORDERED = """\
import subprocess, threading
import interpreter
import interpreter.native.drive.tiers as tiers

tiers.WORTH_IT = 0.0
begun = threading.Event()

class Process(subprocess.Popen):
    def communicate(self, order):
        self.stdin.write(order)
        self.stdin.close()
        begun.set()
        return self.stdout.read(), None

subprocess.Popen = Process
"""
"""`begun`: the other process has all that it needs."""


def test_a_program_may_end_while_better_code_is_made(tmp_path: Path) -> None:
    """What is made is there the next time all the same."""
    text = (
        f"{ORDERED}interpreter.load('werwars', players=2, backend='native').engine().play_many(range(20)); begun.wait()"
    )
    surroundings = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ended = subprocess.run([sys.executable, "-c", text], env=surroundings, capture_output=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
    text = "import interpreter; from interpreter.native.drive.calls import Native; "
    text += "whole = interpreter.load('werwars', players=2, backend='native').engine().whole; "
    text += "print(Native.is_kept(whole.program, whole._layout, True, 'full'))"
    for _ in range(60):
        there = subprocess.run([sys.executable, "-c", text], env=surroundings, capture_output=True, check=True)
        if there.stdout == b"True\n":
            break
        time.sleep(0.5)
    else:
        pytest.fail("better code was never kept")


def test_better_code_for_steps_is_there_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.native.drive.engine.WORTH_IT", 0)
    program = attrs.evolve(poker(), title="poker, to be driven better")
    first = Game(program, "native")
    played = by_hand(first, 3)
    for _ in range(600):
        if Native.is_kept(optimised(program, whole=False), first.layout, True, "full"):
            break
        time.sleep(0.1)
    else:
        pytest.fail("better code was never kept")
    monkeypatch.setattr("interpreter.native.drive.calls.object_of", lambda *_: pytest.fail("compiled again"))
    assert by_hand(Game(program, "native"), 3) == played
