"""The places in the program that raise a code agree with the code's file.

Read from the program's own text, since a message that few games provoke would otherwise fail only when it is
needed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulelang.diagnostics import catalogue

ROOT = Path(__file__).parents[2]
FILES = sorted(file for folder in ("rulelang", "interpreter") for file in (ROOT / folder).rglob("*.py"))
CODE = re.compile(r"RL\d{4}")


@cache
def _trees() -> list[tuple[Path, ast.Module]]:
    """Of the files that name a code."""
    texts = [(file, file.read_text(encoding="utf-8")) for file in FILES]
    return [(file, ast.parse(text)) for file, text in texts if CODE.search(text)]


def _calls() -> Iterator[tuple[str, ast.Call]]:
    """Every `diagnostic("RLnnnn", …)`, with where it stands."""
    for file, tree in _trees():
        for node in ast.walk(tree):
            match node:
                case ast.Call(
                    func=ast.Name(id="diagnostic") | ast.Attribute(attr="diagnostic"),
                    args=[ast.Constant(value=str(code)), *_],
                ) if CODE.fullmatch(code):
                    yield f"{code} in {file.relative_to(ROOT).as_posix()}:{node.lineno}", node


def test_a_call_gives_what_the_message_asks_for() -> None:
    calls = list(_calls())
    assert len(calls) > 200
    for where, call in calls:
        entry = catalogue.entry(where.split()[0])
        given = {keyword.arg for keyword in call.keywords} - {"labels", "help"}
        if None not in given:  # `**parameters` may hold anything
            assert entry.message_parameters() <= given, where
        assert given - {None} <= entry.parameters(), where


def test_every_code_is_raised_somewhere() -> None:
    """A code that nothing raises needs no file."""
    assert not set(catalogue.codes()) - {
        node.value
        for _, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
