"""One LLVM function while it is written.

Comes in: operations.  Goes out: LLVM text.  An operand is the text of a 32-bit integer or of an address: a literal
or the name of a result.  Every variable is an `alloca` in the entry block, so that there are no phi nodes; LLVM
turns them into registers.  What is written is left to the other files.

Every function has three parameters before its own: %S, the state; %X, the cells of `abi`; %A, the first free
cell of the workspace, in which lists are put together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from interpreter.native.abi import X_KIND
from rulelang.nodes import frozen

ADDRESS, NUMBER = "ptr", "i32"
HEAD = "ptr noalias %S, ptr noalias %X, ptr %A"
GIVEN = "ptr %S, ptr %X, ptr {}"
COMPARE = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
FOLDS: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
}
LOWEST, HIGHEST = -(2**31), 2**31 - 1


def signed(number: int, bits: int) -> int:
    """A number of so many bits as LLVM reads it."""
    return (number ^ (1 << bits - 1)) - (1 << bits - 1)


def literal(text: str) -> int | None:
    """The number that an operand is, none if it is reckoned when the game runs."""
    return None if text.startswith(("%", "@")) else int(text)


def filled(template: str, known: Mapping[str, object]) -> str:
    """A text with something in place of each @@NAME@@."""
    return re.sub("@@([A-Z_]+)@@", lambda found: str(known[found[1]]), template)


@frozen
class Loop:
    """Where a loop goes on with the next member, and where it is over"""

    next: str
    done: str


class Writer:
    """Writes one function; `checked` functions make sure of everything that could go wrong."""

    def __init__(self, name: str, parameters: tuple[tuple[str, str], ...] = (), gives: str = NUMBER) -> None:
        self.name = name
        self.parameters = parameters
        self.gives = gives
        self.allocated: list[str] = []
        self.lines: list[str] = []
        self.top = "%A"
        """The first free cell of the workspace here."""
        self._many = 0
        self._fails = False
        self._ended = False

    # ------------------------------------------------------------ lines

    def line(self, text: str) -> None:
        if self._ended:  # nothing leads here, but a block it must be
            self._many += 1
            self.lines.append(f"dead{self._many}:")
            self._ended = False
        self.lines.append("  " + text)

    def op(self, text: str) -> str:
        """The result of an instruction."""
        self._many += 1
        name = f"%t{self._many}"
        self.line(f"{name} = {text}")
        return name

    def label(self, hint: str) -> str:
        self._many += 1
        return f"{hint}{self._many}"

    def place(self, label: str) -> None:
        """Here begins what `label` stands for; what comes before runs into it."""
        if not self._ended:
            self.go(label)
        self.lines.append(f"{label}:")
        self._ended = False

    def go(self, label: str) -> None:
        self._end(f"br label %{label}")

    def branch(self, bit: str, yes: str, no: str) -> None:
        """`bit` is an i1."""
        self._end(f"br i1 {bit}, label %{yes}, label %{no}")

    def branch_rarely(self, bit: str, yes: str, no: str) -> None:
        """The same where `yes` is hardly ever taken."""
        self._end(f"br i1 {bit}, label %{yes}, label %{no}, !prof !0")

    def give(self, operand: str | None) -> None:
        self._end("ret void" if operand is None else f"ret {self.gives} {operand}")

    def switch(self, value: str, otherwise: str, labels: list[tuple[int, str]]) -> None:
        cases = " ".join(f"i32 {number}, label %{label}" for number, label in labels)
        self._end(f"switch i32 {value}, label %{otherwise} [ {cases} ]")

    def _end(self, text: str) -> None:
        self.line(text)
        self._ended = True

    # ------------------------------------------------------------ numbers

    def two(self, operator: str, left: str, right: str) -> str:
        """An operation on two numbers, carried out at once if both are known."""
        one, other = literal(left), literal(right)
        if operator in ("add", "sub") and other == 0:
            return left
        if operator == "add" and one == 0:
            return right
        if operator == "mul" and 1 in (one, other):
            return right if one == 1 else left
        if one is not None and other is not None and operator in FOLDS:
            result = FOLDS[operator](one, other)
            if LOWEST <= result <= HIGHEST:
                return str(result)
        return self.op(f"{operator} i32 {left}, {right}")

    def test(self, operator: str, left: str, right: str) -> str:
        """A comparison as an i1."""
        return self.op(f"icmp {COMPARE.get(operator, operator)} i32 {left}, {right}")

    def flag(self, bit: str) -> str:
        return self.op(f"zext i1 {bit} to i32")

    def truth(self, value: str) -> str:
        return self.op(f"icmp ne i32 {value}, 0")

    # ------------------------------------------------------------ cells and variables

    def variable(self, sort: str = NUMBER, start: str | None = None, many: int = 1) -> str:
        """A new variable; with `start` it is set here."""
        self._many += 1
        name = f"%v{self._many}"
        self.allocated.append(f"  {name} = alloca {sort if many == 1 else f'[{many} x i32]'}, align 8")
        if start is not None:
            self.set(name, start, sort)
        return name

    def set(self, variable: str, value: str, sort: str = NUMBER) -> None:
        self.line(f"store {sort} {value}, ptr {variable}")

    def get(self, variable: str, sort: str = NUMBER) -> str:
        return self.op(f"load {sort}, ptr {variable}")

    def add_to(self, variable: str, amount: str = "1") -> None:
        self.set(variable, self.two("add", self.get(variable), amount))

    def cell(self, base: str, index: str) -> str:
        """The address of a cell."""
        return base if index == "0" else self.op(f"getelementptr i32, ptr {base}, i32 {index}")

    def load(self, base: str, index: str) -> str:
        return self.op(f"load i32, ptr {self.cell(base, index)}")

    def store(self, base: str, index: str, value: str) -> None:
        self.line(f"store i32 {value}, ptr {self.cell(base, index)}")

    def copy(self, target: str, source: str, cells: str) -> None:
        many = self.op(f"sext i32 {cells} to i64")
        many = self.op(f"shl i64 {many}, 2")
        self.line(f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {source}, i64 {many}, i1 false)")

    # ------------------------------------------------------------ structure

    @contextmanager
    def above(self, cells: str) -> Iterator[None]:
        """So many cells of the workspace are in use inside."""
        before, self.top = self.top, self.cell(self.top, cells)
        yield
        self.top = before

    @contextmanager
    def when(self, bit: str) -> Iterator[None]:
        """What is written inside happens only if `bit` holds."""
        yes, after = self.label("yes"), self.label("after")
        self.branch(bit, yes, after)
        self.place(yes)
        yield
        self.place(after)

    @contextmanager
    def counted(self, many: str) -> Iterator[tuple[str, Loop]]:
        """What is written inside happens for each index from 0."""
        again, inside = self.label("again"), self.label("inside")
        loop = Loop(self.label("next"), self.label("done"))
        index = self.variable(start="0")
        self.place(again)
        now = self.get(index)
        self.branch(self.test("<", now, many), inside, loop.done)
        self.place(inside)
        yield now, loop
        self.place(loop.next)
        self.add_to(index)
        self.go(again)
        self.place(loop.done)

    # ------------------------------------------------------------ calls and faults

    def call(self, function: str, *arguments: str, gives: str = NUMBER, may_fail: bool = False) -> str:
        """Calls a function of this module; `arguments` with their sorts."""
        result = self.op(f"call {gives} @{function}({', '.join([GIVEN.format(self.top), *arguments])})")
        if may_fail:
            self.check()
        return result

    def do(self, function: str, *arguments: str) -> None:
        """Calls a function that gives nothing back."""
        self.line(f"call void @{function}({', '.join([GIVEN.format(self.top), *arguments])})")

    @property
    def ended(self) -> bool:
        """Whether nothing leads here."""
        return self._ended

    def check(self) -> None:
        """Stops here if a fault has been stated."""
        failed = self.op(f"icmp ne i32 {self.load('%X', str(X_KIND))}, 0")
        on = self.label("on")
        self.branch(failed, self.fail(), on)
        self.place(on)

    def fail(self) -> str:
        """Where the function gives up."""
        self._fails = True
        return "fail"

    def fault(self, kind: int, rule: int | str, value: str = "0", also: str = "0", sort: str = NUMBER) -> None:
        """States a fault and gives up; nothing can follow."""
        wide = value if sort == "i64" else self.op(f"sext i32 {value} to i64")
        self.line(f"call void @state_fault(ptr %X, i32 {kind}, i32 {rule}, i64 {wide}, i32 {also})")
        self.go(self.fail())

    @contextmanager
    def fault_if(self, bit: str) -> Iterator[None]:
        """What is written inside ends in a fault."""
        bad, on = self.label("bad"), self.label("on")
        self.branch_rarely(bit, bad, on)
        self.place(bad)
        yield
        self.place(on)

    def text(self, linkage: str = "internal ") -> str:
        """The whole function."""
        given = "".join(f", {sort} %{name}" for sort, name in self.parameters)
        lines = [f"define {linkage}{self.gives} @{self.name}({HEAD}{given}) #0 {{", "entry:", *self.allocated]
        lines += self.lines
        if not self._ended:
            lines.append("  unreachable")
        if self._fails:
            nothing = {"void": "void", ADDRESS: "ptr null"}.get(self.gives, f"{self.gives} 0")
            lines += ["fail:", f"  ret {nothing}"]
        return "\n".join([*lines, "}"])
