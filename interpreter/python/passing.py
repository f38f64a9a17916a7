"""Which members of a pick pass, remembered by the answers of one question.

Comes in: picks such as ``suspect in suspects where every animal in suspect.alibi has me.owns(animal)``.  Goes out: the
question ``me.owns(animal)``, which alone reads the state and is asked for a few values only, so that the values for
which its answer is yes say who passes; and Python text for those values.
"""

from __future__ import annotations

from attrs import frozen

from interpreter.lifetimes import nodes
from interpreter.python.alike import inside
from interpreter.python.earlier import harmless
from interpreter.python.expressions import Values
from interpreter.python.limits import members
from interpreter.python.members import parts
from interpreter.python.texts import BYTES, CHOICE, Context, bracketed, fits_bytes
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.expressions import Binary, Call, Const, Expr, Fold, Local, Numbers, Ordered, Source
from rulelang.ir.model.program import Function, PickItem, Program

STATE = (
    ir.Read, ir.Frame, ir.Zone, ir.ZoneAt, ir.Held, ir.ZoneOf, ir.Position, ir.Offered, ir.First, ir.Call,
)  # fmt: skip
"""What may depend on the state."""
MOST_VALUES = 16
MOST_ASKED = 64
"""So many members at most are asked beforehand whether they pass."""


@frozen
class Question:
    """A call asked for the values from `low` to `high` of one variable; `numbers`: what else decides who passes."""

    call: Call
    variable: str
    low: int
    high: int
    named: frozenset[str]
    numbers: tuple[str, ...]


def question_of(program: Program, pick: PickItem) -> Question | None:
    """The only question that the condition of a pick asks of the state, if it is such a one."""
    where = pick.where
    if where is None or pick.capacity or not harmless(program, where):
        return None
    calls = {node for node in nodes(where) if isinstance(node, Call)}
    others = [node for node in nodes(where) if isinstance(node, STATE) and node not in calls]
    ranges = _ranges(where)
    if len(calls) != 1 or others:
        return None
    [call] = calls
    asked = [node.name for node in nodes(call) if isinstance(node, Local) and node.name in ranges]
    known = {node.name for node in nodes(where) if isinstance(node, Local)} - ranges.keys() - {pick.variable}
    of_call = {node.name for node in nodes(call) if isinstance(node, Local)}
    values = ranges[asked[0]] if len(asked) == 1 else None
    if values is None or pick.variable in of_call or Local(asked[0]) not in call.arguments:
        return None
    outside = {node.name for part in _without(where, call) for node in nodes(part) if isinstance(node, Local)}
    return Question(call, asked[0], values[0], values[-1], frozenset(known), tuple(sorted(outside & known)))


def _without(node: object, call: Call) -> list[object]:
    """The leaves of an expression, without those of a call."""
    if node == call:
        return []
    inner = [] if isinstance(node, Local) else inside(node)
    return [leaf for part in inner for leaf in _without(part, call)] if inner else [node]


def _ranges(where: Expr) -> dict[str, range | None]:
    """The variables of folds and orders, with what they go through if that is a few constant numbers."""
    found: dict[str, range | None] = {}
    for node in nodes(where):
        if isinstance(node, Fold | ir.First | Ordered):
            source: Source = node.source
            while isinstance(source, Ordered):
                source = source.source
            few = None
            if isinstance(source, Numbers) and isinstance(source.low, Const) and isinstance(source.high, Const):
                few = range(source.low.value, source.high.value + 1)
            found[node.variable] = few if few and len(few) <= MOST_VALUES else None
    return found


def yes_text(context: Context, values: Values, question: Question) -> str:
    """The values for which the answer is yes, as a set or as bytes."""
    function = context.program.functions[question.call.function]
    place = question.call.arguments.index(Local(question.variable))
    column = _column(function, function.parameters[place].name)
    if column is None or any(parameter.is_set for parameter in function.parameters):
        name = values.scope[question.variable]
        answer = values.truth(question.call).text
        return f"frozenset([{name} for {name} in range({question.low}, {question.high + 1}) if {answer}])"
    source, variable, tests, shown = column
    inner = Values(context)
    for given, argument in zip(function.parameters, question.call.arguments, strict=True):
        inner.scope.keep(values.argument(argument))
        inner.scope.stands_for(given.name, values.argument(argument))
    where = None
    for each in tests:
        where = each if where is None else Binary("and", where, each)
    clauses = inner.sources.clauses(variable, source, where)
    test = clauses.test or ""
    shown_text, test = inner.value(shown).text, test and f" if {test}"
    if isinstance(shown, ir.Lookup) and shown_text == f"T{shown.table}[{clauses.variable}]" and not test:
        if question.low >= 0 and question.high < BYTES and fits_bytes(context.program.tables[shown.table]):
            return f"bytes({clauses.source}).translate(BYTES_T{shown.table})"
        return f"frozenset(map(OF_T{shown.table}, {clauses.source}))"
    return f"frozenset([{shown_text} for {clauses.variable} in {clauses.source}{test}])"


def _column(function: Function, asked: str) -> tuple[Source, str, list[Expr], Expr] | None:
    """Source, variable, conditions and V of a question whether any member has ``V == asked``."""
    value = function.value
    if not isinstance(value, Fold) or value.operator != "any":
        return None
    tests = [*parts(value.value), *(parts(value.where) if value.where is not None else [])]
    equal = [each for each in tests if isinstance(each, Binary) and (each.operator, each.right) == ("==", Local(asked))]
    shown, rest = [each.left for each in equal], [each for each in tests if each not in equal]
    if len(shown) != 1 or any(node == Local(asked) for node in nodes((value.source, tuple(rest), shown[0]))):
        return None
    return value.source, value.variable, rest, shown[0]


def asked_beforehand(values: Values, pick: PickItem) -> tuple[int, int] | None:
    """From where to where the members of a pick go if all of them are asked at once."""
    found = members(values, pick.source)
    return found if found is not None and found[1] - found[0] < MOST_ASKED else None


def passing_lines(context: Context, name: str, memory: str, question: Question, pick: PickItem) -> list[str]:
    """``def lots_clear_0(yes):`` who passes, for values with the answer yes that are not remembered yet"""
    values = Values(context)
    values.answered = {question.call: (question.variable, "yes")}
    assert pick.where is not None
    variable, test = values.scope[pick.variable], bracketed(values.truth(pick.where), CHOICE + 1)
    given, found = (
        ", ".join(["yes", *(values.scope[each] for each in question.numbers)]),
        f"answers(lambda {variable}: {test})",
    )
    few = asked_beforehand(values, pick)
    if few is not None:
        found = f"frozenset([{variable} for {variable} in range({few[0]}, {few[1] + 1}) if {test}])"
    return [
        f"{memory} = memory()",
        "",
        "",
        f"def {name}({given}):",
        f"    return {memory}.keep({memory}, ({given}), {found})",
        "",
        "",
    ]
