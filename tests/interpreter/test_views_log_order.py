"""The log in the order in which things happen, and no more in it than the view gives."""

from __future__ import annotations

import pytest

from interpreter import Game, State
from rulelang import check_text
from rulelang.compiling import project_from_text

HEAD = """
rules 1
game "Order"
players 3
cards Card "{value}": 1 for each value in 1 to 12
state:
    deck: pile of Card, seen by nobody
    open: pile of Card, seen by all
    line: row of Card, seen by all
    player.hand: hand of Card, seen by owner
    player.desk: hand of Card, seen by all
    card.mark: flag
    card.ticks(seat: 1 to 2): 0 to 9
    chosen: Card or none
    player.favourite: Card or none
    player.own: 0 to 9, seen by owner
setup:
    move every card to deck
    for each player: move 1 from deck to player.desk
    for each player: move 2 from deck to player.hand
play: repeat 3 times: turns once: choose go, if none: pass
winner: highest points, then shared
define player.points = count player.desk
"""


def game(step: str) -> Game:
    text = f"{HEAD}\nto go:\n{step}"
    program = project_from_text(text).compile(3, ()).program
    assert program is not None, [d.message for d in check_text(text) if d.is_error]
    return Game(program)


def told(state: State, viewer: int, choice: str | int = 0) -> list[str]:
    """What one choice adds to the log of a viewer, without the choice."""
    before = len(state.log(viewer))
    state.apply(choice)
    return state.log(viewer)[before + 1 :]


def test_swaps_in_a_loop_come_one_after_the_other() -> None:
    loop = "    for each other: Player in players from me.left where other is not me: swap me.desk with other.desk\n"
    assert told(game(loop).new(1), 1) == [
        'B takes "12" from A.desk', 'A takes "11" from B.desk', 'C takes "11" from A.desk', 'A takes "10" from C.desk',
    ]  # fmt: skip


def test_a_card_that_goes_on_is_told_where_it_goes_on() -> None:
    assert told(game("    for each player: move player.desk to player.left.desk\n").new(1), 2) == [
        'B takes "12" from A.desk', 'C takes "11" and "12" from B.desk', 'A takes "10", "11" and "12" from C.desk',
    ]  # fmt: skip


def test_a_dealt_round_is_one_line_a_player() -> None:
    said = told(game("    repeat 1 times: for each player: move 1 from deck to player.hand\n").new(1), 1)
    assert [line.split(" takes")[0] for line in said] == ["A", "B", "C"]


def test_a_row_keeps_its_order() -> None:
    state = game("    move every card to line\n    move 3 from line to open\n").new(1)
    assert told(state, 0)[-1] == '"1", "2" and "3" go from line to open'
    back = game("    move every card to line\n    move 12 from line to open\n    move open to line\n").new(1)
    assert told(back, 0)[-1].startswith('"12", "11", "10"')


def test_what_is_gathered_and_lay_there_already_is_not_told() -> None:
    said = told(game("    move every card to line\n    move every card to line\n").new(1), 0)
    assert not any("from line to line" in line or "within" in line for line in said)


def test_a_card_moves_within_its_row() -> None:
    state = game("    move every card to line\n    move line.last to line at 1\n").new(1)
    assert told(state, 0)[-1] == '"12" moves within line'


@pytest.mark.parametrize(
    ("step", "mine", "theirs"),
    [
        ("set card.mark to yes", '"{}".mark is now yes', "mark of a card in A.hand is now yes"),
        ("add 2 to card.ticks(1)", '"{}".ticks(1) is now 2', "ticks(1) of a card in A.hand is now 2"),
        ("set chosen to card", 'chosen is now "{}"', "chosen is now a card in A.hand"),
        ("set me.favourite to card", 'A.favourite is now "{}"', "A.favourite is now a card in A.hand"),
    ],
)
def test_a_counter_names_no_hidden_card(step: str, mine: str, theirs: str) -> None:
    state = game(f"    pick card in me.hand\n    {step}\n").new(1)
    card = state.view(0).zone("A.hand").known[0]
    twin = state.clone()
    assert told(state, 0) == [mine.format(card)]
    assert told(twin, 1) == [theirs]
    for view in (state.view(1), state.view(None)):
        assert card not in [counter.value.strip('"') for counter in view.counters]
        assert card not in view.zone("A.hand").known


def test_who_only_knows_that_a_card_is_in_a_hand_is_not_told_that_it_is_the_one() -> None:
    """B was shown a card of A's hand; which one A picks later is A's secret until it is seen."""
    shown = "    pick card in me.hand\n    show card to me.left\n"
    step = f"{shown}    if me.own is 1: move card to deck\n    set me.own to 1\n"
    state = game(step).new(1)
    state.apply(0)
    shown = state.view(1).zone("A.hand").known
    assert len(shown) == 1
    state.apply(0)
    state.apply(0)
    for choice in range(2):
        twin = state.clone()
        twin.apply(choice)
        assert twin.story(1)[-3].startswith("A goes ") or "A goes a card" in twin.story(1)
        assert "A goes a card" in twin.story(1)


def test_a_card_that_is_held_up_is_the_one_that_goes() -> None:
    state = game("    pick card in me.hand\n    show card to all\n    add 1 to me.own\n    move card to deck\n").new(1)
    card = state.view(0).zone("A.hand").known[0]
    assert told(state, 2)[-1] == f'A puts "{card}" into deck'
    assert state.view(2).zone("A.hand").known == ()


def test_a_whole_hand_that_goes_into_a_hand_stays_known() -> None:
    there, on = "move player.hand to player.left.desk", "move player.desk to player.hand"
    state = game(f"    for each player: {there}\n    for each player: {on}\n").new(1)
    mine = set(state.view(0).zone("A.hand").known)
    state.apply(0)
    assert mine <= set(state.view(0).zone("B.hand").known)
    state.apply(0)
    assert mine <= set(state.view(0).zone("C.hand").known)


@pytest.mark.parametrize(
    ("step", "lines"),
    [
        ("    set me.own to 0\n", []),
        ("    set me.own to 1\n    set me.own to 1\n", ["A.own is now 1"]),
        ("    add 0 to me.own\n", []),
        ("    set chosen to none\n", []),
        ("    move up to 2 from line to open\n", []),
    ],
)
def test_what_leaves_things_as_they_are_has_no_line(step: str, lines: list[str]) -> None:
    state = game(step).new(1)
    assert told(state, 0) == lines
    assert state.log(0)[-1 - len(lines)] == "A: go"
