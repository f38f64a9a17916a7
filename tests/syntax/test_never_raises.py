"""Whatever the text, there are diagnostics and no exception, and soon."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.plain import to_json
from rulelang.source import Source
from rulelang.syntax import keywords
from rulelang.syntax.dump import dump
from rulelang.syntax.parser import parse

GAMES = Path(__file__).parents[1] / "sketches" / "games"
GAME = Source.clean("letters.rules", (GAMES / "letters.rules").read_text(encoding="utf-8")).text
SIGNS = [*"+-*/()<>=.,:|#[]{}'\"", "\n", "\n    ", "\n        ", "\t", " "]
WORDS = [*keywords.all_words(), *SIGNS, "x", "Card", "3", '"a"']


def read(text: str) -> list[str]:
    """The codes of a text; its tree can be shown and written whatever is wrong with it."""
    module, diagnostics = parse(Source.clean("x.rules", text))
    assert all(d.span is not None and 0 <= d.span.start <= d.span.end <= len(text) for d in diagnostics)
    dump(module)
    assert json.loads(to_json(module))["span"] == ["x.rules", 0, len(Source.clean("x.rules", text).text)]
    return [d.code for d in diagnostics]


@given(st.text())
def test_any_text(text: str) -> None:
    read(text)


@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_any_words(words: list[str]) -> None:
    read(" ".join(words))


@settings(max_examples=40)
@given(st.integers(0, len(GAME)), st.integers(0, 60), st.sampled_from(WORDS) | st.text(max_size=5))
def test_an_edit_of_a_game(place: int, length: int, put: str) -> None:
    read(GAME[:place] + put + GAME[place + length :])


@settings(max_examples=40)
@given(st.data())
def test_several_edits_of_a_game(data: st.DataObject) -> None:
    lines = GAME.split("\n")
    for _ in range(data.draw(st.integers(1, 8))):
        number = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["drop", "double", "swap", "cut", "move"])):
            case "drop":
                del lines[number]
            case "double":
                lines.insert(number, lines[number])
            case "swap":
                other = data.draw(st.integers(0, len(lines) - 1))
                lines[number], lines[other] = lines[other], lines[number]
            case "cut":
                lines[number] = lines[number][: data.draw(st.integers(0, len(lines[number])))]
            case "move":
                lines[number] = " " * data.draw(st.integers(0, 12)) + lines[number].lstrip()
    read("\n".join(lines))


MANY = 100_000


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("define x = " + "(" * 70 + "1" + ")" * 70, "RL0131"),
        ("define x = " + "(\n  " * 500 + "1", "RL0131"),
        ("define x = " + "not " * 200 + "a", "RL0131"),
        ("define x = " + "-" * 200 + "a", "RL0131"),
        ("define x = " + "count " * 200 + "a", "RL0100"),
        ("define x = " + "a + " * 200 + "a", "RL0131"),
        ("define x = a" + ".a" * 200, "RL0131"),
        ("define x = " + "f(" * 70 + "1" + ")" * 70, "RL0131"),
        ("setup: " + "for each x: " * 100 + "a", "RL0131"),
        ("setup:\n" + "".join(f"{'  ' * n}if a:\n" for n in range(1, 100)) + "  " * 100 + "b", "RL0131"),
        ("define x = a\n" + "    and a\n" * MANY, "RL0033"),
        ("define x = a\n" + "    and a\n" * 2000, "RL0132"),
        ("define x = " + "(" * MANY, "RL0034"),
        ("define x = " + "not " * MANY, "RL0034"),
        ("define x = " + "a and " * 800 + "a", "RL0132"),
        ("x" * 10_000_000, "RL0033"),
        ("\0" * 450_000, "RL0034"),
        ("\0\n" * 200_000, "RL0032"),
        ('"' * 4000, "RL0100"),
        ("|" * 4000, "RL0100"),
        ("|\n" * MANY, "RL0136"),
        ("(\n" * MANY, "RL0100"),
        ("to x:\n" * 20_000, "RL0108"),
        ("\n" * 450_000 + "x", "RL0101"),
        ("#\n" * 200_000 + "x", "RL0101"),
        ("players " + "9" * 4000, "RL0133"),
    ],
    ids=range(26),
)
def test_texts_that_are_made_to_hurt(text: str, code: str) -> None:
    start = time.process_time()
    module, diagnostics = parse(Source.clean("x.rules", text))
    assert code in [d.code for d in diagnostics]
    assert len(diagnostics) <= 201
    dump(module)
    assert time.process_time() - start < 10


def test_what_is_not_too_deep_is_read() -> None:
    assert read("define x = " + "(" * 60 + "1" + ")" * 60) == []
    assert read("define x = " + "not " * 50 + "a") == []
    assert read("define x = " + "a and " * 300 + "a") == []
    assert read("define x = " + " + ".join(["a"] * 50)) == []


def test_a_game_is_read_fast() -> None:
    text = GAME * 10
    parse(Source("x", GAME))
    start = time.process_time()
    parse(Source("x", text))
    assert text.count("\n") / (time.process_time() - start) > 1000
