"""What can be said of the members of a source, and of conditions on them, before the game runs.

Comes in: IR sources and conditions.  Goes out: whether members repeat or are real cards, and the
pieces of a condition.  Writing them is left to `sources` and `statements`.
"""

from __future__ import annotations

from rulelang.ir.model.expressions import (
    Binary,
    Const,
    Expr,
    Items,
    Joined,
    Last,
    Local,
    Numbers,
    Ordered,
    Source,
    Values,
    Zone,
)  # fmt: skip
from rulelang.ir.model.program import Program


def parts(test: Expr) -> list[Expr]:
    """What must hold for a condition to hold, in the order in which it is asked."""
    if isinstance(test, Binary) and test.operator == "and":
        return [*parts(test.left), *parts(test.right)]
    return [test]


def bounds(test: Expr, names: set[str]) -> tuple[int, int] | None:
    """From which number to which a variable goes if a test says just that."""
    match test:
        case Binary("<=" | "<" as operator, Local(name), Const(value)) if name in names:
            return -(2**31), value - (operator == "<")
        case Binary(">=" | ">" as operator, Local(name), Const(value)) if name in names:
            return value + (operator == ">"), 2**31 - 1
    return None


def surely_cards(source: Source) -> bool:
    """Whether the members of a source, taken as cards, never are none."""
    match source:
        case Items():
            return True
        case Numbers(Const(low)):
            return low >= 0
        case Ordered(source=inner):
            return surely_cards(inner)
        case _:
            return False


def once(source: Source, text: str) -> str:
    """The same source, gone through without repeating a member, where it may have one twice."""
    return text if distinct(source) else f"tuple(dict.fromkeys({text}))"


def distinct(source: Source) -> bool:
    """Whether a source surely has no member twice."""
    match source:
        case Values(values):
            return len(values) <= 1
        case Joined(parts):
            zones = [part.of for part in parts if isinstance(part, Items)]
            return len(zones) == len(parts) <= 1
        case Ordered(source=inner) | Last(source=inner):
            return distinct(inner)
        case _:
            return True


def plain(source: Source) -> Source:
    """The same source without parts that change nothing."""
    while isinstance(source, Ordered) and source.where is None and not source.orders and source.limit is None:
        source = source.source
    return source


def unlike(program: Program, source: Source) -> bool:
    """Whether no two cards of a source can look alike, because of the place in which all of them lie."""
    match source:
        case Items(Zone(zone)):
            types = program.zones[zone].types
            looks = [card.look for card in program.cards if zone == 0 or card.type in types]
            return len(set(looks)) == len(looks)
        case Ordered(source=inner) | Last(source=inner):
            return unlike(program, inner)
        case _:
            return False
