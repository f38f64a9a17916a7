"""`rulec cards`."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from rulelang.compiling import project_from_file
from rulelang.resolve.model.program import CardTypeDecl
from tests.commands.conftest import ROOT, Rulec
from tests.sheets.books import book

RULES = """\
rules 1
game "Trees"
players 2 to 3
kind Season: spring, summer
kind Good: sap, fruit
cards Tree from "trees.csv", copies "Qty"
cards Note "note {n}": 1 for each n in 1 to 3
cards Seat "seat of {player}": 1 for each player
define tree.worth = tree.height
"""
TREES = """\
Qty;Name;Season;Gives;Evergreen;Height;Text
2;birch;spring;sap;no;4;White, and thin.
1;old oak;-;"sap, fruit";yes;9.0;
"""
SHOWN = """\
Tree: 3 cards, 2 different ones

copies  name     season  gives       evergreen  height  text
2       birch    spring  sap         no         4       White, and thin.
1       old oak  -       sap, fruit  yes        9       -
"""


@pytest.fixture
def trees(folder: Path) -> Path:
    (folder / "trees.rules").write_text(RULES, encoding="utf-8")
    (folder / "trees.csv").write_text(TREES, encoding="utf-8")
    return folder


def test_the_cards_of_each_type(rulec: Rulec, trees: Path) -> None:
    result = rulec("cards", "trees.rules")
    assert result.exit_code == 0, result.output
    assert result.output.startswith(SHOWN + "\nNote: 3 cards\n\ncopies  name    n\n1       note 1  1\n")
    assert rulec("cards", "trees.rules", "--type", "tree").output == SHOWN


def test_players(rulec: Rulec, trees: Path) -> None:
    for players in (2, 3):
        shown = rulec("cards", "trees.rules", "--type", "Seat", "--players", str(players)).output
        assert shown.startswith(f"Seat: {players} cards\n")
    wrong = rulec("cards", "trees.rules", "--players", "4")
    assert (wrong.exit_code, wrong.stderr) == (2, "rulec: this game is for 2 to 3 players, not for 4\n")


def _type(file: Path, name: str) -> CardTypeDecl:
    program, found = project_from_file(file).resolve()  # type: ignore[union-attr]
    assert not [d for d in found if d.is_error]
    return program.types[name]


def test_what_is_written_is_read_again(rulec: Rulec, trees: Path) -> None:
    before = _type(trees / "trees.rules", "Tree")
    result = rulec("cards", "trees.rules", "--type", "Tree", "--write", "trees.csv")
    assert (result.exit_code, result.output) == (0, "trees.csv is written\n")
    assert (trees / "trees.csv").read_bytes().startswith(b"\xef\xbb\xbfQty,name,season,")
    assert _type(trees / "trees.rules", "Tree") == before
    again = rulec("cards", "trees.rules", "--type", "Tree", "--write", "-").stdout
    assert again == (trees / "trees.csv").read_text(encoding="utf-8-sig")


@pytest.mark.parametrize("game", sorted((ROOT / "games").rglob("*.rules")), ids=lambda file: file.stem)
def test_the_cards_of_every_game_go_round(game: Path, rulec: Rulec, folder: Path) -> None:
    """A type is written as a file, and read from there with the rules otherwise as they are."""
    project = project_from_file(game)
    program, _ = project.resolve()  # type: ignore[union-attr]
    for name, declared in program.types.items():
        written = rulec("cards", str(game), "--type", name, "--write", "-")
        assert written.exit_code == 0, written.output
        headings, *rows = csv.reader(io.StringIO(written.stdout))
        assert sum(int(row[headings.index("copies")]) for row in rows) == len(declared.cards)
        assert {row[headings.index("name")] for row in rows} == {card.text for card in declared.cards}


def test_columns_for_people_are_told(rulec: Rulec, trees: Path) -> None:
    lines = TREES.splitlines()
    text = "\n".join([lines[0] + ";Drawn by", lines[1] + ";Ann", lines[2] + ";"])
    (trees / "trees.csv").write_text(text, encoding="utf-8")
    result = rulec("cards", "trees.rules", "--type", "Tree")
    assert result.output == SHOWN + "\nleft out, since the rules do not speak of it: drawn_by\n"


def test_a_table_is_no_game(rulec: Rulec, trees: Path) -> None:
    result = rulec("cards", "trees.csv")
    assert (result.exit_code, result.stderr) == (
        2,
        "rulec: `trees.csv` is a table of cards; name the rules file that reads it\n",
    )


def test_mistakes_are_shown(rulec: Rulec, trees: Path) -> None:
    (trees / "trees.csv").write_text(TREES.replace("9.0", "high"), encoding="utf-8")
    result = rulec("cards", "trees.rules")
    assert result.exit_code == 1
    assert "`high` is not a number (trees.csv, line 3, F3)" in result.stderr
    more = "1;elm;spring;sap;no;tall;\n1;fir;-;sap;no;3;\n1;yew;-;sap;no;4;\n"
    (trees / "trees.csv").write_text(TREES.replace("9.0", "high") + more, encoding="utf-8")
    both = rulec("check", "trees.rules", "--quick", "--format", "concise").stdout  # each cell, not the first alone
    assert "`high` is not a number (trees.csv, line 3, F3)" in both
    assert "`tall` is not a number (trees.csv, line 4, F4)" in both
    unknown = rulec("cards", "werwars", "--type", "Suspct")
    assert unknown.exit_code == 2
    assert "did you mean `Suspect`?" in unknown.stderr
    several = rulec("cards", "werwars", "--write", "x.csv")
    assert (several.exit_code, several.stderr) == (
        2,
        "rulec: say which cards, with --type: Suspect, Beast, Ration\n",
    )
    assert rulec("cards", "werwars", "--type", "Beast", "--write", "x.xlsx").exit_code == 2


def test_a_workbook_and_a_guess_are_told(rulec: Rulec, trees: Path) -> None:
    rows = [line.split(";") for line in TREES.replace('"', "").splitlines()]
    (trees / "trees.xlsx").write_bytes(book(*rows))
    text = RULES.replace("trees.csv", "trees.xlsx")
    (trees / "trees.rules").write_text(text, encoding="utf-8")
    result = rulec("cards", "trees.rules", "--type", "Tree")
    assert (result.stdout, result.stderr) == (SHOWN, "")
    (trees / "trees.rules").write_text(RULES, encoding="utf-8")
    (trees / "trees.csv").write_bytes(TREES.replace("White, and thin.", "Weiß, dünn und schön.").encode("cp1252"))
    guessed = rulec("cards", "trees.rules", "--type", "Tree")
    assert "it is read as windows-1252" in guessed.stderr
    assert "Weiß, dünn und schön." in guessed.stdout
