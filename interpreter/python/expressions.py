"""IR expressions as Python expressions.

Comes in: expressions of one function of a program.  Goes out: text.  A value is always a whole number, never
True or False; `truth` gives what may stand after `if`.  Addresses are left to `places`, ranges to `sources`,
statements to `statements`.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.python.held import HeldValues
from interpreter.python.limits import bounds_of, cards_in
from interpreter.python.names import Scope
from interpreter.python.places import Places
from interpreter.python.short import short_call
from interpreter.python.sources import Sources
from interpreter.python.texts import (
    AND,
    ATOM,
    CHOICE,
    COMPARE,
    OR,
    PRODUCT,
    SIGN,
    SUM,
    Context,
    Text,
    bracketed,
    opposite,
    padding,
)  # fmt: skip
from rulelang.ir.model.expressions import (
    NONE,
    At,
    Binary,
    Call,
    Cond,
    Const,
    Expr,
    First,
    Fold,
    Frame,
    Local,
    Lookup,
    Offered,
    Position,
    Read,
    Size,
    Source,
    Unary,
    Within,
    ZoneNumber,
    ZoneOf,
)  # fmt: skip

LEVELS = {"+": SUM, "-": SUM, "*": PRODUCT, "//": PRODUCT, "%": PRODUCT, "/^": PRODUCT}
COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
DIVISIONS = {"//": "rounded_down", "/^": "rounded_up", "%": "remainder"}


class Values(HeldValues):
    """Writes expressions for one function; `kept` names the variables of the block that have no cell."""

    def __init__(self, context: Context, kept: dict[int, str] | None = None, scope: Scope | None = None) -> None:
        self.context = context
        self.kept = kept or {}
        super().__init__(scope or context.scope())
        self.answered: dict[Expr, tuple[str, str]] = {}
        """Questions with the variable they are asked for, and the name of the set of values with the answer yes."""
        self.places = Places(self)
        self.sources = Sources(self)

    def value(self, node: Expr) -> Text:
        """A whole number."""
        match node:
            case Const(value):
                return Text(str(value), ATOM if value >= 0 else SIGN)
            case Local(name):
                return Text(self.scope[name])
            case Frame(slot):
                return Text(self.kept[slot] if slot in self.kept else f"S[{self.places.frame(node).text}]")
            case Read(counter, keys):
                return Text(f"S[{self.places.counter(counter, keys).text}]")
            case Lookup():
                return self._lookup(node)
            case Within():
                return self._within(node)
            case Unary("neg", value):
                return Text(f"-{bracketed(self.value(value), SIGN + 1)}", SIGN)
            case Binary():
                return self._binary(node)
            case Cond(test, then, otherwise):
                return self._cond(self.value(then), test, self.value(otherwise))
            case Call() if node in self.answered:
                return self._flag(node)
            case Call():
                return self._call(node)
            case Size(of):
                return self.places.size(of)
            case At():
                return self.places.at(node)
            case ZoneOf(card):
                start = self.context.layout.zone
                return Text(f"S[{self.places.linear(start, [(1, card)]).text}]")
            case ZoneNumber(zone):
                return self.places.number(zone)
            case Position(card):
                return Text(f"position(S, {self.value(card).text})")
            case Fold(operator="any" | "all") | Offered() | Unary():
                return self._flag(node)
            case Fold():
                return self.sources.fold(node)
            case First():
                return self.sources.first(node)
        assert_never(node)

    def truth(self, node: Expr) -> Text:
        """What is true if the value is not 0."""
        match node:
            case Const(value):
                return Text(str(value != 0))
            case Unary("not", value):
                return opposite(self.truth(value))
            case Binary("and" | "or" as word, left, right):
                level = AND if word == "and" else OR
                texts = bracketed(self.truth(left), level), bracketed(self.truth(right), level + 1)
                return Text(f"{texts[0]} {word} {texts[1]}", level)
            case Binary("!=", left, Const(0)):
                return self.value(left)
            case Binary("==", left, Const(0)):
                return opposite(self.value(left))
            case Binary(operator, left, right) if operator in COMPARISONS:
                texts = bracketed(self.value(left), COMPARE + 1), bracketed(self.value(right), COMPARE + 1)
                return Text(f"{texts[0]} {operator} {texts[1]}", COMPARE)
            case Cond(test, then, otherwise):
                return self._cond(self.truth(then), test, self.truth(otherwise))
            case Fold(operator="any" | "all"):
                return self.sources.fold(node)
            case Offered():
                return self._offered(node)
            case Call() if node in self.answered:
                variable, yes = self.answered[node]
                return Text(f"{self.scope[variable]} in {yes}", COMPARE)
            case _:
                return self.value(node)

    def argument(self, node: Expr | Source) -> str:
        """A value, or the cards of a set as a tuple."""
        if isinstance(node, Source):
            return f"({self.sources._spread(node)},)"
        return self.value(node).text

    def called(self, function: str, arguments: tuple[Expr | Source, ...]) -> str:
        """A call of a generated function."""
        return f"{function}({', '.join(['S', *map(self.argument, arguments)])})"

    # ------------------------------------------------------------ pieces

    def _call(self, node: Call) -> Text:
        short = short_call(self, node)
        if short is not None:
            return short
        text = self.called(self.context.functions[node.function], node.arguments)
        held = self._once.get(node)
        if held is None or self.listing:
            return Text(text)
        if not held:
            held = self._once[node] = self.scope.fresh(self.context.program.functions[node.function].name)
            return Text(f"({held} := {text})")
        return Text(held)

    def _flag(self, node: Expr) -> Text:
        return Text(f"1 if {bracketed(self.truth(node), OR)} else 0", CHOICE)

    def _cond(self, then: Text, test: Expr, otherwise: Text) -> Text:
        shown = bracketed(then, OR), bracketed(self.truth(test), OR)
        return Text(f"{shown[0]} if {shown[1]} else {otherwise.text}", CHOICE)

    def _lookup(self, node: Lookup) -> Text:
        table = self.context.program.tables[node.table]
        if isinstance(node.index, Const) and 0 <= node.index.value - table.first < len(table.values):
            value = table.values[node.index.value - table.first]
            return Text(str(value), ATOM if value >= 0 else SIGN)
        index = self.places.linear(padding(table) - table.first, [(1, node.index)])
        if index.text.isdigit() and 0 <= int(index.text) - padding(table) < len(table.values):
            value = table.values[int(index.text) - padding(table)]
            return Text(str(value), ATOM if value >= 0 else SIGN)
        return Text(f"T{node.table}[{index.text}]")

    def _within(self, node: Within) -> Text:
        value, low, high, rule = self.value(node.value), node.low, node.high, node.rule
        known = bounds_of(self, node.value)
        if known is not None and low <= known[0] and known[1] <= high:
            return value
        if value.text.isidentifier():
            return Text(f"{value.text} if {low} <= {value.text} <= {high} else outside({value.text}, {rule})", CHOICE)
        wrong, cell = "", self.places.first_cell(node.value) if isinstance(node.value, At) else None
        if cell is not None and isinstance(node.value, At) and not low <= 0 <= high:
            inside = cards_in(self, node.value.of)
            if inside is not None and low <= inside[0] and inside[1] <= high:
                return Text(f"{cell} or outside({NONE}, {rule})", OR)
            value, wrong = Text(cell), value.text
        if self.listing:
            return Text(f"within({wrong or value.text}, {low}, {high}, {rule})")
        name = self.scope.fresh("inside")
        return Text(
            f"{name} if {low} <= ({name} := {value.text}) <= {high} else outside({wrong or name}, {rule})", CHOICE
        )

    def _binary(self, node: Binary) -> Text:
        operator, rule = node.operator, node.rule
        if operator not in LEVELS:
            return self._flag(node)
        left, right, level = self.value(node.left), self.value(node.right), LEVELS[operator]
        safe = isinstance(node.right, Const) and node.right.value > 0
        if operator in DIVISIONS and rule is not None and not safe:
            return Text(f"{DIVISIONS[operator]}({left.text}, {right.text}, {rule})")
        if operator == "/^":
            return Text(f"-(-{bracketed(left, SIGN + 1)} // {bracketed(right, PRODUCT + 1)})", SIGN)
        text = f"{bracketed(left, level)} {operator} {bracketed(right, level + 1)}"
        if rule is not None and operator not in DIVISIONS:
            return Text(f"number({text}, {rule})")
        return Text(text, level)

    def _offered(self, node: Offered) -> Text:
        if node.picks is None:
            call = self.called(self.context.can[node.header], node.arguments)
            return Text(f"next({call}, None) is not None", COMPARE)
        picks = "".join(f"{self.argument(pick)}, " for pick in node.picks)
        arguments = "".join(f"{self.value(argument).text}, " for argument in node.arguments)
        return Text(f"{self.context.why[node.header]}(S, {arguments}({picks.strip()})) < 0", COMPARE)
