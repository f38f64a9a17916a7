"""The JSON style, for programs.

    {"format": 1, "diagnostics": [{"code": "RL0203", …}], "summary": {"errors": 1, "warnings": 0, "files": 1}}

Lines and columns count from 1, columns and offsets in code points; an end is the first place that is
outside.  A place in a text that is not at hand has only its path.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import asdict

from rulelang.diagnostics.model import Diagnostic
from rulelang.diagnostics.render.places import locate
from rulelang.diagnostics.render.summary import count
from rulelang.source import Source, Span

FORMAT = 1


def write(diagnostics: Sequence[Diagnostic], sources: Mapping[str, Source], colour: bool) -> str:
    report = {
        "format": FORMAT,
        "diagnostics": [_item(d, sources) for d in diagnostics],
        "summary": asdict(count(diagnostics)),
    }
    return json.dumps(report, indent=2) + "\n"


def _item(d: Diagnostic, sources: Mapping[str, Source]) -> dict[str, Any]:
    return {
        "code": d.code,
        "severity": d.severity,
        "title": d.title,
        "message": d.message,
        "place": _place(d.span, sources),
        "labels": [{"text": label.text, "place": _place(label.span, sources)} for label in d.labels],
        "help": d.help,
        **({"cell": d.cell} if d.cell else {}),
    }


def _place(span: Span | None, sources: Mapping[str, Source]) -> dict[str, Any] | None:
    place = locate(span, sources)
    if place is None:
        return None if span is None else {"path": span.path}
    return {"path": place.source.path, "start": asdict(place.start), "end": asdict(place.end)}
