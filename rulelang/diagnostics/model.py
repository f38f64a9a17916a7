"""What a message to an author is.

Comes in: nothing.  Goes out: `Diagnostic` and its parts, plain frozen data.  The wording of each code is left
to `catalogue`, how a message looks to `render`.
"""

from __future__ import annotations

from enum import StrEnum

from attrs import field

from rulelang.nodes import frozen
from rulelang.source import Span


class InternalError(Exception):
    """A bug of rulelang itself, never a mistake of an author; the command line answers it with code 3."""


class Severity(StrEnum):
    """How bad it is: a text with an error is not played, one with a warning is."""

    ERROR = "error"
    WARNING = "warning"


@frozen
class Label:
    """A second place that belongs to a message, with a few words about it: `declared here`."""

    span: Span
    text: str


@frozen
class Diagnostic:
    """One finished message: `message` states what is wrong, `help` (which may have several lines) says how to
    mend it.

    `span` is None when no place in a text is meant, as for a file that cannot be read.  `cell`: which cell of a card
    table, where `span` is the name of its file.  `name` and `meant`: the name that a message is about and the one that
    may be meant by it, where the code speaks of such names.
    """

    code: str
    severity: Severity
    title: str
    message: str
    span: Span | None = None
    labels: tuple[Label, ...] = ()
    help: str | None = None
    cell: str | None = None
    name: str | None = field(default=None, eq=False, repr=False)
    meant: str | None = field(default=None, eq=False, repr=False)

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR
