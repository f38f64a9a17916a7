"""Codes, their files and the filling of their templates."""

from __future__ import annotations

import re

import pytest

from rulelang.diagnostics import Diagnostic, InternalError, Label, Severity, catalogue, diagnostic
from rulelang.diagnostics.catalogue import Example, codes, entry, parse
from rulelang.source import Span

FILE = """---
code: RL9901
title: unknown name
severity: warning            # error | warning
message: "nothing is called `{name}`, not even \\"{name}\\""   # a comment
help: "did you mean `{suggestion}`?"
---
Names are declared before they are used.

```rules bad
first
```
Between.
```rules good
second
```
"""
SPAN = Span("a.rules", 3, 7)


@pytest.fixture
def code(monkeypatch: pytest.MonkeyPatch) -> str:
    entry = parse("RL9901", FILE)
    monkeypatch.setattr(catalogue, "entry", {"RL9901": entry}.__getitem__)
    return entry.code


def test_the_front_matter_is_read_without_its_comments() -> None:
    entry = parse("RL9901", FILE)
    assert (entry.code, entry.title, entry.severity) == ("RL9901", "unknown name", Severity.WARNING)
    assert entry.message == 'nothing is called `{name}`, not even "{name}"'
    assert entry.help == "did you mean `{suggestion}`?"
    assert entry.parameters() == {"name", "suggestion"}


def test_the_explanation_is_read_in_order() -> None:
    assert list(parse("RL9901", FILE).parts()) == [
        "Names are declared before they are used.",
        Example("rules", ("bad",), "first\n"),
        "Between.",
        Example("rules", ("good",), "second\n"),
    ]


def test_line_ends_of_other_systems_change_nothing() -> None:
    assert parse("RL9901", FILE.replace("\n", "\r\n")) == parse("RL9901", FILE)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("---\ncode", "code", "does not begin"),
        ("code: RL9901", "code: RL9902", "says that its code is RL9902"),
        ("title: unknown name", "title:", "does not say its title"),
        ("title: unknown name", "titel: unknown name", "a line that says none of"),
        ("title: unknown name", "title: a\ntitle: b", "says its title twice"),
        ("severity: warning", "severity: fatal", "severity `fatal`"),
        ('`?"', '`?" and more', "does not end well"),
    ],
)
def test_a_file_that_is_written_wrongly_is_our_bug(old: str, new: str, complaint: str) -> None:
    assert FILE.count(old) == 1
    with pytest.raises(InternalError, match=complaint):
        parse("RL9901", FILE.replace(old, new))


def test_a_diagnostic_is_filled_in(code: str) -> None:
    label = Label(Span("a.rules", 0, 1), "here")
    assert diagnostic(code, SPAN, labels=[label], name="strater", suggestion="starter") == Diagnostic(
        code="RL9901",
        severity=Severity.WARNING,
        title="unknown name",
        message='nothing is called `strater`, not even "strater"',
        span=SPAN,
        labels=(label,),
        help="did you mean `starter`?",
    )


@pytest.mark.parametrize("parameters", [{}, {"suggestion": None}])
def test_help_is_left_out_when_a_parameter_is_absent(code: str, parameters: dict[str, None]) -> None:
    assert diagnostic(code, SPAN, name="strater", **parameters).help is None


def test_help_of_ones_own_takes_the_place_of_the_files(code: str) -> None:
    assert diagnostic(code, None, name="x", suggestion="y", help="look again").help == "look again"


def test_braces_in_a_parameter_stay_as_they_are(code: str) -> None:
    assert "`{rank} of {suit}`" in diagnostic(code, SPAN, name="{rank} of {suit}").message


def test_a_missing_parameter_is_our_bug(code: str) -> None:
    with pytest.raises(InternalError, match="RL9901 was raised without name"):
        diagnostic(code, SPAN, suggestion="x")


def test_a_parameter_that_nothing_asks_for_is_passed_over(code: str) -> None:
    """Callers that raise one of several codes give each the same; `test_raised` finds misspelt ones."""
    assert diagnostic(code, SPAN, name="x", more="y") == diagnostic(code, SPAN, name="x")


def test_an_unknown_code_is_our_bug_and_names_its_file() -> None:
    with pytest.raises(InternalError, match=r"rulelang/diagnostics/codes/RL9999\.md"):
        diagnostic("RL9999", SPAN)


COUNTS = {
    ("RL0702", 1): "with 1 player this wants 1 from `deck`, where 1 is left",
    ("RL0702", 2): "with 2 players this wants 2 from `deck`, where 2 are left",
    ("RL0702", 0): "with 0 players this wants 0 from `deck`, where 0 are left",
    ("RL0402", 1): "this row should have 1 cell, and has 1",
    ("RL0704", 1): "this moves 1 card to `deck`, which holds 1 at most",
    ("RL0807", 1): "`deck` holds 1 card at most, and these are 1",
    ("RL0805", 1): "1 player cannot play this",
    ("RL0805", 3): "3 players cannot play this",
}


@pytest.mark.parametrize(("raised", "number"), COUNTS)
def test_one_is_said_in_the_singular(raised: str, number: int) -> None:
    known = entry(raised)
    given = dict.fromkeys(known.message_parameters(), number) | {"name": "deck", "place": "deck"}
    assert diagnostic(raised, SPAN, **given).message == COUNTS[raised, number]


ALWAYS_MANY = {"RL0014", "RL0033", "RL0034", "RL0427", "RL0516", "RL0526", "RL0527"}
"""What is said only of more than some large number."""


def test_every_message_with_a_number_knows_one() -> None:
    several = re.compile(r"\{(count|number|room|players|wanted|there|most)\} (are|(?!is\b)\w+s)\b")
    told = {known for known in codes() if several.search(f"{entry(known).message} {entry(known).help}")}
    assert told <= ALWAYS_MANY
