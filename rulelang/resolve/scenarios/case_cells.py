"""The cells of a scenario's table, read as values.

Comes in: a cell such as `"PK..", "PK.."`, `3 of "apple" + "joker"`, `nothing`, `B`, `-2` or `on`.  Goes out:
the expressions that it stands for. What they mean is left to the line in which they come to stand.
"""

from __future__ import annotations

import re

from rulelang.resolve.tables.cells import parted
from rulelang.resolve.tables.digits import number
from rulelang.source import Span
from rulelang.syntax import model as ast

_SEPARATED = re.compile(r'(?:"[^"]*"|\([^()]*\)|[^,])+')
_SEVERAL = re.compile(r"(?P<amount>[0-9]{1,9}) of (?P<what>.+)")
_COLUMNS = re.compile(r"(?P<kind>[^\W\d]\w*)\((?P<headings>[^()]*)\)")


def items(cell: ast.Cell) -> tuple[ast.Expr, ...]:
    """The expressions of a cell, one for each comma."""
    found = [match[0].strip() for match in _SEPARATED.finditer(cell.text)]
    return tuple(_sum(text, cell.span) for text in found if text) or (_one(cell.text, cell.span),)


def _sum(text: str, span: Span) -> ast.Expr:
    first, *more = (_one(part.strip(), span) for part in parted(text, "+"))
    for part in more:
        first = ast.Arithmetic("+", first, part, span=span)
    return first


def _one(text: str, span: Span) -> ast.Expr:
    if several := _SEVERAL.fullmatch(text):
        return ast.Several(int(several["amount"]), _one(several["what"], span), span=span)
    if re.fullmatch(r'"[^"]*"', text):
        return ast.CardName(text[1:-1], span=span)
    if (value := number(text)) is not None:
        positive = ast.Number(abs(value), span=span)
        return ast.Negate(positive, span=span) if text.startswith("-") else positive
    if columns := _COLUMNS.fullmatch(text):
        return _by_columns(columns, span)
    match text:
        case "yes" | "no":
            return ast.YesNo(text == "yes", span=span)
        case "none":
            return ast.NoneValue(span=span)
        case "nothing":
            return ast.Empty(span=span)
        case _:
            return _dotted(text, span)


def _by_columns(match: re.Match[str], span: Span) -> ast.Expr:
    pairs = [part.split() for part in match["headings"].split(",")]
    if any(len(pair) != 2 for pair in pairs):
        return ast.NameRef(ast.Name(match[0], span=span), span=span)
    headings = tuple((ast.Name(h, span=span), ast.Name(w, span=span)) for h, w in pairs)
    return ast.CardByColumns(ast.Name(match["kind"], span=span), headings, span=span)


def _dotted(text: str, span: Span) -> ast.Expr:
    """`B`, `hearts`, `A.hand`."""
    first, *more = text.split(".")
    found: ast.Expr = ast.NameRef(ast.Name(first, span=span), span=span)
    for word in more:
        found = ast.Get(found, ast.Name(word, span=span), (), span=span)
    return found
