"""An expression in words reads back as the same expression."""

from __future__ import annotations

import pytest
from attrs import fields, has

from rulelang.resolve.expressions.ranges import conjunction
from rulelang.resolve.model.expressions import And, Constant
from rulelang.resolve.model.sorts import FlagSort
from rulelang.resolve.wording import words
from rulelang.source import Span
from rulelang.syntax import model as ast
from tests.resolve.texts import ROOT, module

FILES = sorted((ROOT / "tests" / "sketches").rglob("*.rules"))


def _conditions(node: object) -> list[ast.Expr]:
    """Every condition in a tree."""
    found: list[ast.Expr] = []
    if isinstance(node, tuple):
        for part in node:
            found += _conditions(part)
    elif has(type(node)):
        if isinstance(node, ast.Always | ast.Needs | ast.Whenever):
            found.append(node.condition)
        if isinstance(node, ast.But | ast.Layer | ast.Forbid):
            found.append(node.when)
        if isinstance(node, ast.If):
            found += [condition for condition, _ in node.arms]
        for f in fields(type(node)):
            found += _conditions(getattr(node, f.name))
    return found


def test_words_read_back() -> None:
    read = 0
    for file in FILES:
        for condition in _conditions(module(file.read_text(encoding="utf-8")).declarations):
            (again,) = module(f"always {words(condition)}\n").declarations
            assert isinstance(again, ast.Always)
            assert again.condition == condition, words(condition)
            read += 1
    assert read > 150


def test_conditions_together_reach_from_the_first_to_the_last() -> None:
    one, two, three = (Constant(1, sort=FlagSort(), span=Span("a.rules", place, place + 3)) for place in (4, 9, 20))
    assert conjunction([]) is None
    assert conjunction([one]) is one
    both = conjunction([one, two, three])
    assert both == And((one, two, three), sort=FlagSort(), span=both.span)
    assert (both.span.start, both.span.end) == (4, 23)


TEXTS = [
    "some chips: 2 of Chip in line where yes",
    "some chips: up to 3 of Chip in line where yes",
    "every chips: 2 to 3 of Chip in line has yes",
    "no chips: 2 or more of Chip in line where yes",
    "no other: Chip in line",
    "some chip in first 2 of line where chip.worth > 1",
    "some n in 1 to 9 by 2 where n > me.score",
    "some n in 1 to me.score + 1 where n > 3",
    "every player has player.mark",
    "count (chip in line where chip.worth > 1) > 2",
    "(first chip in line, by highest chip.worth then lowest chip.size) is none",
    "(sum of chip.worth for chip in line where chip.marked) is 3",
    "(sum of worth in line) is 3",
    "(sum of worth in line where marked) > 3",
    "me.score - (1 - n) > 2 * (n + 1)",
    "me.score - n - 1 > (n + 1) * 2",
    "me.score / 2 rounded down * 3 > 1",
    "3 * me.score / 2 rounded down > 1",
    "3 * (me.score / 2 rounded down) > 1",
    "me.score / 2 rounded down / 3 rounded up > 1",
    "me.score / (n / 2 rounded down) rounded up > 1",
    "me.score / (n * 2) rounded up > 1",
    "n * (2 * n) > 1",
    "n + (n + 1) - (n - 1) > 1",
    "n - (2 * n - 1) > -n * 2",
    "-(n + 1) > -n.score",
    "(sum of n + 1 for n in 1 to 3) > (sum of (sum of n for m in 1 to n) for n in 1 to 3)",
    "not (yes and no) or ((yes or no) and yes)",
    "me.score is not in (1 to 3)",
    "me.score is not a multiple of 3",
    "line.first is not none",
    "me can sing(2, green)",
    "me cannot player.sing",
]


@pytest.mark.parametrize("text", TEXTS)
def test_words_are_as_written(text: str) -> None:
    (always,) = module(f"always {text}\n").declarations
    assert isinstance(always, ast.Always)
    assert words(always.condition) == text
