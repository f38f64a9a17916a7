"""The places in the program that raise a code agree with the code's file.

Read from the program's own text, since a message that few games provoke would otherwise fail only when it is
needed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulelang.diagnostics import catalogue

ROOT = Path(__file__).parents[2]
FILES = sorted(file for folder in ("rulelang", "interpreter") for file in (ROOT / folder).rglob("*.py"))
CODE = re.compile(r"RL\d{4}")


def _calls() -> Iterator[tuple[str, ast.Call]]:
    """Every `diagnostic("RLnnnn", …)`, with where it stands."""
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="diagnostic") | ast.Attribute(attr="diagnostic"),
                    args=[ast.Constant(value=str(code)), *_],
                ) if CODE.fullmatch(code):
                    yield f"{code} in {file.relative_to(ROOT).as_posix()}:{node.lineno}", node


CALLS = dict(_calls())


@pytest.mark.parametrize("call", CALLS)
def test_a_call_gives_what_the_message_asks_for(call: str) -> None:
    entry = catalogue.entry(call.split()[0])
    given = {keyword.arg for keyword in CALLS[call].keywords} - {"labels", "help"}
    if None not in given:  # `**parameters` may hold anything
        assert entry.message_parameters() <= given
    assert given - {None} <= entry.parameters()


@pytest.mark.parametrize("code", catalogue.codes())
def test_every_code_is_raised_somewhere(code: str) -> None:
    assert any(_mentions(file, code) for file in FILES), "nothing raises this code: take its file away"


def _mentions(file: Path, code: str) -> bool:
    text = file.read_text(encoding="utf-8")
    return code in text and any(
        isinstance(node, ast.Constant) and node.value == code for node in ast.walk(ast.parse(text))
    )
