"""From a tree to its node, where the parts of a rule are the fields of its class; and what all translation shares.

Comes in: a tree.  Goes out: what the method named after its rule makes of it; where there is none, the class of the
model that is named so, its fields filled in order (`plan`), so that a plain construct needs no line here.  That is what
`lark.ast_utils` is for, which knows neither citations nor fields that hold names, numbers or texts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from typing import Any

from attrs import define, field, fields
from lark import Token, Tree

from rulelang.nodes import frozen
from rulelang.source import Span
from rulelang.syntax import model
from rulelang.syntax.model import Cell, Name, Row, Text
from rulelang.syntax.places import end_of, start_of

LISTS = frozenset({"block", "buts", "cases", "items", "members", "orders", "rows"})
"""Rules that are nothing but several of the same."""


Fill = Callable[["Builder", Any], Any]

WRITTEN = "__annotations__"
"""Where types stand as they are written: attrs has the classes themselves once somebody has written nodes as JSON."""


@frozen
class Plan:
    """How a node is made of the parts of its rule: its class, and its fields in order with what fills them."""

    made: Any
    fields: tuple[tuple[str, Fill | None], ...]
    listed: bool  # the last field takes all parts that are left
    empty: dict[str, None]  # what fields have that no part may be there for
    cited: bool  # sentences of the rulebook may stand behind it


@cache
def plan(rule: str) -> Plan:
    """The plan for a rule without a method of its own, `move_some` or `if_`."""
    made = getattr(model, "".join(word.capitalize() for word in rule.split("_")))
    kinds = {name: kind for base in reversed(made.__mro__) for name, kind in vars(base).get(WRITTEN, {}).items()}
    own = [(f.name, kinds[f.name]) for f in fields(made) if f.name not in ("span", "cites")]
    filled = tuple((name, _FILLS.get(kind.removesuffix(" | None"), _word_or_list(kind))) for name, kind in own)
    listed = bool(own) and own[-1][1].endswith("...]")
    empty = {name: None for name, kind in own if kind.endswith("| None")}
    return Plan(made, filled, listed, empty, any(f.name == "cites" for f in fields(made)))


def _word_or_list(kind: str) -> Fill | None:
    """One of a few words, or a list that may be left out; all else has been made already."""
    if kind.startswith("Literal["):
        return lambda builder, part: str(part)
    return (lambda builder, part: part or ()) if kind.startswith("tuple[") and kind.endswith("]") else None


@define
class Builder:
    """Builds the nodes of one text, which begins at a place of its file.  `cites` are the citations, by the place of
    the first word of their sentence.
    """

    _path: str
    cites: dict[int, tuple[str, ...]]
    _begins: int = 0
    _cited_places: list[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._cited_places = sorted(self.cites)

    def build(self, tree: Tree[Token]) -> Any:
        """The node of a tree: its children first, then the method that has the name of its rule, or its plan."""
        parts = [self.build(part) if isinstance(part, Tree) else part for part in tree.children]
        method = getattr(self, tree.data, None)
        if method is not None:
            return method(self._span_of(tree), *parts)
        if tree.data in LISTS:
            return tuple(parts)
        return self._planned(plan(tree.data), self._span_of(tree), parts)

    def _planned(self, plan: Plan, span: Span, parts: list[Any]) -> Any:
        last = len(plan.fields) - 1
        if plan.listed and not (len(parts) == last + 1 and (parts[last] is None or isinstance(parts[last], tuple))):
            parts = [*parts[:last], tuple(parts[last:])]
        made: dict[str, Any] = {**plan.empty, "span": span}
        for (name, fill), part in zip(plan.fields, parts, strict=len(parts) > last):
            made[name] = part if fill is None else fill(self, part)
        if plan.cited:
            made["cites"] = self._cites(span)
        return plan.made(**made)

    def _span_of(self, tree: Tree[Token]) -> Span:
        if tree.meta.empty:
            return Span(self._path, 0, 0)
        return Span(self._path, self._begins + tree.meta.start_pos, self._begins + tree.meta.end_pos)

    def _cites(self, span: Span) -> tuple[str, ...]:
        """The citations within a sentence and its block that no sentence further in has taken."""
        if not self._cited_places:
            return ()
        low, high = bisect_left(self._cited_places, span.start), bisect_left(self._cited_places, span.end)
        taken = self._cited_places[low:high]
        del self._cited_places[low:high]
        return tuple(cite for place in taken for cite in self.cites[place])

    # ------------------------------------------------------------ words

    def _at(self, token: Token) -> Span:
        return Span(self._path, self._begins + start_of(token), self._begins + end_of(token))

    def named(self, token: Token) -> Name:
        return Name(text=str(token), span=self._at(token))

    def word(self, span: Span, token: Token) -> Name:
        return Name(text=str(token), span=span)

    def names(self, span: Span, *tokens: Token) -> tuple[Name, ...]:
        return tuple(self.named(token) for token in tokens)

    def text(self, token: Token) -> Text:
        return Text(text=unquoted(token), span=self._at(token))

    def texts(self, span: Span, *tokens: Token) -> tuple[Text, ...]:
        return tuple(self.text(token) for token in tokens)

    # ------------------------------------------------------------ rows

    def row(self, span: Span, token: Token) -> Row:
        cells, start, quoted = [], 1, False
        for i, character in enumerate(token):
            if character == '"':
                quoted = not quoted
            elif character == "|" and i > 0 and not quoted:
                cells.append(self._cell(token, start, i, span))
                start = i + 1
        return Row(cells=tuple(cells), span=span)

    def _cell(self, row: str, start: int, end: int, span: Span) -> Cell:
        written = row[start:end]
        text = written.strip()
        first = start + len(written) - len(written.lstrip()) if text else start
        return Cell(text=text, span=Span(self._path, span.start + first, span.start + first + len(text)))


_FILLS: dict[str, Fill] = {
    "bool": lambda builder, part: part is not None,
    "int": lambda builder, part: int(part) if isinstance(part, Token) else part,
    "str": lambda builder, part: unquoted(part) if isinstance(part, Token) else part,
    "Name": lambda builder, part: builder.named(part) if isinstance(part, Token) else part,
    "Text": lambda builder, part: builder.text(part) if isinstance(part, Token) else part,
}
"""What stands in a field of a type, of a word of the text or of what has been made of it already."""


def unquoted(token: str) -> str:
    """The words between the quotes."""
    return token[1:-1]


def unquoted_or_none(token: Token | None) -> str | None:
    return None if token is None else unquoted(token)
