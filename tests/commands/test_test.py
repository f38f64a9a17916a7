"""`rulec test`."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from tests.commands.conftest import Rulec

GOOD = """
scenario "a point is a point":
    players 2
    given starter is A
    when A's turn begins
    when A chooses take
    then A.points is 1
"""
BAD = """
scenario "a point is two points":
    players 2
    given starter is A
    when A's turn begins
    when A chooses take
    then A.points is 2
"""


def add(folder: Path, *scenarios: str) -> None:
    with (folder / "tie.rules").open("a", encoding="utf-8") as file:
        file.write("".join(scenarios))


def test_passing_and_failing(rulec: Rulec, folder: Path) -> None:
    add(folder, GOOD)
    passed = rulec("test", "tie.rules")
    assert passed.exit_code == 0, passed.output
    assert passed.stdout == "1 test, all passed\n"
    add(folder, BAD)
    failed = rulec("test", "tie.rules")
    assert failed.exit_code == 1
    assert "tie.rules:" in failed.stdout
    assert "a point is two points" in failed.stdout
    assert failed.stdout.endswith("2 tests, 1 failed\n")


def test_a_whole_folder(rulec: Rulec, folder: Path) -> None:
    (folder / "broken.rules").unlink()
    add(folder, GOOD)
    record = ("--record", "one.play", "--seat", "1=random", "--seed", "1")
    assert rulec("play", "tie.rules", *record, input="").exit_code == 0
    result = rulec("test")
    assert result.exit_code == 0, result.output
    assert result.stdout == "2 tests, all passed\n"


def test_rules_with_mistakes_are_no_passed_test(rulec: Rulec) -> None:
    result = rulec("test", "broken.rules")
    assert result.exit_code == 1
    assert "pionts" in result.stdout
    assert rulec("test", "nowhere.rules").exit_code == 2
    assert rulec("test", "nowhere").exit_code == 2


def test_no_tests(rulec: Rulec) -> None:
    result = rulec("test", "lost.rules")
    assert result.exit_code == 0
    assert result.stdout == "there are no tests\n"


def test_a_record_whose_end_has_changed(rulec: Rulec, folder: Path) -> None:
    rulec("play", "tie.rules", "--record", "one.play", "--seat", "1=random", "--seed", "1", input="")
    rules = folder / "tie.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("add 1 to", "add 3 to"), encoding="utf-8")
    failed = rulec("test", "one.play")
    assert failed.exit_code == 1
    assert "one.play:2:" in failed.stdout
    blessed = rulec("test", "--bless", "one.play")
    assert blessed.exit_code == 0, blessed.output
    assert "one.play: written anew" in blessed.stdout
    assert "3 points" in (folder / "one.play").read_text(encoding="utf-8")
    assert rulec("test", "--bless", "one.play").stdout == "1 test, all passed\n"


def test_what_cannot_be_blessed(rulec: Rulec, folder: Path) -> None:
    rulec("play", "tie.rules", "--record", "one.play", "--seat", "1=random", "--seed", "1", input="")
    record = folder / "one.play"
    text = record.read_text(encoding="utf-8").replace("A: take", "A: steal")
    record.write_text(text, encoding="utf-8")
    result = rulec("test", "--bless", "one.play")
    assert result.exit_code == 1
    assert "steal" in result.stdout
    assert record.read_text(encoding="utf-8") == text


def test_coverage_on_the_source(rulec: Rulec, folder: Path) -> None:
    add(folder, GOOD)
    for name, marks in (("tie.rules", {"+": 1}), ("fault.rules", {"!": 3})):
        text = (folder / name).read_text(encoding="utf-8")
        shown = rulec("test", name, "--annotate").stdout.partition(f"{name}\n")[2]
        assert [line[2:] for line in shown.splitlines()] == text.splitlines()
        assert Counter(line[:1] for line in shown.splitlines()) - Counter({" ": 99, "": 99}) == marks
        assert "    add 1" not in shown or "+     add 1" in shown


def test_a_threshold(rulec: Rulec, folder: Path) -> None:
    add(folder, GOOD)
    assert rulec("test", "tie.rules", "--at-least", "100").exit_code == 0
    few = rulec("test", "fault.rules", "--at-least", "90")
    assert few.exit_code == 1
    assert "0 % of the lines, not 90 %" in few.stderr
    assert rulec("test", "fault.rules", "--at-least", "0").exit_code == 0


def test_coverage(rulec: Rulec, folder: Path) -> None:
    add(folder, GOOD)
    assert "steps carried out in a test: 1 of 1" in rulec("test", "tie.rules", "--coverage").stdout
    assert "never: draw" in rulec("test", "fault.rules", "--coverage").stdout


def test_json(rulec: Rulec, folder: Path) -> None:
    add(folder, GOOD, BAD)
    result = rulec("test", "tie.rules", "broken.rules", "--json", "--coverage")
    assert result.exit_code == 1
    report = json.loads(result.stdout)
    assert (report["format"], report["tests"], report["failed"]) == (1, 2, 1)
    assert [r["passed"] for r in report["results"]] == [True, False]
    assert "pionts" in report["diagnostics"][0]["message"]
    assert report["coverage"]["tie.rules"]["all_steps"] == 1
