"""The story: one line for a choice with what it does, as somebody at the table would tell it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import interpreter
from interpreter import State
from interpreter.views.composing import Clause, Paragraph, counted_lines

HEAD = """rules 1
game "Story"
players 2

kind Food: apple, bread
cards Card "{food} {value}": 1 for each food, value in 1 to 3

state:
    deck: pile of Card, seen by nobody
    drawn: slot of Card, seen by all
    table: row of Card, seen by all
    heap: pile of Card, seen by all
    player.hand: hand of Card, seen by owner
    player.kept: row of Card, seen by all
    player.sack: bag of Card, seen by owner
    player.sleeve: slot of Card, seen by owner
    player.score: 0 to 99
    secret_count: 0 to 99

show player.score as "points"
define left = count table
show left as "cards on the table"

setup:
    move every card to table

winner: highest score, then shared
"""
Begin = Callable[[str], State]


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    def made(text: str) -> State:
        file = tmp_path / "story.rules"
        file.write_text(HEAD + text, encoding="utf-8")
        return interpreter.load(file, backend="python").new(seed=1)

    return made


def test_a_choice_and_what_it_does_are_one_line(begin: Begin) -> None:
    state = begin("""
to take:
    pick card in table
    move card to me.kept
    add card.value to me.score
    add 1 to secret_count
play: round
to round: turns once: choose take
""")
    state.apply('take("apple 2")')
    state.apply('take("bread 3")')
    assert state.story(1, whole=True) == [
        "table: apple 1, apple 2, apple 3, bread 1, bread 2, bread 3",
        "A takes apple 2, has 2 points (+2), left is 5 cards on the table (-1)",
        "B takes bread 3, has 3 points (+3)",
        "End of the round",
        "left is 4 cards on the table (-1)",
        "The game is over",
    ]
    assert "secret_count is now 1" in state.log(1)


def test_the_authors_words_stand_for_the_choice(begin: Begin) -> None:
    state = begin("""
to take:
    pick card in table
    move card to me.hand
    say "{me} takes {card} home"
to grow_up:
    "Time goes by."
    add 1 to secret_count
play: turns once:
    choose take
    grow_up
""")
    state.apply('take("apple 2")')
    assert state.story(0) == ["A takes apple 2 home", "Time goes by.", "left is 5 cards on the table (-1)"]


def test_a_way_through_a_place_and_a_way_within_a_row(begin: Begin) -> None:
    state = begin("""
to shove:
    pick card in table
    move card to table at 1
to pass_on:
    let card = table.first
    move card to drawn
    move drawn to heap
play: turns once: choose shove, pass_on
""")
    state.apply('shove("bread 1")')
    assert state.story(0) == ["A shoves bread 1, bread 1 moves from 4th to 1st in table"]
    state.apply("pass_on")
    assert state.story(1)[0].startswith("B passes on, bread 1 goes from table to heap")


def test_equal_lines_are_one() -> None:
    assert counted_lines(["a", "b", "b", "b", "a"]) == ["a", "3 times: b", "a"]


def test_what_several_players_do_alike_is_one_line() -> None:
    page = Paragraph("ABC".__getitem__)
    for seat in range(3):
        page.add(Clause(seat, "takes 2 cards from deck"))
    page.add(Clause(1, "points 4", is_deed=False))
    assert page.written() == ["A, B and C take 2 cards from deck", "B: points 4"]


def test_cards_that_move_within_a_place(begin: Begin) -> None:
    state = begin("""
to turn:
    move heap.top to heap at 2
to turn_two:
    move 2 from deck to deck
to fill:
    move 3 from table to deck
    shuffle deck
    for each card in table: move card to heap
play: repeat 9 times: turns once: choose fill, turn, turn_two
""")
    state.apply("fill")
    told = []
    for choice in ("turn", "turn_two"):
        state.apply(choice)
        told += state.story(0)
    assert told[-2:] == [
        "B turns, bread 3 moves within heap",
        "A turns two, a card moves within deck, a card moves within deck",
    ]


TAKEN = {
    "hand": 'A takes "apple 1" from table',
    "kept": '"apple 1" goes from table to A.kept',
    "sack": '"apple 1" goes from table to A.sack',
    "sleeve": '"apple 1" goes from table to A.sleeve',
}


@pytest.mark.parametrize("place", TAKEN)
def test_only_what_comes_into_a_hand_is_taken(place: str, begin: Begin) -> None:
    state = begin(f"to take: move table.first to me.{place}\nplay: turns once: choose take\n")
    state.apply("take")
    assert [line for line in state.log(0) if "apple 1" in line][-1] == TAKEN[place]


def test_so_much_stands_in_one_line() -> None:
    page = Paragraph("AB".__getitem__)
    page.begin(0, "A: act")
    for number in range(1, 8):
        page.add(Clause(0, f"does {number}"))
    assert page.written() == ["A: act, does 1, does 2, does 3, does 4", "A does 5, does 6, does 7"]
