"""Numbers that are known before a game begins.

Comes in: an expression and a number of players.  Goes out: its value, or None where it depends on the course of a
game; of a condition whether it holds.  Options count with what is chosen, or what they normally are.
"""

from __future__ import annotations

import operator as operators
from collections.abc import Callable, Mapping

from attrs import evolve, field

from rulelang.nodes import frozen
from rulelang.resolve.model.expressions import (
    And,
    Arithmetic,
    BestOf,
    Compare,
    Constant,
    DefineCall,
    Equal,
    Expr,
    Negate,
    Not,
    OptionValue,
    Or,
    PlayerCount,
    SheetValue,
    SizeOf,
    Var,
)
from rulelang.resolve.model.program import DefineDecl, Program

COMPARED = {"<": operators.lt, "<=": operators.le, ">": operators.gt, ">=": operators.ge}


@frozen
class Numbers:
    """What is known: the number of players, some variables by their `uid`, and how many cards lie in a place"""

    program: Program
    players: int
    known: Mapping[int, int | None] = field(factory=dict)
    size: Callable[[Expr], int | None] = lambda _: None
    worked_out: dict[str, int | None] = field(factory=dict)
    """Values without parameters; whoever moves cards empties it, as sizes may be read in them."""

    def knowing(self, more: Mapping[int, int | None]) -> Numbers:
        return evolve(self, known={**self.known, **more})

    def value(self, expression: Expr) -> int | None:
        match expression:
            case Constant(value=value):
                return value
            case Var(variable=variable):
                return self.known.get(variable.uid)
            case PlayerCount():
                return self.players
            case SheetValue(column=column):
                return self.program.sheet.get(column, {}).get(self.players)
            case OptionValue(option=name):
                return self._option(name)
            case Negate(value=inner):
                return self._arithmetic("-", 0, self.value(inner))
            case Arithmetic(operator=operator, left=left, right=right):
                return self._arithmetic(operator, self.value(left), self.value(right))
            case BestOf(word=word, values=values):
                known = [number for one in values if (number := self.value(one)) is not None]
                if len(known) < len(values):
                    return None
                return max(known) if word == "highest" else min(known)
            case SizeOf(of=place):
                return self.size(place)
            case DefineCall(define=name, arguments=()) if name in self.program.defines:
                if name not in self.worked_out:
                    self.worked_out[name] = self._define(self.program.defines[name])
                return self.worked_out[name]
            case _:
                return None

    def holds(self, condition: Expr | None) -> bool | None:
        """Whether a condition holds, None if that is not known; no condition at all holds."""
        match condition:
            case None:
                return True
            case Not(value=inner):
                known = self.holds(inner)
                return None if known is None else not known
            case And(parts=parts):
                return _together([self.holds(part) for part in parts], deciding=False)
            case Or(parts=parts):
                return _together([self.holds(part) for part in parts], deciding=True)
            case Compare(operator=operator, left=left, right=right):
                return self._compared(COMPARED[operator], left, right)
            case Equal(left=left, right=right):
                return self._compared(operators.eq, left, right)
            case _:
                known_value = self.value(condition)
                return None if known_value is None else bool(known_value)

    def _compared(self, compare: Callable[[int, int], bool], left: Expr, right: Expr) -> bool | None:
        one, other = self.value(left), self.value(right)
        return None if one is None or other is None else compare(one, other)

    def _option(self, name: str) -> int | None:
        """The number that is chosen, or which of the words it is."""
        option = self.program.options.get(name)
        if option is None:
            return None
        chosen = self.program.chosen.get(name, option.normally)
        return int(chosen) if option.numbers else option.values.index(chosen)

    def _define(self, declared: DefineDecl) -> int | None:
        """The topmost layer that applies; a condition that nobody knows hides everything beneath."""
        for layer in reversed(declared.layers):
            applies = self.holds(layer.when)
            if applies is None:
                return None
            if applies:
                known = self.value(layer.value)
                if known is None and (condition := self.holds(layer.value)) is not None:
                    known = int(condition)
                return known
        return None

    @staticmethod
    def _arithmetic(operator: str, left: int | None, right: int | None) -> int | None:
        if left is None or right is None:
            return None
        return {"+": left + right, "-": left - right}.get(operator, left * right)


def _together(parts: list[bool | None], deciding: bool) -> bool | None:
    """`and` is decided by one that does not hold, `or` by one that holds, whatever the others are."""
    if deciding in parts:
        return deciding
    return None if None in parts else not deciding
