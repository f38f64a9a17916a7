"""What an author's sentences say with numbers in them, and figures with their words."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter.machine.texts import amount

RULES = """rules 1
game "Words"
players 2

state:
    player.mice: number
    player.points: number

show player.points as "point won|points won"

to catch:
    pick found in 0 to 3
    add found to me.mice
    add found to me.points
    say "{{me}} catches {{found as {unit}}}, {{me.mice as {unit}}} in all"

play: repeat 2 times: turns once: choose catch

winner: highest mice, then shared
"""


@pytest.mark.parametrize(
    ("unit", "found", "said"),
    [
        ("mouse|mice", 1, "A catches 1 mouse, 1 mouse in all, has 1 point won (+1)"),
        ("mouse|mice", 3, "A catches 3 mice, 3 mice in all, has 3 points won (+3)"),
        ("mouse|mice", 0, "A catches 0 mice, 0 mice in all"),
        ("trinkets", 1, "A catches 1 trinket, 1 trinket in all, has 1 point won (+1)"),
        ("Maus | Mäuse", 2, "A catches 2 Mäuse, 2 Mäuse in all, has 2 points won (+2)"),
    ],
)
def test_the_word_behind_a_number_agrees_with_it(unit: str, found: int, said: str, tmp_path: Path) -> None:
    rules = tmp_path / "words.rules"
    rules.write_text(RULES.format(unit=unit), encoding="utf-8")
    state = interpreter.load(rules).new(1)
    state.apply(f"catch({found})")
    assert state.story(0)[0] == said


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        ("1", "coins", "1 coin"),
        ("2", "coins", "2 coins"),
        ("-1", "points", "-1 point"),
        ("1", "glass", "1 glass"),
        ("1", "cherries", "1 cherry"),
        ("1", "Karte|Karten", "1 Karte"),
        ("0", "Karte|Karten", "0 Karten"),
        ("5", "", "5"),
    ],
)
def test_amounts(value: str, unit: str, said: str) -> None:
    assert amount(value, unit) == said
