"""Named values: every `define` with its layers, and tables, as functions.

Comes in: calls of named values and look-ups in tables.  Goes out: calls of IR functions. The layers of a value become
one chain of `if`; what `usual` means is a function of its own, so that the program grows only as the text does.
Values that are places or several things cannot be functions: they are put in where they are called.
"""

from __future__ import annotations

from rulelang.ir.folding import binary, choice
from rulelang.ir.lower.displays import bounds
from rulelang.ir.lower.draft import Draft, NotYet
from rulelang.ir.lower.options import live_layers
from rulelang.ir.lower.scope import Names, Scope
from rulelang.ir.lower.scope import holds_several as several
from rulelang.ir.lower.values import expressions, sources
from rulelang.ir.model.expressions import (
    Call,
    Const,
    Expr,
    Held,
    Items,
    Local,
    Lookup,
    Source,
    Within,
)
from rulelang.ir.model.program import Parameter
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model.program import DefineDecl, TableDecl
from rulelang.resolve.model.sorts import HIGHEST, LOWEST

Layers = list[tuple[int, ex.Expr | None]]


@expressions.lowered.register
def call(node: ex.DefineCall, draft: Draft, scope: Scope) -> Expr:
    """A named value; the number itself where it is the same for everybody."""
    declared = draft.game.defines[node.define]
    number = define_function(draft, declared, node)
    known = draft.function_value(number)
    if isinstance(known, Const):
        return known
    arguments = tuple(
        sources.argument(draft, scope, given, variable)
        for given, variable in zip(node.arguments, declared.parameters, strict=True)
    )
    return Call(number, arguments)


@expressions.lowered.register
def best_of(node: ex.BestOf, draft: Draft, scope: Scope) -> Expr:
    """The best of some values, each read once: two by two, by a function that all such sentences share."""
    first, *others = (expressions.strict(draft, scope, value) for value in node.values)
    number = draft.function(("best", node.word), f"{node.word} of two", lambda: _better(node.word))
    for other in others:
        first = Call(number, (first, other))
    return first


def _better(word: str) -> tuple[tuple[Parameter, ...], Expr]:
    one, other = Local("one"), Local("other")
    test = binary(">=" if word == "highest" else "<=", one, other)
    return (Parameter("one"), Parameter("other")), choice(test, one, other)


def define_function(draft: Draft, declared: DefineDecl, node: ex.Node) -> int:
    """The function of a named value."""
    key = ("define", declared.name)
    if key in draft.function_numbers and draft.functions[draft.function_numbers[key]] is None:
        raise NotYet(node.span, f"`{declared.name}`, which needs itself,")
    return draft.function(key, declared.name, lambda: _layered(draft, declared, live_layers(draft, declared)))


def _layered(draft: Draft, declared: DefineDecl, layers: Layers) -> tuple[tuple[Parameter, ...], Expr]:
    """The parameters of the function of some layers, and its value."""
    names = Names()
    parameters = tuple(Parameter(names.fresh(one.name), several(one.sort)) for one in declared.parameters)
    return parameters, _chain(draft, declared, layers, parameters, names)


def _chain(draft: Draft, declared: DefineDecl, layers: Layers, parameters: tuple[Parameter, ...], names: Names) -> Expr:
    """`if when: value else …` from the topmost layer down to the first that always holds."""
    number, when = layers[0]
    beneath = layers[1:]
    scope = Scope(declared.name, names)
    for variable, parameter in zip(declared.layers[number].parameters, parameters, strict=True):
        name = Local(parameter.name)
        scope.bind(variable, Held(name) if parameter.is_set else name)
    used: list[Expr] = []

    def usual() -> Expr:
        if not used:
            used.append(_beneath(draft, declared, beneath, parameters))
        return used[0]

    scope.usual = usual
    layer = declared.layers[number]
    holds = expressions.value(draft, scope, when) if when is not None else Const(1)
    if isinstance(holds, Const) and not holds.value:
        return _chain(draft, declared, beneath, parameters, names)
    made = expressions.value(draft, scope, layer.value)
    if isinstance(holds, Const):
        return made
    return choice(holds, made, used[0] if used else _chain(draft, declared, beneath, parameters, names))


