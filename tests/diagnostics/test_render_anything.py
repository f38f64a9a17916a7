"""Whatever the text and the places: rendering never fails, and what it draws lies under what is meant."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from rulelang.diagnostics import STYLES, Diagnostic, Label, Severity, render
from rulelang.diagnostics.render.cells import text_width
from rulelang.source import Source, Span

LETTERS = st.one_of(st.characters(), st.sampled_from("ab \t\n日e\u0301\u200d👩\u202e\x1b\r"))
TEXTS = st.one_of(st.text(LETTERS, max_size=60), st.text(LETTERS, max_size=8).map(lambda part: part * 40))
SPANS = st.builds(
    Span, st.sampled_from(["a.rules", "b.rules", "missing.rules"]), st.integers(-3, 400), st.integers(-3, 400)
)
LABELS = st.lists(st.builds(Label, SPANS, TEXTS), max_size=3).map(tuple)
DIAGNOSTICS = st.builds(
    Diagnostic,
    st.sampled_from(["RL0203", "RL0501"]),
    st.sampled_from(Severity),
    TEXTS,
    TEXTS,
    st.none() | SPANS,
    LABELS,
    st.none() | TEXTS,
)


@given(TEXTS, TEXTS, st.lists(DIAGNOSTICS, max_size=4), st.sampled_from(STYLES), st.booleans())
def test_rendering_never_fails(a: str, b: str, found: list[Diagnostic], style: str, colour: bool) -> None:
    sources = {"a.rules": Source("a.rules", a), "b.rules": Source("b.rules", b)}
    text = render(found, sources, style, colour)
    text.encode()
    if style in {"json", "sarif"}:
        json.loads(text)
    else:
        assert text.endswith("\n") == bool(found)
        assert colour or "\x1b" not in text


@given(st.text(st.sampled_from("ab 日本e\u0301\t"), min_size=1, max_size=250), st.data())
def test_the_strokes_lie_under_the_place(line: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(line) - 1))
    end = data.draw(st.integers(start + 1, min(len(line), start + 10)))
    message = Diagnostic("RL0203", Severity.ERROR, "t", "m", Span("a.rules", start, end))
    shown, strokes = render([message], {"a.rules": Source("a.rules", line)}).splitlines()[3:5]
    before = strokes.index("^")
    length = strokes.count("^")
    part = line[start:end].replace("\t", "    ")
    assert length == max(1, text_width(part))
    under, rest = 0, shown
    while under < before and rest:
        under, rest = under + text_width(rest[0]), rest[1:]
    assert under == before or not line[start:].strip()  # blanks at the end of a line are not written
    assert rest.lstrip("\u0301").startswith(part.lstrip("\u0301").rstrip()) or text_width(part) == 0
