"""Trees of whole games as text: every history stands in them once."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import interpreter
from interpreter import exact
from interpreter.adapters.gambit import efg, named

STRING = r'"[^"\n]*"'
NUMBER = r"-?\d+(?:/\d+)?"
LINES = {
    "c": rf'c "" \d+ "" \{{(?: {STRING} {NUMBER})+ \}} 0',
    "p": rf"p \"\" \d+ \d+ {STRING} \{{(?: {STRING})+ \}} 0",
    "t": rf't "" \d+ "" \{{(?: {NUMBER})+ \}}',
}


@pytest.mark.parametrize(
    ("rules", "players", "information", "options"),
    [
        ("kuhn", 3, (16, 16, 16), {}),
        ("liars_dice", 2, (16, 16), {"faces": "2"}),
        ("goofspiel", 2, (57, 57), {"cards_each": "3"}),
    ],
)
def test_a_tree_holds_every_history(
    rules: str, players: int, information: tuple[int, ...], options: dict[str, str]
) -> None:
    game = interpreter.load(rules, players, options=options)
    counts = exact.count(game)
    head, *lines = efg(game).splitlines()
    assert head.startswith('EFG 2 R "')
    assert all(re.fullmatch(LINES[line[0]], line) for line in lines)
    sorts = Counter(line[0] for line in lines)
    assert (sorts["c"], sorts["p"], sorts["t"]) == (counts.chance, sum(counts.decisions), counts.ends)
    sets = {tuple(line.split()[2:4]) for line in lines if line[0] == "p"}
    assert Counter(seat for seat, _ in sets) == {str(seat + 1): many for seat, many in enumerate(information)}


def test_an_information_set_has_its_name_and_its_choices_wherever_it_occurs() -> None:
    game = interpreter.load("kuhn")
    lines = [line for line in efg(game).splitlines() if line.startswith("p ")]
    assert len(set(lines)) == sum(map(len, exact.information_states(game)))
    names = {re.findall(STRING, line)[1].strip('"') for line in lines}
    assert names == {named(known) for states in exact.information_states(game) for known in states}


COIN = """
rules 1
game "One Half"
players 2
cards Coin "{side}": 1 for each side in 1 to 2
state:
    cup: pile of Coin, seen by nobody
    table_top: slot of Coin, seen by all
    guess: 0 to 2
to call:
    pick side in 1 to 2
    set guess to side
setup:
    move every coin to cup
    shuffle cup
play:
    first_one chooses call
    move 1 from cup to table_top
define first_one = first player
payoff player = 0
    but 1 when table_top.side is guess and player is first_one
"""
TREE = """\
EFG 2 R "One Half" { "A" "B" }
p "" 1 1 "2 cards go from box to cup | cup is shuffled | view" { "call(1)" "call(2)" } 0
c "" 2 "" { "'1'" 1/2 "'2'" 1/2 } 0
t "" 3 "" { 1 0 }
t "" 4 "" { 0 0 }
c "" 5 "" { "'1'" 1/2 "'2'" 1/2 } 0
t "" 6 "" { 0 0 }
t "" 7 "" { 1 0 }
"""


def test_a_whole_small_tree(tmp_path: Path) -> None:
    file = tmp_path / "coin.rules"
    file.write_text(COIN, encoding="utf-8")
    assert re.sub(r"view [0-9a-f]{16}", "view", efg(interpreter.load(file))) == TREE
