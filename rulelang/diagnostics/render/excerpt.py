"""Show the lines of a text that a message is about, with strokes beneath the places.

Comes in: a text and marks in it.  Goes out: rows of printable text, long lines cut around the marks.  Line
numbers' gutters and colours are left to `full`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from attrs import evolve

from rulelang.diagnostics.render.cells import fitting, printable, sentence, text_width
from rulelang.diagnostics.render.places import Line, Place, line_at
from rulelang.nodes import frozen
from rulelang.source import Source

ROOM = 96  # cells of a line that are shown
BEFORE = 24  # cells in front of the first mark that are shown of a longer line
ELLIPSIS = "…"


class Kind(Enum):
    TEXT = "text"
    GAP = "gap"
    STROKE = "stroke"
    LABEL = "label"


@frozen
class Mark:
    """A place to be marked: the one that the message is about, or one with a label."""

    place: Place
    text: str
    primary: bool


@frozen
class Row:
    """One row of an excerpt; only a row of the text itself has a number."""

    kind: Kind
    text: str
    number: int | None = None


@frozen
class Stroke:
    """The part of a mark that lies in one line, as offsets."""

    line: Line
    start: int
    end: int
    mark: Mark

    def draw(self, source: Source, window: Line, lead: int) -> Row:
        before = lead + text_width(source.text[window.start : self.start])
        length = max(1, text_width(source.text[self.start : min(self.end, window.end)]))
        sign, kind = ("^", Kind.STROKE) if self.mark.primary else ("-", Kind.LABEL)
        return Row(kind, f"{' ' * before}{sign * length} {sentence(self.mark.text)}".rstrip())


def rows(source: Source, marks: Iterable[Mark]) -> Iterator[Row]:
    """The marked lines in order; a single line between two of them is shown too, more are left out."""
    strokes = [stroke for mark in marks for stroke in _strokes(source, mark)]
    last: Line | None = None
    for line in sorted({s.line for s in strokes}, key=lambda line: line.number):
        if last is not None and line.number == last.number + 2:
            yield from _line(source, line_at(source, last.end + 1), ())
        elif last is not None and line.number > last.number + 1:
            yield Row(Kind.GAP, "...")
        yield from _line(source, line, [s for s in strokes if s.line == line])
        last = line


def window(source: Source, line: Line, offset: int) -> Line:
    """The line itself if there is room for it, else the part of it around `offset`."""
    text = source.text
    if line.end - line.start <= ROOM and text_width(text[line.start : line.end]) <= ROOM:
        return line
    start = offset - fitting(reversed(text[max(line.start, offset - BEFORE) : offset]), BEFORE)
    end = start + fitting(text[start : min(line.end, start + ROOM)], ROOM)
    if end == line.end:
        start = end - fitting(reversed(text[max(line.start, end - ROOM) : end]), ROOM)
    return evolve(line, start=start, end=end)


def visible(source: Source, line: Line, part: Line) -> str:
    """The printable text of a window, with an ellipsis where something is left out."""
    lead = ELLIPSIS if part.start > line.start else ""
    rest = ELLIPSIS if part.end < line.end else ""
    return f"{lead}{printable(source.text[part.start : part.end])}{rest}"


def _strokes(source: Source, mark: Mark) -> Iterator[Stroke]:
    start, end = mark.place.start.offset, mark.place.end.offset
    first, last = line_at(source, start), line_at(source, max(start, end - 1))
    if first == last:
        yield Stroke(first, start, min(end, first.end), mark)
        return
    yield Stroke(first, start, first.end, evolve(mark, text=""))
    head = source.text[last.start : min(end, last.start + ROOM)]
    yield Stroke(last, last.start + len(head) - len(head.lstrip()), min(end, last.end), mark)


def _line(source: Source, line: Line, strokes: Sequence[Stroke]) -> Iterator[Row]:
    """A line and its strokes; a long line comes again for a stroke that lies outside its first window."""
    waiting = sorted(strokes, key=lambda s: (not s.mark.primary, s.start, s.end))
    part = window(source, line, waiting[0].start if waiting else line.start)
    while True:
        yield Row(Kind.TEXT, visible(source, line, part).rstrip(), line.number)
        lead = 1 if part.start > line.start else 0
        inside = [s for s in waiting if part.start <= s.start < part.end or s.start == part.end == line.end]
        yield from (s.draw(source, part, lead) for s in inside)
        waiting = [s for s in waiting if s not in inside]
        if not waiting:
            return
        part = window(source, line, waiting[0].start)
