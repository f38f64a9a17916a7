"""The last line: how much there was.

Comes in: the diagnostics that were written.  Goes out: `2 errors and 1 warning in 1 file`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.model import Diagnostic
from rulelang.nodes import frozen


@frozen
class Counts:
    errors: int
    warnings: int
    files: int


def count(diagnostics: Sequence[Diagnostic]) -> Counts:
    errors = sum(d.is_error for d in diagnostics)
    return Counts(errors, len(diagnostics) - errors, len({d.span.path for d in diagnostics if d.span}))


def summary(diagnostics: Sequence[Diagnostic]) -> str:
    counts = count(diagnostics)
    kinds = [_number(counts.errors, "error"), _number(counts.warnings, "warning")]
    found = " and ".join(kind for kind in kinds if kind)
    return f"{found} in {_number(counts.files, 'file')}" if counts.files else found


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}" if count else ""
