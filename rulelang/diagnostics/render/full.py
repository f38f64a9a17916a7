"""The full style: each diagnostic with the lines that it is about.

error[RL0203]: nothing is called `strater`
  --> games/kuhn.rules:12:9
   |
 8 |     starter: Player
   |     ------- declared here
...
12 |     set strater to me
   |         ^^^^^^^
   |
   = help: did you mean `starter`?
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulelang.diagnostics.model import Diagnostic, Label, Severity
from rulelang.diagnostics.render.cells import printable, sentence
from rulelang.diagnostics.render.excerpt import Kind, Mark, Row, rows
from rulelang.diagnostics.render.paint import Paint
from rulelang.diagnostics.render.places import locate
from rulelang.diagnostics.render.summary import summary
from rulelang.source import Source


def write(diagnostics: Sequence[Diagnostic], sources: Mapping[str, Source], colour: bool) -> str:
    paint = Paint(colour)
    blocks = ["\n".join(_block(d, sources, paint)) for d in diagnostics]
    return "\n\n".join([*blocks, paint.message(summary(diagnostics)) + "\n"])


def _block(d: Diagnostic, sources: Mapping[str, Source], paint: Paint) -> Iterator[str]:
    texts = _excerpts(d, sources)
    gutter = max((len(str(row.number)) for _, rows in texts for row in rows if row.number), default=1)
    yield paint.severity(d.severity, f"{d.severity}[{d.code}]") + paint.message(f": {sentence(d.message)}")
    if d.span and d.span.path not in sources:
        yield f"{' ' * gutter}{paint.frame('-->')} {printable(d.span.path)}"
    for place, excerpt in texts:
        arrow = "-->" if place is texts[0][0] and d.span and d.span.path in sources else ":::"
        yield f"{' ' * gutter}{paint.frame(arrow)} {printable(place)}"
        yield paint.frame(f"{' ' * gutter} |")
        yield from (_row(row, gutter, d.severity, paint) for row in excerpt)
    yield from _notes(d, sources, gutter, bool(texts), paint)


def _excerpts(d: Diagnostic, sources: Mapping[str, Source]) -> list[tuple[str, list[Row]]]:
    """For each text, the diagnostic's own first: its place for the arrow, and the rows of the excerpt."""
    marks: dict[str, list[Mark]] = {}
    spans = [(d.span, "", True), *((label.span, label.text, False) for label in d.labels)]
    for span, text, primary in spans:
        if place := locate(span, sources):
            marks.setdefault(place.source.path, []).append(Mark(place, text, primary))
    return [(str(found[0].place), list(rows(sources[path], found))) for path, found in marks.items()]


def _row(row: Row, gutter: int, severity: Severity, paint: Paint) -> str:
    if row.kind is Kind.GAP:
        return paint.frame(row.text)
    bar = paint.frame(f"{row.number or '':>{gutter}} |")
    if row.kind is Kind.STROKE:
        return f"{bar} {paint.severity(severity, row.text)}"
    text = paint.frame(row.text) if row.kind is Kind.LABEL else row.text
    return f"{bar} {text}".rstrip()


def _notes(d: Diagnostic, sources: Mapping[str, Source], gutter: int, beneath: bool, paint: Paint) -> Iterator[str]:
    """Labels in texts that are not at hand, and the help."""
    lines = [f"{paint.help('also')}: {sentence(f'{a.span.path}: {a.text}')}" for a in _unplaced(d, sources)]
    for number, line in enumerate((d.help or "").splitlines()):
        lines.append(f"{'      ' if number else paint.help('help') + ': '}{printable(line)}")
    if lines and beneath:
        yield paint.frame(f"{' ' * gutter} |")
    for line in lines:
        sign = paint.frame(f"{' ' * gutter} =") if not line.startswith(" ") else " " * (gutter + 2)
        yield f"{sign} {line}".rstrip()


def _unplaced(d: Diagnostic, sources: Mapping[str, Source]) -> list[Label]:
    return [label for label in d.labels if label.span.path not in sources]
