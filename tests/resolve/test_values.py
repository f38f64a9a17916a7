"""Values: bounds of numbers, sorts of layers, what is asked of whom."""

from __future__ import annotations

import pytest

from rulelang.resolve.model.expressions import Constant, Fold, Range, SlotCard, Through, Var
from rulelang.resolve.model.sorts import CardSort, MemberSort, NumberSort, PlaceSort, PlayerSort, SetSort
from rulelang.resolve.model.statements import Pick
from rulelang.resolve.walk import nodes
from tests.resolve.texts import clean

GAME = """
kind Suit: stars, moons
cards Sign "{suit} {value}": 1 for each suit, value in 1 to 10
cards Joker "joker": 2 for each value in 1 to 1
option extra: 0 or 5, normally 0
state:
    deck: pile of Sign or Joker, seen by nobody
    line(spot: 1 to 4): row of up to 3 Sign, seen by all
    player.hand: hand of Sign or Joker, seen by owner
    player.bid: slot of Sign, seen by all
    player.score: 0 to 9
    leader: Player or none
"""


@pytest.mark.parametrize(
    ("value", "sort"),
    [
        ("3", NumberSort(3, 3)),
        ("-3 * 4", NumberSort(-12, -12)),
        ("extra + 2", NumberSort(2, 7)),
        ("count players", NumberSort(2, 4)),
        ("count players - extra", NumberSort(-3, 4)),
        ("count deck", NumberSort(0, 22)),
        ("count line(1)", NumberSort(0, 20)),
        ("count Suit", NumberSort(2, 2)),
        ("count (n in 2 to 6 where n > extra)", NumberSort(0, 5)),
        ("(first player).bid.place", NumberSort(1, 1)),
        ("(first sign in line(1)).place", NumberSort(1, 20)),
        ("moons.place", NumberSort(1, 2)),
        ("moons.next", MemberSort("Suit")),
        ("deck.top", CardSort(("Sign", "Joker"), maybe=True)),
        ("count (player where player.score > 2)", NumberSort(0, 4)),
        ("sum of score in players", NumberSort(0, 36)),
        ("highest value in line(2)", NumberSort(1, 10)),
        ("distinct suit in line(2)", NumberSort(0, 20)),
        ("count players / 3 rounded up", NumberSort(1, 2)),
        ("(count players - 5) / 2 rounded down", NumberSort(-2, -1)),
        ("sum of card.value for first 3 card in line(1), by lowest card.value", NumberSort(0, 200)),
        ("leader", PlayerSort(maybe=True)),
        ("the player where player.score > 2", PlayerSort(maybe=True)),
        ("first card in line(1), by lowest value", CardSort(("Sign",), maybe=True)),
        ("line(1) + deck", PlaceSort(("Sign", "Joker"), None)),
        ("moons", MemberSort("Suit")),
        ("highest suit in line(1)", MemberSort("Suit")),
    ],
)
def test_the_sort_of_a_value(value: str, sort: object) -> None:
    assert clean(GAME + f"define asked = {value}\n").defines["asked"].sort == sort


def test_layers_together_have_the_bounds_of_all() -> None:
    text = "define asked = 3\n    but 8 when extra is 5\n    but usual - 10 when leader is none\n"
    assert clean(GAME + text).defines["asked"].sort == NumberSort(-7, 8)


def test_a_lowest_layer_of_none_learns_from_those_above() -> None:
    text = "define asked = none\n    but leader when extra is 5\n"
    define = clean(GAME + text).defines["asked"]
    assert define.sort == PlayerSort(maybe=True)
    assert define.layers[0].value == Constant(-1, sort=PlayerSort(maybe=True), span=define.span)


def test_the_card_of_a_slot_is_meant_where_a_card_is_meant() -> None:
    program = clean(GAME + "define player.shown = player.bid.value\ndefine player.bare = player.bid\n")
    assert any(isinstance(node, SlotCard) for node in nodes(program.defines["shown"]))
    assert program.defines["bare"].sort == CardSort(("Sign",), maybe=True)


def test_a_range_goes_only_through_what_its_variable_can_be() -> None:
    program = clean(GAME + "define found = count (joker in deck where joker.value is 1)\n")
    (found,) = [node for node in nodes(program.defines["found"]) if isinstance(node, Range)]
    assert found.source == Through(found.source.value, None, ("Joker",), span=found.span)  # type: ignore[union-attr]
    assert found.variable.sort == CardSort(("Joker",))


def test_a_short_sum_has_its_variable_spelled_out() -> None:
    program = clean(GAME + "define asked = sum of score in players\n")
    fold = program.defines["asked"].layers[0].value
    assert isinstance(fold, Fold)
    assert fold.range.variable.name == "player"
    assert any(isinstance(node, Var) and node.variable == fold.range.variable for node in nodes(fold.value))


def test_what_is_said_of_a_set_is_taken_apart() -> None:
    text = """
to toss:
    pick pair: 2 of Sign in me.hand where sign.value > 2 and (distinct suit in pair) is 1 and sign.value > count pair
    move pair to deck
"""
    (pick,) = clean(GAME + text).steps["toss"].header
    assert isinstance(pick, Pick)
    found = pick.range
    assert found.variable.sort == SetSort(("Sign",))
    assert found.each is not None
    assert found.where is not None
    assert found.element is not None
    each = {node.variable.name for node in nodes(found.each) if isinstance(node, Var)}
    assert each == {"sign"}
    assert found.variable in {node.variable for node in nodes(found.where) if isinstance(node, Var)}


@pytest.mark.parametrize(
    ("pick", "by_place"),
    [
        ("sign in me.hand", False),
        ("sign in leader.hand", True),
        ("joker in deck", True),
        ("sign in line(1)", False),
        ("player", False),
    ],
)
def test_what_the_chooser_cannot_see_is_picked_by_place(pick: str, by_place: bool) -> None:
    (found,) = clean(GAME + f"to toss:\n    pick {pick}\n    nothing\n").steps["toss"].header
    assert isinstance(found, Pick)
    assert found.by_place == by_place


@pytest.mark.parametrize(
    ("step", "reads"),
    [
        ("to ask: add 1 to me.score", True),
        ("to ask: for each player: add 1 to player.score", False),
        ("to ask: turns once: add 1 to me.score", False),
        ("to ask: turns from me: nothing", True),
        ("to ask: other_step", True),
        ("to ask: other_step by leader", False),
        ("to ask: leader chooses other_step", False),
        ("to ask: choose other_step", True),
        ("to ask: nothing\nafter ask: other_step", True),
        ("to ask: secretly each player: choose other_step", False),
    ],
)
def test_which_steps_need_somebody_who_acts(step: str, reads: bool) -> None:
    program = clean(GAME + "to other_step: add 1 to me.score\n" + step + "\n")
    assert program.steps["ask"].uses_me == reads


def test_variables_are_different_from_each_other() -> None:
    text = "define player.asked = count (other: Player where other.score > player.score)\n"
    program = clean(GAME + text + text.replace("asked", "again"))
    seen = [node.variable.uid for node in nodes(tuple(program.defines.values())) if isinstance(node, Var)]
    assert len(set(seen)) == 4
