"""An expression in words reads back as the same expression."""

from __future__ import annotations

import pytest
from attrs import fields, has

from rulelang.resolve.wording import words
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


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_words_read_back(file: object) -> None:
    text = file.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    for condition in _conditions(module(text).declarations):
        (again,) = module(f"always {words(condition)}\n").declarations
        assert isinstance(again, ast.Always)
        assert again.condition == condition, words(condition)
