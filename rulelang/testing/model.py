"""What came of tests, as data.

Comes in: nothing.  Goes out: results of single cases and the report over all of them, with their form for JSON.
"""

from __future__ import annotations

from typing import Any, Literal

from attrs import field

from rulelang.nodes import frozen

FORMAT = 1


@frozen
class Failure:
    """Why a case fails: `place` is `path:line:column`, `message` what was expected, `notes` what was found instead"""

    place: str
    message: str
    notes: tuple[str, ...] = ()


@frozen
class Result:
    """One case of a scenario, or one recorded game

    `case` says which row of the scenario's table it is, or is empty.  `touched` are the rules by which something
    happened, each with its name and its place (`path:line:column`).
    """

    sort: Literal["scenario", "record"]
    title: str
    case: str
    place: str
    failure: Failure | None
    touched: frozenset[tuple[str, str]] = frozenset()
    cites: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return self.failure is None

    @property
    def name(self) -> str:
        return f"{self.title} ({self.case})" if self.case else self.title


@frozen
class Report:
    """All results, in the order in which they were run"""

    results: tuple[Result, ...] = field(factory=tuple)

    @property
    def failures(self) -> tuple[Result, ...]:
        return tuple(result for result in self.results if not result.passed)

    @property
    def passed(self) -> bool:
        return not self.failures

    def to_dict(self) -> dict[str, Any]:
        """For JSON; the same keys in every version of format 1."""
        return {
            "format": FORMAT,
            "tests": len(self.results),
            "failed": len(self.failures),
            "results": [_as_dict(result) for result in self.results],
        }


class CaseFailed(Exception):
    """Ends one case; raised and caught inside `testing` alone."""

    def __init__(self, message: str, *notes: str) -> None:
        super().__init__(message)
        self.message = message
        self.notes = notes


def _as_dict(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = {
        "sort": result.sort,
        "title": result.title,
        "case": result.case,
        "place": result.place,
        "passed": result.passed,
    }
    if result.failure is not None:
        failure = result.failure
        found["failure"] = {"place": failure.place, "message": failure.message, "notes": list(failure.notes)}
    return found
