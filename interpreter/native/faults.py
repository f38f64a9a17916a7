"""Faults that native code has stated, in the author's words.

Comes in: the cells of %X.  Goes out: a `GameFault`, worded by the same functions as the Python engine's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from interpreter.layout import Layout
from interpreter.native.context import KINDS, X_ALSO, X_KIND, X_RULE, X_VALUE
from interpreter.python.faults import Faults

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
        match kind:
            case "range":
                self.outside(value, rule)
            case "outside":
                self.fault(f"{value} is outside what is possible here", rule, "range")
            case "number":
                self.fault(f"the number {value} is too large to reckon with", rule, "number")
            case "division":
                self.fault("division by 0", rule, "division")
            case "highest":
                self.highest([], rule)
            case "lowest":
                self.lowest([], rule)
            case "negative":
                self.times(value, rule)
            case "endless":
                self.endless(rule)
            case "nobody":
                self.nobody(rule)
            case "bounds":
                many = len(self.program.counters)
                self.bounds(also % many, also // many, value, rule)
            case "stated":
                self.fault(self.messages[value], rule)
            case "too_many":
                self.fault("there are more than 4096 sets to choose from", rule, "too_many")
            case "memory":
                self.fault("this needs more room than there is", rule, "too_many")
            case _:
                self._of_place(kind, value, also, rule)
        raise AssertionError(kind)

    def _of_place(self, kind: str, place: int, at: int, rule: int) -> None:
        match kind:
            case "full":
                self.full(place, rule)
            case "empty":
                self.empty(place, rule)
            case "no_card":
                self.no_card(rule)
            case "position":
                self.no_such_index(place, at, rule)
            case "row":
                self.fault(f"{self.place_name(place)} is a row, which keeps its order", rule, "position")
            case "no_order":
                self.fault(f"cards without an order cannot go to {self.place_name(place)}", rule, "position")
            case "swap":
                self.fault(f"a card of {self.place_name(place)} without an order cannot be swapped", rule, "position")
