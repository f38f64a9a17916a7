"""Values: defines with layers, tables, constants, none."""

from __future__ import annotations

from interpreter.game import Game
from tests.ir.conftest import Lower

PLAY = "\nplay:\n    add 1 to rounds\n"


def test_a_value_is_a_function_with_the_receiver_first(lower: Lower) -> None:
    found = lower("define player.worth = count player.hand + player.score" + PLAY)
    assert found.line("function worth") == "function worth(%player) = size(hand[%player]) + score[%player]"


def test_layers_are_one_chain_from_the_topmost_down(lower: Lower) -> None:
    found = lower("define player.worth = 1\n    but 2 when player.mark\n    but 3 when player.score > 5" + PLAY)
    assert found.line("function worth") == (
        "function worth(%player) = if (score[%player] > 5) then 3 else (if mark[%player] then 2 else 1)"
    )


def test_usual_is_a_function_of_its_own(lower: Lower) -> None:
    found = lower("define player.worth = player.score\n    but usual + usual when player.mark" + PLAY)
    assert found.line("function worth(") == (
        "function worth(%player) = if mark[%player] then (worth.0(%player) + worth.0(%player)) else worth.0(%player)"
    )
    assert found.line("function worth.0") == "function worth.0(%player) = score[%player]"


def test_many_layers_with_usual_stay_small(lower: Lower) -> None:
    layers = "".join(f"\n    but usual + usual + {n} when player.score > {n}" for n in range(15))
    small = lower("define player.worth = player.score" + layers[: layers.index("\n", 1)] + PLAY)
    large = lower("define player.worth = player.score" + layers + PLAY)
    assert len(large.text) < len(small.text) + 15 * 250


def test_a_layer_that_always_counts_may_still_speak_of_what_lies_beneath(lower: Lower) -> None:
    text = (
        "option extra: on or off, normally on\ndefine player.worth = player.score\n    but usual + 1 when extra is on"
        + PLAY
    )
    assert lower(text).line("function worth(") == "function worth(%player) = worth.0(%player) + 1"
    assert lower(text, options={"extra": "off"}).line("function worth(") == "function worth(%player) = score[%player]"


def test_options_and_the_number_of_players_are_constants(lower: Lower) -> None:
    text = (
        """
option goal: 10 or 20, normally 10
define few = count players <= 2
define target = goal * 2
    but goal when few
define player.done = player.score >= target
"""
        + PLAY
    )
    assert lower(text, 2).line("function done") == "function done(%player) = score[%player] >= 10"
    assert lower(text, 3).line("function done") == "function done(%player) = score[%player] >= 20"
    assert lower(text, 3, {"goal": "20"}).line("function done") == "function done(%player) = score[%player] >= 40"


def test_what_can_never_happen_is_not_lowered(lower: Lower) -> None:
    text = """
option wild: on or off, normally off
to shout: add 1 to rounds
play:
    if wild is on: shout
    else: add 2 to rounds
"""
    assert lower(text).program.procedures == ()
    assert lower(text, options={"wild": "on"}).line("do shout") == "do shout()"


def test_a_card_that_may_be_none_is_no_key(lower: Lower) -> None:
    found = lower("define top_worth = heap.top.worth" + PLAY)
    assert found.line("function top_worth") == "function top_worth() = Chip.worth[(at(heap, 0) within 0..8)]"


def test_distinct_leaves_out_what_is_none(lower: Lower) -> None:
    found = lower(
        """
cards Stone:
    | name    | tint |
    | "clear" | -    |
    | "rose"  | red  |
    | "grass" | green|
state:
    pit: row of Stone, seen by all
define tints = distinct tint in pit
define worths = distinct worth in line
setup: move every stone to pit
"""
        + PLAY
    )
    assert "where Stone.tint[%stone] != -1" in found.line("function tints")
    assert "where" not in found.line("function worths")
    game = Game(found.program).new()
    assert game.value("tints") == 2


def test_tables_have_open_ends_and_faults_for_gaps(lower: Lower) -> None:
    found = lower(
        "table price(amount: number):\n    | 0 | 1 |\n    | 1 to 2 | 4 |\n    | 3 or more | 9 |\n"
        "define player.cost = price(player.score)" + PLAY
    )
    game = Game(found.program)
    assert found.line("function price") == (
        "function price(%key1) = price[(if (%key1 > 3) then 3 else %key1 within 0..3)]"
    )
    number = next(n for n, one in enumerate(found.program.functions) if one.name == "price")
    engine, state = game.engine(), game.new()
    assert [engine.call(number, state.array, key) for key in (0, 1, 2, 3, 50)] == [1, 4, 4, 9, 9]


def test_division_says_where_it_may_fault(lower: Lower) -> None:
    found = lower("define half = rounds / 2 rounded up\ndefine part = 9 / rounds rounded down" + PLAY)
    assert found.line("function half") == "function half() = rounds /^ 2"
    parts = {one.name: one.value for one in found.program.functions}
    assert getattr(parts["half"], "rule", 0) is None
    assert getattr(parts["part"], "rule", None) is not None


def test_sums_that_may_leave_32_bits_name_their_rule(lower: Lower) -> None:
    found = lower("define player.up = player.score + 1\ndefine more = rounds + 1" + PLAY)
    parts = {one.name: one.value for one in found.program.functions}
    assert getattr(parts["up"], "rule", None) is not None
    assert getattr(parts["more"], "rule", 0) is None


def test_the_only_one_is_a_fault_if_there_are_more(lower: Lower) -> None:
    found = lower("define only = the chip in line" + PLAY)
    assert found.line("function only") == (
        "function only() = (if (size(line) == 1) then (first chip in items(line)) else -1 within 0..8)"
    )


def test_the_best_number_of_none_is_no_number(lower: Lower) -> None:
    found = lower("define free = first spot in 1 to 4 where spot > rounds" + PLAY)
    game = Game(found.program)
    state = game.new()
    assert state.value("free") == 2


def test_everybody_the_others_and_teams(lower: Lower) -> None:
    text = """rules 1
game "Pairs"
players 4
teams opposite
state:
    player.score: number
    rounds: 0 to 9
define player.side = sum of score in player.team
define player.rest = sum of score in player.others
define player.mate = player.partner
define player.against = count player.opponents
play:
    add 1 to rounds
"""
    found = lower(text, 4, bare=True)
    state = Game(found.program).new()
    assert [state.value("mate", seat) for seat in range(4)] == [2, 3, 0, 1]
    assert [state.value("against", seat) for seat in range(4)] == [2, 2, 2, 2]


def test_a_named_set_is_put_in_where_it_is_called(lower: Lower) -> None:
    found = lower("define table_cards = line + heap\ndefine all_worth = sum of worth in table_cards" + PLAY)
    assert "(items(line) ++ items(heap))" in found.line("function all_worth")
    assert not [one for one in found.program.functions if one.name == "table_cards"]
