"""What is none wherever it is used: texts with what is said of them, and whether what is certain is so in play."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.compiling import project_from_text
from rulelang.ir.lower import translate
from tests.interpreter.test_playouts import program_of
from tests.ir.conftest import CARDS, HEAD
from tests.ir.proved import holds_in_play

ROOT = Path(__file__).parents[2]
STATE = """
state:
    chief: Player or none
    other: Player or none
    player.friend: Player or none
    chosen: Chip or none
    bid: number or none
    met: flag
"""
PLAY = "\nplay: repeat 2 times: turns once: choose act, if none: pass\nwinner: highest score, then shared\n"
SET_UP = (
    "\nsetup:\n    move every chip to deck\n    shuffle deck\n    for each player: move 2 from deck to player.hand\n"
)


def told(rules: str, code: str = "RL0530") -> list[str]:
    """What is said to be none, as it stands in the text, with the numbers of players."""
    text = HEAD + CARDS + STATE + rules + PLAY + (SET_UP if "setup" not in rules else "")
    found = project_from_text(text).check()
    assert not [one for one in found if one.is_error], found
    return [text[one.span.start : one.span.end] for one in found if one.code == code]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        # the first who comes by
        ("to act: add 1 to chief.score", ["chief"]),
        ("to act:\n    add 1 to chief.score\n    set chief to me", ["chief"]),
        ("to act:\n    set chief to me\n    add 1 to chief.score", []),
        ("to act:\n    if met: add 1 to chief.score\n    set met to yes\n    set chief to me", []),
        ("to act:\n    if met: set chief to me\n    add 1 to chief.score", ["chief"]),  # nobody has met yet
        ("to act:\n    if me.mark: set chief to me\n    add 1 to chief.score\nbefore act: set me.mark to yes", []),
        ("to act:\n    if met: set chief to none\n    add 1 to chief.score", ["chief"]),
        # what is asked before
        ("to act:\n    if chief is not none: add 1 to chief.score", []),
        ("to act:\n    set chief to me\n    if chief is none: add 1 to chief.score", ["chief"]),
        ("to act:\n    set chief to me\n    if chief is not none or chief.mark: set met to yes", ["chief"]),
        ("to act:\n    set chief to me\n    if chief is none or chief.mark: set met to yes", []),
        ("to act:\n    set chief to me\n    if not (chief is not none) and chief.mark: set met to yes", ["chief"]),
        ("to act:\n    needs chief is none or chief.mark\n    set chief to me", []),
        ("to act:\n    needs chief is not none\n    add 1 to chief.score", []),
        ("to act:\n    for each player where chief is player: add 1 to chief.score", []),
        ("to act:\n    if line is not empty: add line.last.worth to me.score", []),
        ("to act:\n    if count line > 0: add line.last.worth to me.score", []),
        ("to act:\n    if line is empty: add line.last.worth to me.score\n    move 1 from deck to line", ["line.last"]),
        ("to act:\n    pick chip in line where chip.worth > line.first.worth\n    move chip to heap", []),
        ("to act: set me.score to sum of line.first.worth for chip in line", []),
        ("to act: set me.score to sum of line.first.worth for chip in me.hand", ["line.first"]),
        # what other steps and rules do meanwhile
        ("to act:\n    give\n    add 1 to chief.score\nto give: set chief to me", []),
        ("to act:\n    give\n    add 1 to chief.score\nto give: set other to me", ["chief"]),
        ("to act: add 1 to chief.score\nbefore act: set chief to me", []),
        ("to act: set met to yes\nafter act: add 1 to chief.score", ["chief"]),
        ("to act:\n    set met to yes\n    add 1 to chief.score\nwhenever met: set chief to first player", []),
        # loops
        ("to act:\n    for each player:\n        add 1 to chief.score\n        set chief to player", ["chief"]),
        ("to act: set met to yes\nafter act:\n    repeat 2 times: give\nto give: add 1 to chief.score", ["chief"]),
        ("to act:\n    repeat 3 times:\n        add bid to me.score\n        set bid to 1", ["bid"]),
        ("to act:\n    repeat until bid is 3:\n        if bid is none: set bid to 0\n        add 1 to bid", []),
        ("to act:\n    for each chip in line where chip.worth > 1: add chip.worth to me.score", []),
        ("to act:\n    for each chip in line: add chief.score to me.score", []),  # never done
        ("to act:\n    for each chip in deck, by highest worth: add chief.score to me.score", ["chief"]),
        ("to act:\n    if me can dig(line.last): set met to yes\nto dig: pick chip in line", ["line.last"]),
        ("to act:\n    if me can dig(chief): set met to yes\nto dig(whom: Player): set met to yes", ["chief"]),
        # values, cards, keys
        ("define player.ally = player.friend\nto act: add 1 to me.ally.score", ["me.ally"]),
        ("define boss = chief.score\nto act: set me.score to boss", ["chief"]),
        ("define boss = 0\n    but chief.score when chief is not none\nto act: set me.score to boss", []),
        ("to act: move chosen to line", ["chosen"]),
        ("to act: move heap.top to line", ["heap.top"]),
        ("to act: swap line.first with heap.top\nbefore act: move 1 from deck to heap", ["line.first"]),
        ("to act: set me.score to bid + 1", ["bid"]),
        ("to act: set me.score to -bid", ["bid"]),
        ("to act:\n    if bid > 3: set met to yes", ["bid"]),
        ("to act:\n    if bid is 3: set met to yes", []),
        ("to act:\n    let best = first chip in line\n    add best.worth to me.score", ["best"]),
        ("to act: move 1 from deck to chief.hand", ["chief"]),
        ("to act: set met to yes\nsetup:\n    move every chip to deck\n    move 1 from deck to chief.hand", ["chief"]),
    ],
)  # fmt: skip
def test_what_is_told(rules: str, expected: list[str]) -> None:
    assert told(rules) == expected


@pytest.mark.parametrize(
    ("players", "when"),
    [("2 to 4", " with 2 or 3 players"), ("3 to 4", " with 3 players"), ("2 to 3", ""), ("4", None)],
)
def test_at_which_number_of_players(players: str, when: str | None) -> None:
    teams = f"players {players}\nteams opposite when count players is 4"
    text = HEAD.replace("players 2 to 4", teams) + CARDS
    text += "to act: add 1 to me.partner.score" + PLAY + SET_UP
    found = [one.message for one in project_from_text(text).check() if one.code == "RL0530"]
    said = f"`me.partner` is always none here{when}, and is used as if it were there"
    assert found == ([] if when is None else [said])


BLANK = """
cards Leaf "{name}":
    | name | weight | shade |
    | elm  | 1      | 2     |
    | fir  | 2      | -     |
    | gap  | -      | 1     |
