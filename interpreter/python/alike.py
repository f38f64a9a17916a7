"""Which sets of cards may be judged by how their cards look, so that what passes can be remembered.

Comes in: the last pick of a header and what follows it.  Goes out: whether the answer for a set depends on nothing
but the looks of its cards and some whole numbers, and which numbers those are.  Remembering is left to `looks`.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from interpreter.lifetimes import nodes
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.expressions import Binary, Call, Const, Expr, Held, Items, Local, Lookup, Source, Within
from rulelang.ir.model.program import HeadItem, NeedItem, PickItem, Program

MORE = (
    ir.Read, ir.Frame, ir.Zone, ir.ZoneAt, ir.ZoneNumber, ir.ZoneOf, ir.Position, ir.Offered, ir.At, ir.First,
    ir.Subsets, ir.Last,
)  # fmt: skip
"""What may depend on more than looks and numbers, or may give a card."""
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def remembered_by(program: Program, pick: PickItem, rest: Sequence[HeadItem]) -> list[str] | None:
    """The variables besides the set on which it depends what passes; none if it cannot be remembered."""
    source = pick.source
    if not isinstance(source, ir.Subsets) or not source.alike or pick.if_able or not _one_place(source.source):
        return None
    if program.card_counters or not _alike(program):
        return None
    asked: list[Expr] = [] if pick.where is None else [pick.where]
    for item in rest:
        if not isinstance(item, NeedItem):
            return None
        asked.append(item.condition)
    if not all(_by_look(program, each, {pick.variable}, set()) for each in asked):
        return None
    bound = {node.variable for node in nodes(tuple(asked)) if isinstance(node, ir.Fold | ir.Ordered)}
    named = {node.name for node in nodes(tuple(asked)) if isinstance(node, Local)}
    return sorted(named - bound - {pick.variable})


def _one_place(source: Source) -> bool:
    """Whether all cards of a source surely lie in one place."""
    match source:
        case Items(of):
            return not isinstance(of, Held)
        case ir.Ordered(source=inner) | ir.Last(source=inner):
            return _one_place(inner)
        case _:
            return False


def _alike(program: Program) -> list[list[int]]:
    """The cards that look like others, together."""
    groups: dict[int, list[int]] = {}
    for number, card in enumerate(program.cards):
        groups.setdefault(card.look, []).append(number)
    return [cards for cards in groups.values() if len(cards) > 1]


def _by_look(program: Program, node: object, sets: set[str], cards: set[str]) -> bool:
    """Whether an expression asks the cards of `sets`, and `cards`, only for what look-alikes have in common."""
    if isinstance(node, MORE):
        return False
    match node:
        case Held(variable):
            return isinstance(variable, Local) and variable.name in sets
        case Local(name):
            return name not in cards
        case Lookup(table, Local(name) | Within(Local(name))) if name in cards:
            return _same_cells(program, table)
        case Binary(operator, Local(name), Const(value)) if name in cards and operator in COMPARISONS:
            return all(cards[-1] < value or cards[0] > value for cards in _alike(program))
        case Call():
            return _call_by_look(program, node, sets, cards)
        case ir.Fold(variable=name, source=source) | ir.Ordered(variable=name, source=source):
            if any(isinstance(inner, Items) for inner in nodes(source)):
                cards = cards | {name}
    return all(_by_look(program, part, sets, cards) for part in inside(node))


def _call_by_look(program: Program, node: Call, sets: set[str], cards: set[str]) -> bool:
    """The same of a function, whose parameters stand for what is given."""
    function = program.functions[node.function]
    inner: tuple[set[str], set[str]] = set(), set()
    for parameter, given in zip(function.parameters, node.arguments, strict=True):
        if parameter.is_set:
            inner[0].add(parameter.name)
        elif isinstance(given, Local) and given.name in cards:
            inner[1].add(parameter.name)
            continue
        if not _by_look(program, given, sets, cards):
            return False
    return _by_look(program, function.value, *inner)


def _same_cells(program: Program, number: int) -> bool:
    """Whether cards that look alike have equal cells in a table."""
    table = program.tables[number]
    return all(
        len({table.values[card - table.first] for card in cards if 0 <= card - table.first < len(table.values)}) <= 1
        for cards in _alike(program)
    )


def inside(node: object) -> list[object]:
    """What stands right inside a node."""
    if isinstance(node, tuple):
        return list(node)
    kind = type(node)
    return [getattr(node, field.name) for field in attrs.fields(kind)] if attrs.has(kind) else []
