"""IR expressions as LLVM text.

Comes in: expressions of one function.  Goes out: operands, or jumps.  Addresses are left to `addresses`, loops to
`loops`, lists to `lists`, folds to `folds`.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import assert_never

from interpreter.native.abi import FAULT
from interpreter.native.emit.scope import Body, Cards, Context, Meaning, Scope
from interpreter.native.emit.values.addresses import Places
from interpreter.native.emit.values.common import Memos
from interpreter.native.emit.values.folds import Folds
from interpreter.native.emit.values.lists import Lists
from interpreter.native.emit.values.loops import Loops
from interpreter.native.emit.values.subsets import Sets
from interpreter.native.emit.writer import COMPARE, HIGHEST, Writer
from rulelang.ir.model import expressions as ir

NAMES = {"+": "add", "-": "sub", "*": "mul"}


class Values:
    """Writes expressions for one function."""

    def __init__(self, context: Context, writer: Writer) -> None:
        self.context = context
        self.w = writer
        self.scope = Scope(writer)
        self.rule = 0
        """Where a fault points that has no rule of its own."""
        self.places = Places(self)
        self.loops = Loops(self, self.places)
        self.lists = Lists(self, self.places, self.loops)
        self.sets = Sets(self, self.loops, self.lists)
        self.folds = Folds(self, self.places, self.loops, self.lists)
        self.memos: Memos | None = None

    def remember(self, fixed: set[str]) -> None:
        """From here on nothing changes, and these operands stand for one number all the time."""
        self.memos = self.folds.memos = Memos(self, self.loops, fixed)

    def listed(self, source: ir.Source) -> AbstractContextManager[Cards]:
        return self.lists.made(source)

    def over_sets(self, variable: str, source: ir.Subsets, body: Body) -> None:
        self.sets.over(variable, source, body)

    def meaning(self, variable: ir.Local | ir.Frame) -> Meaning | None:
        """What a variable stands for, none if it has cells in the state."""
        if isinstance(variable, ir.Local):
            return self.scope.names[variable.name]
        return self.scope.kept.get(variable.slot)

    def value(self, node: ir.Expr) -> str:
        """A number."""
        w = self.w
        match node:
            case ir.Const(value):
                return str(value)
            case ir.Local(name):
                return self.scope.number(self.scope.names[name])
            case ir.Frame():
                kept = self.meaning(node)
                return self.scope.number(kept) if kept is not None else w.load("%S", self.places.frame(node))
            case ir.Read(counter, keys):
                return w.load("%S", self.places.counter(counter, keys))
            case ir.Lookup():
                return self._lookup(node)
            case ir.Within():
                return self._within(node)
            case ir.Unary("neg", value):
                return w.two("sub", "0", self.value(value))
            case ir.Binary(operator) if operator in ("+", "-", "*", "//", "/^", "%"):
                return self._sum(node) if operator in NAMES else self._division(node)
            case ir.Cond() if self.memos is not None and (only := self.memos.only(node)) is not None:
                return only
            case ir.Cond(
                ir.Binary("==", ir.Fold("count", variable, source, where), ir.Const(1)),
                ir.First(named, among, asked, ()) as single,
                ir.Const(-1),
            ) if (variable, source, where) == (named, among, asked):
                return self.folds.the(single)
            case ir.Position() if self.memos is not None and (position := self.memos.position(node)) is not None:
                return position
            case ir.Cond(test, then, otherwise):
                return self._cond(test, then, otherwise)
            case ir.Call():
                return self.plain_call(node) if self.memos is None else self.memos.call(node)
            case ir.Size(of):
                return self.places.size(of)
            case ir.At():
                return self.places.at(node)
            case ir.ZoneOf(card):
                last = len(self.context.program.cards) - 1
                return w.load("%S", w.two("add", self.places.inside(card, 0, last), str(self.context.layout.zone)))
            case ir.ZoneNumber(zone):
                return self.places.number(zone)
            case ir.Position(card):
                return w.call("position", f"i32 {self.value(card)}", may_fail=self.context.checked)
            case ir.Fold():
                return self.folds.fold(node)
            case ir.First():
                return self.folds.first(node)
            case ir.Binary() | ir.Unary() | ir.Offered():
                return self._flag(node)
        assert_never(node)

    def condition(self, node: ir.Expr, yes: str, no: str) -> None:
        """Goes to `yes` if the value is not 0, else to `no`."""
        w = self.w
        match node:
            case ir.Const(value):
                w.go(yes if value else no)
            case ir.Unary("not", value):
                self.condition(value, no, yes)
            case ir.Binary("and", left, right):
                on = w.label("and")
                self.condition(left, on, no)
                w.place(on)
                self.condition(right, yes, no)
            case ir.Binary("or", left, right):
                on = w.label("or")
                self.condition(left, yes, on)
                w.place(on)
                self.condition(right, yes, no)
            case ir.Binary(operator, left, right) if operator in COMPARE:
                one, other = self.value(left), self.value(right)
                w.branch(w.test(operator, one, other), yes, no)
            case ir.Offered():
                w.branch(self._offered(node), yes, no)
            case ir.Call() if self.memos is not None and (function := self.memos.inside(node)) is not None:
                self.memos.within(function, node, lambda value: self.condition(value, yes, no))
            case _:
                w.branch(w.truth(self.value(node)), yes, no)

    def plain_call(self, node: ir.Call) -> str:
        """A call of one of the program's functions."""
        return self.called(f"f{node.function}", node.arguments, ("f", node.function) in self.context.failing)

    def called(self, function: str, arguments: tuple[ir.Expr | ir.Source, ...], may_fail: bool, *more: str) -> str:
        """A call of a generated function."""
        before = self.w.top
        given = [text for argument in arguments for text in self.argument(argument)]
        result = self.w.call(function, *given, *more, may_fail=may_fail)
        self.w.top = before
        return result

    def argument(self, node: ir.Expr | ir.Source) -> list[str]:
        """What stands for an argument in a call; a set stays in the workspace until the caller takes it away."""
        if not isinstance(node, ir.Source):
            return [f"i32 {self.value(node)}"]
        with self.lists.made(node) as cards:
            above = self.w.top
        self.w.top = above
        return [f"ptr {cards.start}", f"i32 {cards.many}"]

    def wide(self, operand: str) -> str:
        return self.w.op(f"sext i32 {operand} to i64")

    # ------------------------------------------------------------ pieces

    def _flag(self, node: ir.Expr) -> str:
        w = self.w
        if isinstance(node, ir.Binary) and node.operator in COMPARE:
            return w.flag(w.test(node.operator, self.value(node.left), self.value(node.right)))
        result = w.variable(start="0")
        yes, after = w.label("yes"), w.label("after")
        self.condition(node, yes, after)
        w.place(yes)
        w.set(result, "1")
        w.place(after)
        return w.get(result)

    def _cond(self, test: ir.Expr, then: ir.Expr, otherwise: ir.Expr) -> str:
        w = self.w
        result = w.variable()
        yes, no, after = w.label("then"), w.label("else"), w.label("after")
        self.condition(test, yes, no)
        w.place(yes)
        w.set(result, self.value(then))
        w.go(after)
        w.place(no)
        w.set(result, self.value(otherwise))
        w.place(after)
        return w.get(result)

    def _lookup(self, node: ir.Lookup) -> str:
        table = self.context.program.tables[node.table]
        if isinstance(node.index, ir.Const) and 0 <= node.index.value - table.first < len(table.values):
            return str(table.values[node.index.value - table.first])
        if not table.values:
            self.w.fault(FAULT["outside"], self.rule)
            return "0"
        index = self.places.inside(node.index, table.first, table.first + len(table.values) - 1)
        return self.w.load(f"@T{node.table}", self.w.two("sub", index, str(table.first)))

    def _within(self, node: ir.Within) -> str:
        w, value = self.w, self.value(node.value)
        if not self.context.checked:
            return value
        below, above = w.test("<", value, str(node.low)), w.test(">", value, str(node.high))
        with w.fault_if(w.op(f"or i1 {below}, {above}")):
            w.fault(FAULT["range"], node.rule, value)
        return value

    def _sum(self, node: ir.Binary) -> str:
        w, name = self.w, NAMES[node.operator]
        left, right = self.value(node.left), self.value(node.right)
        if node.rule is None or not self.context.checked:
            return w.two(name, left, right)
        pair = w.op(f"call {{ i32, i1 }} @llvm.s{name}.with.overflow.i32(i32 {left}, i32 {right})")
        result = w.op(f"extractvalue {{ i32, i1 }} {pair}, 0")
        with w.fault_if(w.op(f"extractvalue {{ i32, i1 }} {pair}, 1")):
            exact = w.op(f"{name} i64 {self.wide(left)}, {self.wide(right)}")
            w.fault(FAULT["number"], node.rule, exact, sort="i64")
        return result

    def _division(self, node: ir.Binary) -> str:
        w = self.w
        left, right = self.value(node.left), self.value(node.right)
        safe = isinstance(node.right, ir.Const) and node.right.value > 0
        rule = self.rule if node.rule is None else node.rule
        if not safe:  # dividing by 0 must never reach the processor
            with w.fault_if(w.test("==", right, "0")):
                w.fault(FAULT["division"], rule)
        if safe and node.operator != "/^":
            return self._floor("i32", node.operator, left, right)
        result = self._floor("i64", node.operator, self.wide(left), self.wide(right))
        if not safe and node.operator != "%" and node.rule is not None:
            high = w.op(f"icmp sgt i64 {result}, {HIGHEST}")
            with w.fault_if(high):
                w.fault(FAULT["number"], rule, result, sort="i64")
        return w.op(f"trunc i64 {result} to i32")

    def _floor(self, sort: str, operator: str, left: str, right: str) -> str:
        """Division that rounds down, or up for ``/^``, or what is left of it."""
        w = self.w
        if operator == "/^":
            left = w.op(f"sub {sort} 0, {left}")
        rest = w.op(f"srem {sort} {left}, {right}")
        uneven = w.op(f"icmp ne {sort} {rest}, 0")
        signs = w.op(f"xor {sort} {rest}, {right}")
        apart = w.op(f"icmp slt {sort} {signs}, 0")
        wrong = w.op(f"and i1 {uneven}, {apart}")
        if operator == "%":
            mended = w.op(f"add {sort} {rest}, {right}")
            return w.op(f"select i1 {wrong}, {sort} {mended}, {sort} {rest}")
        whole = w.op(f"sdiv {sort} {left}, {right}")
        down = w.op(f"sext i1 {wrong} to {sort}")
        result = w.op(f"add {sort} {whole}, {down}")
        return w.op(f"sub {sort} 0, {result}") if operator == "/^" else result

    def _offered(self, node: ir.Offered) -> str:
        """An i1."""
        w = self.w
        if node.picks is None:
            many = self.called(f"each{node.header}", node.arguments, True, "i32 1")
            return w.truth(many)
        item = self.called(f"why{node.header}", (*node.arguments, *node.picks), True)
        return w.test("<", item, "0")
