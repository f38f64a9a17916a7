"""Where a span lies: lines and columns for people.

Comes in: a span and its text.  Goes out: `Place` (counted from 1, columns in code points) and `Line`.  A span
that reaches beyond its text is cut to it, since a message about a mistake must never fail itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.nodes import frozen
from rulelang.source import Source, Span


@frozen
class Line:
    """One line of a text: its number and the offsets of its first letter and its end."""

    number: int
    start: int
    end: int


@frozen
class Point:
    """A spot between two letters."""

    line: int
    column: int
    offset: int


@frozen
class Place:
    """A span with the text that it lies in."""

    source: Source
    start: Point
    end: Point

    def __str__(self) -> str:
        return f"{self.source.path}:{self.start.line}:{self.start.column}"


def locate(span: Span | None, sources: Mapping[str, Source]) -> Place | None:
    """The place of a span, or None if there is none or its text is not at hand."""
    if span is None or span.path not in sources:
        return None
    source = sources[span.path]
    start = min(max(span.start, 0), len(source.text))
    end = min(max(span.end, start), len(source.text))
    return Place(source, point(source, start), point(source, end))


def point(source: Source, offset: int) -> Point:
    line, column = source.position(offset)
    return Point(line, column, offset)


def line_at(source: Source, offset: int) -> Line:
    """The line that an offset lies in."""
    number, column = source.position(offset)
    start = offset - column + 1
    end = source.text.find("\n", start)
    return Line(number, start, len(source.text) if end < 0 else end)


def where(span: Span | None, sources: Mapping[str, Source]) -> str:
    """`path:line:column`, as much of it as is known."""
    place = locate(span, sources)
    return str(place) if place else span.path if span else ""
