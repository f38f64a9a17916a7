"""A program that is wrong ends in a message, never in a crash or a hang; whoever waits can interrupt."""

from __future__ import annotations

import _thread
import sys
import threading
import time
from pathlib import Path

import attrs
import pytest

from interpreter.game import Game
from interpreter.machine.engine import GameFault
from interpreter.machine.generator import seed_streams
from interpreter.native.drive.calls import Native
from interpreter.native.drive.engine import NativeEngine, _say_once
from interpreter.native.emit.scope import Unsupported
from rulelang import kept
from rulelang.ir.model.expressions import Binary, Const, Expr, Fold, Frame, Local, Lookup, Numbers, Read, Seats, Zone
from rulelang.ir.model.program import Block, FrameDecl, Header, Program, Table
from rulelang.ir.model.statements import Assign, Decide, Each, Goto, Halt, Move, Stmt, While
from tests.interpreter.programs import by_player, counter, market, offer, pick, plus, poker, tiny, zone
from tests.native.playing import compare, engines

ALWAYS = Const(1)
X = Frame(0)


def run(program: Program) -> list[int]:
    engine = NativeEngine(program, pipeline="fast")
    state = [0] * engine.layout.size
    seed_streams(state, program.players, 1)
    engine.begin(state)
    engine.run(state)
    return state


def only(*body: Stmt, **parts: object) -> Program:
    return tiny(
        (0, 1, 2),
        (zone("hand", "hand", 3, keys=by_player(2)),),
        blocks=(Block("only", body, Halt()),),
        frames=(FrameDecl("x"),),
        counters=(counter("coins", 0, 9, 0, by_player(2)),),
        tables=(Table("cells", 0, (1, 2, 3)),),
        **parts,
    )


def fault_of(program: Program) -> GameFault:
    with pytest.raises(GameFault) as caught:
        run(program)
    return caught.value


def test_blocks_that_lead_to_each_other_for_ever() -> None:
    step = (Assign(X, Const(1)), Each("p", Seats(Const(0)), None, (), (Move(Const(-1), Zone(0, ()), None, 3),)))
    circle = (Block("one", (), Goto(1)), Block("two", (), Goto(0)), Block("three", step, Halt()))
    fault = fault_of(attrs.evolve(only(), blocks=circle))
    assert (fault.sort, fault.message) == ("endless", "this never ends")


def test_a_loop_that_never_ends() -> None:
    fault = fault_of(only(While(ALWAYS, (Assign(X, Const(2)),), 4)))
    assert (fault.sort, fault.rule.name) == ("endless", "rule 4")


@pytest.mark.parametrize("place", [-1, 2, 5_000_000, -(2**31), 2**31 - 1])
def test_an_index_outside(place: int) -> None:
    """The lowering proves that this cannot be; the machine looks all the same."""
    index = plus(Const(place), Read(0, (Const(0),)))
    assert fault_of(only(Assign(X, Read(0, (index,))))).sort == "range"
    assert fault_of(only(Move(Const(0), Zone(1, (index,)), None, 5))).sort == "range"
    if place != 2:
        assert fault_of(only(Assign(X, Lookup(0, index)))).sort == "range"
    if place != -1:
        assert fault_of(only(Move(plus(index, Const(1)), Zone(0, ()), None, 5))).sort in ("range", "no_card", "number")


@pytest.mark.parametrize("operator", ["//", "/^", "%"])
def test_division_by_nothing(operator: str) -> None:
    """Even where the lowering says that it cannot be."""
    divide = Binary(operator, Const(7), Read(0, (Const(0),)), None)  # type: ignore[arg-type]
    assert fault_of(only(Assign(X, divide))).sort == "division"


def test_more_numbers_than_there_is_room_for() -> None:
    many = Numbers(Const(0), plus(Const(2**31 - 2), Read(0, (Const(0),))))
    different = Fold("distinct", "n", many, None, Local("n"))
    assert fault_of(only(Assign(X, different))).sort == "too_many"


