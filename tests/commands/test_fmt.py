"""`rulec fmt`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.commands.conftest import Rulec

UNTIDY = 'rules 1\ngame  "Tidy"\nplayers 2\nto go:\n  pass\nplay: turns from (first player): choose go\n'
TIDY = 'rules 1\ngame "Tidy"\nplayers 2\n\nto go:\n    pass\n\nplay: turns from (first player): choose go\n'


@pytest.fixture
def untidy(folder: Path) -> Path:
    file = folder / "untidy.rules"
    file.write_bytes(UNTIDY.encode())
    return file


def test_a_file(rulec: Rulec, untidy: Path) -> None:
    result = rulec("fmt", "untidy.rules")
    assert (result.exit_code, result.output) == (
        0,
        "untidy.rules: new layout\n1 of 1 file got a new layout\n",
    )
    assert untidy.read_bytes() == TIDY.encode()
    again = rulec("fmt", "untidy.rules")
    assert (again.exit_code, again.output) == (0, "the layout is as it should be\n")
    assert rulec("fmt", "untidy").exit_code == 0


def test_a_file_that_is_as_it_should_be_is_not_written(rulec: Rulec, folder: Path) -> None:
    file = folder / "tidy.rules"
    file.write_bytes(TIDY.encode())
    os.utime(file, (1, 1))
    assert rulec("fmt", "tidy.rules").exit_code == 0
    assert file.stat().st_mtime == 1


def test_looking_only(rulec: Rulec, untidy: Path) -> None:
    result = rulec("fmt", "--check", "untidy.rules")
    assert (result.exit_code, result.output) == (
        1,
        "untidy.rules would change\n1 of 1 file would get a new layout\n",
    )
    assert untidy.read_bytes() == UNTIDY.encode()
    untidy.write_bytes(TIDY.encode())
    assert rulec("fmt", "--check", "untidy.rules").exit_code == 0


def test_the_difference(rulec: Rulec, untidy: Path) -> None:
    result = rulec("fmt", "--diff", "untidy.rules")
    assert result.exit_code == 0
    assert result.output.startswith("--- untidy.rules\n+++ untidy.rules (new layout)\n@@ -1,7 +1,9 @@\n rules 1\n")
    assert '-game  "Tidy"\n' in result.output
    assert '+game "Tidy"\n' in result.output
    assert rulec("fmt", "--diff", "--check", "untidy.rules").exit_code == 1
    assert untidy.read_bytes() == UNTIDY.encode()


def test_standard_input(rulec: Rulec) -> None:
    result = rulec("fmt", "-", input=UNTIDY.encode())
    assert (result.exit_code, result.stdout_bytes, result.stderr) == (0, TIDY.encode(), "")
    assert rulec("fmt", "-", input=TIDY.encode()).stdout_bytes == TIDY.encode()
    looked = rulec("fmt", "--check", "-", input=UNTIDY.encode())
    assert (looked.exit_code, looked.output) == (1, "<stdin> would change\n")
    assert "+++ <stdin> (new layout)" in rulec("fmt", "--diff", "-", input=UNTIDY.encode()).output
    assert rulec("fmt", "-", input=b"\xff\xfe").exit_code == 2


def test_windows_line_ends_stay_and_a_mark_at_the_begin_goes(rulec: Rulec, untidy: Path) -> None:
    windows = UNTIDY.replace("\n", "\r\n").encode()
    untidy.write_bytes(b"\xef\xbb\xbf" + windows)
    assert rulec("fmt", "untidy.rules").exit_code == 0
    assert untidy.read_bytes() == TIDY.replace("\n", "\r\n").encode()
    assert rulec("fmt", "--check", "untidy.rules").exit_code == 0
    assert rulec("fmt", "-", input=windows).stdout_bytes == untidy.read_bytes()
    untidy.write_bytes(TIDY.replace("\n", "\r\n", 1).encode())  # the first line decides for all
    assert rulec("fmt", "--check", "untidy.rules").exit_code == 1


def test_tabs_become_spaces(rulec: Rulec, untidy: Path) -> None:
    untidy.write_bytes(UNTIDY.replace("  pass", "\tpass").encode())
    assert rulec("check", "untidy.rules").exit_code == 1
    assert rulec("fmt", "untidy.rules").exit_code == 0
    assert untidy.read_bytes() == TIDY.encode()


def test_mistakes_are_shown_and_the_file_is_left(rulec: Rulec, untidy: Path) -> None:
    wrong = 'rules 1\ngame  "Tidy"\nto go:\n  mvoe 1 from a to b\n'
    untidy.write_text(wrong, encoding="utf-8")
    result = rulec("fmt", "untidy.rules", "tie.rules")
    assert result.exit_code == 1
    assert "untidy.rules:4:3" in result.stderr
    assert "mvoe" in result.stderr
    assert untidy.read_text(encoding="utf-8") == wrong
    assert rulec("fmt", "-", input=wrong.encode()).stdout == ""
    missing = rulec("fmt", "nowhere.rules", "tie.rules")
    assert missing.exit_code == 2
    assert "nowhere.rules" in missing.stderr


def test_a_folder(rulec: Rulec, folder: Path) -> None:
    below = folder / "below"
    below.mkdir()
    for name in ("one.rules", "two.rules"):
        (below / name).write_text(UNTIDY, encoding="utf-8")
    (below / "three.rules").write_text(TIDY, encoding="utf-8")
    (below / "notes.txt").write_text(UNTIDY, encoding="utf-8")
    result = rulec("fmt", "below")
    assert result.output.splitlines()[-1] == "2 of 3 files got a new layout"
    assert (below / "notes.txt").read_text(encoding="utf-8") == UNTIDY
    assert sorted(file.name for file in below.iterdir()) == ["notes.txt", "one.rules", "three.rules", "two.rules"]
    assert rulec("fmt", "below").output == "3 files: the layout is as it should be\n"


@pytest.mark.parametrize("word", ["magpie", "game.play"])
def test_what_has_no_layout_of_its_own(word: str, rulec: Rulec, folder: Path) -> None:
    (folder / "game.play").write_text("rulelang record 1\n", encoding="utf-8")
    result = rulec("fmt", word)
    assert result.exit_code == 2
    assert word in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="rights are another matter there")
def test_rights_and_links_stay(rulec: Rulec, untidy: Path, folder: Path) -> None:
    untidy.chmod(0o640)
    (folder / "link.rules").symlink_to("untidy.rules")
    assert rulec("fmt", "link.rules").exit_code == 0
    assert (folder / "link.rules").is_symlink()
    assert untidy.read_bytes() == TIDY.encode()
    assert untidy.stat().st_mode & 0o777 == 0o640


def test_what_cannot_be_written_is_left(rulec: Rulec, untidy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    result = rulec("fmt", "untidy.rules")
    assert (result.exit_code, result.stderr) == (
        2,
        "rulec: `untidy.rules` cannot be written: permission denied\n",
    )
    assert untidy.read_bytes() == UNTIDY.encode()


def test_a_layout_that_would_change_the_meaning_is_our_mistake(
    rulec: Rulec, untidy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulelang.format.layout.layout", lambda _: "rules 1\n")
    result = rulec("fmt", "untidy.rules")
    assert result.exit_code == 3
    assert "would change what it means" in result.stderr
    assert untidy.read_bytes() == UNTIDY.encode()
