"""Loops without a choice end in a fault with their line, on both engines; what a pass counts is told by the text."""

from __future__ import annotations

import pytest

from interpreter.game import Game
from interpreter.machine.effort import DEALT, MOST_EFFORT, Effort
from interpreter.machine.engine import GameFault
from rulelang.compiling import project_from_text
from rulelang.ir.model.program import Program
from rulelang.ir.model.statements import Each, Times
from rulelang.ir.walk import nodes

GAME = """\
rules 1
game "Long"
players 2
cards Card "{{value}}": 1 for each value in 1 to {cards}
state:
    deck: pile of Card, seen by nobody
    heap: pile of Card, seen by all
    player.hand: hand of Card, seen by owner
    told: 0 to 2000000000
    many: 0 to 2000000000
setup:
    move every card to deck
    shuffle deck
    for each player: move 2 from deck to player.hand
    set many to {many}
to go:
{body}
play: turns once: choose go
winner: highest told_to, then shared
define player.told_to = told
define rivals = count (card in deck where some other: Card in deck where other.value > card.value)
"""
ENDLESS = [
    "repeat 999999999 times: set told to 1 - told",
    "repeat many times: set told to 1 - told",
    "repeat 40000 times: repeat 40000 times: set told to 1 - told",
    "for each one in 1 to many + 9999: for each two in 1 to many + 9999: set told to 1 - told",
    "for each card in deck: for each other: Card in deck: repeat 30000 times: set told to 1 - told",
    "for each player: for each other: Player: repeat 9999999 times: set told to 1 - told",
    "move 999999999 from deck to deck",
    "move up to 999999999 from deck to deck",
    "move 1999999999 from me.hand to me.hand",
    "repeat until told is 2: repeat 9999999 times: set told to 1 - told",
]


def program_of(body: str, many: int = 999_999_999, cards: int = 24) -> Program:
    found = project_from_text(GAME.format(body="    " + body, many=many, cards=cards)).compile()
    assert found.program is not None, found.diagnostics
    return found.program


@pytest.mark.parametrize("body", ENDLESS)
def test_the_line_is_named(body: str) -> None:
    program, line = (
        program_of(body, 0 if "9999:" in body else 999_999_999),
        GAME[: GAME.index("{body}")].count("\n") + 1,
    )
    for backend in ("native", "python"):
        state = Game(program, backend).new(1, log=False)
        with pytest.raises(GameFault, match=rf"loops go round more than .* can choose .*:{line}:") as fault:
            state.apply(0)
        assert fault.value.sort == "endless"
        assert not state.is_over


def test_a_pass_that_reads_much_counts_more() -> None:
    """Natively alone: the plain engine needs minutes for so much."""
    program = program_of("for each card in deck: repeat 9999 times: set told to told + rivals", cards=800)
    [count] = {Effort(program).of(node.body) for node in nodes(program.procedures) if isinstance(node, Times)}
    assert count > 800 * 800 // 1000
    with pytest.raises(GameFault, match="loops go round more than"):
        Game(program, "native").new(1, log=False).apply(0)


def test_what_games_do_counts_little() -> None:
    program = program_of("for each card in deck where card.value > many: move card to heap")
    assert {Effort(program).of(node.body) for node in nodes(program.procedures) if isinstance(node, Each)} == {1}


@pytest.mark.parametrize("body", ["repeat many times: set told to 1 - told", "move many from deck to deck"])
def test_the_last_pass_is_the_same_on_both_engines(body: str) -> None:
    most = MOST_EFFORT // DEALT if "deck" in body else MOST_EFFORT
    for backend in ("native", "python"):
        Game(program_of(body, most), backend).new(1, log=False).apply(0)
        with pytest.raises(GameFault):
            Game(program_of(body, most + 1), backend).new(1, log=False).apply(0)


SETS = """
define alike(card, group: set of Card) = count (other: Card in group where other.value is card.value)
define tangled(group: set of Card) = sum of alike(card, group) * alike(card, group) for card in group
define player.tangle = highest tangled(group) for group: {size} of Card in player.bowl
state:
    player.bowl: hand of up to {room} Card, seen by owner
"""


@pytest.mark.parametrize(
    ("size", "room", "sets", "each"), [("2", 4, 6, 2), ("3", 4, 4, 3), ("1 to 3", 4, 14, 3), ("2", 24, 276, 2)]
)
def test_sets_count_as_many_cards_as_they_may_hold(size: str, room: int, sets: int, each: int) -> None:
    """Those that are handed to a value as well."""
    text = GAME.format(body="    for each player: set told to player.tangle", many=1, cards=24)
    found = project_from_text(text + SETS.format(size=size, room=room)).compile()
    assert found.program is not None, found.diagnostics
    effort = Effort(found.program)
    assert effort.rooms["group"] == each
    function = next(one for one in found.program.functions if one.name == "tangle")
    per_card = 2 * each
    assert sets * each * per_card <= effort._of(function.value) <= sets * each * per_card * 40
