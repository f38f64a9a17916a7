"""Calls of functions while choices are listed: nothing changes meanwhile, so no answer need be reckoned twice.

Comes in: calls in a header.  Goes out: operands.  A function that goes through something is asked once for each of its
arguments, if those are few; one that only calls others is written where it is called, so that what it calls
can be remembered too.  Everything is asked when it would be asked anyway, so that faults stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from attrs import frozen

from interpreter.lifetimes import nodes
from interpreter.native.scope import Meaning, Number
from interpreter.native.text import literal
from rulelang.ir.model.expressions import (
    Call,
    Const,
    Expr,
    First,
    Fold,
    Items,
    Joined,
    Last,
    Local,
    Lookup,
    Numbers,
    Offered,
    Ordered,
    Position,
    Seats,
    Source,
    Within,
)
from rulelang.ir.model.program import Function

if TYPE_CHECKING:
    from interpreter.native.expressions import Values

Written = TypeVar("Written")

MOST_ANSWERS = 64
"""A function with more answers is not remembered."""
MOST_INSIDE = 40
"""A function with more parts is not written where it is called."""
DEEPEST = 4
"""So deep functions are written into each other."""


@frozen
class Memo:
    """The cells of answers, and a bit for each that is known"""

    known: str
    answers: str


@frozen
class Key:
    """What an answer depends on, and between which numbers it lies"""

    table: int | None
    """The column of an argument on which it depends, none if it depends on the argument itself."""
    first: int
    low: int
    high: int


class Memos:
    """Writes calls in one function that changes nothing; `fixed`: operands that stand for one number all the time."""

    def __init__(self, values: Values, fixed: frozenset[str]) -> None:
        self.values = values
        self.w = values.w
        self.program = values.context.program
        self.fixed = fixed
        self.memos: dict[tuple[object, ...], Memo] = {}
        self._deep = 0

    def inside(self, node: Call) -> Function | None:
        """The function, if it is to be written where it is called."""
        function = self.program.functions[node.function]
        if self._deep >= DEEPEST or any(parameter.is_set for parameter in function.parameters):
            return None
        parts = list(nodes(function.value))
        return function if len(parts) <= MOST_INSIDE and not any(map(_goes_through, parts)) else None

    def within(self, function: Function, node: Call, write: Callable[[Expr], Written]) -> Written:
        """Writes the value of a function where it is called."""
        values, scope = self.values, self.values.scope
        names: dict[str, Meaning] = {}
        for parameter, given in zip(function.parameters, node.arguments, strict=True):
            assert not isinstance(given, Source)
            names[parameter.name] = Number(values.value(given), *self._bounds(given))
        before, rule = scope.names, values.rule
        scope.names, values.rule = names, 0
        self._deep += 1
        result = write(function.value)
        self._deep -= 1
        scope.names, values.rule = before, rule
        return result

    def call(self, node: Call) -> str:
        """The answer of a function."""
        function = self.inside(node)
        if function is not None:
            return self.within(function, node, self.values.value)
        keys = self._keys(node)
        if keys is None:
            return self.values.plain_call(node)
        return self._remembered(node, keys)

    # ------------------------------------------------------------ pieces

    def _keys(self, node: Call) -> list[Key | str] | None:
        """Of each argument what of it the answer depends on, or the operand of a fixed one; none if that is too much."""
        function = self.program.functions[node.function]
        keys: list[Key | str] = []
        many = 1
        for parameter, given in zip(function.parameters, node.arguments, strict=True):
            if parameter.is_set or isinstance(given, Source):
                return None
            key = self._fixed(given) or self._key(function, parameter.name, given)
            if key is None:
                return None
            many *= 1 if isinstance(key, str) else key.high - key.low + 1
            keys.append(key)
        return keys if many <= MOST_ANSWERS and any(map(_goes_through, nodes(function.value))) else None

    def _fixed(self, given: Expr) -> str | None:
        if isinstance(given, Const):
            return str(given.value)
        meaning = self.values.scope.names[given.name] if isinstance(given, Local) else None
        if isinstance(meaning, Number) and (meaning.operand in self.fixed or literal(meaning.operand) is not None):
            return meaning.operand
        return None

    def _key(self, function: Function, parameter: str, given: Expr) -> Key | None:
        """An argument, or the one column of it that the function asks for."""
        low, high = self._bounds(given)
        if low is None or high is None:
            return None
        tables = {
            node.table for node in nodes(function.value) if isinstance(node, Lookup) and node.index == Local(parameter)
        }
        asked = sum(node == Local(parameter) for node in nodes(function.value))
        columns = sum(isinstance(node, Lookup) and node.index == Local(parameter) for node in nodes(function.value))
        if len(tables) == 1 and asked == columns:
            [number] = tables
            table = self.program.tables[number]
            if table.first <= low and high < table.first + len(table.values):
                return Key(number, table.first, min(table.values), max(table.values))
        return Key(None, 0, low, high)

    def _bounds(self, node: Expr) -> tuple[int | None, int | None]:
        """Between which numbers a value surely lies."""
        match node:
            case Const(value):
                return value, value
            case Local(name):
                meaning = self.values.scope.names[name]
                return (meaning.low, meaning.high) if isinstance(meaning, Number) else (None, None)
            case Within(_, low, high):
                return low, high
            case Lookup(number):
                values = self.program.tables[number].values
                return (min(values), max(values)) if values else (None, None)
        return None, None

    def _remembered(self, node: Call, keys: list[Key | str]) -> str:
        w, values = self.w, self.values
        given = [values.value(argument) for argument in node.arguments if not isinstance(argument, Source)]
        place, many = "0", 1
        for key, operand in zip(keys, given, strict=True):
            if isinstance(key, Key):
                if key.table is not None:
                    operand = w.load(f"@T{key.table}", w.two("sub", operand, str(key.first)))
                place = w.two("add", place, w.two("mul", w.two("sub", operand, str(key.low)), str(many)))
                many *= key.high - key.low + 1
        if not values.context.checked:  # what is no fault then must not write elsewhere
            place = w.two("and", place, str(MOST_ANSWERS - 1))
        memo = self._memo((node.function, *(key if isinstance(key, str) else None for key in keys)))
        ask, have, bit = w.label("ask"), w.label("have"), w.op(f"shl i64 1, {values.wide(place)}")
        known = w.op(f"and i64 {w.get(memo.known, 'i64')}, {bit}")
        w.branch(w.op(f"icmp eq i64 {known}, 0"), ask, have)
        w.place(ask)
        may_fail = ("f", node.function) in values.context.failing
        answer = w.call(f"f{node.function}", *(f"i32 {operand}" for operand in given), may_fail=may_fail)
        w.store(memo.answers, place, answer)
        w.set(memo.known, w.op(f"or i64 {w.get(memo.known, 'i64')}, {bit}"), "i64")
        w.place(have)
        return w.load(memo.answers, place)

    def _memo(self, name: tuple[object, ...]) -> Memo:
        """The memo of a function with certain fixed arguments; it knows nothing at first."""
        if name not in self.memos:
            w = self.w
            memo = Memo(w.variable("i64"), w.variable(many=MOST_ANSWERS))
            w.allocated.append(f"  store i64 0, ptr {memo.known}")
            self.memos[name] = memo
        return self.memos[name]


def _goes_through(node: object) -> bool:
    """Whether something goes through members, so that asking it takes time."""
    return isinstance(node, Fold | First | Position | Offered | Items | Seats | Numbers | Ordered | Joined | Last)
