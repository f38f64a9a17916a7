"""Faults that native code has stated, in the author's words.

Comes in: the cells of %X.  Goes out: a `GameFault`, worded by the same functions as the reference's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from interpreter.kernel.faults import Faults
from interpreter.machine.layout import Layout
from interpreter.native.abi import KINDS, X_ALSO, X_KIND, X_RULE, X_VALUE

_WORD = 0xFFFFFFFF
_SIGN = 1 << 63


class NativeFaults(Faults):
    """Raises what native code stated; `messages` are the texts of the program's own faults."""

    def __init__(self, layout: Layout, messages: Sequence[str]) -> None:
        super().__init__(layout)
        self.messages = messages

    def stated(self, cells: Sequence[int]) -> NoReturn:
        """The fault in these cells."""
        kind, rule, also = KINDS[cells[X_KIND]], cells[X_RULE], cells[X_ALSO]
        value = (cells[X_VALUE] & _WORD) | (cells[X_VALUE + 1] & _WORD) << 32
        value = (value ^ _SIGN) - _SIGN
        if kind == "stated":
            self.fault(self.messages[value], rule)
        self.state(kind, rule, value, also)
