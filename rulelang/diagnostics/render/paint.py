"""Colours, when somebody asked for them.

Comes in: text and what it is.  Goes out: the same with the terminal's colour codes around it, or untouched.
"""

from __future__ import annotations

from rulelang.diagnostics.model import Severity
from rulelang.nodes import frozen

_BOLD = "1"
_BLUE = "1;34"
_CYAN = "1;36"
_SEVERITY = {Severity.ERROR: "1;31", Severity.WARNING: "1;33"}


@frozen
class Paint:
    """Each method colours one part of a message."""

    on: bool

    def severity(self, severity: Severity, text: str) -> str:
        return self._paint(_SEVERITY[severity], text)

    def message(self, text: str) -> str:
        return self._paint(_BOLD, text)

    def frame(self, text: str) -> str:
        return self._paint(_BLUE, text)

    def help(self, text: str) -> str:
        return self._paint(_CYAN, text)

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.on and text else text
