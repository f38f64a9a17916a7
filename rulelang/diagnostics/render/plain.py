"""The plain style, made to be listened to: whole sentences, one on a line, nothing drawn.

Error 1 of 3: nothing is called "strater".
In games/kuhn.rules, line 12, column 9.
The line says: set strater to me
The part meant: strater
See also line 8, column 5: declared here.
Help: did you mean "starter"?
Code RL0203.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulelang.diagnostics.model import Diagnostic, Label
from rulelang.diagnostics.render.cells import printable, sentence
from rulelang.diagnostics.render.excerpt import ELLIPSIS, ROOM, visible, window
from rulelang.diagnostics.render.places import Place, line_at, locate
from rulelang.diagnostics.render.summary import summary
from rulelang.source import Source


def write(diagnostics: Sequence[Diagnostic], sources: Mapping[str, Source], colour: bool) -> str:
    total = len(diagnostics)
    blocks = ["\n".join(_block(d, number, total, sources)) for number, d in enumerate(diagnostics, start=1)]
    return "\n\n".join([*blocks, f"{summary(diagnostics)}.\n"])


def _block(d: Diagnostic, number: int, total: int, sources: Mapping[str, Source]) -> Iterator[str]:
    yield f"{d.severity.capitalize()} {number} of {total}: {_spoken(d.message)}"
    place = locate(d.span, sources)
    if place:
        yield f"In {printable(place.source.path)}, {_spot(place)}."
        yield from _reading(place)
    elif d.span:
        yield f"In {printable(d.span.path)}."
    yield from (_label(label, d, sources) for label in d.labels)
    for line in (d.help or "").splitlines():
        yield f"Help: {_spoken(line)}"
    yield f"Code {d.code}."


def _reading(place: Place) -> Iterator[str]:
    source, start = place.source, place.start.offset
    line = line_at(source, start)
    text = visible(source, line, window(source, line, start)).strip()
    yield f"The line says: {text}" if text else "The line is empty."
    stop = min(place.end.offset, line.end)
    part = printable(source.text[start : min(stop, start + ROOM)]).strip()
    if part and part != text:
        yield f"The part meant: {part}{ELLIPSIS if stop > start + ROOM else ''}"
    if place.end.line > place.start.line:
        yield f"It ends at line {place.end.line}, column {place.end.column}."


def _label(label: Label, d: Diagnostic, sources: Mapping[str, Source]) -> str:
    place = locate(label.span, sources)
    if place is None:
        return f"See also {printable(label.span.path)}: {_spoken(label.text)}"
    same = d.span is not None and d.span.path == label.span.path
    elsewhere = "" if same else f"{printable(place.source.path)}, "
    return f"See also {elsewhere}{_spot(place)}: {_spoken(label.text)}"


def _spot(place: Place) -> str:
    return f"line {place.start.line}, column {place.start.column}"


def _spoken(text: str) -> str:
    """A sentence with its full stop, and with quotation marks for the signs that would be read out."""
    text = sentence(text).replace("`", '"')
    return text if text.endswith((".", "?", "!", '."', '?"', '!"')) else f"{text}."
