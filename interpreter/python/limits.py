"""Between which numbers values surely lie.

Comes in: expressions and sources, while their text is written.  Goes out: the lowest and the highest value, or none
where that is not known.  What is known of variables is kept by the writer.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from interpreter.lifetimes import nodes
from rulelang.ir.model.expressions import (
    At,
    Const,
    Expr,
    Items,
    Last,
    List,
    Local,
    Numbers,
    Ordered,
    Seats,
    Source,
    Within,
    Zone,
)
from rulelang.ir.model.statements import Assign, Deal, Random

if TYPE_CHECKING:
    from interpreter.python.expressions import Values as Writer

Bounds: TypeAlias = tuple[int, int]
LOWEST, HIGHEST = -(2**31), 2**31 - 1


def bounds_of(writer: Writer, node: Expr) -> Bounds | None:
    """The values of an expression."""
    match node:
        case Const(value):
            return value, value
        case Local(name):
            text = writer.scope[name]
            return (int(text), int(text)) if text.isdigit() else writer.bounds.get(text)
        case At(Zone() as zone, Const(0)) if zone in writer.places.filled:
            return cards_in(writer, zone)
        case Within(_, low, high):
            return low, high
        case _:
            return None


def cards_in(writer: Writer, of: List) -> Bounds | None:
    """The cards that may lie in a place."""
    if not isinstance(of, Zone):
        return None
    program = writer.context.program
    if of.zone == 0:
        return 0, len(program.cards) - 1
    types = [program.types[number] for number in program.zones[of.zone].types]
    filled = [kind for kind in types if kind.count]
    if not filled:
        return None
    return min(kind.first for kind in filled), max(kind.first + kind.count - 1 for kind in filled)


def members(writer: Writer, source: Source) -> Bounds | None:
    """The members of a source."""
    match source:
        case Items(of):
            return cards_in(writer, of)
        case Numbers(Const(low), Const(high)):
            return low, high
        case Seats():
            return 0, writer.context.program.players - 1
        case Ordered(source=inner) | Last(source=inner):
            return members(writer, inner)
        case _:
            return None


def set_once(part: object) -> frozenset[str]:
    """The names of the variables that statements set in one place only."""
    targets = [
        node.card if isinstance(node, Deal) else node.target for node in nodes(part) if isinstance(node, SETTING)
    ]
    names = Counter(target.name for target in targets if isinstance(target, Local))
    return frozenset(name for name, many in names.items() if many == 1)


SETTING = Assign | Random | Deal
