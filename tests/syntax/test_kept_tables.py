"""The tables of the parser: kept once, made again where what was kept is of no use."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from lark import Lark

from rulelang.syntax import grammar
from rulelang.syntax.reading import read

MADE = grammar.build()
PARSER = grammar.parser.__wrapped__
TEXT = 'rules 1\ngame "One"\nplayers 2\nsetup:\n    shuffle deck\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the tables are kept; nothing has been loaded from there."""
    monkeypatch.setattr("rulelang.kept.user_cache_dir", lambda *_, **__: str(tmp_path))
    monkeypatch.setattr(grammar, "build", lambda: MADE)
    anew(monkeypatch)
    grammar.parser()
    anew(monkeypatch)
    return tmp_path


def anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a new process; the other tests keep the parser that they have, for its states have numbers of their own."""
    monkeypatch.setattr(grammar, "parser", cache(PARSER))


def test_tables_that_were_kept_are_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = read(TEXT).tree
    anew(monkeypatch)
    monkeypatch.setattr(grammar, "build", lambda: pytest.fail("made a second time"))
    assert grammar.parser() is not MADE
    assert read(TEXT).tree == expected


@pytest.mark.parametrize("damage", ["no file", "cut off", "a digit changed", "somebody else's name"])
def test_tables_that_are_damaged_are_made_again(damage: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [file] = folder.iterdir()
    whole = file.read_bytes()
    match damage:
        case "no file":
            file.unlink()
        case "cut off":
            file.write_bytes(whole[:-100])
        case "a digit changed":
            file.write_bytes(whole[:-50] + bytes([whole[-50] ^ 1]) + whole[-49:])
        case _:
            file.write_bytes(b"0" * 64 + b"\n[]")
    monkeypatch.setattr(Lark, "load", lambda *_: pytest.fail("read what was not ours"))
    assert grammar.parser() is MADE
    assert file.read_bytes() == whole
