"""What is known of the values in one function while its text is written.

Comes in: sources and values of variables.  Goes out: between which numbers they lie, and what has been read already and
is held in a variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from interpreter.python.limits import HIGHEST, LOWEST, bounds_of, members
from interpreter.python.names import Scope
from rulelang.ir.model.expressions import Expr, Source

if TYPE_CHECKING:
    from interpreter.python.expressions import Values as Writer


class HeldValues:
    """Knows the variables of one function."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.listing = False
        """Whether what is written stands for what a loop goes through, where Python allows no ``:=``."""
        self.bounds: dict[str, tuple[int, int]] = {}
        """From where to where the values of variables surely go."""
        self._once: dict[Expr, str] = {}
        """What is to be read once, with the variable that holds it, or nothing if it has not been read yet."""

    @property
    def writer(self) -> Writer:
        return cast("Writer", self)

    def goes_through(self, variable: str, source: Source) -> None:
        """A variable is a member of this source wherever it is written from now on."""
        self._lies_between(variable, members(self.writer, source))

    def lies_in(self, variable: str, value: Expr | Source) -> None:
        """A variable holds this value wherever it is written from now on."""
        self._lies_between(variable, None if isinstance(value, Source) else bounds_of(self.writer, value))

    def _lies_between(self, variable: str, found: tuple[int, int] | None) -> None:
        """Also if other variables have the same name."""
        name, anywhere = self.scope[variable], (LOWEST, HIGHEST)
        before, found = self.bounds.get(name), found or anywhere
        self.bounds[name] = found if before is None else (min(before[0], found[0]), max(before[1], found[1]))

    @contextmanager
    def shared(self, once: list[Expr]) -> Iterator[None]:
        """For a while these are read where they come first, and held."""
        before = self._once
        self._once = before | {node: "" for node in once if node not in before}
        try:
            yield
        finally:
            self._once = before

    @contextmanager
    def as_list(self) -> Iterator[None]:
        """For a while what is written stands for what a loop goes through."""
        before, self.listing = self.listing, True
        try:
            yield
        finally:
            self.listing = before
