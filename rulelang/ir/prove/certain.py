"""Between which numbers the values of a program lie at one point of it, proved without playing.

Comes in: IR expressions, and what is certain where they are read (`Known`).  Goes out: the lowest and the highest value
that each may have, or `NEVER` where reading it is a fault for certain.  Everything is rounded outwards: what is said
to be one number is that number in every game.  Statements and blocks are left to `walk`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from attrs import define, evolve, field

from rulelang.ir.model import expressions as ir
from rulelang.ir.model import program as pr
from rulelang.ir.model.expressions import NONE
from rulelang.ir.prove.known import Known
from rulelang.ir.prove.spans import (
    ANY,
    FLAG,
    FLIPPED,
    HIGH,
    NEVER,
    OPPOSITE,
    Found,
    Span,
    calculated,
    compared,
    either,
    is_none,
    meet,
    narrowed,
    truth,
    unary,
)

Noted: TypeAlias = ir.Within | ir.Fold | pr.NeedItem


@define
class Reader:
    """Reads the expressions of one program

    `note` hears of each `Within` that is read and of its value, of each fold that wants a member (how many there are),
    and of each need (whether it holds).
    """

    program: pr.Program
    note: Callable[[Noted, Span, Known], None]
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
                return unary(operator, self.value(inner, known))
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
                return self.size(of, known)
            case ir.At(of=of, index=index):
                size, place = self.size(of, known), self.value(index, known)
                if size is None or place is None:
                    return NEVER
                there = place[0] >= 0 and place[1] < size[0]
                return (NONE, NONE) if size[1] <= max(0, place[0]) else (0 if there else NONE, self.lying(of)[1])
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
                low, high = inner.locals[variable]
                there = where is None and self.many(source, known)[0] > 0
                return low if there else min(NONE, low), high
            case ir.Offered(header=header, arguments=arguments, picks=picks):
                if not self._all(arguments, known):
                    return NEVER
                for pick in picks or ():
                    self.argument(pick, known)
                return self._offered(header, known)
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
            return either(decided if stops else NEVER, truth(right))
        right = self.value(node.right, known)
        if left is None or right is None:
            return NEVER
        if node.operator in FLIPPED:
            return compared(node.operator, left, right)
        return calculated(node.operator, left, right)

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
            self._results[key] = self.value(
                declared.value, Known(known.state, inner, sure=known.sure, calls=known.calls + 1)
            )
        return self._results[key]

    def _offered(self, header: int, known: Known) -> Found:
        """Whether a step may have a choice, whoever is asked; one step asks another, so each is looked at once."""
        key = ("offered", header, known.state)
        if key not in self._results:
            self._results[key] = FLAG  # a step never asks for itself
            asked = self.header(header, Known(known.state, sure=False, calls=known.calls + 1))
            self._results[key] = FLAG if asked is not None else (0, 0)
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

    def size(self, of: ir.List, known: Known) -> Found:
        """How many cards lie in a place or set; `NEVER` where it has no place."""
        every = (0, len(self.program.cards))
        match of:
            case ir.Zone(zone=zone, keys=keys):
                found: Found = known.state.sizes[zone] if self._all(keys, known) else NEVER
            case ir.ZoneAt(number=number):
                found = NEVER if self.value(number, known) is None else every
            case _:
                found = (0, HIGH)
        told = known.asked.get(ir.Size(of)) if found is not None else None
        return found if told is None or found is None else meet(found, told)

    def lying(self, of: ir.List) -> Span:
        """What the members of a list lie between; sets may hold players too."""
        return (0, HIGH) if isinstance(of, ir.Held) else self.cards

    def many(self, node: ir.Source, known: Known) -> Span:
        """How many members a source has."""
        match node:
            case ir.Numbers(low=low, high=high, step=step):
                first, last, by = (self.value(one, known) for one in (low, high, step))
                if first is None or last is None or by is None:
                    return 0, 0
                fewest, most = last[0] - first[1] + 1, last[1] - first[0] + 1
                return (max(0, fewest), max(0, most)) if by == (1, 1) else (int(fewest > 0), max(0, most))
            case ir.Seats():
                return self.program.players, self.program.players
            case ir.Items(of=of):
                return self.size(of, known) or (0, 0)
            case ir.Values(values=values):
                found = [self.value(one, known) for one in values]
                return sum(one is not None and one[0] > NONE for one in found), sum(not is_none(one) for one in found)
            case ir.Joined(parts=parts):
                each = [self.many(part, known) for part in parts]
                return sum(low for low, _ in each), sum(high for _, high in each)
            case ir.Ordered(source=source, where=where, limit=limit):
                limited = (HIGH, HIGH) if limit is None else self.value(limit, known) or (0, 0)
                fewest, most = _cut(self.many(source, known), limited)
                return fewest if where is None else 0, most
            case ir.Last(source=source, amount=amount):
                return _cut(self.many(source, known), self.value(amount, known) or (0, 0))
            case ir.Subsets():
                return 0, HIGH

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
                size = self.size(of, known)
                return self.lying(of) if size is not None and size[1] > 0 else NEVER
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
        if isinstance(source, ir.Items):
            inner = inner.knowing(ir.Size(source.of), self._some(source.of, known))
        if where is None:
            return inner
        return self.assume(where, True, inner) if self.value(where, inner) else None

    def _some(self, of: ir.List, known: Known) -> Span:
        """How many cards lie in a place in which there is one."""
        low, high = self.size(of, known) or (1, 1)
        return max(1, low), high

    def _fold(self, node: ir.Fold, known: Known) -> Found:
        inner = self._each(node.variable, node.source, node.where, known)
        value = NEVER if inner is None else self.value(node.value, inner)
        low, high = (0, 0) if value is None else self.many(node.source, known)
        low = low if node.where is None else 0
        match node.operator:
            case "any":
                return (0, 0) if value in (NEVER, (0, 0)) else FLAG
            case "all":
                return (1, 1) if value is None else FLAG
            case "count":
                return low, high
            case "distinct":
                return min(low, 1), high
            case "sum":
                return calculated("*", (low, high), value or (0, 0))
            case _:
                if node.rule is not None:
                    self.note(node, (low, high), known)
                return value

    def places(self, node: ir.Expr | ir.Source, known: Known) -> frozenset[int] | None:
        """The places in which a card may lie, or the cards of a source; None if nobody knows."""
        match node:
            case ir.Local() | ir.Frame():
                return known.homes.get(node)
            case ir.Within(value=inner):
                return self.places(inner, known)
            case ir.At(of=of) | ir.Items(of=of):
                return frozenset((of.zone,)) if isinstance(of, ir.Zone) else self._held(of, known)
            case (
                ir.First(source=source) | ir.Ordered(source=source) | ir.Last(source=source) | ir.Subsets(source=source)
            ):
                return self.places(source, known)
            case ir.Cond(then=one, otherwise=other):
                return self._together((one, other), known)
            case ir.Joined(parts=parts):
                return self._together(parts, known)
            case ir.Values(values=values):
                return self._together(values, known)
            case _:
                return None

    def _held(self, of: ir.List, known: Known) -> frozenset[int] | None:
        return known.homes.get(of.variable) if isinstance(of, ir.Held) else None

    def _together(self, nodes: Sequence[ir.Expr | ir.Source], known: Known) -> frozenset[int] | None:
        found = [self.places(node, known) for node in nodes if node != ir.Const(NONE)]
        return None if None in found else frozenset().union(*(one for one in found if one is not None))

    # ------------------------------------------------------------ what a step asks

    def picked(self, item: pr.PickItem, passed: Known, before: Known) -> Known:
        """What is known of what was picked: where it lies, and of a set how many there are."""
        variable = ir.Local(item.variable)
        home = self.places(item.source, before)
        if home is not None:
            passed = evolve(passed, homes={**passed.homes, variable: home})
        if isinstance(item.source, ir.Subsets):
            low, high = (self.value(one, before) or ANY for one in (item.source.low, item.source.high))
            most = self.many(item.source.source, before)[1]
            size = meet((low[0], high[1]), (0, most))
            passed = passed.knowing(ir.Size(ir.Held(variable)), size or (0, most))
        return passed

    def header(self, number: int, known: Known) -> Known | None:
        """What is known when a choice of a header has been made; None if it never has one."""
        now: Known | None = known
        for item in self.program.headers[number].items:
            match item:
                case pr.PickItem(variable=variable, source=source, where=where, if_able=if_able):
                    assert now is not None
                    passed = self._each(variable, source, where, now)
                    if if_able:  # those that do not pass count too, where none does
                        passed = self._each(variable, source, None, now)
                    now = None if passed is None else self.picked(item, passed, now)
                case pr.LetItem(variable=variable, value=value):
                    assert now is not None
                    given = self.argument(value, now)
                    now = None if given is None else now.having(variable, given)
                case pr.NeedItem(condition=condition):
                    assert now is not None
                    holds = self.value(condition, now)
                    if holds is not None:
                        self.note(item, holds, now)
                    now = self.assume(condition, True, now) if holds is not None else None
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
        less, more = narrowed(operator, one, other), narrowed(FLIPPED[operator], other, one)
        if less is None or more is None:
            return None
        for node, before, now in ((left, one, less), (right, other, more)):
            while now != before and not isinstance(node, ir.Const):
                known = known.knowing(node, now)
                if not isinstance(node, ir.Within):
                    break
                node = node.value
        return known


def _cut(many: Span, most: Span) -> Span:
    """How many are left of so many members where no more are taken than so many."""
    return max(0, min(many[0], most[0])), max(0, min(many[1], most[1]))
