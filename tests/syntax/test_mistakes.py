"""Wrong texts get their codes, each once, on the right line; one run finds them all."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang.diagnostics import catalogue
from rulelang.source import Source
from rulelang.syntax import keywords
from rulelang.syntax import model as ast
from rulelang.syntax.parser import parse

HERE = Path(__file__).parent
Places = list[tuple[int, str]]
WRONG = dict(part.split("\n", 1) for part in (HERE / "wrong.txt").read_text(encoding="utf-8").split("--- ")[1:])
OURS = [code for code in catalogue.codes() if "RL0030" <= code <= "RL0039" or "RL0100" <= code <= "RL0199"]
EXAMPLES = [
    pytest.param(code, example, id=f"{code}-{example.words[0]}-{number}")
    for code in OURS
    for number, example in enumerate(catalogue.entry(code).examples)
    if example.language == "rules"
]
Text = Callable[[str], Places]


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_text(name: str, found: Text, announced: Text) -> None:
    text = (HERE / "base.rules").read_text(encoding="utf-8") + WRONG[name]
    assert announced(text)
    assert found(text) == announced(text)


def test_the_base_of_the_wrong_texts_is_right(found: Text) -> None:
    assert found((HERE / "base.rules").read_text(encoding="utf-8")) == []


def test_one_run_finds_every_mistake_once(found: Text, announced: Text) -> None:
    text = (HERE / "recovery.rules").read_text(encoding="utf-8")
    assert len(announced(text)) > 20
    assert found(text) == announced(text)


@pytest.mark.parametrize(("code", "example"), EXAMPLES)
def test_the_examples_of_a_code(code: str, example: catalogue.Example) -> None:
    _, diagnostics = parse(Source.clean("example.rules", example.text))
    assert [d.code for d in diagnostics] == ([code] if "bad" in example.words else [])


def test_the_page_about_reserved_words_names_them_all() -> None:
    page = catalogue.entry("RL0112").explanation
    assert [word for word in keywords.reserved() if f"`{word}`" not in page] == []


def test_what_stands_around_a_mistake_is_kept() -> None:
    text = 'rules 1\nto lay:\n    "Lay."\n    shufle deck\n    shuffle deck\nsetp: nothing\nplay: lay\n'
    module, diagnostics = parse(Source("x", text))
    assert [d.code for d in diagnostics] == ["RL0102", "RL0101"]
    assert [type(d).__name__ for d in module.declarations] == ["Version", "Step", "Play"]


def test_a_message_names_what_was_expected_and_what_was_found() -> None:
    _, [diagnostic] = parse(Source("x", "setup: move card too deck\n"))
    assert diagnostic.message == "I expected `from` or `to` in this `move` line, not `too`"
    assert diagnostic.help == "did you mean `to`?"


def test_what_cannot_be_read_has_a_name_that_nobody_can_write() -> None:
    module, [diagnostic] = parse(Source("x", "after lay wen me.safe:\n    shuffle deck\n"))
    assert diagnostic.code == "RL0100"
    [hook] = module.declarations
    assert isinstance(hook, ast.Hook)
    assert (hook.time, [name.text for name in hook.steps]) == ("after", ["…"])
    assert len(hook.body) == 1


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [("defin x = 3", "define"), ("setup: shufle deck", "shuffle"), ("players 2 ot 4", "to")],
)
def test_a_misspelt_word_gets_a_suggestion(text: str, suggestion: str) -> None:
    _, [diagnostic] = parse(Source("x", text))
    assert diagnostic.help is not None
    assert f"`{suggestion}`" in diagnostic.help


def test_lark_is_imported_when_a_text_is_parsed_and_not_before() -> None:
    program = "import rulelang.syntax.parser, rulelang.syntax.dump, sys; print('lark' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=HERE.parents[1]
    )
    assert run.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("winner: hihgest points, then shared", "highest"),
        ("winner: lowset points", "lowest"),
        ("define many = cuont deck", "count"),
        ("define best = frist player", "first"),
    ],
)
def test_a_misspelt_keyword_that_was_read_as_a_name(line: str, meant: str) -> None:
    found = parse(Source.clean("x.rules", f"rules 1\n{line}\n"))[1]
    assert [one.help for one in found] == [f"did you mean `{meant}`?"]
