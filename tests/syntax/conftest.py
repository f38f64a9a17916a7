"""What the tests of this folder share: reading a text, and what a text says about its own mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from rulelang.diagnostics import Diagnostic
from rulelang.source import Source
from rulelang.syntax import model as ast
from rulelang.syntax.parser import parse

EXPECTED = re.compile(r"# error: (?P<codes>RL\d{4}(?:, RL\d{4})*)$")
Places = list[tuple[int, str]]


def _places(source: Source, diagnostics: list[Diagnostic]) -> Places:
    assert all(d.span is not None for d in diagnostics)
    return sorted((source.position(d.span.start)[0], d.code) for d in diagnostics if d.span is not None)


@pytest.fixture(scope="session")
def found() -> Callable[[str], Places]:
    """Line and code of each mistake in a text."""

    def found_in(text: str) -> Places:
        source = Source.clean("test.rules", text)
        return _places(source, parse(source)[1])

    return found_in


@pytest.fixture(scope="session")
def announced() -> Callable[[str], Places]:
    """Line and code of each mistake that the comments of a text announce: `# error: RL0117` at the end of its line."""

    def announced_in(text: str) -> Places:
        lines = enumerate(text.split("\n"), start=1)
        matches = [(number, match) for number, line in lines if (match := EXPECTED.search(line))]
        return sorted((number, code) for number, match in matches for code in match["codes"].split(", "))

    return announced_in


@pytest.fixture(scope="session")
def module() -> Callable[[str], ast.Module]:
    """The syntax tree of a text without mistakes."""

    def module_of(text: str) -> ast.Module:
        read, diagnostics = parse(Source.clean("test.rules", text))
        assert not diagnostics, [(d.code, d.message) for d in diagnostics]
        return read

    return module_of
