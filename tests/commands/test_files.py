"""Files that cannot be read, and other things that are asked for wrongly: one message, exit code 2 (or 1)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import Result

from tests.commands.conftest import Rulec

ONE_GAME = ["check", "play", "simulate", "dump"]


def _ask(rulec: Rulec, command: str, file: str, *more: str) -> Result:
    return rulec(command, file, *(["--stage", "ir"] if command == "dump" else []), *more, input="")


@pytest.mark.parametrize("command", ONE_GAME)
def test_a_missing_file(command: str, rulec: Rulec) -> None:
    result = _ask(rulec, command, "tei.rules")
    assert result.exit_code == 2
    assert "there is no file `tei.rules`" in result.output.casefold()
    assert "did you mean `tie.rules`?" in result.output


@pytest.mark.parametrize("command", ONE_GAME)
def test_a_missing_game(command: str, rulec: Rulec) -> None:
    result = _ask(rulec, command, "werwasr")
    assert result.exit_code == 2
    assert "no game of that name; did you mean `werwars`?" in result.stderr


@pytest.mark.parametrize("command", ONE_GAME)
def test_a_name_without_its_ending(command: str, rulec: Rulec) -> None:
    assert "no game" not in _ask(rulec, command, "tie").output


@pytest.mark.parametrize("command", ["play", "simulate", "dump"])
def test_a_folder(command: str, rulec: Rulec, folder: Path) -> None:
    (folder / "games").mkdir()
    result = _ask(rulec, command, "games")
    assert result.exit_code == 2
    assert "`games` is a folder" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ONE_GAME)
@pytest.mark.parametrize(
    ("name", "content", "code", "said"),
    [
        ("picture.rules", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe", 2, "is not UTF-8 text"),
        ("latin.rules", "game \"B\u00e4cker\"".encode("latin-1"), 2, "with the encoding UTF-8"),
        ("zero.rules", b"rules 1\ngame \"Z\0\"\n", 1, ""),
        ("empty.rules", b"", 2, "`empty.rules` is empty"),
        ("blank.rules", b" \n\n \t\n", 2, "`blank.rules` is empty"),
        ("comment.rules", b"# nothing yet\n", 2, "`comment.rules` is empty"),
        ("long.rules", b"rules 1\ngame \"L\"\nplayers 2\n# " + b"x" * 10_000_000, 1, ""),
        ("longword.rules", b"rules 1\ngame \"L\"\nplayers 2\n" + b"x" * 1_000_000, 1, ""),
    ],
)  # fmt: skip
def test_no_rules(command: str, name: str, content: bytes, code: int, said: str, rulec: Rulec, folder: Path) -> None:
    (folder / name).write_bytes(content)
    result = _ask(rulec, command, name)
    assert result.exit_code == code, result.output
    assert said.casefold() in result.output.casefold()
    assert "bug" not in result.output
    assert len(result.output) < 3000


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything can be read here")
def test_a_locked_file(rulec: Rulec, folder: Path) -> None:
    (folder / "tie.rules").chmod(0)
    result = rulec("check", "tie.rules")
    assert result.exit_code == 2
    assert "cannot be read: permission denied" in result.output


@pytest.mark.parametrize("word", ["", "x" * 5000, "a\0b", "nowhere/tie.rules", "tie.rules/x.rules", ".", "/"])
def test_strange_names(word: str, rulec: Rulec) -> None:
    result = rulec("play", word, input="")
    assert result.exit_code == 2, result.output
    assert "bug" not in result.output


def test_a_table_that_cannot_be_read(rulec: Rulec, folder: Path) -> None:
    text = (folder / "many.rules").read_text(encoding="utf-8")
    start = text.index("cards Card")
    end = text.index("\n", start)
    (folder / "csv.rules").write_text(
        text[:start] + 'cards Card "{name}" from "cards.csv"' + text[end:], encoding="utf-8"
    )
    missing = rulec("check", "csv.rules")
    assert missing.exit_code in (1, 2)
    assert "cards.csv" in missing.output
    assert "bug" not in missing.output
    (folder / "cards.csv").write_bytes(b"name\nB\xe4cker\n")
    binary = rulec("check", "csv.rules")
    assert binary.exit_code in (1, 2)
    assert "cards.csv" in binary.output
    assert "bug" not in binary.output


@pytest.mark.parametrize("command", ["play", "simulate", "dump"])
@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--players", "9"], "`Many` is not for 9 players: it is for 1 to 3"),
        (["--players", "0"], "is not for 0 players"),
        (["--players", "-3"], "is not for -3 players"),
        (["--variant", "Erly"], "this game has no variant `Erly`; it has: Early; did you mean `Early`?"),
        (["--set", "lenght=long"], "this game has no option `lenght`; it has: length; did you mean `length`?"),
        (["--set", "length=lng"], "the option `length` cannot be `lng`: it can be short, long; did you mean `long`?"),
        (["--set", "length"], "should be written `--set OPTION=VALUE`"),
        (["--set", "length=long", "--set", "length=short"], "is set twice"),
    ],
)
def test_a_configuration_that_there_is_not(command: str, more: list[str], said: str, rulec: Rulec) -> None:
    result = _ask(rulec, command, "many.rules", *more)
    assert result.exit_code == 2
    assert result.stderr == f"rulec: {said}\n" or said in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["play", "simulate", "dump"])
def test_rules_with_a_mistake(command: str, rulec: Rulec) -> None:
    result = _ask(rulec, command, "broken.rules")
    assert result.exit_code == 1
    assert "pionts" in result.stderr
    assert "this cannot be played before that is mended" in result.stderr


def test_a_record_is_no_rules(rulec: Rulec, folder: Path) -> None:
    (folder / "evening.play").write_text("rulelang record 1\n", encoding="utf-8")
    result = rulec("play", "evening.play", input="")
    assert result.exit_code == 1
    assert "evening.play, " in result.stderr
