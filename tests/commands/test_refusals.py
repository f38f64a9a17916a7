"""What `rulec check` refuses, every other way in refuses too, with the same words."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter.machine.errors import RulesError
from rulelang import check_file
from tests.commands.conftest import Rulec

CASES = sorted((Path(__file__).parents[1] / "cases" / "bad").rglob("*.rules"))
UNSTOPPABLE = """\
rules 1
game "Stopped Elsewhere"
players 2
state:
    laps: 0 to 9
to wait: nothing
to lap: turns once: choose wait
to leave: stop lap
play:
    leave
    lap
define player.sum = laps
winner: highest sum, then shared
"""


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_loading(path: Path) -> None:
    wrong = [message for message in check_file(path) if message.is_error]
    if not wrong:
        assert interpreter.load(path).players > 0
        return
    with pytest.raises(RulesError) as refused:
        interpreter.load(path)
    assert [(d.code, d.span, d.message) for d in refused.value.diagnostics] == [
        (d.code, d.span, d.message) for d in wrong
    ]


@pytest.mark.parametrize(
    "words",
    [
        ("test", "wrong.rules"),
        ("play", "wrong.rules"),
        ("simulate", "wrong.rules"),
        ("compare", "wrong.rules", "tie.rules"),
        ("compare", "tie.rules", "wrong.rules"),
        ("dump", "wrong.rules", "--stage", "ir"),
        ("dump", "wrong.rules", "--stage", "checked"),
        ("explain", "wrong.rules", "lap"),
        ("check", "wrong.rules", "--deep", "2"),
        ("replay", "wrong.play"),
        ("test", "wrong.play"),
    ],
    ids=" ".join,
)
def test_every_command(words: tuple[str, ...], rulec: Rulec, folder: Path) -> None:
    tie = rulec("play", "tie.rules", "--record", "wrong.play", "--seat", "1=random")
    assert tie.exit_code == 0, tie.output
    record = (folder / "wrong.play").read_text()
    (folder / "wrong.play").write_text(record.replace("tie.rules", "wrong.rules"))
    (folder / "wrong.rules").write_text(UNSTOPPABLE)
    found = rulec(*words)
    assert found.exit_code == 1
    assert "RL0503" in found.output
    assert "Traceback" not in found.output