def test_more_choices_than_there_may_be() -> None:
    many = Numbers(Const(0), plus(Const(3000), Read(0, (Const(0),))))
    header = Header("any", (), (pick("a", many), pick("b", many)))
    decision = attrs.evolve(poker().decisions[0], offers=(offer(0, "any", (X, X)),), answer=X, player=Const(0))
    program = attrs.evolve(
        only(),
        headers=(header,),
        decisions=(decision,),
        blocks=(Block("ask", (), Decide(0, 1)), Block("end", (), Halt())),
    )
    engine = NativeEngine(program, pipeline="fast")
    state = [0] * engine.layout.size
    engine.begin(state)
    engine.run(state)
    with pytest.raises(GameFault, match="more than 100000 choices"):
        engine.choices(state)


def for_years() -> Stmt:
    """Three sums in one another, each of which is short enough: together they take years.  Loops would be counted."""
    value: Expr = Binary("%", plus(plus(Local("a"), Local("b")), Local("c")), Const(7))
    for name in "abc":
        value = Fold("highest", name, Numbers(Const(1), Const(90_000)), None, value, 2)
    return Assign(X, value)


def test_an_interrupt_in_a_long_step() -> None:
    engine = NativeEngine(only(for_years()), pipeline="fast")
    state = [0] * engine.layout.size
    engine.begin(state)
    before = state.copy()
    asked: list[float] = []

    def interrupt() -> None:
        asked.append(time.perf_counter())
        _thread.interrupt_main()

    threading.Timer(0.3, interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        engine.run(state)
    assert time.perf_counter() - asked[0] < 2  # a tenth of a second, on a machine that has nothing else to do
    assert state == before


def test_an_interrupt_amid_many_games() -> None:
    engine = NativeEngine(market(), pipeline="fast")
    asked: list[float] = []

    def interrupt() -> None:
        asked.append(time.perf_counter())
        _thread.interrupt_main()

    threading.Timer(0.3, interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        engine.play_many(["seed", "other"], many=200_000, threads=2)
    assert time.perf_counter() - asked[0] < 2


def test_a_cached_object_that_is_damaged_is_made_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(kept, "user_cache_dir", lambda *_, **__: str(tmp_path))
    program = poker()
    assert compare(engines(program), program, 1, 50) > 0
    [file] = list(tmp_path.rglob("*.o.bin"))
    whole = file.read_bytes()
    for damaged in (
        b"",
        whole[: len(whole) // 2],
        whole[:-1] + bytes([whole[-1] ^ 1]),
        b"\0" * 100,
        b"other\n" + whole,
    ):
        file.write_bytes(damaged)
        assert compare(engines(program), program, 1, 50) > 0
        assert file.read_bytes() == whole


def test_a_cached_object_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    program = attrs.evolve(poker(), title="kept")
    engines(program)
    monkeypatch.setattr("interpreter.native.drive.calls.object_of", lambda *_: pytest.fail("compiled again"))
    engines(program)


def test_what_cannot_be_compiled_runs_on_the_python_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise Unsupported("something new")

    program = attrs.evolve(poker(), title="strange")
    monkeypatch.setattr(Native, "__init__", refuse)
    engine = NativeEngine(program)
    with pytest.warns(RuntimeWarning, match="strange needs something new"):
        assert engine.native is None
    state = [0] * engine.layout.size
    engine.begin(state)
    engine.run(state)
    assert engine.decision(state) == 0
    assert len(engine.choices(state)) == 2


def test_without_llvmlite_games_run_on_the_python_engine_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    for name in ("interpreter.native.drive.calls", "interpreter.native.drive.compile"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    _say_once.cache_clear()
    game = Game(poker(), "native")
    with pytest.warns(RuntimeWarning, match="llvmlite is not installed"):
        state = game.new(seed=1, log=False)
    other = game.new(seed=2, log=False)  # a second warning would be an error here
    assert state.decision is not None
    assert other.decision is not None
    assert bytes(state) == bytes(Game(poker()).new(seed=1, log=False))
