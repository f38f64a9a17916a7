"""Loops over sources.

Comes in: IR sources and what is to happen with each member.  Goes out: LLVM text.  Numbers, seats and the cards of a
place are gone through where they are; everything else is first put together in the workspace (`lists`).
"""

from __future__ import annotations

from interpreter.machine.effort import MOST_EFFORT
from interpreter.machine.layout import Place
from interpreter.native.abi import FAULT, X_BUDGET, X_EFFORT, X_KIND
from interpreter.native.emit.scope import Body, Cards, Meaning, Number
from interpreter.native.emit.values.addresses import Places
from interpreter.native.emit.values.writing import Values as Writer
from interpreter.native.emit.writer import Loop
from rulelang.ir.model import expressions as ir

FEW = 4096
"""A loop that surely has no more passes needs no poll."""


class Loops:
    """Writes loops for one function."""

    def __init__(self, values: Writer, places: Places) -> None:
        self.values = values
        self.places = places
        self.w = values.w

    def poll(self) -> None:
        """Now and then somebody may say that it is enough."""
        w = self.w
        budget = w.cell("%X", str(X_BUDGET))
        left = w.two("sub", w.get(budget), "1")
        w.set(budget, left)
        asks, on = w.label("ask"), w.label("on")
        w.branch_rarely(w.test("<", left, "0"), asks, on)
        w.place(asks)
        w.line("call void @ask(ptr %X)")
        failed = w.test("!=", w.load("%X", str(X_KIND)), "0")
        w.branch(failed, w.fail(), on)
        w.place(on)

    def begin(self) -> None:
        """Loops may count as much as they may between two decisions."""
        self.w.store("%X", str(X_EFFORT), str(MOST_EFFORT))

    def passed(self, rule: int, effort: int | str) -> None:
        """Counts one more pass of a loop, or several with all their effort together."""
        w = self.w
        left = w.two("sub", w.load("%X", str(X_EFFORT)), str(effort))
        w.store("%X", str(X_EFFORT), left)
        with w.fault_if(w.test("<", left, "0")):
            w.fault(FAULT["effort"], rule)

    def over(self, variable: str, source: ir.Source, where: ir.Expr | None, body: Body) -> None:
        """``for variable in source if where: body``, read while nothing changes."""

        def passing(loop: Loop) -> None:
            if where is not None:
                on = self.w.label("on")
                self.values.condition(where, on, loop.next)
                self.w.place(on)
            body(loop)

        match source:
            case ir.Numbers():
                self._numbers(variable, source, passing)
            case ir.Seats(start):
                self._seats(variable, start, passing)
            case ir.Items(ir.Zone() as zone):
                self._zone(variable, zone, passing)
            case ir.Items(ir.Held(held)):
                self.cells(variable, self.places.held(held), passing)
            case ir.Values(values):
                self._few(variable, values, passing)
            case ir.Subsets():
                self.values.over_sets(variable, source, passing)
            case ir.Ordered(orders=(), limit=None):
                self._filtered(variable, source, passing)
            case _:
                with self.values.listed(source) as cards:
                    self.cells(variable, cards, passing)

    def cells(self, variable: str, cards: Cards, body: Body) -> None:
        """Over members that stand in cells which nothing changes meanwhile."""
        with self.w.counted(cards.many) as (index, loop):
            self._with(variable, self.w.load(cards.start, index), body, loop)

    def new(self) -> Loop:
        """Labels for one more loop."""
        return Loop(self.w.label("next"), self.w.label("done"))

    def bound(self, variable: str, meaning: Meaning, body: Body, loop: Loop) -> None:
        """The body with this meaning of the variable."""
        names = self.values.scope.names
        before = names.get(variable)
        names[variable] = meaning
        body(loop)
        if before is not None:
            names[variable] = before

    # ------------------------------------------------------------ pieces

    def _with(
        self, variable: str, operand: str, body: Body, loop: Loop, low: int | None = None, high: int | None = None
    ) -> None:
        self.bound(variable, Number(operand, low, high), body, loop)

    def _filtered(self, variable: str, source: ir.Ordered, body: Body) -> None:
        """A source that only leaves out what does not pass."""

        def passed(loop: Loop) -> None:
            self.bound(variable, self.values.scope.names[source.variable], body, loop)

        self.over(source.variable, source.source, source.where, passed)

    def _numbers(self, variable: str, source: ir.Numbers, body: Body) -> None:
        w, value = self.w, self.values.value
        low, high, step = value(source.low), value(source.high), value(source.step)
        again, inside, more = w.label("again"), w.label("inside"), w.label("more")
        loop = self.new()
        index = w.variable(start=low)
        w.branch(w.test("<=", low, high), again, loop.done)
        w.place(again)
        if not isinstance(source.step, ir.Const):
            w.branch(w.test(">", step, "0"), inside, loop.done)
        elif source.step.value < 1:
            w.go(loop.done)
        w.place(inside)
        now = w.get(index)
        sure = isinstance(source.low, ir.Const) and isinstance(source.high, ir.Const)
        if not sure or int(high) - int(low) > FEW:
            self.poll()
        bounds = (int(low), int(high)) if sure else (None, None)
        self._with(variable, now, body, loop, *bounds)
        w.place(loop.next)
        left = w.two("sub", high, now)
        w.branch(w.test("uge", left, step), more, loop.done)
        w.place(more)
        w.set(index, w.two("add", now, step))
        w.go(inside)
        w.place(loop.done)

    def _seats(self, variable: str, start: ir.Expr, body: Body) -> None:
        w = self.w
        players = self.values.context.program.players
        first = self.places.inside(start, 0, players - 1)
        with self.w.counted(str(players)) as (index, loop):
            seat = w.two("add", first, index)
            if first != "0":
                past = w.test(">=", seat, str(players))
                seat = w.op(f"select i1 {past}, i32 {w.two('sub', seat, str(players))}, i32 {seat}")
            self._with(variable, seat, body, loop, 0, players - 1)

    def _zone(self, variable: str, zone: ir.Zone, body: Body) -> None:
        w, places = self.w, self.places
        cell, first = places.cell(zone), places.first(zone)
        start = w.cell("%S", w.two("add", cell, str(first.cards - first.size)))
        last = len(self.values.context.program.cards) - 1
        if first.base is not None:
            self._bits(variable, start, first, body)
            return
        many = w.load("%S", cell)
        with self.w.counted(many) as (index, loop):
            if first.shape == "pile":
                index = w.two("sub", w.two("sub", many, "1"), index)
            self._with(variable, w.load(start, index), body, loop, 0, last)

    def _bits(self, variable: str, start: str, first: Place, body: Body) -> None:
        """The cards whose bits are set, word by word."""
        w = self.w
        last = len(self.values.context.program.cards) - 1
        assert first.base is not None
        again, word, empty, inside = (w.label(hint) for hint in ("again", "word", "empty", "bit"))
        loop = self.new()
        index, bits = w.variable(start="0"), w.variable(start="0" if first.room > 1 else w.load(start, "0"))
        w.place(again)
        left = w.get(bits)
        w.branch(w.truth(left), inside, empty)
        w.place(empty)
        if first.room > 1:
            now = w.get(index)
            w.branch(w.test("<", now, str(first.room)), word, loop.done)
            w.place(word)
            w.set(bits, w.load(start, now))
            w.add_to(index)
            w.go(again)
        else:
            w.go(loop.done)
        w.place(inside)
        place = w.op(f"call i32 @llvm.cttz.i32(i32 {left}, i1 true)")
        if first.room > 1:
            word_of = w.two("shl", w.two("sub", w.get(index), "1"), "5")
            place = w.two("or", place, word_of)
        self._with(variable, w.two("add", place, str(first.base)), body, loop, 0, last)
        w.place(loop.next)
        now = w.get(bits)
        w.set(bits, w.two("and", now, w.two("sub", now, "1")))
        w.go(again)
        w.place(loop.done)

    def _few(self, variable: str, values: tuple[ir.Expr, ...], body: Body) -> None:
        """A single value, if it is not none; several are put together first."""
        w = self.w
        if len(values) != 1:
            with self.values.listed(ir.Values(values)) as cards:
                self.cells(variable, cards, body)
            return
        loop = self.new()
        value = self.values.value(values[0])
        some = w.label("some")
        w.branch(w.test("!=", value, "-1"), some, loop.done)
        w.place(some)
        self._with(variable, value, body, loop)
        w.place(loop.next)
        w.place(loop.done)
