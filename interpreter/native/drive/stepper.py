"""States driven step by step in machine code.

Comes in: compiled functions, and the cells of a state: a bytearray with what `builtins` adds to it.  Goes out: numbers;
a fault becomes a `GameFault`.  What the numbers mean is left to `state`.

Every function that `builtins` lists is an attribute here, to be called with the cells and a number.  A negative result
means trouble: `settled` goes on with it.
"""

from __future__ import annotations

import ctypes
import struct
from array import array
from collections.abc import Callable
from typing import TypeAlias

from interpreter.kernel.written import width
from interpreter.machine.engine import Cells
from interpreter.machine.generator import starts
from interpreter.machine.layout import BLOCK, FIRST_STREAM, Layout, first_state
from interpreter.native.abi import FAULT, X_KIND
from interpreter.native.drive.calls import Desk, Native, interruptible
from interpreter.native.emit.entry.builtins import BUILTINS
from interpreter.native.emit.entry.desk import TRAIL, TROUBLE, WORDS

Builtin: TypeAlias = Callable[[bytearray, int], int]
_CALLED_WITH_AN_ARRAY = 0x80
"""How CPython calls the function: METH_FASTCALL."""
_CELL = struct.Struct("=i")


class _Method(ctypes.Structure):
    """PyMethodDef: what CPython wants to know about a builtin function."""

    _fields_ = (
        ("name", ctypes.c_char_p), ("function", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p),
    )  # fmt: skip


class Stepper:
    """The functions of one program, with a desk of their own; not to be shared between threads.

    `worths`: what `worth` has found for each seat; `size`: of the cells of a state, in bytes; `across`: how many cells
    a choice takes.
    """

    begin: Builtin
    take: Builtin
    many: Builtin
    player: Builtin
    draw: Builtin
    play: Builtin
    worth: Builtin

    def __init__(self, native: Native) -> None:
        self._native = native
        self.across = width(native.layout.program)
        self.desk = desk = Desk(self.across)
        self.layout: Layout = native.layout
        self.size = 4 * (native.layout.size + TRAIL)
        self._players = native.layout.program.players
        self._seeds = struct.Struct(f"<{2 + self._players}Q")
        self._start = array("i", first_state(native.layout))
        self._before = array("i", bytes(4 * native.layout.size))
        self.worths = array("d", bytes(8 * native.layout.program.players))
        held = {
            "x": desk.x_at, "workspace": desk.workspace_at, "out": desk.out_at, "room": desk.room,
            "before": self._before.buffer_info()[0], "start": self._start.buffer_info()[0],
            "worth": self.worths.buffer_info()[0], "given": 0, "listed": 0,
        }  # fmt: skip
        self._words = (ctypes.c_int64 * len(WORDS))(*(held[word] for word in WORDS))
        self.words_at = ctypes.addressof(self._words)
        self._methods = []
        for name in BUILTINS:
            method = _Method(name.encode(), native.loaded.address(f"py_{name}"), _CALLED_WITH_AN_ARRAY, None)
            self._methods.append(method)
            setattr(self, name, _builtin(method, self.words_at))

    def cells(self, state: Cells) -> bytearray:
        """The cells of a state that is given as a list."""
        given = state if isinstance(state, array) else array("i", state)
        return bytearray(given) + bytes(4 * TRAIL)

    def listed(self, cells: bytearray) -> list[int]:
        """The state as a list."""
        return memoryview(cells)[: 4 * self.layout.size].cast("i").tolist()

    def block(self, cells: bytearray) -> int:
        """Where the state rests."""
        block: int = _CELL.unpack_from(cells, 4 * BLOCK)[0]
        return block

    def reseed(self, cells: bytearray, seed: int | str) -> None:
        """Sets all streams."""
        self._seeds.pack_into(cells, 4 * FIRST_STREAM, *starts(self._players, seed))

    def played(self, cells: bytearray, most: int) -> tuple[int, bytearray]:
        """On by choices drawn by chance, to the end or so many; how many there were, and the cells then."""
        after, made = cells[:], 0
        while made < most and (more := self.play(after, most - made)):
            if more < 0:
                after = cells[:]
                return self.settled("play", after, most), after
            made += more
        return made, after

    def written(self, cells: bytearray, place: int | None = None) -> list[int]:
        """One choice, or all of them one after the other, each in `across` cells."""
        many = self.many(cells, 0)
        if many < 0:
            many = self.settled("many", cells, 0)
        first, after = (0, many) if place is None else (place, place + 1)
        return self.desk.out[first * self.across : after * self.across]

    def settled(self, name: str, cells: bytearray, number: int) -> int:
        """After trouble: what takes long is done once more at leisure; anything else is a fault of the rules."""
        desk = self.desk
        result = TROUBLE
        if desk.x[X_KIND] == FAULT["paused"]:
            done = self._native.function(name, "i32", ("ptr", "i32"))
            at = ctypes.addressof((ctypes.c_char * len(cells)).from_buffer(cells))
            given = (at, desk.x_at, desk.workspace_at, self.words_at, number)
            [result] = interruptible([desk], [lambda: done(*given)])
        if result == TROUBLE:
            self._native.faults.stated(desk.x[:])
        return result


def _builtin(method: _Method, desk: int) -> Builtin:
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.py_object, ctypes.py_object)
    made: Builtin = make(ctypes.addressof(method), desk, None)
    return made
