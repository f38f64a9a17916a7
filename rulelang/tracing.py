"""A rulebook held against the rules: which of its statements are carried out, which are tested, which are open.

Comes in: the text of a register, the lines of a game with the statements that they cite, the results of its scenarios.
Goes out: every statement with all that speaks of it.  A register is Markdown with tables headed `| no. | statement |`;
a statement that begins with a word between stars (`*Tip*: …`) binds nobody, and one that begins `As R3 and R4` is
carried out with these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from attrs import evolve

from rulelang.nodes import frozen
from rulelang.testing.model import Result

FORMAT = 1
State = Literal["carried out", "untested", "failing", "open", "binds nobody"]
STATES: tuple[State, ...] = ("carried out", "untested", "failing", "open", "binds nobody")
_WORST: tuple[State, ...] = ("failing", "open", "untested", "carried out", "binds nobody")
_NUMBER = r"[A-Z]+[0-9]+"
_STRETCH = re.compile(r"([A-Z]+)([0-9]+) to ([A-Z]+)([0-9]+)")
_ROW = re.compile(rf"\|\s*({_NUMBER}(?:(?:\s*,\s*| to ){_NUMBER})*)\s*\|\s*(.*?)\s*\|\s*")
_LONGEST = 1000
_HEADING = re.compile(r"#+\s+(.*?)\s*")
_BINDS_NOBODY = re.compile(r"\*\w+\*")
_SAME = re.compile(rf"As ({_NUMBER}(?:(?:,? and |, ){_NUMBER})*)")


@frozen
class Statement:
    """One statement of the rulebook

    `lines`: those of the rules that cite it; `tests`: the scenarios that do, `failing`: those of them that fail;
    `same`: statements that say the same.
    """

    number: str
    text: str
    heading: str
    state: State
    lines: tuple[int, ...]
    tests: tuple[str, ...]
    failing: tuple[str, ...]
    same: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "number": self.number,
            "statement": self.text,
            "heading": self.heading,
            "state": self.state,
            "lines": list(self.lines),
            "tests": list(self.tests),
            "failing": list(self.failing),
            "as": list(self.same),
        }


@frozen
class Trace:
    """All statements in their order, and what the rules cite that is none: number and lines"""

    statements: tuple[Statement, ...]
    unknown: tuple[tuple[str, tuple[int, ...]], ...]

    def count(self, state: State) -> int:
        """How many statements are in a state."""
        return sum(statement.state == state for statement in self.statements)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "format": FORMAT,
            "statements": [statement.to_dict() for statement in self.statements],
            "unknown": {number: list(lines) for number, lines in self.unknown},
            "counts": {state: self.count(state) for state in STATES},
        }


def trace(register: str, cited: Mapping[str, tuple[int, ...]], results: Iterable[Result]) -> Trace:
    """Every statement of a register; `cited`: by number the lines of the rules that cite it."""
    run = list(results)
    found: dict[str, Statement] = {}
    for heading, number, text in _rows(register):
        named = [result for result in run if number in result.cites]
        tests = tuple(dict.fromkeys(result.title for result in named))
        failing = tuple(dict.fromkeys(result.title for result in named if not result.passed))
        lines, same = cited.get(number, ()), _SAME.match(text)
        state = _state(text, bool(lines), bool(tests), bool(failing))
        others = tuple(re.findall(_NUMBER, same[1])) if same is not None else ()
        found.setdefault(number, Statement(number, text, heading, state, lines, tests, failing, others))
    statements = tuple(_with_its_like(statement, found) for statement in found.values())
    named_by_tests = {cite: () for result in run for cite in result.cites}
    unknown = tuple((n, lines) for n, lines in ({**named_by_tests, **cited}).items() if n not in found)
    return Trace(statements, unknown)


def _rows(register: str) -> Iterator[tuple[str, str, str]]:
    """Heading, number and words of each statement; several numbers in a row are statements of their own."""
    heading = ""
    for line in register.splitlines():
        if (head := _HEADING.fullmatch(line)) is not None:
            heading = head[1]
        elif (row := _ROW.fullmatch(line)) is not None:
            for number in _numbers(row[1]):
                yield heading, number, row[2]


def _numbers(written: str) -> Iterator[str]:
    """`R3, R4` one by one, and `R3 to R6`."""
    for piece in written.split(","):
        stretch = _STRETCH.fullmatch(piece.strip())
        if stretch is None or stretch[1] != stretch[3] or int(stretch[4]) - int(stretch[2]) > _LONGEST:
            yield from re.findall(_NUMBER, piece)
        else:
            yield from (f"{stretch[1]}{number}" for number in range(int(stretch[2]), int(stretch[4]) + 1))


def _state(text: str, cited: bool, tested: bool, failing: bool) -> State:
    if failing:
        return "failing"
    if tested:
        return "carried out"
    if cited:
        return "untested"
    return "binds nobody" if _BINDS_NOBODY.match(text) else "open"


def _with_its_like(statement: Statement, found: Mapping[str, Statement]) -> Statement:
    """A statement that nothing cites, and that says the same as others, is as far as the least of them."""
    states = [found[number].state for number in statement.same if number in found]
    if statement.state != "open" or not states:
        return statement
    return evolve(statement, state=min(states, key=_WORST.index))
