"""What the three parts of the translation share: spans, names, texts, rows, citations.

Comes in: a tree.  Goes out: whatever the method named after its rule makes of it.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from attrs import define, field
from lark import Token, Tree

from rulelang.source import Span
from rulelang.syntax.model import Cell, Name, Row, Text
from rulelang.syntax.places import end_of, start_of


@define
class Builder:
    """Builds the nodes of one text.  `cites` are the citations, by the place of the first word of their sentence."""

    _path: str
    cites: dict[int, tuple[str, ...]]
    _cited_places: list[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._cited_places = sorted(self.cites)

    def build(self, tree: Tree[Token]) -> Any:
        """The node of a tree: its children first, then the method that has the name of its rule."""
        parts = [self.build(part) if isinstance(part, Tree) else part for part in tree.children]
        return getattr(self, tree.data)(self._span_of(tree), *parts)

    def _span_of(self, tree: Tree[Token]) -> Span:
        if tree.meta.empty:
            return Span(self._path, 0, 0)
        return Span(self._path, tree.meta.start_pos, tree.meta.end_pos)

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
        return Span(self._path, start_of(token), end_of(token))

    def _name(self, token: Token) -> Name:
        return Name(text=str(token), span=self._at(token))

    def word(self, span: Span, token: Token) -> Name:
        return Name(text=str(token), span=span)

    def names(self, span: Span, *tokens: Token) -> tuple[Name, ...]:
        return tuple(self._name(token) for token in tokens)

    def _text(self, token: Token) -> Text:
        return Text(text=unquoted(token), span=self._at(token))

    def texts(self, span: Span, *tokens: Token) -> tuple[Text, ...]:
        return tuple(self._text(token) for token in tokens)

    # ------------------------------------------------------------ rows

    def rows(self, span: Span, *rows: Row) -> tuple[Row, ...]:
        return rows

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


def unquoted(token: str) -> str:
    """The words between the quotes."""
    return token[1:-1]


def unquoted_or_none(token: Token | None) -> str | None:
    return None if token is None else unquoted(token)
