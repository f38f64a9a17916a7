"""The flow: turns, loops with decisions, secret choices, steps out of a column."""

from __future__ import annotations

import pytest

from interpreter.game import Game
from interpreter.machine.engine import GameFault
from interpreter.state import State
from rulelang.compiling import project_from_text
from rulelang.ir.lower import translate
from tests.ir.conftest import CARDS, HEAD, Lower, Lowered

GAIN = "\nto gain: add 1 to me.score\nto quit: stop game\ndefine player.points = player.score\n"


def start(found: Lowered, seed: int = 0) -> State:
    return Game(found.program).new(seed=seed, log=False)


def chooser(state: State) -> int:
    assert state.decision is not None
    return state.decision.player


def seats(found: Lowered, count: int) -> list[int]:
    """Who chooses, the first choices of a game."""
    state = start(found)
    order = []
    for _ in range(count):
        if state.is_over:
            break
        order.append(chooser(state))
        state.apply(0)
    return order


def test_turns_go_to_the_left(lower: Lower) -> None:
    found = lower(GAIN + "play: turns from opener: choose gain\n", 3)
    assert seats(found, 7) == [0, 1, 2, 0, 1, 2, 0]


def test_turns_skip_who_does_not_qualify_and_end_when_nobody_does(lower: Lower) -> None:
    found = lower(GAIN + "play: turns from opener where me.score < 2: choose gain\n", 3)
    assert seats(found, 50) == [0, 1, 2, 0, 1, 2]


def test_turns_in_an_order_of_their_own(lower: Lower) -> None:
    found = lower(GAIN + "play: turns from opener then me.right where me.score < 2: choose gain\n", 3)
    assert seats(found, 50) == [0, 2, 1, 0, 2, 1]
    found = lower(GAIN + "play: turns from opener then me.left.left where me.score < 3: choose gain\n", 4)
    assert seats(found, 50) == [0, 2, 0, 2, 0, 2], "seats that the order never reaches do not keep it going"


def test_one_turn_each_in_an_order_fixed_at_the_start(lower: Lower) -> None:
    found = lower(
        GAIN
        + """
setup:
    for each player: set player.score to player.right.score + 1
play:
    turns once from opener where me.score < 9, by highest score: choose gain
    turns once from opener where me.score > 2: choose gain
""",
        3,
    )
    assert seats(found, 50) == [2, 1, 0, 1, 2]


def test_loops_with_a_decision_in_them_go_over_what_was_there(lower: Lower) -> None:
    found = lower(
        GAIN
        + """
define seen = rounds
play:
    for each player where player.score is 0, by lowest score:
        for each colour: player chooses gain
    repeat 2 times: count_up by opener
    repeat until rounds is 4: count_up by opener
to count_up:
    add 1 to rounds
    choose gain
"""
    )
    assert seats(found, 50) == [0, 0, 0, 1, 1, 1, 0, 0, 0, 0]
    state = start(found)
    while not state.is_over:
        state.apply(0)
    assert state.value("seen") == 4


def test_nobody_knows_a_secret_choice_before_all_have_chosen(lower: Lower) -> None:
    found = lower(
        """
define player.points = player.score
to bid:
    pick amount in 1 to 3
    set me.score to amount
to hold: nothing
play:
    secretly each player: choose hold, bid
""",
        3,
    )
    state = start(found)
    assert found.line("secret decision 0")
    for choice in ("bid(3)", "hold", "bid(2)"):
        assert [state.value("points", seat) for seat in range(3)] == [0, 0, 0]
        state.apply(choice)
    assert state.is_over
    assert [state.value("points", seat) for seat in range(3)] == [3, 0, 2]


def test_a_set_is_kept_for_each_seat(lower: Lower) -> None:
    found = lower(
        """
setup:
    move every chip to deck
    shuffle deck
    for each player: move 3 from deck to player.hand
to lay_away:
    pick group: 2 of Chip in me.hand
    move group to line
define lying = count line
play:
    secretly each player: choose lay_away
""",
        3,
    )
    state = start(found, 5)
    while not state.is_over:
        state.apply(state.random_choice())
    assert state.value("lying") == 6


def test_the_step_named_in_a_column(lower: Lower) -> None:
    text = """rules 1
game "Words"
players 2
cards Word:
    | name | does |
    | "go" | gain |
    | "no" | -    |
    | "hm" | rest |
state:
    row_of_words: row of Word, seen by all
    player.score: number
define player.points = player.score
to gain: add 1 to me.score
to rest: add 10 to me.score
to say_it:
    pick word in row_of_words
    choose word.does, if none: pass
setup: move every word to row_of_words
play: turns once from opener: choose say_it
define opener = first player
"""
    found = lower(text, bare=True)
    state = start(found)
    for choice in ('say_it("hm")', "rest", 'say_it("no")', "pass"):
        state.apply(choice)
    assert [state.value("points", seat) for seat in range(2)] == [10, 0]


