"""The figures of a game that has been watched, put together as soon as it is over (see `interpreter.native.figures`).

Comes in: a program.  Goes out: a writer.  The lines of one game are read once more while they are at hand, and then
forgotten.
"""

from __future__ import annotations

from interpreter.native import figures, trace
from interpreter.native.abi import X_REFILLS
from interpreter.native.emit.entry import rows
from interpreter.native.emit.entry.tracing import mixed
from interpreter.native.emit.scope import Context
from interpreter.native.emit.writer import ADDRESS, Writer
from interpreter.native.figures import PARTS, Figures


def gather_writer(context: Context) -> Writer:
    """``gather(row, log, game, sums, memory)``: `memory` is room for `figures.memory` numbers."""
    given = ((ADDRESS, "row"), (ADDRESS, "log"), (ADDRESS, "game"), (ADDRESS, "sums"), (ADDRESS, "memory"))
    w = Writer("gather", given, "void")
    _Gather(context, w).write()
    return w


class _Gather:
    def __init__(self, context: Context, w: Writer) -> None:
        self.context, self.w = context, w
        self.figures = Figures(context.program)
        self.many, self.over = "", ""
        self.leads = bool(context.program.result.criteria)

    def write(self) -> None:
        w = self.w
        w.line(f"call void @llvm.memset.p0.i64(ptr %game, i8 0, i64 {4 * self.figures.of_game}, i1 false)")
        self.many = w.load("%row", str(rows.DECISIONS))
        self.over = w.test("==", w.load("%row", str(rows.STATUS)), str(rows.ENDED))
        w.store("%game", str(figures.FIRST), str(trace.NOBODY))
        w.store("%game", str(figures.REFILLS), w.load("%X", str(X_REFILLS)))
        with w.when(w.truth(self.many)):
            w.store("%game", str(figures.FIRST), w.load("%log", str(trace.CHOOSER)))
            mask = self._clear()
            self._lines(mask)
        self._lead()
        w.give(None)

    # ------------------------------------------------------------ each decision

    def _lines(self, mask: str) -> None:
        w = self.w
        part, reached = w.variable(start="0"), w.variable("i64", "0")
        wide = self._wide(self.many)
        with w.counted(self.many) as (number, _):
            line = w.cell("%log", w.two("mul", number, str(trace.LINE)))
            self._moves(line)
            self._remember(line, mask)
            with w.when(self.over):
                # part = number * PARTS // many
                again, on = w.label("again"), w.label("on")
                w.place(again)
                next_part = w.op(f"add i64 {w.get(reached, 'i64')}, {wide}")
                more = w.label("more")
                scaled = w.op(f"mul i64 {self._wide(number)}, {PARTS}")
                w.branch(w.op(f"icmp sge i64 {scaled}, {next_part}"), more, on)
                w.place(more)
                w.set(reached, next_part, "i64")
                w.add_to(part)
                w.go(again)
                w.place(on)
                self._ended_line(line, w.get(part))

    def _ended_line(self, line: str, part: str) -> None:
        w = self.w
        seat, options = w.load(line, str(trace.CHOOSER)), w.load(line, str(trace.MANY))
        self._add("asked", seat)
        self._add("sizes", options)
        self._add("part_options", part, self._wide(options))
        self._add("part_decisions", part)
        plain = [(1 << len(each.offers)) - 1 for each in self.context.program.decisions]
        usual = self._of_decision(line, plain)
        forced = w.test("==", w.two("and", w.load(line, str(trace.OFFERED)), usual), "0")
        self._add("passes", seat, w.op(f"zext i1 {forced} to i64"))

    def _moves(self, line: str) -> None:
        """Which steps were on offer, and which one was chosen; a name that several have counts once."""
        w, names, across = self.w, self.figures.names, trace.MOST_OFFERS
        places = [[names.index(name) for name in offers] for offers in self.figures.offers]
        table = [place for offers in places for place in [*offers, *[0] * across][:across]]
        several = any(len(set(offers)) < len(offers) for offers in places)
        base = w.two("mul", w.load(line, str(trace.DECISION)), str(across))
        bit = w.two("shl", "1", w.load(line, str(trace.CHOOSER)))
        before = w.variable(many=max(len(names), 2)) if several else ""
        if several:
            w.line(f"call void @llvm.memset.p0.i64(ptr {before}, i8 0, i64 {4 * len(names)}, i1 false)")
        left = w.variable(start=w.load(line, str(trace.OFFERED)))
        again, inside, counts, after, done = (w.label(hint) for hint in ("again", "inside", "counts", "after", "done"))
        w.place(again)
        now = w.get(left)
        w.branch(w.truth(now), inside, done)
        w.place(inside)
        offer = w.op(f"call i32 @llvm.cttz.i32(i32 {now}, i1 true)")
        w.set(left, w.two("and", now, w.two("sub", now, "1")))
        name = w.load(self.context.constant(tuple(table)), w.two("add", base, offer))
        if several:
            w.branch(w.truth(w.load(before, name)), after, counts)
            w.place(counts)
            w.store(before, name, "1")
        self._add("offered", name)
        self._mark(self.figures.offered, name, bit)
        w.place(after)
        w.go(again)
        w.place(done)
        taken = w.load(self.context.constant(tuple(table)), w.two("add", base, w.load(line, str(trace.OFFER))))
        self._add("chosen", taken)
        self._mark(self.figures.chosen, taken, bit)

    def _mark(self, first: int, name: str, bit: str) -> None:
        w = self.w
        at = w.two("add", name, str(first))
        w.store("%game", at, w.two("or", w.load("%game", at), bit))

    # ------------------------------------------------------------ as before

    def _clear(self) -> str:
        """Forgets what stands in the memory; gives the mask of its places."""
        w = self.w
        bits = w.op(f"call i32 @llvm.ctlz.i32(i32 {w.two('mul', self.many, '2')}, i1 false)")
        size = w.two("shl", "1", w.two("sub", "32", bits))
        room = self._wide(w.two("mul", size, "8"))
        w.line(f"call void @llvm.memset.p0.i64(ptr %memory, i8 0, i64 {room}, i1 false)")
        return w.two("sub", size, "1")

    def _remember(self, line: str, mask: str) -> None:
        """Notes the hash of a position and all that is asked there, and whether it has been met before; 0 is none."""
        w = self.w
        hashed = w.op(f"load i64, ptr {w.cell(line, str(trace.POSITION))}, align 4")
        for first in (trace.DECISION, trace.OFFERED):  # two cells each
            pair = w.op(f"load i64, ptr {w.cell(line, str(first))}, align 4")
            hashed = mixed(w, hashed, pair)
        hashed = mixed(w, hashed, self._wide(w.load(line, str(trace.MANY))))
        hashed = w.op(f"or i64 {hashed}, 1")
        high = w.op(f"lshr i64 {hashed}, 32")
        high = w.op(f"trunc i64 {high} to i32")
        place = w.variable(start=w.two("and", high, mask))
        again, some, met, other, free, done = (
            w.label(hint) for hint in ("again", "some", "met", "other", "free", "done")
        )
        w.place(again)
        at = w.op(f"getelementptr i64, ptr %memory, i32 {w.get(place)}")
        found = w.op(f"load i64, ptr {at}")
        w.branch(w.op(f"icmp eq i64 {found}, 0"), free, some)
        w.place(some)
        w.branch(w.op(f"icmp eq i64 {found}, {hashed}"), met, other)
        w.place(met)
        w.store("%game", str(figures.AGAIN), "1")
        w.go(done)
        w.place(other)
        w.set(place, w.two("and", w.two("add", w.get(place), "1"), mask))
        w.go(again)
        w.place(free)
        w.line(f"store i64 {hashed}, ptr {at}")
        w.place(done)

    # ------------------------------------------------------------ who leads

    def _lead(self) -> None:
        """Of a game that is over: whoever leads at each decision and at the end."""
        w = self.w
        w.store("%game", str(figures.HALF), str(trace.UNKNOWN))
        lines, lead = w.label("lines"), w.label("lead")
        w.branch(self.over if self.leads else "false", lines, lead)
        w.place(lines)
        end = w.cell("%log", w.two("mul", self.many, str(trace.LINE)))
        w.store(end, str(trace.LEADER), w.load(end, str(trace.LAST_LEADER)))
        alone, before = w.variable(start=str(trace.NOBODY)), w.variable(start=str(trace.UNKNOWN))
        changes, since = w.variable(start="0"), w.variable(start="0")
        with w.counted(w.two("add", self.many, "1")) as (number, _):
            leader = w.load("%log", w.two("add", w.two("mul", number, str(trace.LINE)), str(trace.LEADER)))
            known = w.label("known")
            w.branch(w.test("==", leader, str(trace.UNKNOWN)), lead, known)
            w.place(known)
            other = w.test("!=", leader, w.get(before))
            w.set(since, w.op(f"select i1 {other}, i32 {number}, i32 {w.get(since)}"))
            w.set(before, leader)
            led = w.get(alone)
            is_alone = w.test(">=", leader, "0")
            passed = w.op(f"and i1 {is_alone}, {w.test('!=', leader, led)}")
            changed = w.op(f"and i1 {passed}, {w.test('>=', led, '0')}")
            w.add_to(changes, w.flag(changed))
            w.set(alone, w.op(f"select i1 {is_alone}, i32 {leader}, i32 {led}"))
        half = w.two("mul", w.op(f"lshr i32 {self.many}, 1"), str(trace.LINE))
        w.store("%game", str(figures.HALF), w.load("%log", w.two("add", half, str(trace.LEADER))))
        for cell, variable in ((figures.CHANGES, changes), (figures.SINCE, since), (figures.LAST, before)):
            w.store("%game", str(cell), w.get(variable))
        w.place(lead)

    # ------------------------------------------------------------ sums

    def _of_decision(self, line: str, numbers: list[int]) -> str:
        """Of numbers for each decision the one for this."""
        if len(set(numbers)) == 1:
            return str(numbers[0])
        return self.w.load(self.context.constant(tuple(numbers)), self.w.load(line, str(trace.DECISION)))

    def _add(self, sort: str, place: str, more: str = "1") -> None:
        w = self.w
        index = w.two("add", place, str(self.figures.sums[sort].start))
        at = w.op(f"getelementptr i64, ptr %sums, i32 {index}")
        before = w.op(f"load i64, ptr {at}")
        w.line(f"store i64 {w.op(f'add i64 {before}, {more}')}, ptr {at}")

    def _wide(self, number: str) -> str:
        return self.w.op(f"zext i32 {number} to i64")
