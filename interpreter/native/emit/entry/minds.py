"""What thinking players ask of a program, as LLVM functions: the words of `interpreter.minds` that depend on it.

Comes in: a program.  Goes out: writers.  A fault is no fault here: whoever tries something out is told that it did not
go well.
"""

from __future__ import annotations

from pathlib import Path

from interpreter.machine.engine import EVERYONE_LOST, EVERYONE_WON
from interpreter.machine.generator import INCREMENTS
from interpreter.machine.layout import BLOCK, OUTCOME
from interpreter.machine.results import is_common
from interpreter.minds import words
from interpreter.native.abi import X_KIND
from interpreter.native.emit.entry.desk import over, troubled
from interpreter.native.emit.entry.worth import winners
from interpreter.native.emit.scope import Context
from interpreter.native.emit.writer import ADDRESS, NUMBER, Writer, filled
from rulelang.ir.model.limits import MOST_CHOICES


def mind_writers(context: Context) -> list[Writer]:
    return [
        _resting(), _listed(), _who(), _stored(), _acted(), _promised(context), _valued(context),
    ]  # fmt: skip


def mind_text(context: Context) -> str:
    """What no program changes but by its numbers."""
    known = words.numbers(context.layout) | {"BOTS_INCREMENT": INCREMENTS["bots"]}
    return filled(Path(__file__).parents[1].joinpath("minds.ll").read_text("utf-8"), known)


def _resting() -> Writer:
    w = Writer("resting")
    w.give(w.load("@DECISION", w.two("sub", "-1", w.load("%S", str(BLOCK)))))
    return w


def _listed() -> Writer:
    w = Writer("listed", ((ADDRESS, "out"),))
    with w.when(over(w)):
        w.give("0")
    many = w.call("choices", f"i32 {MOST_CHOICES + 1}", "ptr %out")
    _unless(w, "-1")
    w.give(many)
    return w


def _who() -> Writer:
    w = Writer("who")
    player = w.call("chooser")
    _unless(w, "-1")
    w.give(player)
    return w


def _stored() -> Writer:
    w = Writer("stored", ((ADDRESS, "out"), (NUMBER, "at")))
    w.do("choose", f"ptr {w.cell('%out', '%at')}")
    _unless(w, "0")
    w.give("1")
    return w


def _acted() -> Writer:
    w = Writer("acted", ((ADDRESS, "out"), (NUMBER, "at")))
    w.do("choose", f"ptr {w.cell('%out', '%at')}")
    _unless(w, "0")
    w.do("run", "ptr null")
    _unless(w, "0")
    w.give("1")
    return w


def _promised(context: Context) -> Writer:
    w = Writer("promised")
    for promise in context.program.always:
        kept = w.call(f"f{promise.function}")
        _unless(w, "0")
        with w.when(w.test("==", kept, "0")):
            w.give("0")
    w.give("1")
    return w


def _valued(context: Context) -> Writer:
    """As `interpreter.bots.worth` says."""
    w, declared = Writer("valued", ((ADDRESS, "tree"),)), context.program.result
    seats = range(context.program.players)
    ended, nothing = w.label("ended"), w.label("nothing")
    w.branch(over(w), ended, nothing)
    w.place(ended)
    if declared.payoff is not None:
        _values(w, [_value(w, declared.payoff, seat) for seat in seats], str(declared.unit))
    else:
        together, won, lost, ranked = map(w.label, ("together", "won", "lost", "ranked"))
        w.branch(w.test(">=", w.load("%S", str(OUTCOME)), str(EVERYONE_LOST)), together, ranked)
        w.place(together)
        w.branch(w.test("==", w.load("%S", str(OUTCOME)), str(EVERYONE_WON)), won, lost)
        w.place(won)
        _values(w, ["1" for _ in seats], str(len(seats)))
        w.place(lost)
        _values(w, ["0" for _ in seats])
        w.place(ranked)
        if is_common(context.program):
            first = declared.criteria[0]
            found = [_value(w, first.function, seat) for seat in seats]
            _values(w, found if first.best == "highest" else [w.two("sub", "0", value) for value in found])
        else:
            wins = winners(context, w, _value)
            many = "0"
            for win in wins:
                many = w.two("add", many, win)
            _values(w, wins, w.op(f"call i32 @llvm.smax.i32(i32 {many}, i32 1)"))
    w.place(nothing)
    _values(w, ["0" for _ in seats])
    return w


def _value(w: Writer, function: int, seat: int | None = None) -> str:
    value = w.call(f"f{function}", *([] if seat is None else [f"i32 {seat}"]))
    _unless(w, "0")
    return value


def _values(w: Writer, values: list[str], among: str = "1") -> None:
    """Each of these, divided, is what the game is worth to a seat."""
    for seat, value in enumerate(values):
        share = w.op(f"fdiv double {w.op(f'sitofp i32 {value} to double')}, {w.op(f'sitofp i32 {among} to double')}")
        w.line(f"store double {share}, ptr {w.cell('%tree', str(words.WORTHS + 2 * seat))}, align 4")
    w.give("1")


def _unless(w: Writer, otherwise: str) -> None:
    """Gives this after a fault, which is forgotten."""
    with w.when(troubled(w)):
        w.store("%X", str(X_KIND), "0")
        w.give(otherwise)