"""


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("add leaf.weight to me.score", ["leaf.weight"]),
        ("add leaf.weight to me.score\n    add leaf.shade to me.score", ["leaf.weight", "leaf.shade"]),
        ("if leaf.weight is not none: add leaf.weight to me.score", []),
        ("if leaf.weight is not none and leaf.weight > 1: add 1 to me.score", []),
        ('if leaf is not "gap": add leaf.weight to me.score', []),
        ("if leaf.shade is 2: add leaf.weight to me.score", []),
    ],
)
def test_blank_cells(act: str, expected: list[str]) -> None:
    """They are told where nobody looks at more of a card than the number."""
    pile = "state:\n    leaves: pile of Leaf, seen by nobody\n"
    steps = f"to act:\n    move 1 from leaves to box as leaf\n    {act}\nbefore act: move every leaf to leaves\n"
    rules = f"{BLANK}\n{pile}\n{steps}"
    assert told(rules, "RL0531") == expected


GAMES = [*sorted((ROOT / "games" / "library").glob("*.rules")), *sorted((ROOT / "games").glob("*.rules"))]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_is_certain_is_so_in_play(path: Path) -> None:
    program = program_of(path)
    for seed in range(3):
        holds_in_play(program, seed)


def test_who_plays_a_game_does_not_wait_for_it() -> None:
    """Only a check looks."""
    text = HEAD + CARDS + STATE + "to act: add 1 to chief.score" + PLAY + SET_UP
    program, _ = project_from_text(text).resolve()
    assert translate(program, 2)[2] == []
