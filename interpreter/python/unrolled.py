"""Questions asked of a few constant members, written out one by one.

Comes in: folds and firsts whose source is a handful of constants.  Goes out: an expression without a loop, in which
what is the same for all members is read once; none if there is no such expression.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.lifetimes import nodes
from interpreter.python.texts import AND, CHOICE, COMPARE, OR, SUM, Text, bracketed, opposite
from rulelang.ir.model.expressions import (
    NONE,
    Binary,
    Call,
    Cond,
    Const,
    Expr,
    First,
    Fold,
    Local,
    Lookup,
    Numbers,
    Offered,
    Seats,
    Source,
    Unary,
    Values,
    Within,
)  # fmt: skip

if TYPE_CHECKING:
    from interpreter.python.expressions import Values as Writer

MOST_MEMBERS, MOST_LETTERS = 6, 600
"""So many members, and letters of text, are written out at most."""


def constants(source: Source, players: int) -> list[int] | None:
    """The members of a source of a few constants."""
    match source:
        case Seats(Const(start)):
            found = [(start + seat) % players for seat in range(players)]
        case Numbers(Const(low), Const(high), Const(1)) if high - low < MOST_MEMBERS:
            found = list(range(low, high + 1))
        case Values(values) if all(isinstance(value, Const) for value in values):
            found = [value.value for value in values if isinstance(value, Const) and value.value != NONE]
        case _:
            return None
    return found if 0 < len(found) <= MOST_MEMBERS and min(found) >= 0 else None


def fold(writer: Writer, node: Fold) -> Text | None:
    """A fold over constants; any and all give a condition."""
    members = constants(node.source, writer.context.program.players)
    if (
        members is None
        or _hidden(node)
        or (node.operator in ("highest", "lowest", "distinct") and node.where is not None)
    ):
        return None
    with writer.shared(_shared(writer, node.value if node.where is None else node.where, node.variable)):
        pieces = [_piece(writer, node, member) for member in members]
    text = _together(node, pieces)
    return text if len(text.text) <= MOST_LETTERS else None


def first(writer: Writer, node: First) -> Text | None:
    """The first of a few constants that passes."""
    members = constants(node.source, writer.context.program.players)
    if members is None or _hidden(node) or node.orders or node.where is None:
        return None
    text = str(NONE)
    tests = []
    with writer.shared(_shared(writer, node.where, node.variable)):
        for member in members:
            with writer.scope.same([node.variable], str(member)):
                tests.append(bracketed(writer.truth(node.where), OR))
    for member, test in reversed(list(zip(members, tests, strict=True))):
        text = f"{member} if {test} else {text}"
    return Text(text, CHOICE) if len(text) <= MOST_LETTERS else None


def best_lines(writer: Writer, node: First) -> list[str] | None:
    """The lines of a function that gives back the best of a few constants by one order."""
    members = constants(node.source, writer.context.program.players)
    if members is None or _hidden(node) or len(node.orders) != 1:
        return None
    [order] = node.orders
    better, lines = ">" if order.best == "highest" else "<", ["    best = -1"]
    for member in members:
        with writer.scope.same([node.variable], str(member)):
            depth = "    "
            if node.where is not None:
                lines.append(f"{depth}if {writer.truth(node.where).text}:")
                depth += "    "
            lines.append(f"{depth}value = {writer.value(order.value).text}")
            lines.append(f"{depth}if best < 0 or value {better} most:")
            lines.append(f"{depth}    best, most = {member}, value")
    return [*lines, "    return best"]


def _hidden(node: Fold | First) -> bool:
    """Whether something inside has a variable of the same name."""
    return sum(bool(getattr(inner, "variable", None) == node.variable) for inner in nodes(node)) > 1


def _piece(writer: Writer, node: Fold, member: int) -> Text:
    """What one member adds to the answer."""
    with writer.scope.same([node.variable], str(member)):
        where = None if node.where is None else writer.truth(node.where)
        if node.operator == "count":
            return Text("1") if where is None else _counting(where)
        if node.operator in ("any", "all"):
            return _deciding(node, where, writer.truth(node.value))
        value = writer.value(node.value)
        if where is None:
            return value
        return Text(f"({bracketed(value, OR)} if {bracketed(where, OR)} else 0)")


def _counting(test: Text) -> Text:
    """1 if a condition holds, else 0; Python reckons with the answer of a comparison as with a number."""
    return Text(f"({test.text})" if test.level == COMPARE else f"(1 if {bracketed(test, OR)} else 0)")


def _deciding(node: Fold, where: Text | None, value: Text) -> Text:
    if where is None:
        return value
    if node.operator == "any":
        return Text(f"{bracketed(where, AND)} and {bracketed(value, AND + 1)}", AND)
    return Text(f"{bracketed(opposite(where), OR)} or {bracketed(value, OR + 1)}", OR)


def _together(node: Fold, pieces: list[Text]) -> Text:
    match node.operator:
        case "count" | "sum":
            total = " + ".join(bracketed(piece, SUM if place == 0 else SUM + 1) for place, piece in enumerate(pieces))
            if node.rule is not None:
                return Text(f"number({total}, {node.rule})")
            return Text(total, SUM) if len(pieces) > 1 else pieces[0]
        case "any":
            return Text(" or ".join(bracketed(piece, OR + 1) for piece in pieces), OR)
        case "all":
            return Text(" and ".join(bracketed(piece, AND + 1) for piece in pieces), AND)
        case "distinct":
            return Text(f"len({{{', '.join(piece.text for piece in pieces)}}})")
        case "highest" | "lowest":
            if len(pieces) == 1:
                return pieces[0]
            return Text(f"{'max' if node.operator == 'highest' else 'min'}({', '.join(p.text for p in pieces)})")


def _shared(writer: Writer, part: Expr, variable: str) -> list[Expr]:
    """What is asked of the first member in any case and is the same for all."""
    branches = (Fold, First, Cond, Offered)
    for node in nodes(part):
        if isinstance(node, branches) or (isinstance(node, Binary) and node.operator in ("and", "or")):
            return []
    return [] if writer.listing else _always(part, variable)


def _always(part: Expr, variable: str) -> list[Expr]:
    """Calls in an expression without branches that do not name the variable."""
    match part:
        case Call():
            named = {node.name for node in nodes(part) if isinstance(node, Local)}
            return [] if variable in named else [part]
        case Binary(_, left, right):
            return _always(left, variable) + _always(right, variable)
        case Unary(_, value) | Within(value) | Lookup(_, value):
            return _always(value, variable)
        case _:
            return []
