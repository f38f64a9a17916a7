"""However a text is laid out, its canonical layout is one, says the same, and stays.

The texts are those of the repository and generated games, as they are and with their layout disturbed.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings

from rulelang.format import formatted
from rulelang.format.sentences import items
from rulelang.source import Source
from rulelang.syntax import model as ast
from rulelang.syntax.parser import parse
from rulelang.syntax.places import start_of
from rulelang.syntax.reading import read
from tests.generated.programs import programs
from tests.generated.test_programs import QUICK

ROOT = Path(__file__).parents[2]
OURS = sorted(file for folder in ("games", "rulelang") for file in (ROOT / folder).rglob("*.rules"))
OTHERS = sorted((ROOT / "tests").rglob("*.rules"))


def _source(file: Path) -> Source:
    return Source.clean(file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8"))


def _new(source: Source) -> str:
    """The canonical layout; the text itself where it cannot be read."""
    new = formatted(source)
    return new if isinstance(new, str) else source.text


def _meaning(source: Source) -> ast.Module:
    module, _ = parse(source)
    return evolve(module, comments=())


@pytest.mark.parametrize("file", OURS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_our_texts_have_it(file: Path) -> None:
    source = _source(file)
    assert _new(source) == source.text, f"rulec fmt {source.path}"


@pytest.mark.parametrize("file", OTHERS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_every_text_keeps_its_meaning_and_its_new_layout(file: Path) -> None:
    source = _source(file)
    new = Source(source.path, _new(source))
    assert _meaning(new) == _meaning(source)
    assert _new(new) == new.text


@settings(QUICK, max_examples=40)
@given(programs())
def test_generated_games_too(text: str) -> None:
    new = Source("x.rules", _new(Source("x.rules", text)))
    assert _meaning(new) == _meaning(Source("x.rules", text))
    assert _new(new) == new.text


@pytest.mark.parametrize("file", OURS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_how_it_was_laid_out_does_not_matter(file: Path) -> None:
    """Other indentation, other spaces between words, other line ends within sentences, more empty lines."""
    source = _source(file)
    disturbed = Source(source.path, _disturbed(source, random.Random(source.path)))
    assert disturbed.text != source.text
    assert _squeezed(_new(disturbed)) == _squeezed(source.text)


@pytest.mark.parametrize("file", OURS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_comments_anywhere_stay_in_their_order(file: Path) -> None:
    source = _source(file)
    strewn = Source(source.path, _strewn(source, random.Random(source.path)))
    found, mistakes = parse(strewn)
    assert not mistakes
    new = Source(source.path, _new(strewn))
    again, _ = parse(new)
    assert again == found
    assert _meaning(new) == _meaning(source)
    assert _new(new) == new.text


def test_what_would_change_the_meaning_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("x.rules", "rules 1\ndefine a = 1\n")
    for lost in ("rules 1\ndefine a = 2\n", "rules 1\ndefine a =\n", "rules 1\n"):
        monkeypatch.setattr("rulelang.format.layout.layout", lambda _, lost=lost: lost)
        with pytest.raises(Exception, match="would change what it means"):
            formatted(source)


# ---------------------------------------------------------------- disturbing a layout


def _squeezed(text: str) -> str:
    """In which column citations and comments stand depends on where they stood."""
    return re.sub(r" {2,}(?=\[[A-Z]|#)", "  ", text)


def _disturbed(source: Source, chance: random.Random) -> str:
    """The same words with another layout; where comments stand behind lines, these lines end as they did."""
    reading = read(source.text)
    cuts = {0: ""}
    for sentence in items(source, reading):
        words = getattr(sentence, "words", ())
        for number, word in enumerate(words):
            at = start_of(word)
            if word.type == "ORDERED_BY" or at == 0:
                continue
            before = source.text[:at]
            gap = len(before) - len(before.rstrip(" "))
            begins_line = number == 0 or before.rstrip(" ").endswith("\n")
            cuts[at] = " " * (gap if begins_line else chance.randrange(3) if gap else 0)
    pieces, last = [], 0
    for at in sorted(cuts):
        pieces += [source.text[last:at], cuts[at]]
        last = at
    text = "".join([*pieces, source.text[last:]])
    return re.sub(r"\n\n", lambda _: "\n" * chance.randint(2, 4), text) + "\n" * chance.randrange(3)


def _strewn(source: Source, chance: random.Random) -> str:
    """With comments on lines of their own, behind lines and in the midst of sentences."""
    places = {}
    for sentence in items(source, read(source.text)):
        for number, word in enumerate(getattr(sentence, "words", ())):
            at = start_of(word)
            if number and word.type in ("AND", "OR", "WHERE") and chance.random() < 0.2:
                places[at] = "# strewn\n" + " " * 40
    text = "".join(places.get(at, "") + letter for at, letter in enumerate(source.text))
    lines = []
    for line in text.split("\n"):
        if line.strip() and chance.random() < 0.1:
            lines.append(" " * chance.randrange(12) + "#alone")
        behind = "#" not in line and line.strip() and not line.endswith("]") and chance.random() < 0.1
        lines.append(f"{line}   #behind" if behind else line)
    return "\n".join(lines)
