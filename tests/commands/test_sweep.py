"""`rulec sweep` and `rulec tune`: every version once, the same figures as `simulate`, and what cannot be asked for."""

from __future__ import annotations

import csv
import json
import re
import shlex
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from interpreter.simulate.batches.measures import MEASURES
from tests.commands.conftest import Rulec

TILT = """rules 1
game "Tilt"
players 2 to 4

option gift: 0, 3 or 40, normally 0

cards Chip "chip {size}": 1 for each size in 1 to 12

state:
    heap: pile of Chip, seen by nobody
    player.basket: hand of Chip, seen by all
    starter: Player, starts as random player

define player.weight = sum of size in player.basket
    but (sum of size in player.basket) + gift when player is starter

to draw:
    "Draw a chip."
    move 1 from heap to me.basket

setup:
    move every chip to heap
    shuffle heap

play: turns from starter:
    choose draw
    if heap is empty: stop game

winner: highest weight, then shared
"""


@pytest.fixture
def tilt(folder: Path) -> None:
    (folder / "tilt.rules").write_text(TILT, encoding="utf-8")


@pytest.mark.usefixtures("tilt")
def test_every_version_once(rulec: Rulec, folder: Path) -> None:
    words = ("sweep", "tilt.rules", "--set", "gift=0,40", "--players", "2..3", "--bots", "random", "--bots", "greedy")
    result = rulec(*words, "-n", "8", "--csv", "out.csv", "--json", "out.json")
    assert result.exit_code == 0, result.output
    rows = list(csv.DictReader((folder / "out.csv").read_text(encoding="utf-8").splitlines()))
    known = [(row["players"], row["gift"], row["bots"]) for row in rows]
    assert known == list(product(("2", "3"), ("0", "40"), ("random", "greedy")))
    assert {row["games"] for row in rows} == {"8"}
    data = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    assert len(data["versions"]) == 8
    assert result.stdout.startswith("Tilt: 8 versions, 8 games of each, seed 0\n")
    assert data["rules_hash"][:12] in result.stdout


@pytest.mark.usefixtures("tilt")
def test_a_version_has_the_figures_of_simulate(rulec: Rulec) -> None:
    swept = json.loads(
        rulec("sweep", "tilt.rules", "--set", "gift=3", "--players", "2", "-n", "30", "--json", "-").stdout
    )
    (version,) = swept["versions"]
    words = re.sub(r"^rulec simulate ", "", version["command"]).split()
    plain: dict[str, Any] = json.loads(rulec("simulate", *words, "--json", "-").stdout)
    measures = version["measures"]
    assert set(measures) == set(MEASURES)
    assert measures["length"] == pytest.approx(plain["turns"]["mean"])
    assert measures["lost"] == plain["everyone_lost"] / plain["ended"]
    shares = [seat["share"] for seat in plain["seats"].values()]
    assert measures["seats"] == pytest.approx(max(abs(share - plain["fair_share"]) for share in shares), abs=2e-4)
    first = plain["watched"]["first_to_choose"]["share"]
    assert measures["first"] == pytest.approx(first - plain["fair_share"], abs=2e-4)
    assert measures["changes"] == pytest.approx(plain["watched"]["lead"]["changes"]["mean"], abs=1e-4)


@pytest.mark.usefixtures("tilt")
def test_a_page_of_versions(rulec: Rulec, folder: Path) -> None:
    pytest.importorskip("jinja2")
    pytest.importorskip("matplotlib")
    result = rulec("sweep", "tilt.rules", "--set", "gift=0,40", "--players", "2", "-n", "60", "--html", "out.html")
    page = (folder / "out.html").read_text(encoding="utf-8")
    assert "rulec simulate tilt.rules --players 2 --set gift=40 --bots random -n 60 --seed 0" in page
    told = " ".join(result.stdout.split())
    assert "furthest from it with 2 players, gift 40, random" in told
    assert "a share is sure to about 13 points" in told


@pytest.mark.usefixtures("tilt")
def test_luck_is_not_told_as_a_finding(rulec: Rulec) -> None:
    result = rulec("sweep", "tilt.rules", "--set", "gift=0,3", "--players", "2", "-n", "5")
    told = " ".join(result.stdout.split())
    assert "Seats are" not in told
    assert "Who chooses first" not in told
    assert "a share is sure to about 44 points" in told


@pytest.mark.parametrize(
    ("game", "games", "told"), [("magpie", "100", False), ("plates", "20", True), ("plates", "1", False)]
)
def test_a_length_is_told_where_it_is_more_than_luck(rulec: Rulec, game: str, games: str, told: bool) -> None:
    """How long Magpie takes is no matter of who plays along; more players are asked more often in Plates."""
    result = rulec("sweep", game, "--players", "2..3", "-n", games)
    assert result.exit_code == 0, result.output
    assert ("Games are shortest with 2 players" in result.stdout) == told, result.stdout


