"""`rulec simulate --ladder`, and the hash of the rules in whatever is written."""

from __future__ import annotations

import csv
import io
import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.commands.conftest import Rulec

SHORT = ("many.rules", "-n", "20", "--players", "2", "--seed", "s")
LADDER = (*SHORT, "--ladder", "random,greedy", "--ladder-games", "12")


def test_the_ladder_is_told_everywhere(rulec: Rulec, folder: Path) -> None:
    result = rulec("simulate", *LADDER, "--json", "out.json", "--html", "out.html")
    assert result.exit_code == 0, result.output
    assert "How it changes with skill\n- " in result.stdout
    assert re.search(r"^greedy +random +12 +\d+\.\d %", result.stdout, re.MULTILINE)
    ladder = json.loads((folder / "out.json").read_text(encoding="utf-8"))["ladder"]
    assert [(rung["bot"], rung["games"]) for rung in ladder["rungs"]] == [("random", 12), ("greedy", 12)]
    assert ladder["rungs"][1]["climb"]["games"] == 12
    assert {"touching", "changes", "decided"} <= set(ladder["rungs"][1]["measures"])
    page = (folder / "out.html").read_text(encoding="utf-8")
    assert "How it changes with skill" in page
    assert all(sentence.split("%")[0] in page for sentence in ladder["findings"])


def test_the_ladder_is_the_same_again(rulec: Rulec) -> None:
    first, again = (json.loads(rulec("simulate", *LADDER, "--json", "-", "--jobs", jobs).stdout) for jobs in "12")
    assert first["ladder"] == again["ladder"]
    plain = json.loads(rulec("simulate", *SHORT, "--json", "-").stdout)
    assert {**first, "ladder": 0} == {**plain, "ladder": 0}


WRONG = {
    ("--ladder", "random"): "should name 2 to 8 different bots",
    ("--ladder", "random,random"): "should name 2 to 8 different bots",
    ("--ladder", "random,gredy"): "no bot is called `gredy`; did you mean `greedy`?",
    ("--ladder", "random,rules:x"): "this game has no bot `rules:x`",
    ("--ladder", ","): "a bot has no name here",
    ("--ladder-games", "3"): "write `--ladder` too",
}


@pytest.mark.parametrize("words", WRONG)
def test_a_ladder_that_cannot_be_climbed(rulec: Rulec, words: tuple[str, ...]) -> None:
    result = rulec("simulate", *SHORT, *words)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert WRONG[words] in result.stderr


def test_the_hash_of_the_rules_is_in_every_output(rulec: Rulec, folder: Path) -> None:
    whole = json.loads(rulec("simulate", *SHORT, "--json", "-").stdout)["rules_hash"]
    digits, bots = whole[:12], ("--bots", "random")
    two = ("many.rules", "--b-set", "length=long", "-n", "20", "--players", "2")
    commands = {
        "simulate": ("simulate", *LADDER),
        "compare": ("compare", *two),
        "sweep": ("sweep", *SHORT, "--set", "length=short,long", *bots),
    }
    for name, words in commands.items():
        assert f"Rules {digits}" in rulec(*words).stdout
        rows = list(csv.DictReader(io.StringIO(rulec(*words, "--csv", "-").stdout)))
        columns = ("A: rules", "B: rules") if name == "compare" else ("rules",)
        assert rows
        assert all(row[column] == digits for row in rows for column in columns)
        told = rulec(*words, "--json", "-").stdout
        assert told.count(whole) == 3 if name == "sweep" else whole in told
        page = rulec(*words, "--html", "-").stdout
        assert digits in page
        pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
        assert all(digits in picture for picture in pictures)
        assert pictures or name == "sweep"
    if find_spec("optuna") is not None:
        tuned = ("tune", "many.rules", "--goal", "length=4", "-n", "3", "--trials", "2")
        assert f"Rules {digits}" in rulec(*tuned).stdout
        assert rulec(*tuned, "--json", "-").stdout.count(whole) == 3