def _beneath(draft: Draft, declared: DefineDecl, layers: Layers, parameters: tuple[Parameter, ...]) -> Expr:
    """What lies beneath a layer, as a function of its own, called with the same parameters."""
    number = draft.function(
        ("beneath", declared.name, layers[0][0]),
        f"{declared.name}.{layers[0][0]}",
        lambda: _layered(draft, declared, layers),
    )
    known = draft.function_value(number)
    if isinstance(known, Const):
        return known
    return Call(number, tuple(_itself(one) for one in parameters))


def _itself(parameter: Parameter) -> Expr | Source:
    return Items(Held(Local(parameter.name))) if parameter.is_set else Local(parameter.name)


# ---------------------------------------------------------------- tables


@expressions.lowered.register
def lookup(node: ex.TableLookup, draft: Draft, scope: Scope) -> Expr:
    """A row of a table."""
    declared = draft.game.tables[node.table]
    number = draft.function(("table", node.table), node.table, lambda: _table_function(draft, declared))
    arguments = tuple(
        expressions.strict(draft, scope, given, sort) for given, sort in zip(node.arguments, declared.keys, strict=True)
    )
    return Call(number, arguments)


def _table_function(draft: Draft, declared: TableDecl) -> tuple[tuple[Parameter, ...], Expr]:
    """A function that cuts each key to the rows of the table (`4 or more`) and looks the value up."""
    rule = draft.rule(declared.name, declared.span)
    ranges = [_key_range(draft, declared, place) for place in range(len(declared.keys))]
    names = tuple(f"key{place + 1}" for place in range(len(ranges)))
    index: Expr = Const(0)
    total = 1
    for name, (low, high, open_low, open_high) in zip(names, ranges, strict=True):
        key: Expr = Local(name)
        if open_low:
            key = choice(binary("<", key, Const(low)), Const(low), key)
        if open_high:
            key = choice(binary(">", key, Const(high)), Const(high), key)
        key = Within(key, low, high, rule)
        index = binary("+", binary("*", index, Const(high - low + 1)), binary("-", key, Const(low)))
        total *= high - low + 1
    if total > sources.MOST_NUMBERS * 10:
        raise NotYet(declared.span, f"a table with {total} cells")
    cells = [_cell(declared, ranges, place) for place in range(total)]
    made = draft.table(("rows", declared.name), declared.name, 0, lambda: tuple(cell or 0 for cell in cells))
    value: Expr = Lookup(made, index)
    if None in cells:
        there = draft.table(
            ("rows of", declared.name), f"{declared.name} has", 0, lambda: tuple(int(c is not None) for c in cells)
        )
        value = choice(Lookup(there, index), value, Within(Const(0), 1, 1, rule))
    return tuple(Parameter(name) for name in names), value


def _key_range(draft: Draft, declared: TableDecl, place: int) -> tuple[int, int, bool, bool]:
    """From which to which key a table has rows; whether the lowest and the highest stand for all beyond."""
    sort_low, sort_high = bounds(draft, declared.keys[place])
    lows = [max(entry.keys[place][0], sort_low) for entry in declared.entries]
    highs = [min(entry.keys[place][1], sort_high) for entry in declared.entries]
    finite = [key for key in (*lows, *highs) if LOWEST < key < HIGHEST]
    low, high = min(finite, default=0), max(finite, default=0)
    return low, high, LOWEST in lows, HIGHEST in highs


def _cell(declared: TableDecl, ranges: list[tuple[int, int, bool, bool]], place: int) -> int | None:
    keys: list[int] = []
    for low, high, _, _ in reversed(ranges):
        place, offset = divmod(place, high - low + 1)
        keys.insert(0, low + offset)
    for entry in declared.entries:
        if all(low <= key <= high for key, (low, high) in zip(keys, entry.keys, strict=True)):
            return entry.value
    return None
