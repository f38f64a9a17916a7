"""A state that machine code drives is the state that the plain engine drives, after every step."""

from __future__ import annotations

import _thread
import copy
import random
import threading
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import interpreter
from interpreter.game import Game
from interpreter.loading import bundled
from interpreter.machine.engine import GameFault
from interpreter.machine.errors import IllegalChoice
from interpreter.native import abi
from interpreter.native.drive.engine import NativeEngine
from interpreter.native.drive.state import NativeState
from interpreter.native.drive.stepper import Stepper
from interpreter.native.emit.entry import batch as batch_text
from interpreter.state import State
from rulelang import kept
from rulelang.ir.model.expressions import Const, Numbers
from rulelang.ir.model.program import Block, Header, Program
from rulelang.ir.model.statements import Decide, Halt
from tests.interpreter import machine_programs, programs
from tests.interpreter.programs import offer, pick
from tests.native.test_safety import X, for_years, only

TEXTS = ("text", "look")
ACTS = st.sampled_from(("index", "choice", "random", "clone", "save", "playout", "again", "reseed", *TEXTS))


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled fast rather than well."""
    monkeypatch.setattr("interpreter.native.drive.calls.LARGE", 0)


def games(program: Program) -> tuple[Game, Game]:
    return Game(program, "native"), Game(program, "python")


def same(one: State, other: State) -> None:
    """Everything that can be asked of both."""
    assert isinstance(one, NativeState)
    assert not isinstance(other, NativeState)
    assert one.array == other.array
    assert one == other
    assert hash(one) == hash(other)
    assert one.is_over == other.is_over
    assert one.player == other.player
    assert told(lambda: one.many) == told(lambda: other.many)
    assert told(lambda: one.returns) == told(lambda: other.returns)


def told(ask: object) -> object:
    """What it gives, or the fault."""
    try:
        return ask()  # type: ignore[operator]
    except GameFault as fault:
        return fault.message, fault.rule, fault.sort


def looked_at(state: State) -> object:
    """Everything that people see."""
    seats = (None, *range(state.game.players))
    decision = state.decision
    choices = [] if decision is None else [(each.offer, each.picks, each.text, each.index) for each in decision.choices]
    return choices, [bytes(state.view(seat)) for seat in seats], state.result, bytes(state)


def both(one: State, other: State, act: str, number: int) -> tuple[State, State]:
    """The same done to both."""
    place = number % one.many
    match act:
        case "index":
            faults = told(lambda: one.apply(place)), told(lambda: other.apply(place))
        case "text":
            text = one.decision.choices[place].text  # type: ignore[union-attr]
            faults = told(lambda: one.apply(text)), told(lambda: other.apply(text))
        case "choice":
            chosen = one.decision.choices[place], other.decision.choices[place]  # type: ignore[union-attr]
            faults = told(lambda: one.apply(chosen[0])), told(lambda: other.apply(chosen[1]))
        case "random":
            drawn = one.random_choice(), other.random_choice()
            assert drawn[0] == drawn[1]
            faults = told(lambda: one.apply(drawn[0])), told(lambda: other.apply(drawn[1]))
        case "clone":
            before = bytes(one)
            copies = one.clone(), other.clone()
            faults = told(lambda: copies[0].apply(place)), told(lambda: copies[1].apply(place))
            same(*copies)
            assert bytes(one) == before
        case "look":
            faults = looked_at(one), looked_at(other)
        case "save":
            one, other = (state.game.restore(bytes(state), log=False) for state in (one, other))
            faults = None, None
        case "playout":
            faults = told(lambda: one.playout(place)), told(lambda: other.playout(place))
        case "reseed":
            one.reseed(number)
            other.reseed(number)
            faults = None, None
        case _:
            one.again()
            other.again()
            faults = None, None
    assert faults[0] == faults[1]
    return one, other


@pytest.mark.parametrize("name", ["market without texts", "market", "kuhn", "letters", "werwars"])
def test_whatever_is_done_to_it(name: str) -> None:
    made = {"market without texts": programs.market, "market": machine_programs.market}
    native, python = games(made[name]() if name in made else interpreter.load(name).program)
    silent = name == "market without texts"

    @settings(max_examples=40, deadline=None)
    @given(st.integers(0, 1000), st.lists(st.tuples(ACTS, st.integers(0, 10_000)), max_size=60))
    def played(seed: int, acts: list[tuple[str, int]]) -> None:
        one, other = native.new(seed, log=False), python.new(seed, log=False)
        same(one, other)
        for act, number in acts:
            if one.is_over:
                one.again()
                other.again()
            if silent and act in TEXTS:
                continue
            one, other = both(one, other, act, number)
            same(one, other)

    played()


@pytest.mark.parametrize("name", sorted(bundled()))
def test_every_game(name: str) -> None:
    native = interpreter.load(name, backend="native")
    python = Game(native.program, "python", native.name)
    rng = random.Random(name)
    one, other = native.new(name, log=False), python.new(name, log=False)
    for _ in range(120):
        same(one, other)
        if one.is_over:
            break
        place = rng.randrange(one.many)
        one.apply(place)
        other.apply(place)
    assert looked_at(one) == looked_at(other)
    assert one.playout() == other.playout()
    same(one, other)


def test_old_decisions_can_still_be_read() -> None:
    game = Game(programs.market(), "native")
    state, kept = game.new(3, log=False), []
    while not state.is_over and len(kept) < 30:
        decision = state.decision
        assert decision is not None
        kept.append((decision, decision.player, state.many, state.clone()))
        state.apply(len(kept) % state.many)
    for decision, player, many, before in kept:
        assert (decision.player, len(decision.choices)) == (player, many)
        assert before.decision is not None
        assert decision.texts == before.decision.texts


def test_a_choice_of_another_decision() -> None:
    game = Game(programs.poker(), "native")
    state, twin = game.new(1, log=False), game.new(1, log=False)
    assert state.decision is not None
    twin.apply(state.decision.choices[1])
    state.apply(1)
    assert state == twin
    assert state.decision is not None
    with pytest.raises(IllegalChoice, match="another decision"):
        twin.apply(game.new(1, log=False).decision.choices[0])  # type: ignore[union-attr]


def test_clones_go_their_own_ways() -> None:
    state = Game(programs.market(), "native").new("x", log=False)
    before, after = bytes(state), []
    for place in range(state.many):
        copied = copy.deepcopy(state)
        copied.apply(place)
        after.append(bytes(copied))
        assert bytes(state) == before
    assert len(set(after)) > 1
    first = state.clone()
    state.apply(0)
    assert bytes(first) == before
    assert bytes(state) == after[0]


@pytest.mark.parametrize("choice", [-1, 2, 2**31, -(2**63), 2**70, "nonsense"])
def test_what_is_no_choice(choice: int | str) -> None:
    state = Game(programs.poker(), "native").new(1, log=False)
    before = bytes(state)
    with pytest.raises(IllegalChoice):
        state.apply(choice)
    assert bytes(state) == before
    assert state.many == 2
    state.playout()
    with pytest.raises(IllegalChoice, match="the game is over"):
        state.apply(choice)
    with pytest.raises(IllegalChoice, match="the game is over"):
        state.random_choice()


def test_numbers_that_are_no_ints() -> None:
    class One:
        def __index__(self) -> int:
            return 1

    game = Game(programs.poker(), "native")
    state, twin = game.new(1, log=False), game.new(1, log=False)
    state.apply(One())  # type: ignore[arg-type]
    twin.apply(1)
    assert state == twin
    with pytest.raises(TypeError):
        state.apply(1.0)  # type: ignore[arg-type]


def test_a_fault_leaves_the_state_as_it_was() -> None:
    rng, faults = random.Random(1), 0
    native, python = games(machine_programs.market(2))
    for seed in range(30):
        one, other = native.new(seed, log=False), python.new(seed, log=False)
        for _ in range(200):
            if one.is_over:
                break
            place = rng.randrange(one.many)
            fault = told(lambda: one.apply(place))  # noqa: B023
            assert told(lambda: other.apply(place)) == fault  # noqa: B023
            same(one, other)
            if fault is not None:
                faults += 1
                break
    assert faults


def asking(*sources: Numbers) -> Program:
    """A first decision with two choices, then one with these."""
    headers = (
        Header("first", (), (pick("a", Numbers(Const(0), Const(1))),)),
        Header("then", (), tuple(pick(variable, source) for variable, source in zip("ab", sources, strict=False))),
    )
    decisions = [
        attrs.evolve(programs.poker().decisions[0], offers=(made,), answer=X, player=Const(0))
        for made in (offer(0, "first", (X,)), offer(1, "then", (X,) * len(sources)))
    ]
    blocks = (Block("ask", (), Decide(0, 1)), Block("again", (), Decide(1, 2)), Block("end", (), Halt()))
    return attrs.evolve(only(), headers=headers, decisions=tuple(decisions), blocks=blocks)


def test_a_copy_of_a_state_whose_choices_cannot_be_listed_is_its_own() -> None:
    game = Game(asking(Numbers(Const(0), Const(-1))), "native")
    state = game.new(1, log=False)
    state.apply(0)
    before = bytes(state)
    copied = state.clone()
    assert (type(copied), copied, bytes(copied)) == (type(state), state, before)
    for _ in range(2):
        with pytest.raises(GameFault, match="nobody can choose"):
            _ = copied.many
    copied.again()
    assert bytes(state) == before != bytes(copied)
    assert (copied.many, copied.is_over) == (2, False)
    with pytest.raises(GameFault, match="nobody can choose"):
        _ = state.many


@pytest.mark.parametrize("high", [-1, 2000], ids=["nobody can choose", "too many"])
def test_choices_that_cannot_be_listed(high: int) -> None:
    """The step before them is carried out; who asks for them is told."""
    numbers = Numbers(Const(0), Const(high))
    native, python = games(asking(numbers, numbers))
    one, other = native.new(log=False), python.new(log=False)
    one.apply(1)
    other.apply(1)
    for state in (one, one.clone(), native.restore(bytes(one), log=False)):
        assert state.array == other.array
        assert not state.is_over
        assert state.player == 0
        assert state.decision is not None
        for ask in ("many", "playout", "random_choice"):
            with pytest.raises(GameFault, match=r"nobody can choose|100000 choices"):
                getattr(state, ask)()
        with pytest.raises(GameFault, match=r"nobody can choose|100000 choices"):
            state.apply(0)
    one.again()
    assert one.many == 2


def test_one_game_after_the_other() -> None:
    """As `play_many` goes on with the generators."""
    game = Game(programs.poker(), "native")
    state, found = game.new("x", log=False), []
    for _ in range(50):
        while not state.is_over:
            state.apply(state.random_choice())
        found.append(state.result)
        state.again()
    assert found == list(NativeEngine(game.program).play_many(["x"], many=50).results())


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Every step takes too long to be done at once; what is compiled so is not kept for others."""
    often: list[str] = []
    settled = Stepper.settled

    def counted(self: Stepper, name: str, cells: bytearray, number: int) -> int:
        often.append(name)
        return settled(self, name, cells, number)

    monkeypatch.setattr(abi, "PATIENCE", 1)
    monkeypatch.setattr(batch_text, "PATIENCE", 1)
    monkeypatch.setattr(kept, "user_cache_dir", lambda *_, **__: str(tmp_path))
    monkeypatch.setattr(Stepper, "settled", counted)
    return often


