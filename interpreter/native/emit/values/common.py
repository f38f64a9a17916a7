"""Calls of functions while choices are listed: nothing changes meanwhile, so no answer need be reckoned twice.

Comes in: calls in a header.  Goes out: operands.  A function that goes through something is asked once for each of its
arguments, if those are few; one that only calls others is written where it is called, so that what it calls
can be remembered too.  Everything is asked when it would be asked anyway, so that faults stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import attrs

from interpreter.native.emit.scope import Meaning, Number
from interpreter.native.emit.values.loops import Loops
from interpreter.native.emit.values.masks import every_value
from interpreter.native.emit.values.writing import Values
from interpreter.native.emit.writer import Loop, literal
from rulelang.ir.analyse.membership import ASKED, Membership, membership, only
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import Function
from rulelang.ir.walk import nodes
from rulelang.nodes import frozen

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

    def __init__(self, values: Values, loops: Loops, fixed: set[str]) -> None:
        self.values = values
        self.loops = loops
        self.w = values.w
        self.program = values.context.program
        self.fixed = fixed
        self.memos: dict[tuple[object, ...], Memo] = {}
        self.bits: dict[tuple[object, ...], str] = {}
        self._deep = 0
        self._last_asked = ""
        """The value that was asked for last."""

    def inside(self, node: ir.Call) -> Function | None:
        """The function, if it is to be written where it is called."""
        function = self.program.functions[node.function]
        if self._deep >= DEEPEST or any(parameter.is_set for parameter in function.parameters):
            return None
        few = sum(1 for _ in nodes(function.value)) <= MOST_INSIDE
        return function if few and self._light(function.value, function, node) else None

    def within(self, function: Function, node: ir.Call, write: Callable[[ir.Expr], Written]) -> Written:
        """Writes the value of a function where it is called."""
        values, scope = self.values, self.values.scope
        names: dict[str, Meaning] = {}
        for parameter, given in zip(function.parameters, node.arguments, strict=True):
            assert not isinstance(given, ir.Source)
            names[parameter.name] = Number(values.value(given), *self._bounds(given))
        before, rule = scope.names, values.rule
        scope.names, values.rule = names, 0
        self._deep += 1
        result = write(function.value)
        self._deep -= 1
        scope.names, values.rule = before, rule
        return result

    def call(self, node: ir.Call) -> str:
        """The answer of a function."""
        function = self.inside(node)
        if function is not None:
            return self.within(function, node, self.values.value)
        keys = self._keys(node)
        if keys is None:
            return self.values.plain_call(node)
        return self._remembered(node, keys)

    def members(self, node: ir.Fold) -> tuple[Membership, str] | None:
        """For a fold that asks whether some member has a value: a bit for every value that some member has."""
        found = membership(self.program, node)
        if found is None or not all(self._fixed(ir.Local(name)) for name in found.fixed):
            return None
        name = (found.fold, *(self._fixed(ir.Local(name)) for name in sorted(found.fixed)))
        if name not in self.bits:
            self.bits[name] = self.w.variable("i64")
            self.w.allocated.append(f"  store i64 0, ptr {self.bits[name]}")
        w, bits = self.w, self.bits[name]
        ask, have = w.label("ask"), w.label("have")
        w.branch(w.op(f"icmp eq i64 {w.get(bits, 'i64')}, 0"), ask, have)
        w.place(ask)
        w.set(bits, str(ASKED), "i64")

        def body(_: Loop) -> None:
            place = self.values.wide(w.two("sub", self.values.value(found.asked), str(found.low)))
            if not self.values.context.checked:
                place = w.op(f"and i64 {place}, 63")
            w.set(bits, w.op(f"or i64 {w.get(bits, 'i64')}, {w.op(f'shl i64 1, {place}')}"), "i64")

        guard = [] if found.guard is None else [(node.variable, found.guard)]
        at_once = every_value(
            self.values, self.loops.places, node.source, guard, (node.variable, found.asked), found.low
        )
        if at_once is not None:
            w.set(bits, w.op(f"or i64 {ASKED}, {at_once}"), "i64")
        else:
            self.loops.over(node.variable, node.source, found.guard, body)
        w.place(have)
        return found, w.get(bits, "i64")

    def asks_for_members(self, node: ir.Fold) -> bool:
        """Whether a fold is a question for members that is answered for all values at once."""
        found = membership(self.program, node)
        return found is not None and all(self._fixed(ir.Local(name)) for name in found.fixed)

    def is_member(self, found: Membership, bits: str) -> str:
        """Whether some member has the value that is asked for, as a number."""
        w = self.w
        value = self._last_asked = self.values.value(found.value)
        low, high = self._bounds(found.value)
        place = w.two("sub", value, str(found.low))
        bit = w.op(f"lshr i64 {bits}, {self.values.wide(w.two('and', place, '63'))}")
        result = w.op(f"trunc i64 {w.op(f'and i64 {bit}, 1')} to i32")
        if low is not None and high is not None and found.low <= low and high <= found.high:
            return result
        inside = w.test("ule", place, str(found.high - found.low))
        return w.op(f"select i1 {inside}, i32 {result}, i32 0")

    def only(self, node: ir.Cond) -> str | None:
        """The only member that has a value, none if there is none or more than one; none if this asks else."""
        found = only(self.program, node)
        if found is None or not all(self._fixed(ir.Local(name)) for name in found.fixed):
            return None
        w, fold = self.w, found.fold
        memo = self._memo((found.fold, "only", *(self._fixed(ir.Local(name)) for name in sorted(found.fixed))))
        ask, have = w.label("ask"), w.label("have")
        w.branch(w.op(f"icmp eq i64 {w.get(memo.known, 'i64')}, 0"), ask, have)
        w.place(ask)
        w.set(memo.known, str(ASKED), "i64")

        def body(_: Loop) -> None:
            member = self.values.scope.number(self.values.scope.names[fold.variable])
            place = self._sure(w.two("sub", self.values.value(found.asked), str(found.low)))
            known, bit = w.get(memo.known, "i64"), w.op(f"shl i64 1, {self.values.wide(place)}")
            again = w.op(f"icmp ne i64 {w.op(f'and i64 {known}, {bit}')}, 0")
            w.store(memo.answers, place, w.op(f"select i1 {again}, i32 -1, i32 {member}"))
            w.set(memo.known, w.op(f"or i64 {known}, {bit}"), "i64")

        self.loops.over(fold.variable, fold.source, found.guard, body)
        w.place(have)
        result = w.variable(start="-1")
        some = self.is_member(found, w.get(memo.known, "i64"))
        with w.when(w.truth(some)):
            w.set(result, w.load(memo.answers, w.two("sub", self._last_asked, str(found.low))))
        return w.get(result)

    def position(self, node: ir.Position) -> str | None:
        """The index of a card in its place, if there are few cards of which it can be asked."""
        match node:
            case ir.Position(ir.Within(_, low, high) as card) if high - low < MOST_ANSWERS:
                given = f"i32 {self.values.value(card)}"
                place = self._sure(self.w.two("sub", given.split()[1], str(low)))
                may_fail = self.values.context.checked
                return self._known(
                    self._memo(("position", low)), place, lambda: self.w.call("position", given, may_fail=may_fail)
                )
        return None

    def of_all(self, node: ir.Expr, variable: str) -> tuple[str, int] | None:
        """For a question whether some member has the value of a variable: a bit for each value that some member has,
        and the lowest value.
        """
        match node:
            case ir.Fold():
                found = membership(self.program, node)
                if found is None or found.value != ir.Local(variable) or variable in found.fixed:
                    return None
                answers = self.members(node)
                return None if answers is None else (answers[1], found.low)
            case ir.Call():
                function = self.inside(node)
                given = [place for place, each in enumerate(node.arguments) if each == ir.Local(variable)]
                if function is None or len(given) != 1:
                    return None
                name = function.parameters[given[0]].name
                return self.within(function, node, lambda value: self.of_all(value, name))
        return None

    # ------------------------------------------------------------ pieces

    def _light(self, node: object, function: Function, call: ir.Call) -> bool:
        """Whether a part of a function can be written where it is called: what it goes through is remembered."""
        match node:
            case tuple():
                return all(self._light(part, function, call) for part in node)
            case ir.Fold():
                found = membership(self.program, node)
            case ir.Cond():
                found = only(self.program, node)
            case ir.Position(ir.Within(card, low, high)) if high - low < MOST_ANSWERS:
                return self._light(card, function, call)
            case _:
                found = None
        if found is not None:
            return self._is_fixed(found.fixed, function, call) and self._light(found.value, function, call)
        if _goes_through(node):
            return False
        parts = attrs.astuple(node, recurse=False) if attrs.has(type(node)) else ()  # type: ignore[arg-type]
        return self._light(parts, function, call)

    def _is_fixed(self, names: frozenset[str], function: Function, node: ir.Call) -> bool:
        given = {parameter.name: value for parameter, value in zip(function.parameters, node.arguments, strict=True)}
        values = [given[name] for name in names]
        return all(not isinstance(value, ir.Source) and self._fixed(value) for value in values)

    def _keys(self, node: ir.Call) -> list[Key | str] | None:
        """Of each argument what the answer depends on, or the operand if it is fixed; none if that is too much."""
        function = self.program.functions[node.function]
        keys: list[Key | str] = []
        many = 1
        for parameter, given in zip(function.parameters, node.arguments, strict=True):
            if parameter.is_set or isinstance(given, ir.Source):
                return None
            key = self._fixed(given) or self._key(function, parameter.name, given)
            if key is None:
                return None
            many *= 1 if isinstance(key, str) else key.high - key.low + 1
            keys.append(key)
        return keys if many <= MOST_ANSWERS and any(map(_goes_through, nodes(function.value))) else None

    def _fixed(self, given: ir.Expr) -> str | None:
        if isinstance(given, ir.Const):
            return str(given.value)
        meaning = self.values.scope.names[given.name] if isinstance(given, ir.Local) else None
        if isinstance(meaning, Number) and (meaning.operand in self.fixed or literal(meaning.operand) is not None):
            return meaning.operand
        return None

    def _key(self, function: Function, parameter: str, given: ir.Expr) -> Key | None:
        """An argument, or the one column of it that the function asks for."""
        low, high = self._bounds(given)
        if low is None or high is None:
            return None
        tables = {
            node.table
            for node in nodes(function.value)
            if isinstance(node, ir.Lookup) and node.index == ir.Local(parameter)
        }
        asked = sum(node == ir.Local(parameter) for node in nodes(function.value))
        columns = sum(
            isinstance(node, ir.Lookup) and node.index == ir.Local(parameter) for node in nodes(function.value)
        )
        if len(tables) == 1 and asked == columns:
            [number] = tables
            table = self.program.tables[number]
            if table.first <= low and high < table.first + len(table.values):
                return Key(number, table.first, min(table.values), max(table.values))
        return Key(None, 0, low, high)

    def _bounds(self, node: ir.Expr) -> tuple[int | None, int | None]:
        """Between which numbers a value surely lies."""
        match node:
            case ir.Const(value):
                return value, value
            case ir.Local(name):
                meaning = self.values.scope.names[name]
                return (meaning.low, meaning.high) if isinstance(meaning, Number) else (None, None)
            case ir.Within(_, low, high):
                return low, high
            case ir.Lookup(number):
                values = self.program.tables[number].values
                return (min(values), max(values)) if values else (None, None)
        return None, None

    def _remembered(self, node: ir.Call, keys: list[Key | str]) -> str:
        w, values = self.w, self.values
        given = [values.value(argument) for argument in node.arguments if not isinstance(argument, ir.Source)]
        place, many = "0", 1
        for key, operand in zip(keys, given, strict=True):
            if isinstance(key, Key):
                if key.table is not None:
                    operand = w.load(f"@T{key.table}", w.two("sub", operand, str(key.first)))
                place = w.two("add", place, w.two("mul", w.two("sub", operand, str(key.low)), str(many)))
                many *= key.high - key.low + 1
        may_fail = ("f", node.function) in values.context.failing
        arguments = [f"i32 {operand}" for operand in given]
        return self._known(
            self._memo((node.function, *keys)),
            self._sure(place),
            lambda: w.call(f"f{node.function}", *arguments, may_fail=may_fail),
        )

    def _sure(self, place: str) -> str:
        """A place among answers: what is no fault without checks must not write elsewhere."""
        return place if self.values.context.checked else self.w.two("and", place, str(MOST_ANSWERS - 1))

    def _known(self, memo: Memo, place: str, reckon: Callable[[], str]) -> str:
        """An answer, reckoned if it has not been asked for yet."""
        w = self.w
        ask, have, bit = w.label("ask"), w.label("have"), w.op(f"shl i64 1, {self.values.wide(place)}")
        known = w.op(f"and i64 {w.get(memo.known, 'i64')}, {bit}")
        w.branch(w.op(f"icmp eq i64 {known}, 0"), ask, have)
        w.place(ask)
        answer = reckon()
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
    return isinstance(
        node,
        ir.Fold
        | ir.First
        | ir.Position
        | ir.Offered
        | ir.Items
        | ir.Seats
        | ir.Numbers
        | ir.Ordered
        | ir.Joined
        | ir.Last,
    )
