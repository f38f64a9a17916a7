"""What the parts of one function's writer may ask of the whole.

Comes in: nothing.  Goes out: a protocol.  Values go through loops, loops through lists, and lists ask for values again:
whoever stands below asks through this, and knows by name only what stands below itself.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from interpreter.native.emit.scope import Body, Cards, Context, Meaning, Scope
from interpreter.native.emit.writer import Writer
from rulelang.ir.model.expressions import Call, Expr, Frame, Local, Source, Subsets


class Values(Protocol):
    """What writes the values of one function (see `expressions`)."""

    context: Context
    w: Writer
    scope: Scope
    rule: int

    def meaning(self, variable: Local | Frame) -> Meaning | None:
        """What a variable stands for, none if it has cells in the state."""

    def value(self, node: Expr) -> str:
        """A number."""

    def wide(self, operand: str) -> str:
        """A number in 64 bits."""

    def condition(self, node: Expr, yes: str, no: str) -> None:
        """Goes to `yes` if the value is not 0, else to `no`."""

    def plain_call(self, node: Call) -> str:
        """A call of one of the program's functions."""

    def listed(self, source: Source) -> AbstractContextManager[Cards]:
        """The members of a source in the workspace; the cells are in use inside."""

    def over_sets(self, variable: str, source: Subsets, body: Body) -> None:
        """A loop over sets of cards."""
