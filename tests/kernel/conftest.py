"""The kernel of a program as CPython runs it and as native code: every test here is asked of both."""

from __future__ import annotations

import ctypes
import re
from array import array
from functools import cache
from typing import Any, Protocol

import pytest

from interpreter.machine.engine import GameFault
from interpreter.machine.layout import Layout, first_state, layout_of
from interpreter.reference.machine import Machine
from rulelang.ir.model.program import Program


class Kernel(Protocol):
    """The functions of the kernel for one program, by their names, on `state`."""

    layout: Layout
    state: list[int]

    def __call__(self, function: str, *given: int | list[int]) -> int: ...


class Plain:
    """As CPython runs them."""

    def __init__(self, program: Program) -> None:
        self.layout = layout_of(program)
        self.state = first_state(self.layout)
        self._names = Machine(self.layout, traced=False).names

    def __call__(self, function: str, *given: int | list[int]) -> int:
        self._names["S"] = self.state
        return int(self._names[function](*given) or 0)


class Translated:
    """As native code; lists are handed over as cells and come back changed."""

    def __init__(self, program: Program) -> None:
        self.layout = layout_of(program)
        self.state = first_state(self.layout)
        self._loaded, self._faults = _compiled(program)

    def __call__(self, function: str, *given: int | list[int]) -> int:
        from interpreter.native.abi import X_KIND
        from interpreter.native.drive.calls import Desk

        desk, cells = Desk(), array("i", self.state)
        held = [(ctypes.c_int32 * max(len(each), 1))(*each) for each in given if isinstance(each, list)]
        addresses = iter(ctypes.addressof(each) for each in held)
        words = [next(addresses) if isinstance(each, list) else each for each in given]
        kinds = [ctypes.c_void_p if isinstance(each, list) else ctypes.c_int32 for each in given]
        shape = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 3, *kinds)
        desk.ready(limited=True)
        ctypes.memset(desk.workspace_at, 0x5A, ctypes.sizeof(desk.workspace))  # nothing was ever promised of it
        called = shape(self._loaded.address(function))
        result = called(cells.buffer_info()[0], desk.x_at, desk.workspace_at, *words)
        self.state[:] = cells
        for each, changed in zip((each for each in given if isinstance(each, list)), held, strict=True):
            each[:] = changed[: len(each)]
        if desk.x[X_KIND]:
            self._faults.stated(desk.x[:])
        return int(result)


@cache
def _compiled(program: Program) -> tuple[Any, Any]:
    from interpreter.native.drive.compile import Loaded, object_of
    from interpreter.native.drive.faults import NativeFaults
    from interpreter.native.emit.module import module_text

    module = module_text(program, layout_of(program))
    text = re.sub("^define internal ", "define ", module.text, flags=re.MULTILINE)
    return Loaded(object_of(text, "fast")), NativeFaults(layout_of(program), module.messages)


@pytest.fixture(params=[Plain, Translated], ids=["plain", "translated"])
def kernel_of(request: pytest.FixtureRequest) -> Any:
    """A maker of kernels, of programs."""
    if request.param is Translated:
        pytest.importorskip("llvmlite", reason="llvmlite is not installed, so there is no native code here")
    return request.param


def cards_of(kernel: Kernel, place: int) -> list[int]:
    """The cells of a place, a pile from the bottom."""
    at = kernel.layout.places[place]
    return kernel.state[at.cards : at.cards + kernel.state[at.size]]


def knows(kernel: Kernel, card: int) -> int:
    return kernel.state[kernel.layout.known + card]


def fault_of(kernel: Kernel, function: str, *given: int | list[int]) -> str:
    """The sort of fault that a call states."""
    with pytest.raises(GameFault) as caught:
        kernel(function, *given)
    return caught.value.sort
