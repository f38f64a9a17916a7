"""Messages to authors.

Comes in: a code, a place and what to say about it.  Goes out: `Diagnostic`s, plain data that every stage
returns, and their text (`render`, `explain`).  Finding mistakes is left to the stages, printing to the
commands.
"""

from rulelang.diagnostics import catalogue
from rulelang.diagnostics.catalogue import diagnostic
from rulelang.diagnostics.explain import explain, find_code
from rulelang.diagnostics.model import Diagnostic, InternalError, Label, Severity
from rulelang.diagnostics.render import STYLES, render
from rulelang.near import did_you_mean

__all__ = [
    "STYLES",
    "Diagnostic",
    "InternalError",
    "Label",
    "Severity",
    "catalogue",
    "diagnostic",
    "did_you_mean",
    "explain",
    "find_code",
    "render",
]
