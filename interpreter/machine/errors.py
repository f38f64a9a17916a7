"""What the machine refuses, in sentences for people.

Comes in: reasons.  Goes out: exceptions that callers may catch one by one or all together (`MachineError`).
 Faults of a game itself (`GameFault`) are raised by the engines and stand beside their protocol;
`IllegalChoice` leaves the state untouched.
"""

from __future__ import annotations

from collections.abc import Sequence


class MachineError(Exception):
    """Everything that the machine refuses because of what it was given."""


class IllegalChoice(MachineError):
    """A choice that is not among those of the decision; `near` holds texts of choices that may have been
    meant.
    """

    def __init__(self, message: str, near: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.near = tuple(near)


class UnreadableSave(MachineError):
    """Bytes that are no state of this game."""


class UnreadableRecord(MachineError):
    """A record that cannot be read or does not lead where it says; `line` is counted from 1.  `good`: how many choices
    stand before what is wrong, none if the head is wrong already.
    """

    def __init__(self, message: str, line: int, good: int | None = None) -> None:
        super().__init__(f"line {line}: {message}")
        self.reason = message
        self.line = line
        self.good = good


class OtherRules(UnreadableRecord):
    """A record of a game that was played with other rules, or with these as they were before."""


class RulesError(MachineError):
    """Rules that cannot be played; the text shows every message, `diagnostics` are the messages as data."""

    def __init__(self, message: str, diagnostics: Sequence[object] = ()) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)


class UnknownGame(MachineError):
    """No file and no bundled game of this name."""
