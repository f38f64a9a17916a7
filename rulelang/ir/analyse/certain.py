"""Between which numbers the values of a program lie at one point of it, proved without playing.

Comes in: IR expressions, and what is certain where they are read (`Known`).  Goes out: the lowest and the highest value
that each may have, or `NEVER` where reading it is a fault for certain.  Everything is rounded outwards: what is said
to be one number is that number in every game.  Statements and blocks are left to `absent`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import define, evolve, field, frozen

from rulelang.ir.model import expressions as ir
from rulelang.ir.model import program as pr
from rulelang.ir.model.expressions import NONE

Span: TypeAlias = tuple[int, int]
LOW, HIGH = -(2**31), 2**31 - 1
ANY: Span = (LOW, HIGH)
FLAG: Span = (0, 1)
NEVER = None
Found: TypeAlias = Span | None
FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


@frozen(cache_hash=True)
class State:
    """What holds at a point: the values of each counter, all its instances together, and places that are empty"""

    counters: tuple[Span, ...]
    empty: frozenset[int]

    def join(self, other: State) -> State:
        """What holds if one of two does."""
        together = tuple(hull(a, b) for a, b in zip(self.counters, other.counters, strict=True))
        return State(together, self.empty & other.empty)

    def writing(self, counter: int, value: Span) -> State:
        if self.counters[counter] == value:
            return self
        return State((*self.counters[:counter], value, *self.counters[counter + 1 :]), self.empty)


@frozen
class Known:
    """What is certain where an expression is read: the state, the values of local variables, what was asked before

    `sure`: what is read here is read whenever its statement is carried out; `calls`: inside how many functions.
    """

    state: State
    locals: dict[str, Span] = field(factory=dict)
    asked: dict[ir.Expr, Span] = field(factory=dict)
    sure: bool = True
    calls: int = 0

    def knowing(self, node: ir.Expr, value: Span) -> Known:
        return Known(self.state, self.locals, {**self.asked, node: value}, self.sure, self.calls)

    def having(self, name: str, value: Span) -> Known:
        asked = {node: span for node, span in self.asked.items() if node != ir.Local(name)} if self.asked else {}
        return Known(self.state, {**self.locals, name: value}, asked, self.sure, self.calls)

    def perhaps(self) -> Known:
        return Known(self.state, self.locals, self.asked, False, self.calls) if self.sure else self

    def changed(self, state: State) -> Known:
        """After an effect: of what was asked before only what local variables hold still holds."""
        asked: dict[ir.Expr, Span] = {node: span for node, span in self.asked.items() if isinstance(node, ir.Local)}
        return Known(state, self.locals, asked, self.sure, self.calls)


def hull(one: Span, other: Span) -> Span:
    return min(one[0], other[0]), max(one[1], other[1])


def either(one: Found, other: Found) -> Found:
    if one is None or other is None:
        return other if one is None else one
    return hull(one, other)


def meet(one: Span, other: Span) -> Found:
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else NEVER


def is_none(value: Found) -> bool:
    return value in ((NONE, NONE), (LOW, LOW))


@define
class Reader:
    """Reads the expressions of one program; `note` hears of each `Within` that is read and of its value."""

    program: pr.Program
    note: Callable[[ir.Within, Span, Known], None]
    _results: dict[tuple[object, ...], Found] = field(factory=dict)

    @property
    def cards(self) -> Span:
        return 0, max(0, len(self.program.cards) - 1)

    def value(self, node: ir.Expr, known: Known) -> Found:
        """The lowest and the highest value of an expression."""
        found = self._value(node, known)
        told = known.asked.get(node) if known.asked else None
        return found if told is None or found is None else meet(found, told)

    def _value(self, node: ir.Expr, known: Known) -> Found:
        match node:
            case ir.Const(value=value):
                return value, value
            case ir.Local(name=name):
                return known.locals.get(name, ANY)
            case ir.Frame(key=key):
                return ANY if key is None or self.value(key, known) else NEVER
            case ir.Read(counter=counter, keys=keys):
                return known.state.counters[counter] if self._all(keys, known) else NEVER
            case ir.Lookup(table=table, index=index):
                return self._lookup(table, self.value(index, known))
            case ir.Within():
                return self._within(node, known)
            case ir.Unary(operator=operator, value=inner):
                return _unary(operator, self.value(inner, known))
            case ir.Binary():
                return self._binary(node, known)
            case ir.Cond(test=test, then=then, otherwise=otherwise):
                return self._cond(test, then, otherwise, known)
            case ir.Call(function=function, arguments=arguments):
                return self._call(function, arguments, known)
            case _:
                return self._of_places(node, known)

    def _of_places(self, node: ir.Expr, known: Known) -> Found:
        match node:
            case ir.Size(of=of):
                room = self.room(of, known)
                return None if room is None else (0, 0) if room == 0 else (0, HIGH)
            case ir.At(of=of, index=index):
                room = self.room(of, known)
                if room is None or not self.value(index, known):
                    return NEVER
                size = known.asked.get(ir.Size(of))
                return (NONE, NONE) if room == 0 or size == (0, 0) else (NONE, self.cards[1])
            case ir.ZoneOf(card=card) | ir.Position(card=card):
                return (0, HIGH) if self.value(card, known) else NEVER
            case ir.ZoneNumber(zone=zone):
                return (0, HIGH) if self._all(zone.keys, known) else NEVER
            case ir.Fold():
                return self._fold(node, known)
            case ir.First(variable=variable, source=source, where=where, orders=orders):
                inner = self._each(variable, source, where, known)
                if inner is None:
                    return NONE, NONE
                for order in orders:
                    self.value(order.value, inner)
                return min(NONE, inner.locals[variable][0]), inner.locals[variable][1]
            case ir.Offered(header=header, arguments=arguments, picks=picks):
                if not self._all(arguments, known):
                    return NEVER
                for pick in picks or ():
                    self.argument(pick, known)
                offered = self.header(header, evolve(known.perhaps(), asked={}, locals={}, calls=known.calls + 1))
                return FLAG if offered is not None else (0, 0)
            case _:
                return ANY

    # ------------------------------------------------------------ one value

    def _all(self, nodes: tuple[ir.Expr, ...], known: Known) -> bool:
        return all(self.value(node, known) is not None for node in nodes)

    def _lookup(self, table: int, index: Found) -> Found:
        if index is None:
            return NEVER
        declared = self.program.tables[table]
        key = ("table", table, index)
        if key not in self._results:
            low, high = max(0, index[0] - declared.first), index[1] - declared.first + 1
            values = declared.values[low : max(0, high)]
            self._results[key] = (min(values), max(values)) if values else ANY
        return self._results[key]

    def _within(self, node: ir.Within, known: Known) -> Found:
        value = self.value(node.value, known)
        if value is None:
            return NEVER
        self.note(node, value, known)
        return meet(value, (node.low, node.high))

    def _cond(self, test: ir.Expr, then: ir.Expr, otherwise: ir.Expr, known: Known) -> Found:
        asked = self.value(test, known)
        if asked is None:
            return NEVER
        inner = known if asked == (0, 0) or not asked[0] <= 0 <= asked[1] else known.perhaps()
        yes, no = self.assume(test, True, inner), self.assume(test, False, inner)
        return either(
            NEVER if yes is None else self.value(then, yes), NEVER if no is None else self.value(otherwise, no)
        )

    def _binary(self, node: ir.Binary, known: Known) -> Found:
        left = self.value(node.left, known)
        if node.operator in ("and", "or"):
            going_on = node.operator == "and"
            inner = self.assume(node.left, going_on, known.perhaps()) if left is not None else None
            right = NEVER if inner is None else self.value(node.right, inner)
            decided = (0, 0) if going_on else (1, 1)
            if left is None:
                return NEVER
            if inner is None:
                return decided
            stops = self.assume(node.left, not going_on, known) is not None
            return either(decided if stops else NEVER, _truth(right))
        right = self.value(node.right, known)
        if left is None or right is None:
            return NEVER
        if node.operator in FLIPPED:
            return _compared(node.operator, left, right)
        return _calculated(node.operator, left, right)

    def _call(self, function: int, arguments: tuple[ir.Expr | ir.Source, ...], known: Known) -> Found:
        declared = self.program.functions[function]
        given = [self.argument(one, known) for one in arguments]
        if None in given:
            return NEVER
        values = tuple(one for one in given if one is not None)
        key = ("call", function, values, known.state, known.sure)
        if key not in self._results:
            self._results[key] = ANY  # a value never asks for itself
            inner = {one.name: value for one, value in zip(declared.parameters, values, strict=True)}
            self._results[key] = self.value(declared.value, Known(known.state, inner, {}, known.sure, known.calls + 1))
        return self._results[key]

    def argument(self, node: ir.Expr | ir.Source, known: Known) -> Found:
        """What is given for a parameter; of a set nothing is known."""
        if isinstance(node, ir.Source):
            self.source(node, known)
            return ANY
        return self.value(node, known)

    def forget(self) -> None:
        """Read every function anew, so that all is noted again."""
        self._results.clear()

    # ------------------------------------------------------------ several things

    def room(self, of: ir.List, known: Known) -> int | None:
        """0 for a place that is empty for certain, else how many cards there are; `NEVER` where it has no place."""
        match of:
            case ir.Zone(zone=zone, keys=keys):
                if not self._all(keys, known):
                    return NEVER
                return 0 if zone in known.state.empty else len(self.program.cards)
            case ir.ZoneAt(number=number):
                return NEVER if self.value(number, known) is None else len(self.program.cards)
            case _:
                return len(self.program.cards)

    def source(self, node: ir.Source, known: Known) -> Found:
        """What the members of a source lie between; `NEVER` if it has none for certain."""
        match node:
            case ir.Numbers(low=low, high=high, step=step):
                first, last, by = (self.value(one, known) for one in (low, high, step))
                if first is None or last is None or by is None or first[0] > last[1]:
                    return NEVER
                return first[0], last[1]
            case ir.Seats(start=start):
                return (0, self.program.players - 1) if self.value(start, known) else NEVER
            case ir.Items(of=of):
                return self.cards if self.room(of, known) else NEVER
            case ir.Values(values=values):
                found: Found = NEVER
                for value in [self.value(one, known) for one in values]:
                    found = either(found, NEVER if is_none(value) else value)
                return found
            case ir.Joined(parts=parts):
                found = NEVER
                for part in parts:
                    found = either(found, self.source(part, known))
                return found
            case ir.Ordered(variable=variable, source=source, where=where, orders=orders, limit=limit):
                if limit is not None:
                    self.value(limit, known)
                inner = self._each(variable, source, where, known)
                for order in orders if inner is not None else ():
                    self.value(order.value, inner)  # type: ignore[arg-type]
                return NEVER if inner is None else inner.locals[variable]
            case ir.Last(source=source, amount=amount):
                self.value(amount, known)
                return self.source(source, known)
            case ir.Subsets(source=source, low=low, high=high):
                self.source(source, known)
                self.value(low, known)
                self.value(high, known)
                return ANY

    def _each(self, variable: str, source: ir.Source, where: ir.Expr | None, known: Known) -> Known | None:
        """What is known of one member that passes; None if there is none for certain."""
        members = self.source(source, known)
        if members is None:
            return None
        inner = known.perhaps().having(variable, members)
        if where is None:
            return inner
        return self.assume(where, True, inner) if self.value(where, inner) else None

    def _fold(self, node: ir.Fold, known: Known) -> Found:
        inner = self._each(node.variable, node.source, node.where, known)
        value = NEVER if inner is None else self.value(node.value, inner)
        match node.operator:
            case "any":
                return (0, 0) if value in (NEVER, (0, 0)) else FLAG
            case "all":
                return (1, 1) if value is None else FLAG
            case "count" | "distinct":
                return (0, 0) if value is None else (0, HIGH)
            case "sum":
                return (0, 0) if value is None else ANY
            case _:
                return value

    # ------------------------------------------------------------ what a step asks

    def header(self, number: int, known: Known) -> Known | None:
        """What is known when a choice of a header has been made; None if it never has one."""
        now: Known | None = known
        for item in self.program.headers[number].items:
            match item:
                case pr.PickItem(variable=variable, source=source, where=where, if_able=if_able):
                    assert now is not None
                    passed = self._each(variable, source, where, now)
                    if passed is None and if_able:
                        passed = self._each(variable, source, None, now)
                    now = passed
                case pr.LetItem(variable=variable, value=value):
                    assert now is not None
                    given = self.argument(value, now)
                    now = None if given is None else now.having(variable, given)
                case pr.NeedItem(condition=condition):
                    assert now is not None
                    now = self.assume(condition, True, now) if self.value(condition, now) else None
            if now is None:
                return None
        return now

    # ------------------------------------------------------------ what follows from a condition

    def assume(self, test: ir.Expr, holds: bool, known: Known) -> Known | None:
        """What is known where a condition holds (or not); None if it never does."""
        match test:
            case ir.Unary(operator="not", value=inner):
                return self.assume(inner, not holds, known)
            case ir.Binary(operator="and" | "or" as operator, left=left, right=right):
                if (operator == "and") is holds:
                    first = self.assume(left, holds, known)
                    return None if first is None else self.assume(right, holds, first)
                return known if self._may_be(test, holds, known) else None
            case ir.Binary(operator=operator, left=left, right=right) if operator in FLIPPED:
                asked = operator if holds else OPPOSITE[operator]
                return self._compare(asked, left, right, known)
            case _:
                if not self._may_be(test, holds, known):
                    return None
                return known if holds else known.knowing(test, (0, 0))

    def _may_be(self, test: ir.Expr, holds: bool, known: Known) -> bool:
        value = self.value(test, known)
        return value is not None and (value != (0, 0) if holds else value[0] <= 0 <= value[1])

    def _compare(self, operator: str, left: ir.Expr, right: ir.Expr, known: Known) -> Known | None:
        one, other = self.value(left, known), self.value(right, known)
        if one is None or other is None:
            return None
        less, more = _narrowed(operator, one, other), _narrowed(FLIPPED[operator], other, one)
        if less is None or more is None:
            return None
        for node, before, now in ((left, one, less), (right, other, more)):
            while now != before and not isinstance(node, ir.Const):
                known = known.knowing(node, now)
                if not isinstance(node, ir.Within):
                    break
                node = node.value
        return known


def _narrowed(operator: str, value: Span, other: Span) -> Found:
    """What is left of a value that stands in this relation to another."""
    low, high = value
    match operator:
        case "==":
            return meet(value, other)
        case "!=" if other[0] == other[1]:
            return meet(value, (low + (low == other[0]), high - (high == other[0])))
        case "<":
            return meet(value, (LOW, other[1] - 1))
        case "<=":
            return meet(value, (LOW, other[1]))
        case ">":
            return meet(value, (other[0] + 1, HIGH))
        case ">=":
            return meet(value, (other[0], HIGH))
        case _:
            return value


def _truth(value: Found) -> Found:
    if value is None:
        return NEVER
    return (0, 0) if value == (0, 0) else FLAG if value[0] <= 0 <= value[1] else (1, 1)


def _unary(operator: str, value: Found) -> Found:
    if value is None:
        return NEVER
    if operator == "neg":
        return max(LOW, -value[1]), min(HIGH, -value[0])
    truth = _truth(value)
    return (1, 1) if truth == (0, 0) else (0, 0) if truth == (1, 1) else FLAG


def _compared(operator: str, left: Span, right: Span) -> Span:
    may = _narrowed(operator, left, right) is not None and _narrowed(FLIPPED[operator], right, left) is not None
    opposite = OPPOSITE[operator]
    may_not = _narrowed(opposite, left, right) is not None and _narrowed(FLIPPED[opposite], right, left) is not None
    return (0 if may_not else 1, 1 if may else 0)


def _calculated(operator: str, left: Span, right: Span) -> Span:
    if operator == "+":
        found = left[0] + right[0], left[1] + right[1]
    elif operator == "-":
        found = left[0] - right[1], left[1] - right[0]
    elif operator == "*":
        corners = [a * b for a in left for b in right]
        found = min(corners), max(corners)
    else:
        return ANY
    return found if found[0] >= LOW and found[1] <= HIGH else ANY
