"""`rulec trace`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.commands.conftest import Rulec

RULES = """\
rules 1
game "Draw"
players 2
rulebook "draw.md"
cards Card "{value}": 1 for each value in 1 to 9
state:
    deck: pile of Card, seen by nobody                  # shuffled [R5]
    player.hand: hand of Card, seen by owner
setup:                                                  [R2]
    move every card to deck
    for each player: move 1 from deck to player.hand    [R1]
play: nothing
define player.points = sum of value in player.hand
winner: highest points, then shared                     [R3 R9]
scenario "one card each":                               [R1]
    then every player has count player.hand is 1
"""
REGISTER = """\
## How it goes
| no. | statement |
|---|---|
| R1 | Everybody draws a card. |
| R2 | All cards are in the pile. |
| R3 | The highest card wins <at once>. |
| R4 | Nobody may look. |
| R5 | The cards are shuffled. |
| R6 | *Tip*: smile. |
"""
TOLD = """\
draw.md: 6 statements

    1  carried out, and tested
    3  carried out, untested
    1  open
    1  binding nobody

no.  state     lines  tests  statement
R2   untested  9             All cards are in the pile.
R3   untested  14            The highest card wins <at once>.
R4   open                    Nobody may look.
R5   untested  7             The cards are shuffled.

there is no statement R9 in draw.md; it is cited in line 14
"""


@pytest.fixture
def draw(folder: Path) -> Path:
    (folder / "draw.rules").write_text(RULES, encoding="utf-8")
    (folder / "draw.md").write_text(REGISTER, encoding="utf-8")
    return folder


def test_a_table(rulec: Rulec, draw: Path) -> None:
    result = rulec("trace", "draw.rules")
    assert (result.exit_code, result.output) == (1, TOLD)
    (draw / "draw.rules").write_text(RULES.replace(" R9", ""), encoding="utf-8")
    everything = rulec("trace", "draw.rules", "--all")
    assert everything.exit_code == 0
    assert "R1   carried out   11     1      Everybody draws a card.\n" in everything.output
    assert "R6   binds nobody" in everything.output


def test_a_test_that_fails(rulec: Rulec, draw: Path) -> None:
    text = RULES.replace(" R9", "").replace("hand is 1", "hand is 2")
    (draw / "draw.rules").write_text(text, encoding="utf-8")
    result = rulec("trace", "draw.rules")
    assert result.exit_code == 1
    assert "R1   failing   11     1      Everybody draws a card.\n" in result.output


def test_json(rulec: Rulec, draw: Path) -> None:
    told = json.loads(rulec("trace", "draw.rules", "--json").stdout)
    assert told["rulebook"] == "draw.md"
    assert told["unknown"] == {"R9": [14]}
    assert told["statements"][0] == {
        "number": "R1", "statement": "Everybody draws a card.", "heading": "How it goes", "state": "carried out",
        "lines": [11], "tests": ["one card each"], "failing": [], "as": [],
    }  # fmt: skip


def test_a_page(rulec: Rulec, draw: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("jinja2")
    result = rulec("trace", "draw.rules", "--html", "draw.html")
    assert result.exit_code == 1
    page = (draw / "draw.html").read_text(encoding="utf-8")
    assert "<h2>How it goes</h2>" in page
    assert "wins &lt;at once&gt;." in page
    assert "line 9: <code>setup:" in page
    assert "tested: one card each" in page
    monkeypatch.setattr("rulelang.commands.trace.find_spec", lambda name: None)
    assert "rulelang[report]" in rulec("trace", "draw.rules", "--html", "x.html").stderr


def test_what_cannot_be_traced(rulec: Rulec, draw: Path) -> None:
    none = rulec("trace", "tie.rules")
    assert (none.exit_code, none.stderr) == (
        2,
        'rulec: tie.rules names no rulebook; it could be `rulebook "tie.md"`\n',
    )
    (draw / "draw.md").write_text("# Nothing\n", encoding="utf-8")
    assert "there are no statements in `draw.md`" in rulec("trace", "draw.rules").stderr
    (draw / "draw.md").unlink()
    assert "the rulebook `draw.md` cannot be read" in rulec("trace", "draw.rules").stderr
    if sys.platform != "win32":
        (draw / "draw.md").symlink_to("/etc/hostname")
        assert rulec("trace", "draw.rules").exit_code == 2
    assert rulec("trace", "broken.rules").exit_code == 1


def test_nothing_is_open_in_a_game_of_ours(rulec: Rulec) -> None:
    result = rulec("trace", "werwars", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["counts"]["open"] == 0
