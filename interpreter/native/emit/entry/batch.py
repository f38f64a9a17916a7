"""Many games stepped by one call, as LLVM functions.

Comes in: a program.  Goes out: writers.  The states lie one after the other, each with the cells that follow it; %S is
the first of them.  So that a list of choices need not be made twice, each state has a slot for a short one.
"""

from __future__ import annotations

from interpreter.kernel.written import width
from interpreter.machine.layout import Layout
from interpreter.native.abi import PATIENCE, X_BUDGET, X_KIND
from interpreter.native.emit.entry.desk import NO_CHOICE, TRAIL, UNLISTED, at, drawn, long, over, troubled, word
from interpreter.native.emit.scope import Context
from interpreter.native.emit.writer import ADDRESS, NUMBER, Writer

SLOT = 256
"""Cells of a slot."""
NOBODY = -1


def vector_writers(context: Context) -> list[Writer]:
    """``step_all`` and ``draw_all``, and what the first does with one state."""
    return [_step_one(context), _step_all(context), _draw_all(context.layout)]


def stride(layout: Layout) -> int:
    """How many cells one state takes, with what is added to it."""
    return layout.size + TRAIL


def _step_one(context: Context) -> Writer:
    """``step_one(desk, index, slot, worth)``: carries a choice out, or begins a new game after an end; gives how many
    choices there are then, or what `take` gives.  At an end `worth` says what it is worth, otherwise 0."""
    w = Writer("step_one", ((ADDRESS, "desk"), (NUMBER, "index"), (ADDRESS, "slot"), (ADDRESS, "worth")))
    players = context.program.players
    ended, running, done, all_done, valued = (w.label(hint) for hint in ("ended", "running", "done", "end", "valued"))
    w.store("%X", str(X_KIND), "0")
    w.store("%X", str(X_BUDGET), str(PATIENCE))
    many = w.variable()
    w.branch(over(w), ended, running)
    w.place(ended)
    w.set(many, w.call("begin", "ptr %desk", "i32 0"))
    w.line(f"call void @llvm.memset.p0.i64(ptr %worth, i8 0, i64 {8 * players}, i1 false)")
    w.go(done)
    w.place(running)
    fetch(context, w)
    w.set(many, w.call("take", "ptr %desk", "i32 %index"))
    w.go(done)
    w.place(done)
    keep(context, w)
    w.branch(w.test("==", w.get(many), "0"), all_done, valued)
    w.place(all_done)
    w.line(f"store ptr %worth, ptr {at(w, 'worth')}")
    failed = w.call("worth", "ptr %desk", "i32 0")
    with w.when(w.truth(failed)):
        w.give(str(UNLISTED))
    w.go(valued)
    w.place(valued)
    w.give(w.get(many))
    return w


def fetch(context: Context, w: Writer) -> None:
    """The list of choices from the slot to the desk, if it is short."""
    cells = _short(context, w)
    with w.when(w.test("ule", cells, str(SLOT))):
        w.copy(word(w, "out"), "%slot", cells)
        w.line(f"store i64 {_serial(context, w)}, ptr {at(w, 'listed')}")


def keep(context: Context, w: Writer) -> None:
    """The list of choices to the slot, if it is short and stands at the desk."""
    cells = _short(context, w)
    here = w.op(f"icmp eq i64 {_serial(context, w)}, {long(w, 'listed')}")
    with w.when(w.op(f"and i1 {here}, {w.test('ule', cells, str(SLOT))}")):
        w.copy("%slot", word(w, "out"), cells)


def _short(context: Context, w: Writer) -> str:
    """How many cells the list of choices takes."""
    return w.two("mul", w.load("%S", str(context.layout.size)), str(width(context.program)))


def _serial(context: Context, w: Writer) -> str:
    return w.op(f"load i64, ptr {w.cell('%S', str(context.layout.size + 1))}, align 4")


def _step_all(context: Context) -> Writer:
    """``step_all(desk, many, chosen, slots, left, players, worth)``: gives how many games are in trouble.

    `left` says how many choices each game has then, or what its trouble is; `players` who has to choose.  If a game has
    no such choice, none is stepped: its number is given, counted from -1 downwards.
    """
    given = (
        (ADDRESS, "desk"), (NUMBER, "many"), (ADDRESS, "chosen"), (ADDRESS, "slots"), (ADDRESS, "left"),
        (ADDRESS, "players"), (ADDRESS, "worth"),
    )  # fmt: skip
    w = Writer("step_all", given)
    seats = context.program.players
    with w.counted("%many") as (number, _):
        possible = w.op(f"icmp ult i32 {w.load('%chosen', number)}, {w.load('%left', number)}")
        running = w.test("!=", w.load("%left", number), "0")
        with w.when(w.op(f"select i1 {possible}, i1 false, i1 {running}")):
            w.give(w.two("sub", str(NO_CHOICE), number))
    bad = w.variable(start="0")
    with w.counted("%many") as (number, _):
        state = w.cell("%S", w.two("mul", number, str(stride(context.layout))))
        slot = w.cell("%slots", w.two("mul", number, str(SLOT)))
        worth = w.op(f"getelementptr double, ptr %worth, i32 {w.two('mul', number, str(seats))}")
        here = f"ptr {state}, ptr %X, ptr %A"
        chosen = w.load("%chosen", number)
        left = w.op(f"call i32 @step_one({here}, ptr %desk, i32 {chosen}, ptr {slot}, ptr {worth})")
        w.store("%left", number, left)
        w.store("%players", number, str(NOBODY))
        with w.when(w.test(">", left, "0")):
            w.store("%players", number, w.op(f"call i32 @chooser({here})"))
            with w.when(troubled(w)):
                w.store("%left", number, str(UNLISTED))
        w.add_to(bad, w.flag(w.test("<", w.load("%left", number), "0")))
    w.give(w.get(bad))
    return w


def _draw_all(layout: Layout) -> Writer:
    """``draw_all(desk, many, left, players, chosen)``: a choice for each game, drawn from the stream of the bot in the
    seat that has to choose; 0 at the end."""
    given = ((ADDRESS, "desk"), (NUMBER, "many"), (ADDRESS, "left"), (ADDRESS, "players"), (ADDRESS, "chosen"))
    w = Writer("draw_all", given, "void")
    with w.counted("%many") as (number, _):
        state = w.cell("%S", w.two("mul", number, str(stride(layout))))
        player = w.load("%players", number)
        w.store("%chosen", number, drawn(w, w.load("%left", number), player, state))
    w.give(None)
    return w
