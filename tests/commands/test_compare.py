"""`rulec compare`."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from interpreter import load
from interpreter.simulate import Playout, play_out
from tests.commands.conftest import Rulec


def test_two_options_of_one_game(rulec: Rulec) -> None:
    result = rulec("compare", "many.rules", "--b-set", "length=long", "-n", "40", "--players", "2")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[:2] == ["A: Many, length short", "B: Many, length long"]
    assert lines[2].startswith("40 pairs, seed 0, ")
    assert lines[4] == "What stands out"
    assert "difference" in result.stdout


def test_the_figures_are_those_of_the_table(rulec: Rulec) -> None:
    result = rulec(
        "compare",
        "magpie",
        "--b-set",
        "nerves=strong",
        "-n",
        "50",
        "--csv",
        "out.csv",
        "--json",
        "out.json",
        "--jobs",
        "2",
    )
    assert result.exit_code == 0, result.output
    data = json.loads(Path("out.json").read_text(encoding="utf-8"))
    with Path("out.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert (data["format"], data["pairs"], data["compared"], len(rows)) == (1, 50, 50, 50)
    assert (data["a"]["options"], data["b"]["options"]) == ({"nerves": "weak"}, {"nerves": "strong"})
    assert all(row["A: seed"] == row["B: seed"] == f"0/{number}" for number, row in enumerate(rows))
    told = {one["figure"]: one for one in data["differences"]}
    for figure, value in (
        ("turns", lambda row, game: int(row[f"{game}: turns"])),
        ("lead changes", lambda row, game: int(row[f"{game}: lead_changes"])),
        ("mean points", lambda row, game: fmean(int(row[f"{game}: points {seat}"]) for seat in "AB")),
        ("seat A wins", lambda row, game: {"A": 1.0, "A B": 0.5}.get(row[f"{game}: winners"], 0.0)),
        ("shared win", lambda row, game: float(" " in row[f"{game}: winners"])),
    ):
        ours, theirs = ([value(row, game) for row in rows] for game in "AB")
        assert told[figure]["a"] == pytest.approx(fmean(ours), abs=1e-5)
        assert told[figure]["difference"] == pytest.approx(fmean(theirs) - fmean(ours), abs=2e-5)
        low, high = told[figure]["interval"]
        assert low <= told[figure]["difference"] <= high


def test_what_only_one_has(rulec: Rulec) -> None:
    words = ("compare", "many.rules", "--set", "length=long", "-n", "6", "--players", "2", "--json", "-")
    data = json.loads(rulec(*words, "--a-set", "length=short", "--b-variant", "Early").stdout)
    assert (data["a"]["options"]["length"], data["b"]["options"]["length"]) == ("short", "long")
    assert (data["a"]["variants"], data["b"]["variants"]) == ([], ["Early"])


def test_two_files(rulec: Rulec, folder: Path) -> None:
    text = (folder / "many.rules").read_text(encoding="utf-8")
    (folder / "other.rules").write_text(text.replace("value in 1 to 15", "value in 1 to 12"), encoding="utf-8")
    result = rulec("compare", "many.rules", "other.rules", "-n", "6", "--players", "2")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("A: Many, many.rules\nB: Many, other.rules\n")
    hashes = [load(name, players=2).program.rules_hash[:12] for name in ("many.rules", "other.rules")]
    assert f"Rules {hashes[0]} and {hashes[1]}, rulelang " in result.stdout


def test_native(rulec: Rulec) -> None:
    pytest.importorskip("llvmlite")
    words = ("compare", "magpie", "--b-set", "nerves=strong", "-n", "300", "--backend", "native", "--json", "-")
    data = json.loads(rulec(*words).stdout)
    assert (data["a"]["backend"], data["b"]["backend"], data["compared"]) == ("native", "native", 300)


def test_ctrl_c_shows_what_there_is(rulec: Rulec, monkeypatch: pytest.MonkeyPatch) -> None:
    games = iter(range(11))

    def until_stopped(*words: Any) -> Playout:
        if next(games, None) is None:
            raise KeyboardInterrupt
        return play_out(*words)

    monkeypatch.setattr("interpreter.simulate.running.play_out", until_stopped)
    result = rulec("compare", "many.rules", "--b-set", "length=long", "-n", "100", "--backend", "python")
    assert result.exit_code == 130
    assert "\n5 pairs, seed 0, " in result.stdout
    assert result.stderr == "stopped after 5 of 100 pairs\n"


def test_faults_are_told(rulec: Rulec, folder: Path) -> None:
    text = (folder / "fault.rules").read_text(encoding="utf-8")
    (folder / "other.rules").write_text(text.replace("value in 1 to 2", "value in 1 to 3"), encoding="utf-8")
    result = rulec("compare", "fault.rules", "other.rules", "-n", "30")
    assert result.exit_code == 1
    assert "pairs are left out" in result.stdout
    assert result.stderr.startswith("A, seed 0/")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "are the same game: name two files"),
        (["many.rules"], "nothing in it is different"),
        (["--b-set", "length=short"], "nothing in it is different"),
        (["--b-set", "length"], "should be written"),
        (["--b-set", "length=endless"], "endless"),
        (["--b-variant", "Late"], "Late"),
        (["nothing.rules"], "nothing.rules"),
    ],
)
def test_what_cannot_be(words: list[str], said: str, rulec: Rulec) -> None:
    result = rulec("compare", "many.rules", *words, "-n", "2")
    assert result.exit_code in (1, 2)
    assert said in result.stderr + result.stdout


def test_a_page(rulec: Rulec, folder: Path) -> None:
    pytest.importorskip("matplotlib")
    result = rulec("compare", "many.rules", "--b-set", "length=long", "-n", "8", "--html", "out.html")
    assert result.exit_code == 0, result.output
    page = (folder / "out.html").read_text(encoding="utf-8")
    assert "Many: a comparison" in page
    assert "://" not in page