def test_steps_that_take_long(impatient: list[str]) -> None:
    native, python = games(programs.market())
    one, other = native.new(3, log=False), python.new(3, log=False)
    while not one.is_over:
        same(one, other)
        one.apply(one.many - 1)
        other.apply(other.many - 1)
    same(one, other)
    one.again()
    other.again()
    assert one.playout() == other.playout()
    same(one, other)
    assert {"begin", "take", "play"} <= set(impatient)


def test_an_interrupt_in_a_long_step() -> None:
    program = asking(Numbers(Const(0), Const(1)))
    program = attrs.evolve(program, blocks=(*program.blocks[:2], Block("long", (for_years(),), Halt())))
    state = Game(program, "native").new(log=False)
    state.apply(0)
    before, many = bytes(state), state.many
    threading.Timer(0.2, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        state.apply(0)
    assert (bytes(state), state.many) == (before, many)


def test_a_log_or_explicit_chance_is_left_to_the_python_engine() -> None:
    game = Game(programs.poker(), "native")
    state = game.new(1)
    state.apply(0)
    assert not isinstance(state, NativeState)
    assert state.log()
    assert game.new(1, explicit=True, log=False).chance is not None
    assert game.new(1, log=False).log() == []


def test_all_that_an_end_can_be_worth() -> None:
    """One winner, shared wins, a team, everybody won or lost, payoffs."""
    found = set()
    together = Path(__file__).parents[1] / "cases" / "meaning" / "who_wins_together.rules"
    for name in ("werwars", "goofspiel", "kuhn", "letters", together):
        native = interpreter.load(name, backend="native")
        python = Game(native.program)
        for seed in range(40):
            one, other = native.new(seed, log=False), python.new(seed, log=False)
            assert one.returns == (0.0,) * native.players
            assert one.playout() == other.playout()
            assert one.returns == other.returns
            found.add(one.returns)
    assert len(found) > 4


def test_frames_of_long_lists_are_read_in_full() -> None:
    """Sets and numbers as they are picked."""
    native, python = games(programs.market(looks=tuple(range(12))))
    one, other = native.new(5, log=False), python.new(5, log=False)
    for _ in range(25):
        assert one.decision is not None
        assert other.decision is not None
        assert one.decision.raw == other.decision.raw
        assert [one.decision.choice(place) for place in range(one.many)] == one.decision.choices
        one.apply(one.many // 2)
        other.apply(other.many // 2)
