"""What is written in which way: `layouts.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.format.layout import layout
from rulelang.format.sentences import items
from rulelang.source import Source
from rulelang.syntax.reading import read

PARTS = (Path(__file__).with_name("layouts.txt")).read_text(encoding="utf-8").split("\n== ")[1:]
CASES = {title: text.split("....\n") for title, text in (part.split("\n", 1) for part in PARTS)}


def _layout(text: str) -> str:
    reading = read(text)
    assert not [str(mistake.token) for mistake in reading.mistakes]
    return layout(items(Source("x.rules", text), reading))


@pytest.mark.parametrize("title", CASES)
def test_layout(title: str) -> None:
    written, expected = CASES[title]
    new = _layout(written)
    assert new.rstrip("\n") == expected.rstrip("\n")
    assert _layout(new) == new
