"""What the Python engine does faster gives what the plain way gives: choices, draws, moves and whole playouts."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import attrs
import pytest

from interpreter.engine import EVERYONE_LOST, GameFault
from interpreter.game import Game
from interpreter.generator import INCREMENTS, below, seed_streams
from interpreter.layout import OUTCOME, STREAM_CELLS
from interpreter.python.engine import PythonEngine
from interpreter.python.memory import Memory
from interpreter.python.streams import MANY, Stream
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
        patch.setattr("interpreter.python.compiled.cached_text", lambda _, __, write: write())
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
    names = PythonEngine(program)._names
    assert isinstance(names["SETS_feed"], Memory)
    assert isinstance(names["PASSING_clear"], Memory)
    assert "SETS_feed" not in plain_engine(program, monkeypatch)._names


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


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_many_games_go_on_with_the_generator(path: Path) -> None:
    """As games that are begun one after the other on the same streams, block by block."""
    program = program_of(path)
    engine, slow = PythonEngine(program), PythonEngine(attrs.evolve(program, fuel=program.fuel), traced=True)
    state, result, seats = [0] * engine.layout.size, program.result, range(program.players)
    seed_streams(state, STREAM_CELLS, "many")
    expected, fault = [], ""
    try:
        for _ in range(3):
            slow.begin(state)
            slow.run(state)
            decisions = 0
            while decisions < MOST and not slow.over(state):
                choices = slow.choices(state)
                slow.choose(state, *choices[below(state, STREAM_CELLS["bots"], INCREMENTS["bots"], len(choices))])
                slow.run(state)
                decisions += 1
            lost = state[OUTCOME] == EVERYONE_LOST
            scores = [
                0 if lost else slow.call(each.function, state, seat) for each in result.criteria for seat in seats
            ]
            if result.payoff is not None:
                scores += [slow.call(result.payoff, state, seat) for seat in seats]
            expected.append((decisions, state[OUTCOME], tuple(scores) if slow.over(state) else ()))
    except GameFault as problem:
        fault = str(problem)
    if fault:
        with pytest.raises(GameFault) as caught:
            engine.play_many("many", 3, MOST)
        assert str(caught.value) == fault
    else:
        assert engine.play_many("many", 3, MOST) == expected
        assert engine.play_many("many", 3, MOST) == expected


def test_an_interrupted_draw_spoils_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = PythonEngine(poker())
    expected = engine.play_many(1, 50)
    with monkeypatch.context() as patch:
        for name in ("_word", "_words"):
            patch.setattr(f"interpreter.python.streams.{name}", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            engine.play_many(2, 50)
    assert engine.play_many(1, 50) == expected


@pytest.mark.parametrize("fuel", [12, 100_000])
def test_little_fuel_changes_nothing_as_long_as_it_is_enough(fuel: int) -> None:
    plenty, engine = PythonEngine(poker()), PythonEngine(attrs.evolve(poker(), fuel=fuel))
    assert engine.play_many(1, 20) == plenty.play_many(1, 20)
    assert Game(engine.program).new(2, log=False).playout() == Game(poker()).new(2, log=False).playout()


def test_chance_may_be_decided_without_a_log() -> None:
    """What is written out in the plain text asks nobody; so that text is not used then."""
    for program in (poker(), market()):
        asked: list[int] = []

        def last(_: list[int], __: str, members: tuple[int, ...], ___: str, ____: int, asked: list[int] = asked) -> int:
            asked.append(len(members))
            return len(members) - 1

        engine, traced = PythonEngine(program), PythonEngine(program, traced=True)
        engine.chance = traced.chance = last
        states = [[0] * engine.layout.size for _ in range(2)]
        for each, state in zip((engine, traced), states, strict=True):
            each.begin(state)
            each.run(state)
        assert states[0] == states[1]
        assert asked
        assert asked[: len(asked) // 2] == asked[len(asked) // 2 :]


def test_what_is_the_same_in_every_game_is_done_once() -> None:
    """Cards that chance has no part in have left the box before the game begins, past a draw that comes earlier."""
    flow = PythonEngine(program_of(ROOT / "games" / "werwars.rules"))._flow
    box = flow.runtime.layout.places[0]
    assert flow.start is not None
    assert flow.begun[box.size] > 0
    assert flow.prepared[box.size] == 0


@pytest.mark.parametrize("stream", STREAM_CELLS)
def test_draws_made_ahead_are_the_stream_s_own(stream: str) -> None:
    """Also when several states are drawn from in turn, and where a draw is rejected."""
    drawn, bot = Stream(stream), random.Random(1)
    states = [[0] * 10 for _ in range(3)]
    for seed, state in enumerate(states):
        seed_streams(state, STREAM_CELLS, seed)
    same = [list(state) for state in states]
    bounds = (0, 1, 2, 3, 52, 1000, 2**31 - 1, 3 * 2**29)
    for run in range(60):
        which = bot.randrange(3)
        drawn.load(states[which])
        for _ in range(bot.choice((1, 2, 5, 150, 3 * MANY))):
            bound = bounds[run % len(bounds)] if bot.random() < 0.5 else bot.choice(bounds)
            assert drawn.below(bound) == below(same[which], STREAM_CELLS[stream], INCREMENTS[stream], bound)
        drawn.store(states[which])
        assert states[which] == same[which]


def test_memory_forgets_before_it_grows_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.python.memory.MOST_KEPT", 10)
    memory = Memory((0, 0, 0, 1), 2)
    assert memory.of([0, 1]) is memory.of([0, 2])
    assert memory.of([0, 1]) is memory.of([0, 1, 2])
    assert memory.of([0]) is not memory.of([0, 1])
    assert memory.of([0, 3]) is not memory.of([3, 0])
    known = memory.of([0, 1])
    memory.keep(known, 2, ["all"] * 9)
    assert memory.of([0, 1]) == {}
