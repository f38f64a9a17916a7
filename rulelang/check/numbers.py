"""Numbers that are known before a game begins.

Comes in: an expression and a number of players.  Goes out: its value, or None where it depends on the course of a
game.  Options count with what is chosen, or what they normally are.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from rulelang.resolve.model.expressions import (
    Arithmetic,
    Constant,
    DefineCall,
    Expr,
    Negate,
    OptionValue,
    PlayerCount,
    SheetValue,
    Var,
)
from rulelang.resolve.model.program import Program


@frozen
class Numbers:
    """What is known: the number of players, and some variables by their `uid`"""

    program: Program
    players: int
    known: Mapping[int, int | None] = field(factory=dict)

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
            case DefineCall(define=name, arguments=()):
                return self._define(name)
            case _:
                return None

    def _option(self, name: str) -> int | None:
        option = self.program.options.get(name)
        if option is None or not option.numbers:
            return None
        return int(self.program.chosen.get(name, option.normally))

    def _define(self, name: str) -> int | None:
        declared = self.program.defines.get(name)
        if declared is None or len(declared.layers) != 1:
            return None
        return self.value(declared.layers[0].value)

    @staticmethod
    def _arithmetic(operator: str, left: int | None, right: int | None) -> int | None:
        if left is None or right is None:
            return None
        return {"+": left + right, "-": left - right}.get(operator, left * right)
