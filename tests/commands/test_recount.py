"""The figures of a report, counted again from the table by other means."""

from __future__ import annotations

import csv
import json
import statistics
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.commands.conftest import Rulec

GAMES = 60
Row = dict[str, str]


@pytest.fixture(
    params=[("werwars", 3), ("pickpocket", 2), ("edspants", 3), ("magpie", 4), ("kuhn", 3), ("many.rules", 2)]
)
def counted(request: pytest.FixtureRequest, rulec: Rulec) -> tuple[dict[str, Any], list[Row]]:
    """The JSON and the table of one run."""
    name, players = request.param
    result = rulec(
        "simulate", name, "-n", str(GAMES), "--players", str(players), "--csv", "out.csv", "--json", "out.json"
    )
    assert result.exit_code == 0, result.output
    with Path("out.csv").open(encoding="utf-8", newline="") as file:
        return json.loads(Path("out.json").read_text(encoding="utf-8")), list(csv.DictReader(file))


def numbers(rows: list[Row], column: str) -> list[int]:
    return [int(row[column]) for row in rows if row[column] != ""]


def same_spread(spread: dict[str, Any], values: list[int]) -> None:
    assert spread["mean"] == pytest.approx(statistics.fmean(values), abs=1e-4)
    assert spread["deviation"] == pytest.approx(statistics.stdev(values), abs=1e-4)
    assert (spread["min"], spread["max"], spread["median"]) == (min(values), max(values), statistics.median_low(values))
    for bar in spread["histogram"]:
        assert bar["games"] == sum(bar["from"] <= value <= bar["to"] for value in values)
    assert sum(bar["games"] for bar in spread["histogram"]) == len(values)


def test_who_wins(counted: tuple[dict[str, Any], list[Row]]) -> None:
    data, rows = counted
    assert (data["games"], len(rows)) == (GAMES, GAMES)
    over = [row for row in rows if row["status"] == "over"]
    assert data["ended"] == len(over)
    winners = [row["winners"].split() for row in over]
    assert data["ties"] == sum(len(names) > 1 for names in winners)
    assert data["everyone_lost"] == sum(row["everyone_lost"] == "1" for row in over)
    for seat, told in data["seats"].items():
        share = sum(Fraction(1, len(names)) for names in winners if seat in names) / len(over)
        assert told["share"] == round(float(share), 4)
        assert told["wins"] == sum(names == [seat] for names in winners)
        assert told["shared"] == sum(seat in names and len(names) > 1 for names in winners)
        assert told["interval"][0] <= told["share"] <= told["interval"][1]
        assert [row[f"rank {seat}"] == "1" for row in over] == [seat in names for names in winners]
    first = sum(Fraction(1, len(names)) for row, names in zip(over, winners, strict=True) if row["first"] in names)
    assert data["watched"]["first_to_choose"]["share"] == round(float(first) / len(over), 4)
    assert data["watched"]["first_to_choose"]["games"] == {
        seat: Counter(row["first"] for row in over)[seat] for seat in data["seats"]
    }


def test_length_and_choices(counted: tuple[dict[str, Any], list[Row]]) -> None:
    data, rows = counted
    same_spread(data["turns"], numbers(rows, "turns"))
    same_spread(data["decisions"], numbers(rows, "decisions"))
    decisions = sum(numbers(rows, "decisions"))
    assert data["choices_per_decision"] == round(sum(numbers(rows, "options")) / decisions, 3)
    assert data["decisions_with_a_choice"] == round(sum(numbers(rows, "real")) / decisions, 4)
    watched = data["watched"]
    assert sum(seat["decisions"] for seat in watched["forced_passes"].values()) == decisions
    assert sum(seat["passes"] for seat in watched["forced_passes"].values()) == sum(numbers(rows, "passes"))
    assert watched["choices"]["mean"] == pytest.approx(sum(numbers(rows, "options")) / decisions, abs=1e-4)


def test_scores(counted: tuple[dict[str, Any], list[Row]]) -> None:
    data, rows = counted
    for text, seats in data["scores"].items():
        for seat, spread in seats.items():
            same_spread(spread, numbers(rows, f"{text} {seat}"))
    for seat, spread in (data["payoffs"] or {}).items():
        same_spread(spread, numbers(rows, f"payoff {seat}"))
    if data["scores"]:
        first, *_ = data["scores"]
        values = [sorted(int(row[f"{first} {seat}"]) for seat in data["seats"]) for row in rows if row[f"{first} A"]]
        lowest = all(
            int(row[f"{first} {row['winners'][0]}"]) == min(int(row[f"{first} {seat}"]) for seat in data["seats"])
            for row in rows
            if row["winners"]
        )
        same_spread(data["margin"], [of[1] - of[0] if lowest else of[-1] - of[-2] for of in values])


def test_the_course_of_the_game(counted: tuple[dict[str, Any], list[Row]]) -> None:
    data, rows = counted
    watched = data["watched"]
    same_spread(watched["refills"], numbers(rows, "refills"))
    for name, count in watched["moves"].items():
        assert count["chosen"] == sum(numbers(rows, f"chose {name}"))
    assert sum(count["chosen"] for count in watched["moves"].values()) == sum(numbers(rows, "decisions"))
    assert {game["seed"]: game["times"] for game in watched["repeated"]} == {
        row["seed"]: int(row["repeats"]) for row in rows if row["repeats"] != "0"
    }
    lead = watched["lead"]
    if lead is None:
        assert numbers(rows, "lead_changes") == []
        return
    same_spread(lead["changes"], numbers(rows, "lead_changes"))
    led = [row for row in rows if row["half_leader"]]
    won = sum(Fraction(1, len(row["winners"].split())) for row in led if row["half_leader"] in row["winners"].split())
    assert lead["leader_at_half_time"] == {"games": len(led), "wins": round(float(won), 4)}
    ahead = [round(1000 * int(row["ahead_after"]) / int(row["decisions"])) for row in rows if row["ahead_after"]]
    same_spread(lead["ahead_for_good_after_thousandths"], ahead)
