"""The functions of `interpreter.kernel` as LLVM text.

Comes in: their Python text and constants.  Goes out: one `Writer` for each function.  Only what
those files need can be translated: whole numbers, addresses of cells, `if`, `while`, calls.  A call of a function that
may state a fault is followed by a check.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from interpreter.kernel import words
from interpreter.native.abi import FAULT, X_MUTED
from interpreter.native.emit.writer import ADDRESS, NUMBER, Writer, filled
from interpreter.native.trace import note

FILES = ("lists", "places", "knowledge", "cards", "swaps", "looks")
MIND_FILES = ("naming", "guessing", "search")
"""Those of `interpreter.minds`."""
OPEN = frozenset({"draw_world", "name_offers", "search", "try_each", "find_offers", "settle_all"})
"""Those functions that Python calls."""
BY_NUMBER = {False: "listed", True: "packed"}
"""Which file has the functions of places kept by number, by whether the layout is packed."""
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "shl", ast.RShift: "ashr", ast.FloorDiv: "sdiv",
}  # fmt: skip
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip
TABLES = frozenset(name for name, value in vars(words).items() if isinstance(value, list)) - {"S"}
KINDS = {name: FAULT[value] for name, value in vars(words).items() if name.isupper() and isinstance(value, str)}
"""The numbers of the faults that the kernel may state."""


@cache
def kernel(packed: bool = False, thinking: bool = False) -> dict[str, ast.FunctionDef]:
    """Every function of the kernel by its name."""
    here = Path(words.__file__).parent
    minds = here.with_name("minds")
    files = [here / f"{file}.py" for file in (BY_NUMBER[packed], *FILES)]
    files += [minds / f"{file}.py" for file in MIND_FILES] if thinking else []
    trees = [ast.parse(file.read_text("utf-8")) for file in files]
    return {node.name: node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}


def fallible(given: frozenset[str], packed: bool, thinking: bool = False) -> frozenset[str]:
    """The functions that may state a fault; `given` are others that may."""
    found = set(given) | {"fault"}
    while more := {name for name, called in _calls(packed, thinking).items() if called & found} - found:
        found |= more
    return frozenset(found)


@cache
def _calls(packed: bool, thinking: bool) -> dict[str, set[str]]:
    """Which functions each function of the kernel calls, by their names."""
    return {
        name: {
            node.func.id
            for node in ast.walk(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        for name, function in kernel(packed, thinking).items()
    }


def kernel_texts(
    constants: Mapping[str, int], failing: frozenset[str], packed: bool, watched: bool = False, thinking: bool = False
) -> list[str]:
    """All functions, written with these constants; `watched`: what happens is noted (see `trace`)."""
    return [filled(_template(frozenset(constants), failing, packed, watched, thinking), constants)]


@cache
def _template(constants: frozenset[str], failing: frozenset[str], packed: bool, watched: bool, thinking: bool) -> str:
    """The text with names of constants between @@ and @@: translating takes longer than putting numbers in."""
    known = {name: f"@@{name}@@" for name in constants} | {name: str(kind) for name, kind in KINDS.items()}
    writers = [_Translator(function, known, failing, watched).writer for function in kernel(packed, thinking).values()]
    texts = [writer.text("" if writer.name in OPEN else "internal ") for writer in writers]
    return "\n\n".join(text.replace(") #0 {", ") #1 {", 1) for text in texts)


def _sort(annotation: ast.expr | None) -> str:
    return ADDRESS if isinstance(annotation, ast.Name) and annotation.id == "Cells" else NUMBER


class _Translator:
    """Translates one function."""

    def __init__(
        self, function: ast.FunctionDef, constants: Mapping[str, str], failing: frozenset[str], watched: bool
    ) -> None:
        self.watched = watched
        self.constants = constants
        self.failing = failing
        parameters = tuple((_sort(given.annotation), given.arg) for given in function.args.args)
        nothing = isinstance(function.returns, ast.Constant)
        self.writer = Writer(function.name, parameters, "void" if nothing else NUMBER)
        self.variables: dict[str, tuple[str, str]] = {}
        for sort, name in parameters:
            self.variables[name] = sort, self.writer.variable(sort, f"%{name}")
        for statement in function.body:
            self.statement(statement)
        if nothing:
            self.writer.give(None)

    # ------------------------------------------------------------ statements

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(ast.Constant()):
                pass
            case ast.Expr(ast.Call() as call):
                self.call(call)
            case ast.Assign([ast.Name(name)], value):
                sort, operand = self.operand(value)
                if name not in self.variables:
                    self.variables[name] = sort, self.writer.variable(sort)
                self.writer.set(self.variables[name][1], operand, sort)
            case ast.Assign([ast.Subscript(base, index)], value):
                operand = self.number(value)
                self.writer.store(self.address(base), self.number(index), operand)
            case ast.AugAssign(target, operator, value):
                self._change(target, operator, value)
            case ast.If(ast.Name("TRACED"), body, []):
                for statement in body if self.watched else ():
                    self.statement(statement)
            case ast.If(test, body, otherwise):
                self._if(test, body, otherwise)
            case ast.While(test, body):
                self._while(test, body)
            case ast.Return(value):
                self.writer.give(None if value is None else self.number(value))
            case _:
                raise NotImplementedError(ast.unparse(node))

    def _change(self, target: ast.expr, operator: ast.operator, value: ast.expr) -> None:
        writer = self.writer
        if isinstance(target, ast.Name):
            cell = self.variables[target.id][1]
        elif isinstance(target, ast.Subscript):
            cell = writer.cell(self.address(target.value), self.number(target.slice))
        else:
            raise NotImplementedError(ast.unparse(target))
        change = self.number(value)
        writer.set(cell, writer.two(OPERATORS[type(operator)], writer.get(cell), change))

    def _if(self, test: ast.expr, body: list[ast.stmt], otherwise: list[ast.stmt]) -> None:
        yes, no, after = (self.writer.label(word) for word in ("yes", "no", "after"))
        self.condition(test, yes, no)
        self.writer.place(yes)
        for statement in body:
            self.statement(statement)
        if not self.writer.ended:
            self.writer.go(after)
        self.writer.place(no)
        for statement in otherwise:
            self.statement(statement)
        self.writer.place(after)

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> None:
        again, inside, after = (self.writer.label(word) for word in ("again", "inside", "after"))
        self.writer.place(again)
        self.condition(test, inside, after)
        self.writer.place(inside)
        for statement in body:
            self.statement(statement)
        if not self.writer.ended:
            self.writer.go(again)
        self.writer.place(after)

    # ------------------------------------------------------------ expressions

    def condition(self, node: ast.expr, yes: str, no: str) -> None:
        """Goes to `yes` or `no`."""
        match node:
            case ast.BoolOp(operator, values):
                for value in values[:-1]:
                    on = self.writer.label("on")
                    if isinstance(operator, ast.And):
                        self.condition(value, on, no)
                    else:
                        self.condition(value, yes, on)
                    self.writer.place(on)
                self.condition(values[-1], yes, no)
            case ast.UnaryOp(ast.Not(), value):
                self.condition(value, no, yes)
            case ast.Compare(left, [operator], [right]):
                bit = self.writer.test(COMPARISONS[type(operator)], self.number(left), self.number(right))
                self.writer.branch(bit, yes, no)
            case _:
                self.writer.branch(self.writer.truth(self.number(node)), yes, no)

    def number(self, node: ast.expr) -> str:
        sort, operand = self.operand(node)
        if sort != NUMBER:
            raise NotImplementedError(ast.unparse(node))
        return operand

    def address(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name) and node.id in TABLES:
            return f"@{node.id}"
        sort, operand = self.operand(node)
        if sort != ADDRESS:
            raise NotImplementedError(ast.unparse(node))
        return operand

    def operand(self, node: ast.expr) -> tuple[str, str]:
        """The sort and the operand."""
        writer = self.writer
        match node:
            case ast.Constant(int() as value):
                return NUMBER, str(value)
            case ast.UnaryOp(ast.USub(), ast.Constant(int() as value)):
                return NUMBER, str(-value)
            case ast.UnaryOp(ast.Invert(), value):
                return NUMBER, writer.two("xor", self.number(value), "-1")
            case ast.Name("S"):
                return ADDRESS, "%S"
            case ast.Name(name) if name in self.variables:
                sort, variable = self.variables[name]
                return sort, writer.get(variable, sort)
            case ast.Name(name):
                return NUMBER, self.constants[name]
            case ast.Subscript(base, index):
                return NUMBER, writer.load(self.address(base), self.number(index))
            case ast.BinOp(left, operator, right):
                return NUMBER, writer.two(OPERATORS[type(operator)], self.number(left), self.number(right))
            case ast.Call():
                return self.call(node)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(ast.Not()):
                return NUMBER, self._flag(node)
        raise NotImplementedError(ast.unparse(node))

    def _flag(self, node: ast.expr) -> str:
        writer = self.writer
        result = writer.variable(NUMBER, "0")
        yes, after = writer.label("yes"), writer.label("after")
        self.condition(node, yes, after)
        writer.place(yes)
        writer.set(result, "1")
        writer.place(after)
        return writer.get(result)

    def call(self, node: ast.Call) -> tuple[str, str]:
        writer = self.writer
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name == "fault":
            return NUMBER, self._fault(node)
        if name == "event":
            assert isinstance(node.args[0], ast.Constant)
            note(writer, str(node.args[0].value), self.number(node.args[-1]))
            return NUMBER, "0"
        if name == "room":
            cells = writer.top
            writer.top = writer.cell(cells, self.number(node.args[0]))
            return ADDRESS, cells
        given = [self.operand(argument) for argument in node.args]
        operands = [operand for _, operand in given]
        match name:
            case "copy":
                target, to, source, start, many = operands
                writer.copy(writer.cell(target, to), writer.cell(source, start), many)
                return NUMBER, "0"
            case "below":
                return NUMBER, writer.call("below_in", *[f"{sort} {operand}" for sort, operand in given])
            case "mute":
                writer.store("%X", str(X_MUTED), operands[0])
                return NUMBER, "0"
            case "drawn":
                return NUMBER, writer.call("below_deal", f"i32 {operands[2]}")
            case "dealing":
                writer.do("dealing", f"i32 {operands[0]}")
                writer.check()
                return NUMBER, "0"
            case "ones":
                return NUMBER, writer.op(f"call i32 @llvm.ctpop.i32(i32 {operands[0]})")
            case "lowest":
                return NUMBER, writer.op(f"call i32 @llvm.cttz.i32(i32 {operands[0]}, i1 true)")
        function = kernel(thinking=True).get(name)
        nothing = function is not None and isinstance(function.returns, ast.Constant)
        arguments = [f"{sort} {operand}" for sort, operand in given]
        if nothing:
            writer.do(name, *arguments)
            result = "0"
        else:
            result = writer.call(name, *arguments)
        if name in self.failing:
            writer.check()
        return NUMBER, result

    def _fault(self, node: ast.Call) -> str:
        operands = [self.number(argument) for argument in node.args]
        self.writer.fault(int(operands[0]), *operands[1:])
        return "0"
