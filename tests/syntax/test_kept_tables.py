"""The parser: it comes with the package or is kept once, and is made again where neither is of any use."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

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
    monkeypatch.setattr(grammar, "BUILT", tmp_path / "built" / "parser.bin")
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
    monkeypatch.setattr(grammar.pickle, "loads", lambda *_: pytest.fail("read what was not ours"))
    assert grammar.parser() is MADE
    assert file.read_bytes() == whole


@pytest.fixture
def built(folder: Path) -> Path:
    """The file that a package comes with; nothing is kept."""
    [file] = folder.iterdir()
    file.unlink()
    path = folder / "built" / "parser.bin"
    path.parent.mkdir()
    grammar.write(path)
    return path


def test_the_parser_that_the_package_comes_with_is_used(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = read(TEXT).tree
    anew(monkeypatch)
    monkeypatch.setattr(grammar, "build", lambda: pytest.fail("made a second time"))
    assert read(TEXT).tree == expected
    assert list(built.parent.parent.iterdir()) == [built.parent]


def test_that_of_another_edition_is_passed_over(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "_name", lambda: "parser-another.bin")
    assert grammar.parser() is MADE
    assert len(list(built.parent.parent.iterdir())) == 2


def test_each_build_numbers_the_states_alike() -> None:
    """Lark takes them from sets, whose order is another in each process."""
    code = (
        "from rulelang.syntax import grammar; made = grammar.build(); table = made.parser.parser._parse_table; "
        "grammar._number(table); print([sorted((word, str(to)) for word, to in table.states[n].items()) "
        "for n in range(len(table.states))])"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert len(told[0]) > 10_000
