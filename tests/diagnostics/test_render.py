"""Each style writes the same diagnostics; the snapshots are the styles' specification."""

from __future__ import annotations

import json
import time

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.diagnostics import STYLES, Diagnostic, InternalError, Label, Severity, render
from rulelang.diagnostics.render.cells import text_width
from rulelang.source import Source, Span

MAIN = """rules 1
game "Rendering"
state:
    starter: Player, starts as random player
    日本: pile of Card, seen by nobody
    cafe\u0301: pile of Card, seen by all
to bet:
    needs me.stake is 1
    set strater to me
\tmove 1 from 日本 to cafe\u0301
"""
LIBRARY = "kind Suit: clubs, hearts\n"
LONG = "    move 1 from deck to hand" * 500
SOURCES = {
    "games/main.rules": Source("games/main.rules", MAIN),
    "library/standard.rules": Source("library/standard.rules", LIBRARY),
    "long.rules": Source("long.rules", LONG),
}


def span(part: str, path: str = "games/main.rules", nth: int = 1) -> Span:
    start = -1
    for _ in range(nth):
        start = SOURCES[path].text.index(part, start + 1)
    return Span(path, start, start + len(part))


def error(code: str, message: str, place: Span | None, *labels: Label, help: str | None = None) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, f"title of {code}", message, place, labels, help)


UNKNOWN = error(
    "RL0203",
    "nothing is called `strater`",
    span("strater"),
    Label(span("starter"), "this is called nearly so"),
    help="did you mean `starter`?\nevery name is declared under `state:`",
)
DIAGNOSTICS = [
    UNKNOWN,
    error("RL0203", "nothing is called `strater`", span("strater")),  # the same again, written once
    error("RL0501", "no `strater` either", span("strater")),  # another code at the same place
    error(
        "RL0602",
        "a pile goes into a pile",
        span("日本 to cafe\u0301"),
        Label(span("cafe\u0301", nth=2), "this one"),
    ),
    error("RL0401", "declared twice", span("日本"), Label(span("Suit", "library/standard.rules"), "first here")),
    error("RL0402", "lies elsewhere", span("bet"), Label(Span("library/missing.rules", 4, 9), "declared here")),
    error("RL0701", "nobody can win", span('game "Rendering"'), help="add a line `winner:`"),
    error("RL0100", "the text stops too early", Span("games/main.rules", len(MAIN), len(MAIN))),
    Diagnostic("RL0502", Severity.WARNING, "never done", "nobody performs `bet`", span(MAIN[MAIN.index("to bet") :])),
    error("RL0202", "a long line", Span("long.rules", 7003, 7007), Label(Span("long.rules", 40, 44), "far off")),
    error("RL0002", "this file cannot be read", Span("games/gone.rules", 0, 0)),
    error("RL0001", "no game was named", None),
]


@pytest.mark.parametrize("style", STYLES)
def test_style(style: str, text_snapshot: SnapshotAssertion) -> None:
    assert render(DIAGNOSTICS, SOURCES, style) == text_snapshot


def test_colour(text_snapshot: SnapshotAssertion) -> None:
    text = render(DIAGNOSTICS, SOURCES, "full", colour=True)
    assert text.replace("\x1b", "ESC") == text_snapshot


@pytest.mark.parametrize("style", STYLES)
def test_the_order_of_finding_does_not_matter(style: str) -> None:
    some = [d for d in DIAGNOSTICS if d.code not in {"RL0203", "RL0501"}] + [UNKNOWN]
    assert render(some, SOURCES, style) == render(reversed(some), SOURCES, style)


@pytest.mark.parametrize("style", ["full", "concise", "plain"])
def test_nothing_wrong_nothing_written(style: str) -> None:
    assert render([], SOURCES, style) == ""


def test_an_unknown_style_is_our_bug() -> None:
    with pytest.raises(InternalError, match="there is no style html"):
        render([], {}, "html")


@pytest.mark.parametrize(
    ("found", "line"),
    [
        ([UNKNOWN], "1 error in 1 file"),
        ([DIAGNOSTICS[8]], "1 warning in 1 file"),
        (DIAGNOSTICS[:9], "7 errors and 1 warning in 1 file"),
        ([DIAGNOSTICS[-1]], "1 error"),
        (DIAGNOSTICS, "10 errors and 1 warning in 3 files"),
    ],
)
def test_the_last_line_counts(found: list[Diagnostic], line: str) -> None:
    assert render(found, SOURCES, "concise").splitlines()[-1] == line


def test_json_is_format_1() -> None:
    report = json.loads(render(DIAGNOSTICS, SOURCES, "json"))
    assert report["format"] == 1
    assert len(report["diagnostics"]) == 11
    assert json.loads(render([], {}, "json"))["diagnostics"] == []


def test_columns_are_code_points() -> None:
    place = span("to cafe\u0301")
    assert render([error("RL0602", "m", place)], SOURCES, "concise").startswith("games/main.rules:10:17: ")


def test_sarif_has_what_the_standard_demands() -> None:
    log = json.loads(render(DIAGNOSTICS, SOURCES, "sarif"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert run["tool"]["driver"]["name"] == "rulec"
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        for location in [*result["locations"], *result.get("relatedLocations", [])]:
            physical = location["physicalLocation"]
            assert physical["artifactLocation"]["uri"].isascii()
            region = physical.get("region", {"startLine": 1, "endLine": 1, "startColumn": 1, "endColumn": 1})
            start, end = (
                (region["startLine"], region["startColumn"]),
                (region["endLine"], region["endColumn"]),
            )
            assert (1, 1) <= start <= end


def test_a_sarif_path_becomes_a_uri() -> None:
    log = json.loads(render([error("RL0002", "m", Span("my games\\käse.rules", 0, 0))], {}, "sarif"))
    location = log["runs"][0]["results"][0]["locations"][0]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "my%20games/k%C3%A4se.rules"


def test_what_would_upset_a_terminal_is_shown_instead() -> None:
    text = 'game "\x1b[2J\u202e\u2028\x85\ud800"'
    source = Source("a.rules", text)
    written = render([error("RL0101", f"about {text}", Span("a.rules", 6, 7))], {"a.rules": source}, "full")
    assert not set("\x1b\u202e\u2028\x85\ud800") & set(written)
    assert "␛[2J" in written
    written.encode()


def test_ten_million_letters_in_one_line_are_cut_around_the_place() -> None:
    source = Source("a.rules", "word " * 1_000_000 + "HERE" + " word" * 1_000_000)
    place = Span("a.rules", 5_000_000, 5_000_004)
    assert source.position(place.start) == (1, 5_000_001)  # the line starts are found once, outside the clock
    before = time.perf_counter()
    text_width(source.text)
    letter_by_letter = time.perf_counter() - before
    before = time.perf_counter()
    found = [error("RL0203", "m" * 100_000, place, Label(Span("a.rules", 0, 9_000_000), "long"))]
    written = render(found, {"a.rules": source}, "full") + render(found, {"a.rules": source}, "plain")
    assert time.perf_counter() - before < letter_by_letter
    assert "HERE" in written
    assert max(map(len, written.splitlines())) < 500
