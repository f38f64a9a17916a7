"""Sources and the questions asked of them as Python expressions.

Comes in: IR sources, folds and firsts.  Goes out: text for what a loop may go through, and for the answer.
Values inside them are left to `expressions`, places to `places`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from interpreter.python import unrolled
from interpreter.python.earlier import harmless
from interpreter.python.members import bounds, parts
from interpreter.python.orders import key_text
from interpreter.python.texts import AND, ATOM, CHOICE, COMPARE, SUM, Text, bracketed, padding
from rulelang.ir.model.expressions import (
    NONE,
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
    Order,
    Ordered,
    Seats,
    Source,
    Subsets,
    Values,
    Zone,
)  # fmt: skip

if TYPE_CHECKING:
    from interpreter.python.expressions import Values as Writer


class Clauses(NamedTuple):
    """The pieces of a loop over a source."""

    variable: str
    source: str
    test: str | None


class Sources:
    """Writes sources for one function of the generated text."""

    def __init__(self, values: Writer) -> None:
        self.values = values

    def source(self, source: Source) -> Text:
        """Something that can be gone through once, in order."""
        match source:
            case Numbers():
                return self._numbers(source)
            case Seats(Const(start)):
                players = self.values.context.program.players
                return Text(str(tuple((start + seat) % players for seat in range(players))))
            case Seats(start):
                return Text(f"SEATS[{self.values.value(start).text}]")
            case Items(of):
                return self.values.places.items(of)
            case Values(values):
                return self._values(values)
            case Joined(parts):
                return Text(f"[{', '.join(self._spread(part) for part in parts)}]")
            case Ordered():
                return self._ordered(source)
            case Last(inner, amount):
                return Text(f"last({self.as_list(inner)}, {self.values.value(amount).text})")
            case Subsets(inner, low, high, alike):
                bounds = f"{self.values.value(low).text}, {self.values.value(high).text}"
                if alike:
                    return Text(f"sets_by_look(grouped(S, {self.as_list(inner)}), {bounds})")
                return Text(f"sets({self.as_list(inner)}, {bounds})")
        assert_never(source)

    def as_list(self, source: Source) -> str:
        """The same as something with a size that can be gone through again and again."""
        text = self.source(source).text
        match source:
            case Subsets():
                return f"[*{text}]"
            case _:
                return text

    def filtered(self, variable: str, source: Source, where: Expr | None) -> str:
        """Those that pass, as a list or something like it."""
        if where is None:
            return self.as_list(source)
        clauses = self.clauses(variable, source, where)
        if clauses.test is None and clauses.source.startswith("numbered"):
            return clauses.source
        return f"[{self._each(variable, source, where, self.values.scope[variable])}]"

    def sorted(self, variable: str, source: Source, where: Expr | None, orders: tuple[Order, ...]) -> str:
        """Those that pass, best first, as a list or something like it."""
        members = self.filtered(variable, source, where)
        return f"sorted({members}, key={key_text(self.values, variable, orders, lowest=True)})" if orders else members

    def fold(self, node: Fold) -> Text:
        """any and all give a condition, the others a number."""
        values = self.values
        written = unrolled.fold(values, node)
        if written is not None:
            return written

        def each(shown: str) -> str:
            return self._each(node.variable, node.source, node.where, shown)

        mapped = self._mapped(node)
        match node.operator:
            case "any" | "all":
                return Text(f"{node.operator}({mapped or each(values.truth(node.value).text)})")
            case "count":
                return self._count(node)
            case "sum":
                total = f"sum({mapped or '[' + each(values.value(node.value).text) + ']'})"
                return Text(total if node.rule is None else f"number({total}, {node.rule})")
            case "distinct":
                if mapped:
                    return Text(f"len(set({mapped}))")
                return Text(f"len({{{each(values.value(node.value).text)}}})")
            case "highest" | "lowest":
                rule = 0 if node.rule is None else node.rule
                members = f"[*{mapped}]" if mapped else f"[{each(values.value(node.value).text)}]"
                return Text(f"{node.operator}({members}, {rule})")
        assert_never(node.operator)

    def first(self, node: First) -> Text:
        """The best, the earlier on a tie, none if there is none."""
        written = unrolled.first(self.values, node)
        if written is not None:
            return written
        if not node.orders:
            if node.where is None:
                return Text(f"first({self.source(node.source).text})")
            each = self._each(node.variable, node.source, node.where, self.values.scope[node.variable])
            return Text(f"first({each})")
        members = self.filtered(node.variable, node.source, node.where)
        lowest = len(node.orders) > 1 or node.orders[0].best == "lowest"
        key = key_text(self.values, node.variable, node.orders, lowest)
        return Text(f"{'min' if lowest else 'max'}({members}, key={key}, default={NONE})")

    # ------------------------------------------------------------ pieces

    def _each(self, variable: str, source: Source, where: Expr | None, shown: str) -> str:
        """``shown for x in … if …``; `shown` names the variable as `scope` does"""
        clauses = self.clauses(variable, source, where)
        test = "" if clauses.test is None else f" if {clauses.test}"
        return f"{shown} for {clauses.variable} in {clauses.source}{test}"

    def clauses(self, variable: str, source: Source, where: Expr | None) -> Clauses:
        """What stands after ``for``, ``in`` and ``if``; a source that only filters becomes a part of the
        test."""
        name = self.values.scope[variable]
        self.values.goes_through(variable, source)
        tests: list[Expr] = [] if where is None else [where]
        others: list[str] = []
        program = self.values.context.program
        while isinstance(source, Ordered) and not source.orders and source.limit is None:
            if source.where is not None:
                if not harmless(program, source.where):
                    break
                tests.insert(0, source.where)
            others.append(source.variable)
            source = source.source
        with self.values.scope.same(others, name):
            with self.values.as_list():
                cut, tests = self._cut(source, {variable, *others}, [part for each in tests for part in parts(each)])
            level = CHOICE + 1 if len(tests) == 1 else AND + 1
            test = " and ".join(bracketed(self.values.truth(each), level) for each in tests)
        with self.values.as_list():
            members = cut or bracketed(self.source(source), CHOICE + 1)
        return Clauses(name, members, test or None)

    def _cut(self, source: Source, names: set[str], tests: list[Expr]) -> tuple[str | None, list[Expr]]:
        """A place kept by number, cut to the numbers that tests leave; and the other tests."""
        if not isinstance(source, Items) or not isinstance(source.of, Zone):
            return None, tests
        place = self.values.places.first(source.of)
        limits = {test: found for test in tests if (found := bounds(test, names)) is not None}
        if place.shape not in ("hand", "bag") or not limits:
            return None, tests
        low, high = max(low for low, _ in limits.values()), min(high for _, high in limits.values())
        cell, cards = self.values.places.cell(source.of).text, len(self.values.context.program.cards)
        text = f"numbered(S, {cell}, {low}, {high})"
        if high >= cards:
            text = f"numbered_from(S, {cell}, {low})"
        elif low <= 0:
            text = f"numbered_to(S, {cell}, {high})"
        return text, [test for test in tests if test not in limits]

    def _mapped(self, node: Fold) -> str | None:
        """``map(OF_T3, …)`` where all that is asked of each member is its cell in a table."""
        match node:
            case Fold(where=None, value=Lookup(table, Local(name))) if name == node.variable:
                first = self.values.context.program.tables[table].first
                if first == padding(self.values.context.program.tables[table]):
                    return f"map(OF_T{table}, {self.source(node.source).text})"
        return None

    def _count(self, node: Fold) -> Text:
        if node.where is None:
            if isinstance(node.source, Items):
                return self.values.places.size(node.source.of)
            return Text(f"len({self.as_list(node.source)})")
        return Text(f"len([{self._each(node.variable, node.source, node.where, '1')}])")

    def _numbers(self, source: Numbers) -> Text:
        low, high = self.values.value(source.low), self.values.value(source.high)
        if not isinstance(source.step, Const) or source.step.value < 1:
            return Text(f"steps({low.text}, {high.text}, {self.values.value(source.step).text})")
        if isinstance(source.high, Const):
            end = str(source.high.value + 1)
        else:
            end = f"{bracketed(high, SUM)} + 1"
        step = "" if source.step.value == 1 else f", {source.step.value}"
        return Text(f"range({end})" if low.text == "0" and not step else f"range({low.text}, {end}{step})")

    def _values(self, values: tuple[Expr, ...]) -> Text:
        sure = [value for value in values if not (isinstance(value, Const) and value.value == NONE)]
        texts = [self.values.value(value).text for value in sure]
        listed = f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
        if all(isinstance(value, Const) for value in sure):
            return Text(listed)
        return Text(f"present({listed})")

    def _spread(self, part: Source) -> str:
        return f"*{bracketed(self.source(part), COMPARE + 1)}"

    def _ordered(self, source: Ordered) -> Text:
        members = self.sorted(source.variable, source.source, source.where, source.orders)
        if source.limit is None:
            return Text(members)
        return Text(f"cut({members}, {self.values.value(source.limit).text})", ATOM)
