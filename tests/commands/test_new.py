"""`rulec new`: the game that it writes is a whole one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.loading import bundled
from rulelang.commands.new import file_name
from tests.commands.conftest import Rulec


def test_the_new_game_is_a_whole_one(rulec: Rulec, folder: Path) -> None:
    made = rulec("new", "Three Owls!")
    assert made.exit_code == 0, made.output
    assert "rulec play three_owls.rules" in made.stdout
    text = (folder / "three_owls.rules").read_text(encoding="utf-8")
    assert 'game "Three Owls!"' in text
    assert len(text.splitlines()) < 80
    checked = rulec("check", "three_owls.rules", "--deep", "20")
    assert checked.exit_code == 0, checked.output
    assert "no mistakes found" in checked.output
    tested = rulec("test", "three_owls.rules")
    assert tested.exit_code == 0, tested.output
    assert "2" in tested.output
    assert rulec("play", "three_owls.rules", "--seat", "1=random", input="").exit_code == 0


def test_the_new_game_is_fair_enough(rulec: Rulec) -> None:
    rulec("new", "x")
    result = rulec("simulate", "x.rules", "-n", "200", "--players", "4")
    assert result.exit_code == 0, result.output


def test_nothing_is_overwritten(rulec: Rulec, folder: Path) -> None:
    (folder / "mine.rules").write_text("precious", encoding="utf-8")
    result = rulec("new", "Mine")
    assert result.exit_code == 2
    assert result.stderr == "rulec: there is a file `mine.rules` already; it has been left as it is\n"
    assert (folder / "mine.rules").read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Three Owls!", "three_owls"),
        ("  Wer war's?  ", "wer_war_s"),
        ("Große Ärgernisse", "grosse_argernisse"),
        ("../../etc/passwd", "etc_passwd"),
        ("C:\\Games\\x", "c_games_x"),
        ("日本", "日本"),
        ("x" * 500, "x" * 60),
        ("a\0b", "a_b"),
        (".hidden", "hidden"),
        ("...", ""),
        ("", ""),
    ],
)
def test_file_names(title: str, name: str) -> None:
    assert file_name(title) == name


@pytest.mark.parametrize("title", ["", "...", "///", "a\0b", "a\nb\x1b[31m", '"""'])
def test_titles_without_letters(title: str, rulec: Rulec, folder: Path) -> None:
    before = sorted(folder.iterdir())
    result = rulec("new", title)
    if result.exit_code == 0:
        assert rulec("check", next(iter(set(folder.iterdir()) - set(before))).name).exit_code == 0
    else:
        assert result.exit_code == 2
        assert sorted(folder.iterdir()) == before


def test_quotes_and_endings_are_taken_off(rulec: Rulec, folder: Path) -> None:
    assert rulec("new", 'The "Owl".rules').exit_code == 0
    assert re.search(r"^game \"The 'Owl'\"", (folder / "the_owl.rules").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("model", sorted(bundled()))
def test_a_game_that_comes_along_is_copied_with_all_that_it_reads(rulec: Rulec, folder: Path, model: str) -> None:
    made = rulec("new", "My Own", "--from", model)
    assert made.exit_code == 0, made.output
    assert 'game "My Own"' in (folder / "my_own.rules").read_text(encoding="utf-8")
    checked = rulec("check", "my_own.rules", "--quick")
    assert checked.exit_code == 0, checked.output


def test_nothing_beside_a_copied_game_is_overwritten(rulec: Rulec, folder: Path) -> None:
    (folder / "jewels").mkdir()
    (folder / "jewels" / "mines.csv").write_text("precious", encoding="utf-8")
    result = rulec("new", "Mine", "--from", "jewels")
    assert result.exit_code == 2
    assert result.stderr == "rulec: there is a file `jewels/mines.csv` already; it has been left as it is\n"
    assert not (folder / "mine.rules").exists()


def test_an_unknown_game_is_not_copied(rulec: Rulec) -> None:
    result = rulec("new", "Mine", "--from", "euchr")
    assert (result.exit_code, result.stderr) == (2, "rulec: no game `euchr` comes along; did you mean `euchre`?\n")


def test_every_game_says_what_it_shows(rulec: Rulec) -> None:
    listed = rulec("games")
    assert listed.exit_code == 0, listed.output
    lines = listed.stdout.splitlines()
    assert [line.split()[0] for line in lines] == sorted(bundled())
    assert all(len(line.split("  ")[-1]) > 15 for line in lines)
    assert "2 to 6" in next(line for line in lines if line.startswith("court"))
