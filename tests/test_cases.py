"""Small rule texts, right ones and wrong ones: `cases/good/FEATURE/*.rules` and `cases/bad/FEATURE/*.rules`.

A wrong one says at the end of each line what must be reported there, `# error: RL0203` or
`# warning: RL0502`, several with commas between them.  The two sets, found and expected, must be the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang.diagnostics import Diagnostic, render
from rulelang.source import Source

CASES = Path(__file__).parent / "cases"
EXPECTED = re.compile(r"#\s*(?P<severity>error|warning):\s*(?P<codes>RL\d{4}(?:,\s*RL\d{4})*)\s*$")
Checker = Callable[..., list[Diagnostic]]
Found = set[tuple[int, str, str]]


def _names(folder: str) -> list[str]:
    return sorted(file.relative_to(CASES).as_posix() for file in (CASES / folder).rglob("*.rules"))


def _read(name: str) -> Source:
    return Source.clean(name, (CASES / name).read_text(encoding="utf-8"))


def expected(source: Source) -> Found:
    """Line, severity and code of each mistake that the comments announce."""
    lines = enumerate(source.text.split("\n"), start=1)
    matches = ((number, match) for number, line in lines if (match := EXPECTED.search(line)))
    return {
        (number, match["severity"], code.strip()) for number, match in matches for code in match["codes"].split(",")
    }


def found(source: Source, diagnostics: list[Diagnostic]) -> Found:
    """The same of the diagnostics, line 0 for what has no place."""
    return {(_line(source, d), str(d.severity), d.code) for d in diagnostics}


def _line(source: Source, d: Diagnostic) -> int:
    return source.position(d.span.start)[0] if d.span else 0


@pytest.mark.parametrize("name", _names("good"))
def test_good(name: str, check_text: Checker) -> None:
    source = _read(name)
    diagnostics = check_text(source.text, name)
    assert not diagnostics, render(diagnostics, {name: source})


@pytest.mark.parametrize("name", _names("bad"))
def test_bad(name: str, check_text: Checker) -> None:
    source = _read(name)
    assert expected(source), "this text does not say what is wrong with it"
    diagnostics = check_text(source.text, name)
    assert found(source, diagnostics) == expected(source), render(diagnostics, {name: source})


def test_the_comments_are_read() -> None:
    source = Source("x", "a   # error: RL0203, RL0204\n# a remark\n\nb  # warning: RL0502  \nc  # error: none\n")
    assert expected(source) == {
        (1, "error", "RL0203"),
        (1, "error", "RL0204"),
        (4, "warning", "RL0502"),
    }
