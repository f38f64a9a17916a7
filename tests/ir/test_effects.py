"""Effects: moves, shuffles, counters, looks, and what `whenever` makes of them."""

from __future__ import annotations

import pytest

from interpreter.game import Game
from interpreter.state import State
from rulelang.ir.model.statements import ShowFact
from rulelang.ir.walk import nodes
from tests.ir.conftest import Lower, Lowered

SEEN = "\ndefine seen = rounds\n"


def ended(found: Lowered, seed: int = 0) -> State:
    state = Game(found.program).new(seed=seed, log=False)
    while not state.is_over:
        state.apply(0)
    return state


def test_a_pile_put_upon_a_pile_keeps_its_order(lower: Lower) -> None:
    found = lower(
        """
state:
    other: pile of Chip, seen by all
define first_worth = other.top.worth
define last_worth = other.bottom.worth
play:
    for each chip where chip.colour is red: move chip to heap
    move every chip in heap to other
"""
    )
    state = ended(found)
    assert (state.value("first_worth"), state.value("last_worth")) == (3, 1)


def test_a_row_is_shuffled_card_by_card(lower: Lower) -> None:
    text = "define lead = line.first.worth\nsetup: move every chip to line\nplay: shuffle line\n"
    found = lower(text)
    leads = {ended(found, seed).value("lead") for seed in range(20)}
    assert leads == {1, 2, 3}


def test_cards_of_an_unseen_pile_come_by_chance(lower: Lower) -> None:
    found = lower(
        """
setup:
    move every chip to deck
    shuffle deck
play: move every chip in deck to line
"""
    )
    assert "deal size(deck) from deck to line" in found.text


def test_places_are_counted_from_one(lower: Lower) -> None:
    found = lower("play:\n    move every chip to line\n    move line.last to line at 2\n")
    assert found.line("move at(line").endswith("to line at 1")


def test_a_place_is_refilled_from_what_it_says(lower: Lower) -> None:
    found = lower(
        """
state:
    stock: pile of Chip, seen by nobody, refilled from heap.below
play:
    move every chip to heap
    move 2 from stock to line
"""
    )
    assert "deal 2 from stock to line refill last" in found.text


def test_a_hint_is_a_fact_about_a_column(lower: Lower) -> None:
    found = lower(
        """
define chip.shows(colour) = chip.colour is colour
play:
    for each chip in line:
        show whether chip.shows(green) to all
        show whether chip.worth is 2 to all
"""
    )
    assert found.line("show fact colour") == "show fact colour of %chip is 1 to 3"
    assert found.line("show fact worth") == "show fact worth of %chip is 2 to 3"


def test_a_hint_that_says_more_is_worked_out_for_every_card(lower: Lower) -> None:
    found = lower(
        """
define chip.shows(colour) = chip.colour is colour
    but yes when chip.worth is 3
to point:
    pick colour
    for each chip in line: show whether chip.shows(colour) to all
play: turns once from opener: choose point
"""
    )
    assert found.line("table shows(green)").endswith(": 0 0 1 1 1 1 0 0 1")
    assert "if %colour == 1:\n            show fact shows(green) of %chip is 1" in found.text


GEMS = """
cards Gem:
    | copies | name    | size | worth_in(red) | worth_in(green) | worth_in(blue) |
    | 2      | "ruby"  | 1    | 5             | 0               | 1              |
    | 1      | "pearl" | 3    | 1             | 4               | 2              |
    | 1      | "ruby"  | 1    | 5             | 0               | 1              |
    | 3      | "jade"  | 5    | 0             | 9               | 7              |
state:
    shelf: row of Gem, seen by all
define gem.large = gem.size > 2
    but no when gem.size is 5
"""
WORKED_OUT = {
    "gem.large": "0 0 1 0 0 0 0",
    "(not gem.large)": "1 1 0 1 1 1 1",
    "gem.size > 2": "0 0 1 0 1 1 1",
    "gem.worth_in(red) > gem.worth_in(blue)": "1 1 0 1 0 0 0",
    "(gem.worth_in(green) > 3 and gem.size < 5)": "0 0 1 0 0 0 0",
    "gem.size + gem.worth_in(red) is 6": "1 1 0 1 0 0 0",
}


@pytest.mark.parametrize("condition", WORKED_OUT)
def test_what_is_worked_out_for_every_card_of_a_type(condition: str, lower: Lower) -> None:
    found = lower(f"{GEMS}to point:\n    for each gem in shelf: show whether {condition} to all\nplay: point\n")
    [fact] = [node for node in nodes(found.program.procedures) if isinstance(node, ShowFact)]
    table = found.program.tables[found.program.columns[fact.column][1]]
    assert table.first == 9
    assert " ".join(map(str, table.values)) == WORKED_OUT[condition]


def test_counters_start_where_they_say(lower: Lower) -> None:
    found = lower(
        """
state:
    first_one: Player, starts as random player
    nobody_yet: Player or none
    low: -3 to 3
    player.lives: 0 to 9, starts at count players
play: add 1 to rounds
""",
        3,
    )
    assert found.line("counter nobody_yet") == "counter nobody_yet: -1..2 starts at -1, seen by all"
    assert found.line("counter low") == "counter low: -3..3 starts at -3, seen by all"
    assert found.line("counter lives") == "counter lives[player 0..2]: 0..9 starts at 3, seen by all"
    assert "%drawn := random player in seats from 0 with deal" in found.text


def test_chance_is_drawn_ahead_of_the_statement(lower: Lower) -> None:
    found = lower("play: set rounds to random face in 1 to 6\n")
    block = found.part("block 1").splitlines()
    assert block[1:3] == ["    %drawn := random face in 1..6 with dice", "    rounds := %drawn"]


# ---------------------------------------------------------------- whenever


def test_whenever_fires_once_each_time_it_becomes_true(lower: Lower) -> None:
    found = lower(
        """
define player.points = player.score
whenever rounds is 2: add 1 to first_one.score
state:
    first_one: Player, starts as random player
define total = sum of score in players
play:
    set rounds to 2
    set rounds to 2
    set rounds to 3
    set rounds to 2
    add 1 to rounds
"""
    )
    assert ended(found).value("total") == 2


def test_what_is_true_when_play_begins_waits_until_it_was_false(lower: Lower) -> None:
    found = lower(
        """
define total = sum of score in players
whenever rounds < 2: for each player: add 1 to player.score
setup: add 1 to rounds
play:
    add 0 to rounds
    add 1 to rounds
    subtract 1 from rounds
"""
    )
    assert ended(found).value("total") == 2


def test_whenever_may_end_the_game_from_deep_within(lower: Lower) -> None:
    found = lower(
        SEEN
        + """
whenever rounds is 3: stop game
to deep: add 1 to rounds
to middle:
    for each colour:
        deep
        add 1 to rounds
play: middle
"""
    )
    assert ended(found).value("seen") == 3


def test_a_loop_that_only_counts_is_one_effect(lower: Lower) -> None:
    found = lower(
        SEEN
        + """
whenever rounds is 2: stop game
play: for each colour: add 1 to rounds
"""
    )
    assert ended(found).value("seen") == 3


def test_everyone_loses(lower: Lower) -> None:
    found = lower("play: everyone loses\n")
    state = ended(found)
    assert state.result is not None
    assert state.result.everyone_lost
