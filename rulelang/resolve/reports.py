"""What has been found wrong so far.

Comes in: codes, places and what to say.  Goes out: each diagnostic once, in the order found. A hook laid over
three steps is resolved three times, so the same message about the same place may come in three times.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.source import Span


@define
class Reports:
    """The diagnostics of one run, without repetitions."""

    _found: dict[tuple[str, Span | None, str], Diagnostic] = field(factory=dict)

    def diagnostic(
        self,
        code: str,
        span: Span | None,
        *,
        labels: Iterable[Label] = (),
        help: str | None = None,
        **parameters: object,
    ) -> None:
        """Remember one message; see `rulelang.diagnostics.diagnostic`."""
        self.add(diagnostic(code, span, labels=labels, help=help, **parameters))

    def add(self, found: Diagnostic) -> None:
        """Remember a finished message."""
        self._found.setdefault((found.code, found.span, found.message), found)

    def in_order(self, path: str) -> list[Diagnostic]:
        """Everything found, in the order of the text; what stands in this file first."""

        def place(found: Diagnostic) -> tuple[bool, str, int]:
            return (found.span.path != path, found.span.path, found.span.start) if found.span else (False, "", -1)

        return sorted(self._found.values(), key=place)
