"""What the Python engine does faster gives what the plain way gives: choices, draws, moves and whole playouts."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import attrs
import pytest

from interpreter.engine import GameFault
from interpreter.game import Game
from interpreter.generator import INCREMENTS, below, seed_streams
from interpreter.layout import STREAM_CELLS
from interpreter.python.engine import PythonEngine
from interpreter.python.looks import Memory
from interpreter.python.streams import drawing
from rulelang.compiling import Project, project_from_file
from rulelang.ir.model.program import Program
from tests.interpreter.programs import begun, market, poker

ROOT = Path(__file__).parents[2]
RULES = sorted(
    path
    for folder in ("tests/sketches/blind", "tests/sketches/games", "tests/sketches/thirteenth", "games")
    for path in (ROOT / folder).glob("*.rules")
)
MOST = 120
"""So many decisions of a game are looked at."""


@cache
def program_of(path: Path) -> Program:
    project = project_from_file(path)
    assert isinstance(project, Project)
    for players in (3, 2, 4, 1, 5):
        compiled = project.compile(players)
        if compiled.program is not None:
            return compiled.program
    pytest.fail(f"{path} does not compile")


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_a_playout_is_the_same_game(path: Path) -> None:
    """As `random_choice` and `apply`, with an engine that writes a log and so knows no fast ways."""
    game = Game(program_of(path))
    for seed in range(3):
        fast, slow = game.new(seed, log=False), game.new(seed)
        assert fast == slow
        decisions, fault = 0, ""
        try:
            while slow.decision is not None and decisions < MOST:
                slow.apply(slow.random_choice())
                decisions += 1
        except GameFault as problem:
            fault = str(problem)
        if fault:
            with pytest.raises(GameFault) as caught:
                fast.playout(MOST)
            assert str(caught.value) == fault
        else:
            assert fast.playout(MOST) == decisions
            assert fast == slow


def plain_engine(program: Program, monkeypatch: pytest.MonkeyPatch) -> PythonEngine:
    """An engine that remembers nothing and writes out no loops."""
    with monkeypatch.context() as patch:
        for name in ("lots.remembered_by", "lots.question_of"):
            patch.setattr(f"interpreter.python.{name}", lambda *_: None)
        for name in ("lots.MOST_COPIES", "source.MOST_COPIES"):
            patch.setattr(f"interpreter.python.{name}", 0)
        patch.setattr("interpreter.python.engine.cached_text", lambda _, __, write: write())
        return PythonEngine(attrs.evolve(program))


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_choices_are_those_of_a_plain_engine(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of(path)
    engine, plain = PythonEngine(program), plain_engine(program, monkeypatch)
    for seed in range(3):
        state = [0] * engine.layout.size
        seed_streams(state, STREAM_CELLS, seed)
        engine.begin(state)
        bot = random.Random(seed)
        try:
            engine.run(state)
            for _ in range(MOST):
                if engine.over(state):
                    break
                choices = engine.choices(state)
                assert plain.choices(state) == choices
                assert all(engine.why_not(state, *choice) is None for choice in choices[:20])
                engine.choose(state, *bot.choice(choices))
                engine.run(state)
        except GameFault:
            continue


def test_wer_wars_remembers_meals_and_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the test above tests something."""
    program = program_of(ROOT / "games" / "werwars.rules")
    names = PythonEngine(program)._blocks[0].__globals__
    assert isinstance(names["SETS_feed"], Memory)
    assert isinstance(names["PASSING_clear"], Memory)
    assert "SETS_feed" not in plain_engine(program, monkeypatch)._blocks[0].__globals__


@pytest.mark.parametrize("program", [poker(), market()], ids=["poker", "market"])
def test_chains_run_as_far_as_blocks(program: Program) -> None:
    """Stopping nowhere, one run goes through chains; asked to stop at a block that never comes it does not."""
    never = frozenset({len(program.blocks)})
    for seed in range(5):
        engine, state = begun(program, seed)
        same = list(state)
        for _ in range(MOST):
            engine.run(state)
            engine.run(same, never)
            assert state == same
            if engine.over(state):
                break
            choice = engine.choices(state)[-1]
            engine.choose(state, *choice)
            engine.choose(same, *choice)


@pytest.mark.parametrize("fuel", range(1, 12))
def test_fuel_is_counted_in_blocks_of_chains_too(fuel: int) -> None:
    program = attrs.evolve(market(), fuel=fuel)
    messages = []
    for stop_at in (frozenset[int](), frozenset({len(program.blocks)})):
        engine, state = begun(program, 1)
        try:
            engine.run(state, stop_at)
            messages.append("")
        except GameFault as fault:
            messages.append(str(fault))
    assert messages[0] == messages[1]


@pytest.mark.parametrize("stream", STREAM_CELLS)
def test_draws_made_ahead_are_the_stream_s_own(stream: str) -> None:
    """Also when several states are drawn from in turn, and where a draw is rejected."""
    draw, bot = drawing(stream), random.Random(1)
    states = [[0] * 10 for _ in range(3)]
    for seed, state in enumerate(states):
        seed_streams(state, STREAM_CELLS, seed)
    same = [list(state) for state in states]
    bounds = (0, 1, 2, 3, 52, 1000, 2**31 - 1, 3 * 2**29)
    for run in range(60):
        which = bot.randrange(3)
        for _ in range(bot.choice((1, 2, 5, 150))):
            bound = bounds[run % len(bounds)] if bot.random() < 0.5 else bot.choice(bounds)
            assert draw(states[which], bound) == below(same[which], STREAM_CELLS[stream], INCREMENTS[stream], bound)
            assert states[which] == same[which]


def test_memory_forgets_before_it_grows_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.python.looks.MOST_KEPT", 10)
    memory = Memory((0, 0, 0, 1), 2)
    assert memory.of([0, 1]) is memory.of([0, 2])
    assert memory.of([0, 1]) is memory.of([0, 1, 2])
    assert memory.of([0]) is not memory.of([0, 1])
    assert memory.of([0, 3]) is not memory.of([3, 0])
    known = memory.of([0, 1])
    memory.keep(known, 2, ["all"] * 9)
    assert memory.of([0, 1]) == {}
