"""Which variables of a program hold cards.

Comes in: a program.  Goes out: numbers of variables that are kept in the state.  The IR does not say of which sort a
variable is; but what is moved, looked up in the table of a column, or taken out of a place is a card, and so is
whatever is assigned to it, compared with it, or handed to where it is so used.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as st
from rulelang.ir.model.program import Header, LetItem, PickItem, Program
from rulelang.ir.walk import nodes

CARD = "card"


def card_variables(program: Program) -> frozenset[int]:
    """The numbers of the variables whose numbers are those of cards."""
    links = linked(program)
    return frozenset(slot for slot in range(len(program.frames)) if links.find(slot) == links.find(CARD))


def linked(program: Program) -> Links:
    """All names of variables, with `CARD`, joined where they are of one sort."""
    links = Links()
    for one, other in _equal(program):
        links.join(one, other)
    return links


class Links:
    """What is of one sort: sets that are joined (union-find)."""

    def __init__(self) -> None:
        self._to: dict[Hashable, Hashable] = {}

    def find(self, one: Hashable) -> Hashable:
        while (to := self._to.get(one, one)) != one:
            one = to
        return one

    def join(self, one: Hashable, other: Hashable) -> None:
        self._to[self.find(one)] = self.find(other)


Pair = tuple[Hashable, Hashable]


def _equal(program: Program) -> Iterator[Pair]:
    """Names of what is of one sort; a variable of the state is named by its number."""
    for number, function in enumerate(program.functions):
        yield from _inside(program, f"function {number}", function.value)
        yield from _pairs(f"function {number}", ("function", number), function.value)
    for number, procedure in enumerate(program.procedures):
        yield from _inside(program, f"procedure {number}", procedure.body)
    for number, header in enumerate(program.headers):
        yield from _inside(program, f"header {number}", header.items)
        yield from _items(f"header {number}", header)
    for number, block in enumerate(program.blocks):
        yield from _inside(program, f"block {number}", (block.body, block.end))
    for decision in program.decisions:
        yield from _inside(program, "decision", decision)
        for offer in decision.all_offers:
            header = program.headers[offer.header]
            for item, frame in zip(header.picks, offer.into, strict=True):
                yield frame.slot, (f"header {offer.header}", item.variable)
            for parameter, argument in zip(header.parameters, offer.arguments, strict=True):
                yield from _pairs("decision", (f"header {offer.header}", parameter.name), argument)


def _items(where: str, header: Header) -> Iterator[Pair]:
    for item in header.items:
        if isinstance(item, PickItem):
            yield from _of(where, (where, item.variable), item.source)
            if item.display.sort in ("card", "cards"):
                yield (where, item.variable), CARD
        elif isinstance(item, LetItem):
            yield from _pairs(where, (where, item.variable), item.value)


def _inside(program: Program, where: str, part: object) -> Iterator[Pair]:
    columns = {table for _, table, _ in program.columns}
    for node in nodes(part):
        match node:
            case st.Assign(target, value):
                yield from _both(where, target, value)
            case st.Hold(target, source):
                for name in _names(where, target):
                    yield from _of(where, name, source)
            case st.Random(target, variable, source):
                yield from _of(where, (where, variable), source)
                yield from _both(where, target, ir.Local(variable))
            case (
                st.Each(variable=variable, source=source)
                | ir.First(variable=variable, source=source)
                | ir.Fold(variable=variable, source=source)
                | ir.Ordered(variable=variable, source=source)
            ):
                yield from _of(where, (where, variable), source)
            case st.Deal(card=target) if target is not None:
                yield from ((name, CARD) for name in _names(where, target))
            case st.Move(card=card) | st.ShowFact(card=card) | ir.Position(card) | ir.ZoneOf(card):
                yield from _pairs(where, CARD, card)
            case st.SwapCards(left, right):
                yield from _pairs(where, CARD, left)
                yield from _pairs(where, CARD, right)
            case ir.Lookup(table, index) if table in columns:
                yield from _pairs(where, CARD, index)
            case ir.Read(counter, keys) | st.Write(counter, keys):
                for key, value in zip(program.counters[counter].keys, keys, strict=True):
                    if key.display.sort == CARD:
                        yield from _pairs(where, CARD, value)
                if isinstance(node, st.Write) and program.counters[counter].display.sort == CARD:
                    yield from _pairs(where, CARD, node.value)
            case ir.Binary("==" | "!=", left, right):
                yield from _both(where, left, right)
            case ir.Call(number, arguments):
                for parameter, argument in zip(program.functions[number].parameters, arguments, strict=True):
                    yield from _pairs(where, (f"function {number}", parameter.name), argument)
            case st.Perform(number, arguments):
                for parameter, argument in zip(program.procedures[number].parameters, arguments, strict=True):
                    yield from _pairs(where, (f"procedure {number}", parameter.name), argument)


def _both(where: str, one: ir.Expr, other: ir.Expr) -> Iterator[Pair]:
    """Two values that are of one sort."""
    for name in _names(where, one):
        yield from _pairs(where, name, other)
    if not isinstance(one, ir.Local | ir.Frame):
        for name in _names(where, other):
            yield from _pairs(where, name, one)


def _pairs(where: str, name: Hashable, node: object) -> Iterator[Pair]:
    """Something and what has the same value: an expression, or the members of a source."""
    if isinstance(node, ir.Source):
        yield from _of(where, name, node)
    else:
        yield from ((name, other) for other in _names(where, node))


def _names(where: str, node: object) -> list[Hashable]:
    """The variables whose values an expression may give, and `CARD` if it gives a card anyway."""
    match node:
        case ir.Local(name):
            return [(where, name)]
        case ir.Frame(slot):
            return [slot]
        case ir.Cond(_, then, otherwise):
            return _names(where, then) + _names(where, otherwise)
        case ir.Within(value):
            return _names(where, value)
        case ir.First(variable):
            return [(where, variable)]
        case ir.Call(function):
            return [("function", function)]
        case ir.At(ir.Held(variable)):
            return _names(where, variable)
        case ir.At():
            return [CARD]
        case _:
            return []


def _of(where: str, name: Hashable, source: ir.Source) -> Iterator[Pair]:
    """A variable and the members that a source has."""
    match source:
        case ir.Items(ir.Held(variable)):
            yield from ((name, other) for other in _names(where, variable))
        case ir.Items():
            yield name, CARD
        case ir.Values(values):
            for value in values:
                yield from _pairs(where, name, value)
        case ir.Joined(parts):
            for part in parts:
                yield from _of(where, name, part)
        case ir.Ordered(source=inner) | ir.Last(inner) | ir.Subsets(inner):
            yield from _of(where, name, inner)
        case _:
            return