def test_the_steps_of_two_callers_go_back_to_each(lower: Lower) -> None:
    found = lower(
        GAIN
        + """
define seen = rounds
to ask: opener chooses gain
play:
    ask
    set rounds to 1
    ask
    add 3 to rounds
"""
    )
    state = start(found)
    assert state.value("seen") == 0
    state.apply(0)
    assert state.value("seen") == 1
    state.apply(0)
    assert state.is_over
    assert state.value("seen") == 4


def test_a_choice_among_nothing_is_a_fault(lower: Lower) -> None:
    found = lower("to never:\n    needs rounds > 3\n    nothing\nplay: turns from opener: choose never\n")
    with pytest.raises(GameFault, match="nobody"):
        start(found).apply(0)


def test_what_is_reached_by_nothing_is_left_out(lower: Lower) -> None:
    found = lower(GAIN + "to spare: turns from opener: choose gain\nplay: add 1 to rounds\n")
    assert len(found.program.blocks) == 2
    assert not found.program.decisions


MEMBERS = {
    "n in 2 to 5": 4,
    "n in 1 to rounds": 9,
    "n in rounds to 12": 13,
    "n in 0 to 9 by 2": 10,
    "n in 1 to 10001": 10001,
    "player": 2,
    "other: Player in opener.others": 2,
    "colour": 3,
    "chip": 9,
    "chip in line": 9,
    "chip in first 2 of line": 9,
}


@pytest.mark.parametrize("source", MEMBERS)
def test_a_loop_with_a_choice_in_it_keeps_what_it_goes_through(source: str, lower: Lower) -> None:
    found = lower(f"{GAIN}play:\n    for each {source}:\n        turns once: choose gain\n")
    assert found.text.splitlines().count(f"frame $1 play.members of {MEMBERS[source]}") == 1


def test_a_loop_with_a_choice_in_it_over_very_many_numbers_names_its_line() -> None:
    text = f"{HEAD}{CARDS}{GAIN}play:\n    for each n in 1 to 10002:\n        turns once: choose gain\n"
    made, _, [problem] = translate(project_from_text(text).resolve()[0], 2)
    assert made is None
    assert problem.code == "RL0901"
    assert text[: problem.span.start].splitlines()[-1].strip() == "for each n in"


def test_a_number_of_times_that_is_not_known_may_be_none_at_all(lower: Lower) -> None:
    found = lower(GAIN + "play: repeat rounds times: turns once: choose gain\n")
    assert found.line("$4 := (").endswith(":= (rounds within 0..2147483647)")
    state = start(found)
    assert state.is_over


DONE = "turns once: choose gain\n"
GIVEN = """
option long: yes or no, normally no
define full = count players > 3
define fuller = full
    but yes when count players > 4
define none_at_all = 0
define all_of_them = count players
"""
NEVER_WAITS = {
    f"if full: {DONE}": True,
    f"if fuller: {DONE}": True,
    f"if not full: set rounds to 1\n    else: {DONE}": True,
    f"if full or long is yes: {DONE}": True,
    f"if count players is 2: {DONE}": False,
    f"if full: set rounds to 1\n    else: {DONE}": False,
    f"if full and rounds is 2: {DONE}": True,
    f"if not full and rounds is 2: {DONE}": False,
    f"if not full or rounds is 2: set rounds to 1\n    else: {DONE}": True,
    f"if full or rounds is 2: {DONE}": False,
    f"if -all_of_them < -2: {DONE}": True,
    f"if -all_of_them is not -2: {DONE}": True,
    f"if all_of_them is not in (1 to 3): {DONE}": True,
    f"if all_of_them * 2 - 1 > 3: {DONE}": True,
    f"if rounds is 2: {DONE}": False,
    f"repeat 0 times: {DONE}": True,
    f"repeat none_at_all times: {DONE}": True,
    f"repeat all_of_them times: {DONE}": False,
    f"repeat until not full: {DONE}": True,
    f"repeat until rounds is 2: {DONE}": False,
}  # fmt: skip


@pytest.mark.parametrize("line", NEVER_WAITS)
def test_what_is_certain_never_to_come_is_not_waited_for(line: str, lower: Lower) -> None:
    found = lower(f"{GAIN}{GIVEN}to night:\n    {line}play: night\n")
    assert any(one.startswith("procedure night") for one in found.text.splitlines()) is NEVER_WAITS[line]
