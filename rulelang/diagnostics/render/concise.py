"""The concise style: a line for each diagnostic, as editors and `grep` like it.

games/kuhn.rules:12:9: error[RL0203]: nothing is called `strater`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulelang.diagnostics.model import Diagnostic
from rulelang.diagnostics.render.cells import printable, sentence
from rulelang.diagnostics.render.places import where
from rulelang.diagnostics.render.summary import summary
from rulelang.source import Source


def write(diagnostics: Sequence[Diagnostic], sources: Mapping[str, Source], colour: bool) -> str:
    lines = [_line(d, sources) for d in diagnostics]
    return "\n".join([*lines, summary(diagnostics), ""])


def _line(d: Diagnostic, sources: Mapping[str, Source]) -> str:
    place = where(d.span, sources)
    return f"{printable(place)}{': ' if place else ''}{d.severity}[{d.code}]: {sentence(d.message)}"
