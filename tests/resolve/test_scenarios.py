"""Scenarios: cases of a table, what is given, what is chosen."""

from __future__ import annotations

import pytest

from rulelang.resolve.model.expressions import Can, Constant, Named, Not
from rulelang.resolve.model.program import ChosenStep, Claim, GivenCards, GivenValue
from rulelang.resolve.scenarios import from_ast as scenarios
from rulelang.syntax import model as ast
from tests.resolve.texts import HEAD, case, module, resolve

GAME = """
cards Card "{name_of} {value}":
    | copies | name_of | value  |
    | 2      | "low"   | 1 to 3 |
    | 1      | "high"  | 4      |
option mood: calm or wild, normally calm
state:
    deck: pile of Card, seen by nobody
    player.hand: hand of Card, seen by owner
    player.laid: row of Card, seen by all
    player.score: -5 to 9
    card.turned: flag
    leader: Player or none
to lay:
    pick group: 1 to 3 of Card in me.hand
    move group to me.laid
to turn: choose lay
play: repeat 3 times: turns once: turn
"""


def _scenario(*lines: str) -> str:
    return 'scenario "x":\n' + "".join(f"    {line}\n" for line in lines)


GAME = (
    GAME.replace('"low"', "low").replace('"high"', "high").replace("cards Card", "kind Height: low, high\ncards Card")
)


def test_cards_are_given_in_order() -> None:
    decl, found = case(
        GAME, _scenario('given A.hand is 2 of "low 1", "HIGH 4"', "given deck is nothing", "then A.score is 0")
    )
    assert not found
    hand, deck = decl.given
    assert isinstance(hand, GivenCards)
    assert isinstance(deck, GivenCards)
    assert [(n, card.text) for n, card in hand.items if isinstance(card, Named)] == [(2, "low 1"), (1, "HIGH 4")]
    assert isinstance(hand.items[0][1], Named)
    assert hand.items[0][1].looks == (0, 1)
    assert deck.items == ()


def test_counters_are_given_even_of_named_cards() -> None:
    decl, found = case(
        GAME, _scenario("given leader is B", 'given "low 1".turned is yes', "given B.score is -2", "then A.score is 0")
    )
    assert not found
    assert all(isinstance(line, GivenValue) for line in decl.given)
    assert [
        line.value.value for line in decl.given[1:] if isinstance(line, GivenValue) and isinstance(line.value, Constant)
    ] == [1, -2]


def test_choices_before_the_beginning_lead_to_it() -> None:
    lines = [
        'when A chooses lay("low 1")',
        "when B's turn begins",
        'when B chooses lay("low 2" + 2 of "low 3")',
        "then A.score is 0",
    ]
    decl, found = case(GAME, _scenario(*lines))
    assert not found
    assert [(line.player, line.text) for line in decl.before] == [(0, 'lay("low 1")')]
    assert decl.begins == ("turn", 1)
    chosen, claim = decl.lines
    assert isinstance(chosen, ChosenStep)
    assert chosen.text == 'lay("low 2" + 2 of "low 3")'
    assert isinstance(claim, Claim)


def test_a_table_makes_a_case_of_each_row() -> None:
    lines = [
        "players 3", "option mood is how", "given A.hand is cards_there", "when C's turn begins",
        "then who may lay(cards_there) is answer",
        "| how  | cards_there        | who | answer |",
        '| wild | "low 1"            | C   | yes    |',
        '| calm | "low 1" + "low 2"  | B   | no     |',
    ]  # fmt: skip
    first, found = case(GAME, _scenario(*lines))
    second, more = case(GAME, _scenario(*lines), 1)
    assert not found
    assert not more
    assert (first.options, second.options) == ({"mood": "wild"}, {"mood": "calm"})
    assert second.case == 'calm | "low 1" + "low 2" | B | no'
    assert isinstance(second.given[0], GivenCards)
    assert len(second.given[0].items) == 2
    (yes,), (no,) = first.lines, second.lines
    assert isinstance(yes, Claim)
    assert isinstance(no, Claim)
    assert isinstance(yes.condition, Can)
    assert isinstance(no.condition, Not)
    assert no.text == 'B may lay("low 1" + "low 2") is no'


