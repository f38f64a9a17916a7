"""The functions of `interpreter.kernel` as LLVM text.

Comes in: their Python text and constants.  Goes out: one `Writer` for each function.  Only what
those files need can be translated: whole numbers, addresses of cells, `if`, `while`, calls.  A call of a function that
may state a fault is followed by a check.

Where it is known in which declared zone a place lies, a function is written once more for that zone (`Special`): what
its shape decides is decided here, and its addresses are reckoned instead of looked up.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import cache
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path

from interpreter.kernel import words
from interpreter.kernel.constants import tables
from interpreter.native.abi import FAULT, X_MUTED
from interpreter.native.emit.scope import Context
from interpreter.native.emit.writer import ADDRESS, NUMBER, Writer, filled, literal
from interpreter.native.trace import note
from rulelang.ir.model.expressions import Zone

HOLDS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: eq, ast.NotEq: ne, ast.Lt: lt, ast.LtE: le, ast.Gt: gt, ast.GtE: ge,
}  # fmt: skip
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
    context: Context, constants: Mapping[str, int], failing: frozenset[str], thinking: bool = False
) -> list[str]:
    """All functions, written with these constants, and those that were asked for with certain zones."""
    packed, watched = context.layout.packed, bool(context.watched)
    texts = [filled(_template(frozenset(constants), failing, packed, watched, thinking), constants)]
    known = {name: str(value) for name, value in constants.items()} | {name: str(kind) for name, kind in KINDS.items()}
    done: set[str] = set()
    while left := [name for name in context.specialised if name not in done]:
        for name in left:
            done.add(name)
            special = Special(context, *context.specialised[name])
            texts.append(_text(_Translator(kernel(packed)[special.function], known, failing, watched, special).writer))
    return texts


class Special:
    """One function of the kernel for places of certain zones; `zones` by the names of its parameters."""

    def __init__(self, context: Context, function: str, zones: Mapping[str, int]) -> None:
        self.context = context
        self.function = function
        self.zones = dict(zones)
        self._tables = tables(context.layout)

    @property
    def name(self) -> str:
        return special_name(self.function, self.zones)

    def cell(self, writer: Writer, table: str, parameter: str, place: str) -> str | None:
        """What a table has for a place, if that can be reckoned."""
        layout, zone = self.context.layout, self.zones[parameter]
        first = layout.first_place[zone]
        after = layout.first_place[zone + 1] if zone + 1 < len(layout.first_place) else len(layout.places)
        cells = self._tables[table][first:after]
        step = cells[1] - cells[0] if len(cells) > 1 else 0
        if list(cells) != [cells[0] + step * number for number in range(len(cells))]:
            return None
        return (
            writer.two("add", writer.two("mul", place, str(step)), str(cells[0] - step * first))
            if step
            else str(cells[0])
        )


def special_name(function: str, zones: Mapping[str, int]) -> str:
    """What a function is called that is written for certain zones."""
    return "".join([function, *(f".{parameter}{zone}" for parameter, zone in sorted(zones.items()))])


def with_zones(context: Context, function: str, **places: object) -> str:
    """The name of a function of the kernel, where some of its places are given; one for their zones if they are known
    and whole games are played.
    """
    zones = {name: place.zone for name, place in places.items() if isinstance(place, Zone)}
    if zones and context.layout.packed:
        context.specialised[special_name(function, zones)] = function, zones
        return special_name(function, zones)
    return function


@cache
def _template(constants: frozenset[str], failing: frozenset[str], packed: bool, watched: bool, thinking: bool) -> str:
    """The text with names of constants between @@ and @@: translating takes longer than putting numbers in."""
    known = {name: f"@@{name}@@" for name in constants} | {name: str(kind) for name, kind in KINDS.items()}
    writers = [_Translator(function, known, failing, watched).writer for function in kernel(packed, thinking).values()]
    return "\n\n".join(map(_text, writers))


def _text(writer: Writer) -> str:
    return writer.text("" if writer.name in OPEN else "internal ").replace(") #0 {", ") #1 {", 1)


def _sort(annotation: ast.expr | None) -> str:
    return ADDRESS if isinstance(annotation, ast.Name) and annotation.id == "Cells" else NUMBER


class _Translator:
    """Translates one function."""

    def __init__(
        self,
        function: ast.FunctionDef,
        constants: Mapping[str, str],
        failing: frozenset[str],
        watched: bool,
        special: Special | None = None,
    ) -> None:
        self.special = special
        self.watched = watched
        self.constants = constants
        self.failing = failing
        parameters = tuple((_sort(given.annotation), given.arg) for given in function.args.args)
        nothing = isinstance(function.returns, ast.Constant)
        self.writer = Writer(special.name if special else function.name, parameters, "void" if nothing else NUMBER)
        self.variables: dict[str, tuple[str, str]] = {}
        for sort, name in parameters:
            self.variables[name] = sort, self.writer.variable(sort, f"%{name}")
        self.body(function.body)
        if nothing and not self.writer.ended:
            self.writer.give(None)

    # ------------------------------------------------------------ statements

    def body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if not self.writer.ended:
                self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(ast.Constant()):
                pass
            case ast.Expr(ast.Call() as call):
                self.call(call)
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("real_place"))) if self._zone(name) is not None:
                pass
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
                self.body(body if self.watched else [])
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
        decided = self.decided(test)
        if decided is not None:
            self.body(body if decided else otherwise)
            return
        yes, no, after = (self.writer.label(word) for word in ("yes", "no", "after"))
        self.condition(test, yes, no)
        self.writer.place(yes)
        self.body(body)
        if not self.writer.ended:
            self.writer.go(after)
        self.writer.place(no)
        self.body(otherwise)
        self.writer.place(after)

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> None:
        again, inside, after = (self.writer.label(word) for word in ("again", "inside", "after"))
        self.writer.place(again)
        self.condition(test, inside, after)
        self.writer.place(inside)
        self.body(body)
        if not self.writer.ended:
            self.writer.go(again)
        self.writer.place(after)

    # ------------------------------------------------------------ expressions

    def _zone(self, name: str) -> int | None:
        """The zone in which the place of a parameter lies."""
        return self.special.zones.get(name) if self.special else None

    def decided(self, node: ast.expr) -> bool | None:
        """Whether a condition holds, if that is known here already."""
        match node:
            case ast.BoolOp(operator, values):
                stops = isinstance(operator, ast.Or)
                for value in values:
                    found = self.decided(value)
                    if found is None:
                        return None
                    if found is stops:
                        return stops
                return not stops
            case ast.UnaryOp(ast.Not(), value):
                found = self.decided(value)
                return None if found is None else not found
            case ast.Compare(left, [operator], [right]):
                one, two = self._literal(left), self._literal(right)
                return None if one is None or two is None else HOLDS[type(operator)](one, two)
            case ast.Call(ast.Name("by_number"), [ast.Name(name)]) if self._zone(name) is not None:
                shape = self._literal(ast.Subscript(ast.Name("SHAPE"), ast.Name(name)))
                return shape in (words.HAND, words.BAG)
        number = self._literal(node)
        return None if number is None else bool(number)

    def _literal(self, node: ast.expr) -> int | None:
        """The number that an expression is, if it is known here already."""
        match node:
            case ast.Constant(int() as value):
                return value
            case ast.UnaryOp(ast.USub(), ast.Constant(int() as value)):
                return -value
            case ast.Name(name) if name in self.constants and name not in self.variables:
                return None if self.constants[name].startswith("@") else int(self.constants[name])
            case ast.Subscript(ast.Name(table), ast.Name(name)) if (
                table in TABLES and self.special and self._zone(name) is not None
            ):
                found = self.special.cell(self.writer, table, name, "0") if table not in ("SIZE", "CARDS") else None
                return None if found is None else literal(found)
        return None

    def condition(self, node: ast.expr, yes: str, no: str) -> None:
        """Goes to `yes` or `no`."""
        decided = self.decided(node)
        if decided is not None:
            self.writer.go(yes if decided else no)
            return
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
            case ast.Subscript(ast.Name(table), ast.Name(name)) if (found := self._reckoned(table, name)) is not None:
                return NUMBER, found
            case ast.Subscript(base, index):
                return NUMBER, writer.load(self.address(base), self.number(index))
            case ast.BinOp(left, operator, right):
                return NUMBER, writer.two(OPERATORS[type(operator)], self.number(left), self.number(right))
            case ast.Call():
                return self.call(node)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(ast.Not()):
                return NUMBER, self._flag(node)
        raise NotImplementedError(ast.unparse(node))

    def _reckoned(self, table: str, name: str) -> str | None:
        """What a table has for the place of a parameter, without a look at the table."""
        if table not in TABLES or self.special is None or self._zone(name) is None:
            return None
        return self.special.cell(self.writer, table, name, self.writer.get(self.variables[name][1]))

    def _flag(self, node: ast.expr) -> str:
        decided = self.decided(node)
        if decided is not None:
            return str(int(decided))
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
            case "nth":
                wide = writer.op(f"zext i32 {operands[0]} to i64")
                return NUMBER, writer.op(f"call i32 @nth(i64 {wide}, i32 {operands[1]})")
            case "lowest":
                return NUMBER, writer.op(f"call i32 @llvm.cttz.i32(i32 {operands[0]}, i1 true)")
        function = kernel(thinking=True).get(name)
        called = self._special(function, node) if function is not None and self.special else name
        nothing = function is not None and isinstance(function.returns, ast.Constant)
        arguments = [f"{sort} {operand}" for sort, operand in given]
        if nothing:
            writer.do(called, *arguments)
            result = "0"
        else:
            result = writer.call(called, *arguments)
        if name in self.failing:
            writer.check()
        return NUMBER, result

    def _special(self, function: ast.FunctionDef, node: ast.Call) -> str:
        """The name of a function that is called, for the zones that are known of what it is given."""
        assert self.special is not None
        zones = {
            parameter.arg: zone
            for parameter, argument in zip(function.args.args, node.args, strict=True)
            if isinstance(argument, ast.Name) and (zone := self._zone(argument.id)) is not None
        }
        if not zones:
            return function.name
        name = special_name(function.name, zones)
        self.special.context.specialised[name] = function.name, zones
        return name

    def _fault(self, node: ast.Call) -> str:
        operands = [self.number(argument) for argument in node.args]
        self.writer.fault(int(operands[0]), *operands[1:])
        return "0"
