"""Whole games, library modules and blind texts: they parse, their spans are right."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.source import Source
from rulelang.syntax import model as ast
from rulelang.syntax.dump import dump, dump_tree
from rulelang.syntax.parser import parse
from tests.syntax.walking import children, find, walk

SKETCHES = Path(__file__).parents[1] / "sketches"
TEXTS = sorted(
    file.relative_to(SKETCHES).as_posix()
    for folder in ("games", "library", "blind")
    for file in (SKETCHES / folder).glob("*.rules")
)


def read(name: str) -> tuple[Source, ast.Module]:
    source = Source.clean(name, (SKETCHES / name).read_text(encoding="utf-8"))
    module, diagnostics = parse(source)
    assert not diagnostics, [(d.code, d.message, source.position(d.span.start)) for d in diagnostics if d.span]
    return source, module


def test_all_texts_are_here() -> None:
    assert len(TEXTS) == 23


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_parses(name: str) -> None:
    _, module = read(name)
    assert len(module.declarations) >= 3


@pytest.mark.parametrize("name", TEXTS)
def test_names_stand_where_their_spans_say(name: str) -> None:
    source, module = read(name)
    names = list(find(module, ast.Name))
    assert names
    for node in names:
        assert node.span.path == name
        assert source.text[node.span.start : node.span.end] == node.text


@pytest.mark.parametrize("name", TEXTS)
def test_spans_hold_their_children_and_no_spaces_around(name: str) -> None:
    source, module = read(name)
    for node in walk(module):
        text = source.text[node.span.start : node.span.end]
        assert node is module or text == text.strip()
        for child in children(node):
            assert node.span.start <= child.span.start <= child.span.end <= node.span.end, (node, child)


@pytest.mark.parametrize("name", TEXTS)
def test_a_sentence_starts_where_its_line_starts(name: str) -> None:
    source, module = read(name)
    for declaration in module.declarations:
        assert source.position(declaration.span.start)[1] == 1


@pytest.mark.parametrize("name", TEXTS)
def test_every_comment_is_kept(name: str) -> None:
    source, module = read(name)
    assert [comment.text for comment in module.comments] == [
        line[line.index("#") :] for line in source.text.split("\n") if "#" in line
    ]


@pytest.mark.parametrize("name", TEXTS)
def test_every_citation_is_kept(name: str) -> None:
    import re

    source, module = read(name)
    written = [cite for group in re.findall(r"\[([A-Z]\d+(?: [A-Z]\d+)*)\]", source.text) for cite in group.split()]
    kept = [
        cite
        for node in walk(module)
        for cite in (node.cites if isinstance(node, ast.Declaration | ast.Statement | ast.But) else ())
    ]
    assert sorted(kept) == sorted(written)


def test_the_tree_of_kuhn(text_snapshot: SnapshotAssertion) -> None:
    _, module = read("games/kuhn.rules")
    assert dump(module) == text_snapshot


def test_the_tree_of_the_grammar_can_be_seen() -> None:
    lines = dump_tree(Source("x", 'rules 1\ngame "X"\n')).splitlines()
    assert lines == ["module", "  version", "    1", "  game", '    "X"']
