"""What an end is worth to each seat, as an LLVM function.

Comes in: a program.  Goes out: a writer.  Cases and order are those of `results.result_of` and `results.returns`.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.machine.layout import OUTCOME
from interpreter.native.emit.entry.desk import TROUBLE, over, troubled, word, writer
from interpreter.native.emit.scope import Context
from interpreter.native.emit.writer import Writer

_LOST = 2


def worth_writer(context: Context) -> Writer:
    """Writes down what the end is worth to each seat, as `results.returns` has it; 0 to everybody before the end."""
    w, program = writer("worth"), context.program
    declared, seats = program.result, range(program.players)
    worth = word(w, "worth")
    running, ended, lost, together, ranked = map(w.label, ("running", "ended", "lost", "together", "ranked"))
    w.branch(over(w), ended, running)
    w.place(running)
    for seat in seats:
        _store(w, worth, seat, "0.0")
    w.give("0")
    w.place(ended)
    if declared.payoff is not None:
        for seat in seats:
            payoff = _checked(w, declared.payoff, seat)
            whole = w.op(f"sitofp i32 {payoff} to double")
            _store(w, worth, seat, whole if declared.unit == 1 else w.op(f"fdiv double {whole}, {declared.unit}.0"))
        w.give("0")
        return w
    w.branch(w.test("==", w.load("%S", str(OUTCOME)), str(_LOST)), lost, together)
    w.place(together)
    w.branch(w.test(">", w.load("%S", str(OUTCOME)), str(_LOST)), running, ranked)
    w.place(lost)
    for seat in seats:
        _store(w, worth, seat, "-1.0")
    w.give("0")
    w.place(ranked)
    _share(w, worth, winners(context, w, _checked))
    w.give("0")
    return w


def winners(context: Context, w: Writer, value: Callable[..., str]) -> list[str]:
    """Of each seat whether it has won, as a number; `value` gives that of a function, for a seat if it has one."""
    declared, seats = context.program.result, range(context.program.players)
    if declared.player is not None:
        chosen = value(w, declared.player)
        if declared.several:
            return [w.two("and", w.two("lshr", chosen, str(seat)), "1") for seat in seats]
        return [w.flag(w.test("==", chosen, str(seat))) for seat in seats]
    values = [[value(w, criterion.function, seat) for criterion in declared.criteria] for seat in seats]
    wins = []
    for seat in seats:
        beaten = "false"
        for other in seats:
            if other != seat:
                beaten = w.op(f"or i1 {beaten}, {_better(context, w, values[other], values[seat])}")
        wins.append(w.flag(w.op(f"xor i1 {beaten}, true")))
    return wins


def _better(context: Context, w: Writer, one: list[str], other: list[str]) -> str:
    """Whether the first difference speaks for `one`."""
    found = "false"
    for criterion, mine, theirs in reversed(list(zip(context.program.result.criteria, one, other, strict=True))):
        more = w.test(">" if criterion.best == "highest" else "<", mine, theirs)
        same = w.test("==", mine, theirs)
        found = w.op(f"or i1 {more}, {w.op(f'and i1 {same}, {found}')}")
    return found


def _share(w: Writer, worth: str, wins: list[str]) -> None:
    """The winners share one point, the others pay it together; nothing is paid if all have won, or nobody has."""
    many = "0"
    for win in wins:
        many = w.two("add", many, win)
    even = w.op(f"or i1 {w.test('==', many, str(len(wins)))}, {w.test('==', many, '0')}")
    gain = w.op(f"fdiv double 1.0, {w.op(f'sitofp i32 {many} to double')}")
    losers = w.two("sub", str(len(wins)), many)
    loss = w.op(f"fdiv double -1.0, {w.op(f'sitofp i32 {losers} to double')}")
    for seat, win in enumerate(wins):
        own = w.op(f"select i1 {w.truth(win)}, double {gain}, double {loss}")
        _store(w, worth, seat, w.op(f"select i1 {even}, double 0.0, double {own}"))


def _store(w: Writer, worth: str, seat: int, value: str) -> None:
    w.line(f"store double {value}, ptr {w.op(f'getelementptr double, ptr {worth}, i32 {seat}')}")


def _checked(w: Writer, function: int, seat: int | None = None) -> str:
    result = w.call(f"f{function}", *([] if seat is None else [f"i32 {seat}"]))
    with w.when(troubled(w)):
        w.give(str(TROUBLE))
    return result
