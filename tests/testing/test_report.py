"""The report: what a person and what a program reads."""

from __future__ import annotations

from rulelang.testing import Failure, Report, Result, report_text

GOOD = Result("scenario", "a king wins", "", "x.rules:50:1", None)
BAD = Result(
    "scenario", "who may fold", "rank is king", "x.rules:60:1",
    Failure("x.rules:64:5", "expected that A may fold", ("on offer to A: check, bet",)),
)  # fmt: skip


def test_text_of_failures() -> None:
    assert report_text(Report((GOOD, BAD))) == (
        "x.rules:64:5: scenario who may fold (rank is king)\n"
        "    expected that A may fold\n"
        "    on offer to A: check, bet\n"
        "\n"
        "2 tests, 1 failed\n"
    )


def test_text_when_all_is_well() -> None:
    assert report_text(Report((GOOD,))) == "1 test, all passed\n"
    assert report_text(Report()) == "there are no tests\n"


def test_data() -> None:
    report = Report((GOOD, BAD))
    assert not report.passed
    assert Report((GOOD,)).passed
    data = report.to_dict()
    assert (data["format"], data["tests"], data["failed"]) == (1, 2, 1)
    assert data["results"][0] == {
        "sort": "scenario", "title": "a king wins", "case": "", "place": "x.rules:50:1", "passed": True,
    }  # fmt: skip
    assert data["results"][1]["failure"] == {
        "place": "x.rules:64:5",
        "message": "expected that A may fold",
        "notes": ["on offer to A: check, bet"],
    }
