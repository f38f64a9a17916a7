"""Every code's file is complete, and its examples do what they say.

The examples are run: the bad one gives its code and no other, the good one gives nothing at all.  The
snapshots hold each message as an author sees it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from string import Formatter

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.diagnostics import Diagnostic, catalogue, render
from rulelang.diagnostics.catalogue import Entry, Example
from rulelang.source import Source

BLOCKS = range(12)  # RL00xx to RL11xx
CODES = catalogue.codes()
ENTRIES = {code: catalogue.entry(code) for code in CODES}
# Words of people who write parsers; authors have cards, piles and players.
JARGON = re.compile(
    r"\b(tokens?|nodes?|AST|parsers?|parse|syntax tree|type mismatch|identifiers?|lexer)\b", re.IGNORECASE
)


def _about_files_or_runs(entry: Entry) -> bool:
    """Whether a text alone cannot show the mistake, so that the examples are told in words."""
    return entry.code[:4] in {"RL00", "RL10", "RL11"} or (
        entry.code.startswith("RL04") and re.search("CSV|spreadsheet|workbook|sheet| file", entry.prose) is not None
    )


def _examples(code: str, word: str) -> list[Example]:
    examples = [e for e in catalogue.entry(code).examples if word in e.words and e.language == "rules"]
    if not examples and _about_files_or_runs(catalogue.entry(code)):
        pytest.skip("its examples are told in words")
    assert examples
    return examples


def test_the_file_is_complete() -> None:
    for code, entry in ENTRIES.items():
        assert re.fullmatch(r"RL\d{4}", code)
        assert int(code[2:4]) in BLOCKS, code
        assert entry.title[0].islower() or not entry.title[0].isalpha(), code
        assert not entry.title.endswith(".")
        assert not entry.message.endswith((".", "?", "!")), "a message states, without a full stop"
        assert "did you mean" not in entry.message, "only help advises"
        assert len(entry.prose.split()) >= 8, "say why, and how to mend it"


def test_the_wording_is_an_authors() -> None:
    for entry in ENTRIES.values():
        for text in (entry.title, entry.message, entry.help or "", entry.prose):
            assert not JARGON.search(text), entry.code


def test_the_templates_have_plain_parameters() -> None:
    for code, entry in ENTRIES.items():
        for template in (entry.message, entry.help or ""):
            for _, name, form, conversion in Formatter().parse(template):
                assert name is None or name.isidentifier(), code
                assert name not in {"labels", "help", "code", "span"}, code
                assert not form or form.isalpha(), code
                assert not conversion, code


def test_there_is_a_bad_and_a_good_example() -> None:
    for code, entry in ENTRIES.items():
        languages = {"rules", "text"} if _about_files_or_runs(entry) else {"rules"}
        for example in entry.examples:
            assert example.language in languages, code
            assert len(example.words) == 1, code
            assert example.text.strip(), code
        words = {example.words[0] for example in entry.examples}
        assert words == {"bad", "good"}, code


@pytest.mark.parametrize("code", CODES)
def test_the_bad_example_gives_this_code_alone(
    code: str, check_text: Callable[..., list[Diagnostic]], text_snapshot: SnapshotAssertion
) -> None:
    path = f"{code}.rules"
    texts = []
    for example in _examples(code, "bad"):
        found = check_text(example.text, path)
        texts.append(render(found, {path: Source.clean(path, example.text)}, "full"))
        assert {d.code for d in found} == {code}, texts[-1]
    assert "\n".join(texts) == text_snapshot


@pytest.mark.parametrize("code", CODES)
def test_the_good_example_gives_nothing(code: str, check_text: Callable[..., list[Diagnostic]]) -> None:
    path = f"{code}.rules"
    for example in _examples(code, "good"):
        found = check_text(example.text, path)
        assert not found, render(found, {path: Source.clean(path, example.text)}, "full")
