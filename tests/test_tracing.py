"""A register held against what cites it."""

from __future__ import annotations

import pytest

from rulelang.testing.model import Failure, Result
from rulelang.tracing import STATES, Trace, trace

REGISTER = """\
# The rulebook

## Cards

| no. | statement |
|---|---|
| R1 | Everybody draws a card. |
| R2, R3 | *Tip*: hold them well. |
| R4 to R6 | The highest card wins. |

## The end

| no. | statement |
|---|---|
| R7 | As R1 and R4: a sum. |
| R8 | As R1. |
| R9 | Nobody | stops. |
| question | what we do |
"""


def result(title: str, *cites: str, fails: bool = False) -> Result:
    return Result("scenario", title, "", "x.rules:1:1", Failure("x.rules:1:1", "no") if fails else None, cites=cites)


def _states(found: Trace) -> dict[str, str]:
    return {statement.number: statement.state for statement in found.statements}


def test_every_statement_of_the_register_is_found() -> None:
    found = trace(REGISTER, {}, [])
    assert [s.number for s in found.statements] == ["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9"]
    assert [s.heading for s in found.statements] == ["Cards"] * 6 + ["The end"] * 3
    assert found.statements[-1].text == "Nobody | stops."
    assert [found.count(state) for state in STATES] == [0, 0, 0, 7, 2]


@pytest.mark.parametrize(
    ("cited", "results", "expected"),
    [
        ({"R1": (3,)}, [], {"R1": "untested", "R8": "untested", "R7": "open", "R4": "open"}),
        ({"R1": (3, 9)}, [result("draws", "R1")], {"R1": "carried out", "R8": "carried out"}),
        ({}, [result("draws", "R1")], {"R1": "carried out"}),
        ({"R1": (3,)}, [result("draws", "R1"), result("ends", "R1", fails=True)], {"R1": "failing", "R8": "failing"}),
        ({"R1": (3,), "R4": (4,)}, [result("draws", "R1")], {"R7": "untested", "R8": "carried out"}),
        ({"R2": (1,), "R8": (2,)}, [], {"R2": "untested", "R3": "binds nobody", "R8": "untested", "R1": "open"}),
    ],
    ids=["a-rule", "a-rule-and-a-test", "a-test", "one-test-fails", "the-least-of-its-like", "its-own-cite-counts"],
)
def test_states(cited: dict[str, tuple[int, ...]], results: list[Result], expected: dict[str, str]) -> None:
    found = trace(REGISTER, cited, results)
    states = _states(found)
    assert {number: states[number] for number in expected} == expected
    assert found.unknown == ()


def test_what_is_cited_and_is_no_statement() -> None:
    found = trace(REGISTER, {"R1": (3,), "Q1": (4, 7)}, [result("draws", "R1", "R99")])
    assert found.unknown == (("R99", ()), ("Q1", (4, 7)))


def test_what_says_who_cites_it() -> None:
    first = trace(REGISTER, {"R1": (3, 9)}, [result("draws", "R1"), result("draws", "R1"), result("ends", "R1")])
    assert first.statements[0].lines == (3, 9)
    assert first.statements[0].tests == ("draws", "ends")
    assert first.to_dict()["counts"] == {
        "carried out": 2, "untested": 0, "failing": 0, "open": 5, "binds nobody": 2,
    }  # fmt: skip
