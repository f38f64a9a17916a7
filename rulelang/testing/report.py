"""The report of tests as text.

Comes in: a report.  Goes out: lines for a terminal: each failure with its place and what was found, and how many
tests there were.
"""

from __future__ import annotations

from rulelang.testing.model import Report, Result


def report_text(report: Report) -> str:
    """Failures first, then the count; ends with a line end."""
    lines = [line for result in report.failures for line in _failure_lines(result)]
    return "\n".join([*lines, _count_line(report)]) + "\n"


def _failure_lines(result: Result) -> list[str]:
    failure = result.failure
    assert failure is not None
    lines = [f"{failure.place}: {result.sort} {result.name}", f"    {failure.message}"]
    return [*lines, *(f"    {note}" for note in failure.notes), ""]


def _count_line(report: Report) -> str:
    total, failed = len(report.results), len(report.failures)
    if not total:
        return "there are no tests"
    tests = "1 test" if total == 1 else f"{total} tests"
    if not failed:
        return f"{tests}, all passed"
    return f"{tests}, {failed} failed"
