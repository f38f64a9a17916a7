"""Values with sets in place of numbers: what an expression may give, whatever has happened in the game.

Comes in: a program; which cards may lie where and what variables may hold, as far as it has been found out (`reach`
adds to it).  Goes out: sets of numbers; none where it may be anything.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from interpreter.machine.layout import Layout, strides
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import Program

Values: TypeAlias = frozenset[int]
Set: TypeAlias = Values | None
Given: TypeAlias = Mapping[str | int, Set]
"""Variables of a function or procedure by name, those of the state by number where one way is looked at."""

MANY = 512
"""More values than these are anything …"""
MANY_TIMES = 8
"""… and so is a variable that has got new ones so often: it counts something."""
_COMPARED: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "==": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "//": operator.floordiv, "%": operator.mod, "/^": lambda one, other: -(-one // other),
}  # fmt: skip
_FLAG: Values = frozenset({0, 1})


class Possible:
    """`inside`: for each zone instance the cards that may lie there; `frames`: what each variable may hold."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self._program, self._layout = program, layout
        self.inside: list[set[int]] = [set() for _ in layout.places]
        self.inside[0] = set(range(len(program.cards)))
        self.frames: dict[int, Set] = {}
        self._grown: Counter[int] = Counter()
        self.changes = 0
        self._admitted = [
            {card for card, one in enumerate(program.cards) if one.type in program.zones[place.declaration].types}
            for place in layout.places
        ]
        self._called: dict[object, Set] = {}
        self._keys = [zone.keys for zone in program.zones]
        self._strides = [strides(zone.keys) for zone in program.zones]

    def forget(self) -> None:
        """Work out again what functions give."""
        self._called.clear()

    # ---------------------------------------------------------------- what is found out

    def put(self, cards: Iterable[int], places: Iterable[int]) -> None:
        """These cards may lie in these places."""
        cards = set(cards)
        for place in places:
            more = (cards & self._admitted[place]) - self.inside[place]
            if more:
                self.inside[place] |= more
                self.changes += 1

    def holds(self, slot: int, values: Set) -> None:
        """A variable of the state may hold these."""
        before = self.frames.get(slot, frozenset())
        if before is None:
            return
        after = (
            None if values is None or len(before | values) > MANY or self._grown[slot] > MANY_TIMES else before | values
        )
        if after != before:
            self._grown[slot] += 1
            self.frames[slot] = after
            self.changes += 1

    def lying(self, places: Iterable[int]) -> set[int]:
        return {card for place in places for card in self.inside[place]}

    def where(self, cards: Iterable[int]) -> list[int]:
        """The places where one of these cards may lie."""
        wanted = set(cards)
        return [place for place, inside in enumerate(self.inside) if inside & wanted]

    def cards(self, values: Set) -> list[int]:
        many = len(self._program.cards)
        return list(range(many)) if values is None else [card for card in values if 0 <= card < many]

    # ---------------------------------------------------------------- places and sources

    def places(self, node: ir.Zone | ir.ZoneAt, env: Given) -> list[int]:
        """The numbers of the zone instances that may be meant."""
        if isinstance(node, ir.ZoneAt):
            numbers = self.value(node.number, env)
            every = range(len(self.inside))
            return list(every) if numbers is None else [place for place in numbers if place in every]
        places = [self._layout.first_place[node.zone]]
        for key, stride, expression in zip(self._keys[node.zone], self._strides[node.zone], node.keys, strict=True):
            values, every = self.value(expression, env), range(key.low, key.high + 1)
            inside = every if values is None else [value for value in values if value in every]
            places = [place + (value - key.low) * stride for place in places for value in inside]
        return places

    def members(self, source: ir.Source, env: Given) -> Set:
        match source:
            case ir.Numbers(low, high):
                return self._between(low, high, env)
            case ir.Seats():
                return frozenset(range(self._program.players))
            case ir.Items(ir.Held(variable)):
                return self.value(variable, env)
            case ir.Items(ir.Zone() | ir.ZoneAt() as place):
                return frozenset(self.lying(self.places(place, env)))
            case ir.Values(values):
                return self._all([self.value(value, env) for value in values], without=ir.NONE)
            case ir.Joined(parts):
                return self._all([self.members(part, env) for part in parts])
            case ir.Ordered(variable, inner, where):
                return self.filtered(variable, inner, where, env)
            case ir.Last(inner) | ir.Subsets(inner):
                return self.members(inner, env)
        return None

    def filtered(self, variable: str, source: ir.Source, where: ir.Expr | None, env: Given) -> Set:
        """The members of which a condition may hold."""
        members = self.members(source, env)
        if where is None or members is None or isinstance(source, ir.Subsets):
            return members
        return frozenset(one for one in members if self.may(where, {**env, variable: frozenset({one})}))

    def _between(self, low: ir.Expr, high: ir.Expr, env: Given) -> Set:
        least, most = self.value(low, env), self.value(high, env)
        if not least or not most:
            return frozenset() if least == frozenset() or most == frozenset() else None
        return None if max(most) - min(least) >= MANY else frozenset(range(min(least), max(most) + 1))

    @staticmethod
    def _all(parts: Sequence[Set], without: int | None = None) -> Set:
        found: Values = frozenset()
        for part in parts:
            if part is None:
                return None
            found |= part
        return found if without is None else found - {without}

    # ---------------------------------------------------------------- values

    def may(self, condition: ir.Expr, env: Given, on: bool = True) -> bool:
        """Whether a condition may hold (or fail)."""
        values = self.value(condition, env)
        return values is None or any(bool(value) is on for value in values)

    def value(self, node: ir.Expr, env: Given) -> Set:
        match node:
            case ir.Const(value):
                return frozenset({value})
            case ir.Local(name):
                return env.get(name)
            case ir.Frame(slot):
                return env[slot] if slot in env else self.frames.get(slot, frozenset())
            case ir.Read(counter):
                declared = self._program.counters[counter]
                few = declared.high - declared.low < MANY
                return frozenset({*range(declared.low, declared.high + 1), declared.initial}) if few else None
            case ir.Lookup(table, index):
                return self._looked_up(table, self.value(index, env))
            case ir.Within(value, low, high):
                values = self.value(value, env)
                if values is None:
                    return frozenset(range(low, high + 1)) if high - low < MANY else None
                return frozenset(one for one in values if low <= one <= high)
            case ir.Unary(sort, value):
                values = self.value(value, env)
                if values is None:
                    return None if sort == "neg" else _FLAG
                return frozenset(-one if sort == "neg" else int(not one) for one in values)
            case ir.Binary():
                return self._binary(node, env)
            case ir.Cond(test, then, otherwise):
                ways = [way for way, on in ((then, True), (otherwise, False)) if self.may(test, env, on)]
                return self._all([self.value(way, env) for way in ways])
            case ir.Call(function, arguments):
                return self._call(function, arguments, env)
            case ir.At(of):
                values = self.members(ir.Items(of), env)
                return None if values is None else values | {ir.NONE}
            case ir.ZoneOf(card):
                return frozenset(self.where(self.cards(self.value(card, env))))
            case ir.ZoneNumber(zone):
                return frozenset(self.places(zone, env))
            case ir.First(variable, source, where):
                values = self.filtered(variable, source, where, env)
                return None if values is None else values | {ir.NONE}
            case ir.Offered() | ir.Fold("any" | "all"):
                return _FLAG
            case ir.Size() | ir.Position() | ir.Fold():
                return None

    def _looked_up(self, number: int, index: Set) -> Set:
        table = self._program.tables[number]
        if index is None:
            return frozenset(table.values)
        inside = range(len(table.values))
        return frozenset(table.values[at - table.first] for at in index if at - table.first in inside)

    def _binary(self, node: ir.Binary, env: Given) -> Set:
        if node.operator in ("and", "or"):
            decides = node.operator == "or"
            found = {int(decides)} if self.may(node.left, env, decides) else set()
            if self.may(node.left, env, not decides):
                found |= {int(on) for on in (True, False) if self.may(node.right, env, on)}
            return frozenset(found)
        left, right = self.value(node.left, env), self.value(node.right, env)
        compares = node.operator not in ("+", "-", "*", "//", "%", "/^")
        if left is None or right is None or len(left) * len(right) > MANY * 8:
            return _FLAG if compares else None
        if not compares and node.operator not in ("+", "-", "*"):
            right -= {0}
        found_values = frozenset(int(_COMPARED[node.operator](one, other)) for one in left for other in right)
        return found_values if len(found_values) <= MANY else None

    def _call(self, number: int, arguments: Sequence[ir.Expr | ir.Source], env: Given) -> Set:
        given = tuple(
            self.members(argument, env) if isinstance(argument, ir.Source) else self.value(argument, env)
            for argument in arguments
        )
        if (number, given) not in self._called:
            function = self._program.functions[number]
            inner = dict(zip((parameter.name for parameter in function.parameters), given, strict=True))
            self._called[number, given] = self.value(function.value, inner)  # type: ignore[arg-type]
        return self._called[number, given]
