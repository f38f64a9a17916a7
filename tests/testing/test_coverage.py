"""What no scenario touches."""

from __future__ import annotations

import pytest

from rulelang.testing import coverage_of, run_scenarios
from tests.testing.games import project

GAME = """rules 1
game "Marks"
players 2
rulebook "marks.md"

state:
    marks: 0 to 9
    player.points: number

define worth = 1                          [M4]
    but 2 when marks > 3                  [M5]

to mark:                                  [M1 M2]
    add 1 to marks
    note_it
to note_it: add worth to me.points        [M3]
to skip: "Do nothing."                    [M6]
after mark when marks is 2: add 3 to me.points
before skip: stop game

play: repeat 3 times: turns once: choose mark, skip

winner: highest points, then shared       [M7]

"""


def test_steps_and_statements() -> None:
    made = project(
        """
scenario "one mark":                      [M1 M4]
    when A's turn begins
    when A chooses mark
    then A.points is 1

scenario "no mark":                       [M7]
    then A.points is 0
""",
        GAME,
    )
    results, diagnostics = run_scenarios(made)
    assert not diagnostics
    assert [result.passed for result in results] == [True, True]
    program, _ = made.resolve()
    coverage = coverage_of(program, results, made.place)
    assert coverage.steps == ("skip",)
    assert coverage.all_steps == 3
    assert dict(coverage.cites) == {"M2": ("mark",), "M3": ("note_it",), "M5": ("worth",), "M6": ("skip",)}
    assert coverage.all_cites == 7
    assert coverage.text() == (
        "steps carried out in a test: 2 of 3\n"
        "    never: skip\n"
        "hooks carried out in a test: 0 of 1\n"
        "    never: after mark, fruit.rules:18:1\n"
        "statements of the rulebook that a test cites: 3 of 7\n"
        "    none for M5: worth\n"
        "    none for M2: mark\n"
        "    none for M3: note_it\n"
        "    none for M6: skip\n"
        "lines in which something happened in a test: 2 of 3\n"
    )


def test_everything_covered() -> None:
    made = project('scenario "x": [M1]\n    then marks is 0\n', GAME)
    results, _ = run_scenarios(made)
    assert coverage_of(made.resolve()[0], results, made.place).to_dict()["all_steps"] == 3


def test_a_hook_that_only_asks_is_no_gap() -> None:
    """It leaves no line in the log: what is chosen there does."""
    made = project("", GAME.replace("before skip: stop game", "before skip: choose mark, pass"))
    assert coverage_of(made.resolve()[0], [], made.place).hooks == ("after mark, fruit.rules:18:1",)


CARDS = """
cards Stone "stone {n}": 1 for each n in 1 to 3
state:
    marks: 0 to 9
    line: row of Stone, seen by all
    heap: pile of Stone, seen by all
"""


@pytest.mark.parametrize(
    ("line", "carried_out"),
    [
        ("set marks to marks", True),
        ("move line to heap", True),
        ("move heap to line", True),
        ("move every stone in line to heap", True),
        ("move every stone in line where stone.n is 2 to heap", True),
        ("move up to 2 from heap to line", True),
        ("move marks from heap to line", True),
        ("shuffle heap", True),
        ("swap line with heap", True),
        ("show line to me.left", True),
        ("for each stone in line: move stone to heap", False),  # that line has no stone to be carried out for
        ("if marks is 3: move line to heap", False),
    ],
)
def test_a_hook_that_changes_nothing_was_carried_out(line: str, carried_out: bool) -> None:
    hook = f"after skip:\n    {line}\n"
    made = project(
        """
scenario "skipped":
    when A's turn begins
    when A chooses skip
    then marks is 0
""",
        GAME.replace("before skip: stop game\n", hook).replace("\nstate:\n    marks: 0 to 9\n", CARDS),
    )
    results, _ = run_scenarios(made)
    coverage = coverage_of(made.resolve()[0], results, made.place)
    never = ["after mark"] if carried_out else ["after mark", "after skip"]
    assert [text.partition(",")[0] for text in coverage.hooks] == never