def test_a_cell_may_hold_several_items() -> None:
    lines = [
        "given A.hand is there",
        "then count A.hand is number",
        "| there | number |",
        '| "low 1", 2 of "low 2" | 3 |',
        "| nothing | 0 |",
    ]
    first, found = case(GAME, _scenario(*lines))
    second, _ = case(GAME, _scenario(*lines), 1)
    assert not found
    assert isinstance(first.given[0], GivenCards)
    assert isinstance(second.given[0], GivenCards)
    assert [amount for amount, _ in first.given[0].items] == [1, 2]
    assert second.given[0].items == ()


def test_words_for_the_end() -> None:
    decl, found = case(GAME, _scenario("then A is in winners or everyone_lost or not game_over"))
    assert not found
    assert len(decl.lines) == 1


def test_an_unused_heading_is_told_once() -> None:
    lines = ["given A.hand is there", "then A.score is 0", "| there | luck |", '| "low 1" | 3 |', '| "low 2" | 4 |']
    assert [code for code, _ in case(GAME, _scenario(*lines))[1]] == ["RL0801"]
    assert case(GAME, _scenario(*lines), 1)[1] == []


def test_a_choice_with_too_much_in_brackets_is_told_how_much_it_wants() -> None:
    _, found = case(GAME, _scenario('when A chooses lay("low 1", "low 2")', "then A.score is 0"))
    assert found == [("RL0214", "`lay` wants 1 in brackets, not 2")]


LEFT_OUT = {
    'when E chooses lay("low 1")': ("RL0803", "E"),
    'when A chooses lay("low 1", "low 2", "low 3", "low 1")': ("RL0214", None),
    'when A chooses lay("low 1" + "low 9")': ("RL0216", '"low 9"'),
    'when A chooses lay("low 9" + "low 1")': ("RL0216", '"low 9"'),
    'when A chooses lay(2 of "low 9")': ("RL0216", '"low 9"'),
    "when A chooses lai": ("RL0212", "lai"),
    "given A.hand is 3": ("RL0301", "3"),
    "given 3 is 3": ("RL0806", "3"),
    'given deck starts with "low 1" + 7': ("RL0301", "7"),
    'variant "Wild"': ("RL0223", None),
    "option mood is cold": ("RL0224", None),
    "when nap begins": ("RL0212", "nap"),
    "when G's turn begins": ("RL0803", "G"),
    "players 9": ("RL0805", None),
}  # fmt: skip


@pytest.mark.parametrize("line", LEFT_OUT)
def test_a_line_that_is_wrong_is_told_and_left_out(line: str) -> None:
    code, quoted = LEFT_OUT[line]
    text = _scenario(line, "then A.score is 0")
    whole = HEAD + GAME + text
    declared = [one for one in module(whole).declarations if isinstance(one, ast.Scenario)]
    program, _ = resolve(whole)
    decl, found = scenarios.translate(declared[-1], program, scenarios.names_of(program))
    assert [one.code for one in found][:1] == [code]
    assert found[0].span is not None
    if quoted is not None:
        assert whole[found[0].span.start : found[0].span.end] == quoted
    assert [type(one) for one in decl.lines] == [Claim]
    assert (decl.given, decl.before, decl.begins, decl.variants, decl.options) == ((), (), None, (), {})


KEPT = {
    "players 3": ("players", 3),
    "option mood is wild": ("options", {"mood": "wild"}),
    "when turn begins": ("begins", "turn"),
    "when play begins": ("begins", "play"),
    "when C's turn begins": ("begins", None),
    "when B's turn begins": ("begins", ("turn", 1)),
}  # fmt: skip


@pytest.mark.parametrize("line", KEPT)
def test_what_a_line_sets(line: str) -> None:
    name, value = KEPT[line]
    decl, found = case(GAME, _scenario(line, "then A.score is 0"))
    assert getattr(decl, name) == value
    assert bool(found) is (value is None)


def test_a_test_begins_once() -> None:
    decl, found = case(GAME, _scenario("when play begins", "when turn begins", "then A.score is 0"))
    assert [code for code, _ in found] == ["RL0804"]
    assert decl.begins == "play"


SEATS = {
    ("2", "B"): [],
    ("2", "C"): ["RL0203"],
    ("3", "C"): [],
    ("3", "D"): ["RL0203"],
    ("4", "D"): [],
    ("4", "E"): ["RL0203"],
}


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_who_sits_at_the_table(players: str, seat: str) -> None:
    found = case(GAME, _scenario(f"players {players}", f"then {seat}.score is 0"))[1]
    assert [code for code, _ in found] == SEATS[players, seat]
