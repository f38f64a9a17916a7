"""Who wins with whom, wherever it is told: teams, games that all win or lose together, games that nobody wins."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from interpreter import load
from tests.commands.conftest import Rulec

NOBODY = str(Path(__file__).parents[1] / "cases" / "meaning" / "nobody_wins.rules")
PAIRS = {"A": "A and C", "C": "A and C", "B": "B and D", "D": "B and D"}
TOGETHER = """rules 1
game "Raft"
players 2
state:
    planks: 0 to 6
to row: set planks to random n in 0 to 6
play:
    turns once: choose row
    if planks > 3: everyone loses
"""


def counted(rulec: Rulec, name: str, *words: str) -> tuple[str, dict[str, Any], list[dict[str, str]], str]:
    """What is printed, the JSON, the table and the page of 60 games."""
    files = ("--csv", "out.csv", "--json", "out.json", "--html", "out.html")
    result = rulec("simulate", name, "-n", "60", *words, *files)
    assert result.exit_code == 0, result.output
    with Path("out.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    page = Path("out.html").read_text(encoding="utf-8")
    return result.stdout, json.loads(Path("out.json").read_text(encoding="utf-8")), rows, page


@pytest.mark.parametrize("name", ["edspants", "spades"])
def test_teams_are_counted_as_teams(name: str, rulec: Rulec) -> None:
    text, data, rows, page = counted(rulec, name, "--players", "4")
    won = [{PAIRS[seat] for seat in row["winners"].split()} for row in rows]
    assert not data["cooperative"]
    assert list(data["teams"]) == ["A and C", "B and D"]
    for team, told in data["teams"].items():
        share = float(sum(Fraction(1, len(teams)) for teams in won if team in teams)) / len(rows)
        assert told["share"] == round(share, 4)
        assert told["wins"] == sum(teams == {team} for teams in won)
        assert told["shared"] == sum(team in teams and len(teams) > 1 for teams in won)
        assert told["fair_share"] == 0.5
        assert told["interval"][0] <= told["share"] <= told["interval"][1]
        assert f"\n{team}  random" in text
        assert f">{team}<" in page
    assert data["ties"] == sum(len(teams) > 1 for teams in won)
    first = float(sum(Fraction(1, len(of)) for row, of in zip(rows, won, strict=True) if PAIRS[row["first"]] in of))
    assert data["watched"]["first_to_choose"]["share"] == round(first / len(rows), 4)
    assert "A fair share of a team is 50.0 %." in text
    assert "No seat" not in text
    if name == "edspants":
        guilt = [{seat: int(row[f"guilt {seat}"]) for seat in "ABCD"} for row in rows]
        apart = [abs(min(of["A"], of["C"]) - min(of["B"], of["D"])) for of in guilt]
        assert data["margin"]["mean"] == pytest.approx(sum(apart) / len(rows), abs=1e-4)


def test_games_that_all_win_or_lose_together(rulec: Rulec) -> None:
    Path("raft.rules").write_text(TOGETHER, encoding="utf-8")
    text, data, rows, page = counted(rulec, "raft.rules")
    lost = sum(row["everyone_lost"] == "1" for row in rows)
    assert 10 < lost < 50
    assert data["cooperative"]
    assert (data["ties"], data["everyone_lost"]) == (0, lost)
    assert f"- All win or lose together: of 60 games {60 - lost} were won by all, {lost} lost by all.\n" in text
    assert f"60 games came to their end: {60 - lost} won by all, {lost} lost by all.\n" in text
    assert f"{60 - lost} of 60 games that came to their end were won by all, {lost} lost by all." in page
    for words in ("chance explains", "fair share", "shared win"):
        assert words not in text + page


def test_a_payoff_that_is_the_same_for_all_is_won_together(rulec: Rulec) -> None:
    text, data, _, _ = counted(rulec, "hanabi")
    assert data["cooperative"]
    assert "- All win or lose together: of 60 games 60 were won by all, none lost by all.\n" in text


def test_nobody_wins_in_a_report(rulec: Rulec) -> None:
    text, data, rows, page = counted(rulec, NOBODY, "--players", "3")
    nobody = sum(row["winners"] == "" for row in rows)
    assert 0 < nobody < 60
    assert (data["nobody_won"], data["everyone_lost"]) == (nobody, 0)
    assert f"nobody won in {nobody}, everyone lost in none." in text
    assert f"in {nobody} nobody won, in 0 everyone lost." in page
    findings = data["findings"]
    assert findings[0].startswith("Nobody wins in ")
    assert sum(seat["share"] for seat in data["seats"].values()) == pytest.approx(1 - nobody / 60, abs=1e-3)


def test_a_comparison_of_teams_and_of_games_without_a_winner(rulec: Rulec) -> None:
    Path("raft.rules").write_text(TOGETHER, encoding="utf-8")
    Path("leaky.rules").write_text(TOGETHER.replace("> 3", "> 1"), encoding="utf-8")
    Path("other.rules").write_text(
        Path(NOBODY).read_text(encoding="utf-8").replace("climb, wait", "wait, climb"), encoding="utf-8"
    )
    for first, second, more, told in (
        ("raft.rules", "leaky.rules", (), "everyone wins"),
        ("edspants", "edspants", ("--players", "4", "--b-set", "cap=open"), "team A and C wins"),
        (NOBODY, "other.rules", (), "nobody wins"),
    ):
        result = rulec("compare", first, second, "-n", "30", *more, "--json", "out.json", "--html", "out.html")
        assert result.exit_code == 0, result.output
        figures = {one["figure"]: one for one in json.loads(Path("out.json").read_text())["differences"]}
        assert 0 < figures[told]["a"] < 1
        assert ("seat A wins" in figures) == (told == "nobody wins")


def test_nobody_wins_in_play_records_and_deep_checks(rulec: Rulec) -> None:
    played = rulec("play", NOBODY, "--seat", "2=human", "--record", "x.play", input="wait\nwait\n")
    assert played.exit_code == 0, played.output
    assert "Nobody wins." in played.stdout
    again = rulec("replay", "x.play")
    assert (again.exit_code, "Nobody wins." in again.stdout) == (0, True), again.output
    assert "--- end: Nobody wins." in Path("x.play").read_text(encoding="utf-8")
    assert rulec("test", "x.play").exit_code == 0
    assert rulec("check", NOBODY, "--deep", "5").exit_code == 0


@pytest.mark.parametrize("backend", ["python", "native"])
def test_nobody_pays_where_nobody_wins(backend: str) -> None:
    if backend == "native":
        pytest.importorskip("llvmlite")
    state = load(NOBODY, backend=backend).new(1)
    while not state.is_over:
        state.apply("wait")
    assert state.result is not None
    assert (state.result.winners, state.result.ranks, state.result.everyone_lost) == ((), (), False)
    assert state.result.why == "Nobody wins."
    assert state.returns == (0, 0)
