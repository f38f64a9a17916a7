"""The SARIF 2.1.0 style, which code hosts and editors read.

The format: OASIS, Static Analysis Results Interchange Format Version 2.1.0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from rulelang.diagnostics.model import Diagnostic, Label
from rulelang.diagnostics.render.places import locate
from rulelang.source import Source, Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def write(diagnostics: Sequence[Diagnostic], sources: Mapping[str, Source], colour: bool) -> str:
    kinds = {d.code: d for d in sorted(diagnostics, key=lambda d: d.code)}
    order = {code: index for index, code in enumerate(kinds)}
    run = {
        "tool": {"driver": {"name": "rulec", "rules": [_rule(d) for d in kinds.values()]}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(d, order[d.code], sources) for d in diagnostics],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(d: Diagnostic) -> dict[str, Any]:
    return {
        "id": d.code,
        "shortDescription": {"text": d.title},
        "help": {"text": f"`rulec explain {d.code}` says more."},
        "defaultConfiguration": {"level": d.severity},
    }


def _result(d: Diagnostic, rule: int, sources: Mapping[str, Source]) -> dict[str, Any]:
    text = f"{d.message}\n{d.help}" if d.help else d.message
    result: dict[str, Any] = {
        "ruleId": d.code,
        "ruleIndex": rule,
        "level": d.severity,
        "message": {"text": text},
        "locations": [_location(d.span, sources)] if d.span else [],
    }
    if d.labels:
        result["relatedLocations"] = [_related(label, n, sources) for n, label in enumerate(d.labels, start=1)]
    return result


def _related(label: Label, number: int, sources: Mapping[str, Source]) -> dict[str, Any]:
    return {"id": number, "message": {"text": label.text}, **_location(label.span, sources)}


def _location(span: Span, sources: Mapping[str, Source]) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(span.path)}}
    if place := locate(span, sources):
        physical["region"] = {
            "startLine": place.start.line,
            "startColumn": place.start.column,
            "endLine": place.end.line,
            "endColumn": place.end.column,
        }
    return {"physicalLocation": physical}


def _uri(path: str) -> str:
    return quote(path.replace("\\", "/"), errors="replace")
