"""Native functions that Python calls as it calls its own builtins, on the cells of a state in a bytearray.

Comes in: a program.  Goes out: writers of what can be done with a state, and for each of them text that speaks the
calling convention of CPython: a call through `ctypes` would take several times as long as most steps.

Whatever lists choices leaves them at the desk (see `desk`), so that they need not be listed once more when one of
them is carried out.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from interpreter.kernel.written import width
from interpreter.machine.layout import FIRST_STREAM, Layout, after_streams
from interpreter.native import abi
from interpreter.native.emit.entry import desk
from interpreter.native.emit.entry.worth import worth_writer
from interpreter.native.emit.scope import Context
from interpreter.native.emit.writer import Writer, filled

BUILTINS = ("begin", "take", "many", "player", "draw", "play", "worth")
PYTHON_API = ("PyLong_AsVoidPtr", "PyLong_AsLongLong", "PyLong_FromLongLong", "PyByteArray_AsString", "PyErr_Clear")


def builtin_writers(context: Context) -> list[Writer]:
    """``begin``, ``take`` and so on, each with (desk, number)."""
    return [
        _begin(context), _take(context), _many(context), _player(), _draw(), _play(context), worth_writer(context),
    ]  # fmt: skip


def builtin_text() -> str:
    """``py_take(self, arguments, many)`` for ``take`` and all others; `self` holds the address of the desk."""
    known = {name: cell for name, cell in vars(abi).items() if name.startswith("X_")}
    known |= {"PATIENCE": abi.PATIENCE, "WORKSPACE": desk.WORDS.index("workspace")}
    entrance = Path(__file__).with_name("python.ll").read_text("utf-8")
    return "\n\n".join(filled(entrance, known | {"NAME": name}) for name in BUILTINS)


# ---------------------------------------------------------------- what can be done


def _begin(context: Context) -> Writer:
    """A new game whose streams go on from where they are."""
    w, size = desk.writer("begin"), str(context.layout.size)
    before = desk.word(w, "before")
    w.copy(before, "%S", size)
    after = after_streams(context.program.players)
    start = desk.word(w, "start")
    w.copy("%S", start, str(FIRST_STREAM))
    w.copy(w.cell("%S", str(after)), w.cell(start, str(after)), str(context.layout.size - after))
    _run(w, context.layout, lambda: w.copy("%S", before, size))
    return w


def _take(context: Context) -> Writer:
    """Carries a choice out, goes on to the next rest and lists there; gives how many choices there are then."""
    w, size = desk.writer("take"), str(context.layout.size)
    many = _listed(w)
    with w.when(w.test("uge", "%number", many)):
        w.give(str(desk.NO_CHOICE))
    before = desk.word(w, "before")
    w.copy(before, "%S", size)
    chosen = w.cell(desk.word(w, "out"), w.two("mul", "%number", str(width(context.program))))
    w.do("choose", f"ptr {chosen}")
    with w.when(desk.troubled(w)):
        w.copy("%S", before, size)
        w.give(str(desk.TROUBLE))
    _run(w, context.layout, lambda: w.copy("%S", before, size))
    return w


def _many(context: Context) -> Writer:
    """How many choices there are, 0 at the end; afterwards they stand in the list of the desk."""
    w, size = desk.writer("many"), context.layout.size
    known, fresh, ended, listing = (w.label(word) for word in ("known", "fresh", "ended", "list"))
    listed, serial = desk.long(w, "listed"), w.cell("%S", str(size + 1))
    same = w.op(f"icmp eq i64 {listed}, {w.op(f'load i64, ptr {serial}, align 4')}")
    some = w.op(f"icmp ne i64 {listed}, 0")
    w.branch(w.op(f"and i1 {same}, {some}"), known, fresh)
    w.place(known)
    w.give(w.load("%S", str(size)))
    w.place(fresh)
    w.branch(desk.over(w), ended, listing)
    w.place(ended)
    w.give("0")
    w.place(listing)
    w.line(f"store i64 0, ptr {desk.at(w, 'listed')}")
    room = w.op(f"trunc i64 {desk.long(w, 'room')} to i32")
    many = w.call("choices", f"i32 {room}", f"ptr {desk.word(w, 'out')}")
    with w.when(desk.troubled(w)):
        w.give(str(desk.TROUBLE))
    number = w.op(f"add i64 {desk.long(w, 'given')}, 1")
    for address in (desk.at(w, "given"), desk.at(w, "listed"), serial):
        w.line(f"store i64 {number}, ptr {address}, align 4")
    w.store("%S", str(size), many)
    w.give(many)
    return w


def _player() -> Writer:
    """The seat that has to choose, -1 at the end."""
    w = desk.writer("player")
    with w.when(desk.over(w)):
        w.give("-1")
    w.give(_chooser(w))
    return w


def _draw() -> Writer:
    """The number of a choice, drawn from the stream of the bot in the chooser's seat."""
    w = desk.writer("draw")
    w.give(desk.drawn(w, _listed(w), _chooser(w)))
    return w


def _play(context: Context) -> Writer:
    """On by choices drawn by chance, at most so many, and no more once much patience is spent; how many there were."""
    w = desk.writer("play")
    made = w.variable(start="0")
    again, on, fewer, leave = (w.label(word) for word in ("again", "on", "fewer", "leave"))
    w.place(again)
    limited = w.truth(w.load("%X", str(abi.X_LIMITED)))
    spent = w.test("<", w.load("%X", str(abi.X_BUDGET)), str(abi.PATIENCE // 2))
    enough = w.test(">=", w.get(made), "%number")
    w.branch(w.op(f"or i1 {enough}, {w.op(f'and i1 {limited}, {spent}')}"), leave, fewer)
    w.place(fewer)
    many = _listed(w)
    w.branch(w.test("==", many, "0"), leave, on)
    w.place(on)
    chosen = w.two("mul", desk.drawn(w, many, _chooser(w)), str(width(context.program)))
    w.do("choose", f"ptr {w.cell(desk.word(w, 'out'), chosen)}")
    with w.when(desk.troubled(w)):
        w.give(str(desk.TROUBLE))
    w.do("run", "ptr null")
    with w.when(desk.troubled(w)):
        w.give(str(desk.TROUBLE))
    w.line(f"store i64 0, ptr {desk.at(w, 'listed')}")
    w.add_to(made)
    w.go(again)
    w.place(leave)
    w.give(w.get(made))
    return w


# ---------------------------------------------------------------- pieces


def _listed(w: Writer) -> str:
    """How many choices there are; gives up if they cannot be listed."""
    many = w.call("many", "ptr %desk", "i32 0")
    with w.when(w.test("<", many, "0")):
        w.give(str(desk.TROUBLE))
    return many


def _chooser(w: Writer) -> str:
    """The seat that has to choose; gives up if that is a fault."""
    player = w.call("chooser")
    with w.when(desk.troubled(w)):
        w.give(str(desk.TROUBLE))
    return player


def _run(w: Writer, layout: Layout, restore: Callable[[], None]) -> None:
    """On to the next rest, and lists there."""
    w.do("run", "ptr null")
    with w.when(desk.troubled(w)):
        restore()
        w.give(str(desk.TROUBLE))
    w.line(f"store i64 0, ptr {w.cell('%S', str(layout.size + 1))}, align 4")
    many = w.call("many", "ptr %desk", "i32 0")
    unlisted = w.test("<", many, "0")
    w.give(w.op(f"select i1 {unlisted}, i32 {desk.UNLISTED}, i32 {many}"))
