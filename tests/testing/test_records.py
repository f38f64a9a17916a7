"""Recorded games as tests."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from rulelang.testing.records import bless, run_record

GAME = """rules 1
game "Counting"
players 2
state:
    player.points: 0 to 99
to add_one: add 1 to me.points
to add_two: add 2 to me.points
play: repeat 3 times: turns once: choose add_one, add_two
winner: highest points, then shared
"""


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A record in a folder beneath that of its rules."""
    rules = tmp_path / "counting.rules"
    rules.write_text(GAME, encoding="utf-8")
    game = interpreter.load(rules, players=2)
    recorder = interpreter.Recorder(game, 1)
    state = game.new(seed=1)
    for text in ("add_two", "add_one") * 3:
        recorder.add(state.decision.player if state.decision else 0, text)
        state.apply(text)
    (tmp_path / "recordings").mkdir()
    play = tmp_path / "recordings" / "two.play"
    play.write_text(recorder.record(state).text(), encoding="utf-8")
    return play


def test_a_record_that_still_holds(recorded: Path) -> None:
    result = run_record(recorded)
    assert result.passed
    assert (result.sort, result.title) == ("record", "two.play")


def test_a_line_that_is_no_choice(recorded: Path) -> None:
    text = recorded.read_text(encoding="utf-8")
    recorded.write_text(text.replace("B: add_one", "B: add_three", 1), encoding="utf-8")
    failure = run_record(recorded).failure
    assert failure is not None
    line = text.splitlines().index("B: add_one") + 1
    assert failure.place.endswith(f"two.play:{line}:1")
    assert "add_three" in failure.message


def test_changed_rules_are_told_and_blessed(recorded: Path) -> None:
    rules = recorded.parent.parent / "counting.rules"
    rules.write_text(GAME.replace("add 2 to", "add 3 to"), encoding="utf-8")
    failure = run_record(recorded).failure
    assert failure is not None
    assert "the rules are not those" in failure.message
    recorded.write_text(bless(recorded), encoding="utf-8")
    assert run_record(recorded).passed
    assert "9" in recorded.read_text(encoding="utf-8").splitlines()[-1]


def test_no_rules(recorded: Path) -> None:
    (recorded.parent.parent / "counting.rules").unlink()
    failure = run_record(recorded).failure
    assert failure is not None
    assert "counting.rules" in failure.message