@pytest.mark.usefixtures("tilt")
def test_ctrl_c_keeps_the_versions_that_there_are(rulec: Rulec, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulelang.commands import grid, sweep

    left = iter(range(2))

    def until_stopped(point: grid.Point, run: Any) -> grid.Measured:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return grid.played(point, run)

    monkeypatch.setattr(sweep, "played", until_stopped)
    result = rulec("sweep", "tilt.rules", "--players", "2..4", "-n", "5")
    assert result.exit_code == 130
    assert result.stderr == "stopped after 2 of 3 versions\n"
    assert result.stdout.startswith("Tilt: 2 versions")


@pytest.mark.usefixtures("tilt")
@pytest.mark.parametrize("command", [("sweep", "--players", "2"), ("tune", "--goal", "length=5")])
@pytest.mark.parametrize(
    ("instead", "said", "exit_code"),
    [
        ("add 7 to mood", "3 of 3 games stop because of a fault in the rules; the first has the seed 0/0: mood", 1),
        ("move 1 from me.basket to heap", "3 of 3 games were not over after very many decisions and cut off", 0),
    ],
)
def test_games_that_do_not_come_to_their_end_are_told(
    rulec: Rulec, folder: Path, command: tuple[str, ...], instead: str, said: str, exit_code: int
) -> None:
    if command[0] == "tune":
        pytest.importorskip("optuna")
    text = TILT.replace("state:\n", "state:\n    mood: 0 to 4\n")
    text = text.replace("me.basket\n\nsetup", f"me.basket\n    {instead}\n\nsetup")
    (folder / "tilt.rules").write_text(text, encoding="utf-8")
    name, *words = command
    result = rulec(name, "tilt.rules", *words, "--set", "gift=3", "-n", "3", "--most", "50")
    told = " ".join(result.stdout.split())
    assert (result.exit_code, said in told, "luck" in told, "Nearest" in told) == (exit_code, True, False, False), told


@pytest.mark.usefixtures("tilt")
def test_what_is_to_be_typed_again_is_quoted(rulec: Rulec, folder: Path) -> None:
    (folder / "tilt.rules").rename(folder / "my tilt.rules")
    result = rulec("sweep", "my tilt.rules", "--players", "2", "-n", "2", "--json", "-")
    (version,) = json.loads(result.stdout)["versions"]
    assert shlex.split(version["command"])[2] == "my tilt.rules"


WRONG = {
    ("sweep", "tilt.rules", "--set", "gift=0", "--set", "gift=3"): "`gift` is given twice; write all its values behind",
    ("sweep", "tilt.rules", "--set", "gift"): "should be written `--set OPTION=VALUE,VALUE`",
    ("sweep", "tilt.rules", "--players", "2..5"): "this game is for 2 to 4 players",
    ("sweep", "tilt.rules", "--players", "4..2"): "should be written `--players 2..4` or `--players 2,4`",
    ("sweep", "tilt.rules", "--players", "many"): "should be written `--players 2..4` or `--players 2,4`",
    ("sweep", "tilt.rules", "--set", "gift=7"): "the option `gift` cannot be `7`",
    ("sweep", "tilt.rules", "--bots", "clever"): "no bot is called `clever`",
    ("sweep", "tilt.rules", "--bots", "random", "--bots", "rules:sly"): "this game has no bot `rules:sly`",
    ("sweep", "tilt.rules", "--bots", "random", "--bots", "always:sing"): "ever offers; there are draw",
    ("sweep", "tilt.rules", "--json", "nowhere/x.json"): "`nowhere/x.json` cannot be written",
    ("sweep", "euchre", "--players", "3"): "this game is for 4 players",
    ("tune", "tilt.rules"): "say what should come out",
    ("tune", "tilt.rules", "--goal", "fun=1"): "there is no measure `fun`; there are length, seats",
    ("tune", "tilt.rules", "--goal", "length=long"): "should be written `--goal length=20`",
    ("tune", "tilt.rules", "--goal", "length=5", "--set", "gold=1"): "there is no option `gold`; there are gift",
    ("tune", "tilt.rules", "--goal", "length=5", "--set", "gift=0,7"): "the option `gift` cannot be `7`",
    ("tune", "tilt.rules", "--goal", "length=5", "--goal", "length=6"): "a measure has one goal",
    ("tune", "tilt.rules", "--goal", "decided=80"): "`decided` is a share; write 0.2 or 20% for 20 of 100",
    ("tune", "tilt.rules", "--goal", "length=5", "--players", "2..3"): "one number is tuned at a time",
    ("tune", "tie.rules", "--goal", "length=5"): "has no option that could be tuned",
    ("tune", "tilt.rules", "--goal", "length=5", "--csv", "x.csv"): "a page and a table come from `rulec sweep`",
}


@pytest.mark.usefixtures("tilt")
@pytest.mark.parametrize("words", WRONG)
def test_what_cannot_be_asked_for(rulec: Rulec, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said before anything is played."""

    def never(*given: object) -> None:
        raise AssertionError("a version was played")

    monkeypatch.setattr("rulelang.commands.sweep.played", never)
    monkeypatch.setattr("rulelang.commands.tune.played", never)
    if words[0] == "tune":
        pytest.importorskip("optuna")
    result = rulec(*words)
    assert result.exit_code in (1, 2)
    assert WRONG[words] in result.stderr


@pytest.mark.usefixtures("tilt")
def test_tuning_finds_what_is_wished_for(rulec: Rulec) -> None:
    pytest.importorskip("optuna")
    words = ("tune", "tilt.rules", "--goal", "first=0", "--goal", "shared=0%", "-n", "60")
    result = rulec(*words, "--json", "-")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["goals"] == {"first": 0, "shared": 0}
    assert sorted(version["options"]["gift"] for version in found["versions"]) == ["0", "3", "40"]
    assert [version["off"] for version in found["versions"]] == sorted(version["off"] for version in found["versions"])
    assert found["versions"][-1]["options"]["gift"] == "40"
    assert rulec(*words, "--json", "-").stdout == result.stdout
    assert "Nearest: rulec simulate tilt.rules --players 2 --set gift=" in rulec(*words).stdout
    assert len(json.loads(rulec(*words, "--trials", "2", "--json", "-").stdout)["versions"]) == 2


def test_tuning_without_optuna(rulec: Rulec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.commands.tune.find_spec", lambda name: None)
    result = rulec("tune", "tie.rules", "--goal", "length=5")
    assert result.exit_code == 2
    assert "pip install 'rulelang[tune]'" in result.stderr
