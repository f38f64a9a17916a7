"""Whole games on the reference: by playout as by choices, every choice allowed, chance asked or not, little fuel."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import attrs
import pytest

from interpreter.game import Game
from interpreter.machine.engine import GameFault
from interpreter.reference.engine import ReferenceEngine
from rulelang.compiling import Project, project_from_file
from rulelang.ir.model.program import Program
from tests.interpreter.programs import begun, market, poker

ROOT = Path(__file__).parents[2]
RULES = sorted(
    path
    for folder in ("tests/sketches/blind", "tests/sketches/games", "tests/sketches/thirteenth", "games")
    for path in (ROOT / folder).glob("*.rules")
)
MOST = 40
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
    """As `random_choice` and `apply`, with a log; and each choice on the way is allowed."""
    game = Game(program_of(path))
    fast, slow = game.new(1, log=False), game.new(1)
    assert fast == slow
    decisions, fault = 0, ""
    engine = game.engine()
    try:
        while slow.decision is not None and decisions < MOST:
            assert all(engine.why_not(slow.array, *choice) is None for choice in engine.choices(slow.array)[:10])
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


@pytest.mark.parametrize("program", [poker(), market()], ids=["poker", "market"])
def test_asking_to_stop_at_a_block_that_never_comes_changes_nothing(program: Program) -> None:
    never = frozenset({len(program.blocks)})
    engine, state = begun(program, 1)
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


@pytest.mark.parametrize(("fuel", "enough"), [(1, False), (12, True), (100_000, True)])
def test_little_fuel_changes_nothing_as_long_as_it_is_enough(fuel: int, enough: bool) -> None:
    plenty, sparing = Game(poker()).new(2, log=False), Game(attrs.evolve(poker(), fuel=fuel))
    if enough:
        state = sparing.new(2, log=False)
        assert state.playout() == plenty.playout()
        assert state.array == plenty.array
    else:
        with pytest.raises(GameFault, match="this never ends"):
            sparing.new(2, log=False).playout()


def test_chance_may_be_decided_with_and_without_a_log() -> None:
    for program in (poker(), market()):
        asked: list[int] = []

        def last(_: list[int], __: str, members: tuple[int, ...], ___: str, ____: int, asked: list[int] = asked) -> int:
            asked.append(len(members))
            return len(members) - 1

        states = []
        for traced in (False, True):
            engine = ReferenceEngine(program, traced=traced)
            engine.chance = last
            states.append([0] * engine.layout.size)
            engine.begin(states[-1])
            engine.run(states[-1])
        assert states[0] == states[1]
        assert asked
        assert asked[: len(asked) // 2] == asked[len(asked) // 2 :]


def test_a_hook_may_ask_the_engine_about_another_state() -> None:
    """What it asks meanwhile does not lead the engine astray."""
    engine, state = begun(market(), 1)
    other = list(state)
    draws = random.Random(1)

    def hook(_: list[int], __: str, members: tuple[int, ...], ___: str, ____: int) -> int:
        engine.call(0, other, 0)
        return draws.randrange(len(members))

    engine.chance = hook
    engine.run(state)
    same, plain = begun(market(), 1)
    draws = random.Random(1)
    same.chance = lambda _, __, members, ___, ____: draws.randrange(len(members))
    same.run(plain)
    assert state == plain
