"""Scenarios on the machine: what passes, what fails, and what a failure says."""

from __future__ import annotations

import pytest

from tests.testing.games import failed, passes, run


def test_the_set_up_alone_takes_chance_in_table_order() -> None:
    passes("""
players 2
then count A.hand is 2 and A.weight is 2 and B.weight is 4
then starter is A and rounds is 0
""")


def test_exactly_these_cards_first_card_first() -> None:
    passes("""
given line is "pear 3", "plum 1"
given plum.heap is "plum 4", "plum 2"
given A.hand is 2 of "apple 1", "pear 1"
given B.hand is nothing
then line.first is "pear 3" and line.last is "plum 1"
then plum.heap.top is "plum 4" and count plum.heap is 2
then A.weight is 3 and B.hand is empty
""")


def test_what_a_given_takes_is_made_good_with_the_first_card() -> None:
    passes("""
players 3
given A.hand is "apple 2", "apple 3"
then A.weight is 5
then count B.hand is 2 and count C.hand is 2
""")


def test_a_pile_comes_in_order_and_starts_with_lays_on_top() -> None:
    passes("""
given deck starts with "plum 4", "plum 3"
given A.hand is nothing
when A's turn begins
when A chooses take
then A.weight is 4
when B chooses take
then count deck is 10
""")


def test_a_bag_is_drawn_in_the_order_given() -> None:
    passes("""
given sack is "plum 4", "apple 1", "pear 3"
given A.hand is nothing
given B.hand is nothing
when play begins
when A chooses grab
then A.weight is 4
when B chooses grab
then B.weight is 1
when A chooses grab
then A.weight is 7
""")


def test_counters_and_cards_counters_and_options() -> None:
    passes("""
option limit is 2
given starter is B
given A.score is 7
given "apple 1".worn is yes
given B.hand is "apple 1", "apple 2"
given A.hand is "pear 2"
given line is "pear 1"
when round begins
then B may not lay("apple 1")
when B chooses lay("apple 2")
then A.score is 7 and B.score is 2
then A may not lay and A may not lay("pear 2")
then A may not lay("pear 2") because "The line is full"
""")


def test_a_turn_that_is_not_the_first_is_given_away() -> None:
    passes("""
players 3
given starter is A
given C.hand is "plum 2"
when C's turn begins
when C chooses lay("plum 2")
then C.score is 2
""")


def test_choices_on_the_way_may_be_scripted() -> None:
    passes("""
when A chooses lay("apple 1")
when B's turn begins
then line.first is "apple 1" and A.score is 1
then B may take
""")


def test_a_table_of_cases() -> None:
    results = run("""
scenario "who may lay":
    given A.hand is "apple 1", card
    when A's turn begins
    then A may lay(card) is answer
    | card      | answer |
    | "pear 1"  | yes    |
    | "plum 1"  | no     |
    | "apple 2" | no     |
""")
    assert [result.passed for result in results] == [True, True, False]
    assert "apple 2" in results[2].case


def test_sets_and_parameters() -> None:
    passes("""
given A.hand is 2 of "apple 1", "pear 1"
given B.hand is "apple 4"
when A's turn begins
then A may swap_two(2 of "apple 1") and A may swap_two("apple 1" + "pear 1")
then A may not swap_two(2 of "pear 1")
when A chooses name(apple, B)
then A.score is 5
""")


def test_the_end_of_the_game() -> None:
    passes("""
when round begins
then not game_over
when A chooses finish
then game_over
""")


def test_the_test_ends_with_its_step() -> None:
    passes("""
given A.hand is "apple 1"
when round begins
when A chooses lay("apple 1")
when B chooses take
then rounds is 1 and not game_over
""")
    passes("""
when B's turn begins
when B chooses take
then rounds is 1
""")
    _, message, _ = failed("""
when round begins
when A chooses take
when B chooses take
when A chooses take
""")
    assert message == "nobody has to choose here: round is over, and with it the test"


def test_nobody_chooses_before_the_play_has_begun() -> None:
    _, message, _ = failed("when A chooses take")
    assert message == "nobody has to choose here: the play has not begun; say `when play begins` first"


def test_an_earlier_time_round_is_passed_by() -> None:
    passes("""
when A chooses take
when B chooses take
when round begins
then rounds is 2 and A may take
when A chooses take
when B chooses take
then rounds is 2
""")


# ---------------------------------------------------------------- failures


def test_a_claim_shows_both_sides() -> None:
    line, message, notes = failed("""
given A.score is 3
given B.score is 4
then A.score > B.score
""")
    assert (line, message) == (4, "expected that A.score > B.score")
    assert notes == ("A.score is 3", "B.score is 4")


def test_only_what_is_wrong_of_a_claim_is_shown() -> None:
    _, _, notes = failed("""
given A.score is 3
then A.score is 3 and starter is B
""")
    assert notes == ("starter is A",)


def test_what_is_on_offer_is_shown() -> None:
    line, message, notes = failed("""
given A.hand is "plum 1", "apple 1"
when A's turn begins
then A may lay("plum 1")
""")
    assert line == 4
    assert message == 'expected that A may lay("plum 1")'
    assert notes[0].startswith('on offer to A: lay("apple 1"), take')
    assert notes[1] == 'refused because: Apples first: "plum 1".fruit is plum and "apple 1".fruit is apple'


def test_a_choice_that_is_refused_says_why() -> None:
    line, message, notes = failed("""
given A.hand is "plum 1", "apple 1"
when A's turn begins
when A chooses lay("plum 1")
""")
    assert line == 4
    assert "Apples first" in message
    assert notes[0].startswith("on offer to A")


def test_another_reason_than_the_one_named() -> None:
    _, message, notes = failed("""
given A.hand is "plum 1", "apple 1"
when A's turn begins
then A may not lay("plum 1") because "The line"
""")
    assert message == 'expected that it is refused because "The line"'
    assert notes == ('it is refused because: Apples first: "plum 1".fruit is plum and "apple 1".fruit is apple',)


def test_the_wrong_player() -> None:
    _, message, _ = failed("""
when round begins
when B chooses take
""")
    assert message == "it is A who chooses here, not B"


def test_an_unscripted_choice_on_the_way() -> None:
    game = """rules 1
game "Late"
players 2
state:
    done: number
to early: add 1 to done
to late: add 1 to done
play:
    turns once: choose early
    late
winner: highest done, then shared
"""
    _, message, notes = failed("when late begins\nthen done is 3", game)
    assert message == "A has to choose before late begins"
    assert notes == (
        "on offer to A: early",
        "say `when A chooses …` above the line `when late begins`",
    )


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ('given line is 2 of "pear 1"', "there are not enough cards `pear 1` left"),
        ('given line is "pear 1", "pear 2", "pear 3"\ngiven line starts with "plum 1"', "line has no room for 1 more"),
    ],
)
def test_givens_that_cannot_be(lines: str, expected: str) -> None:
    line, message, _ = failed(f"{lines}\nthen rounds is 0")
    assert (line, message) == (len(lines.splitlines()) + 1, expected)


def test_a_fault_of_the_game_fails_the_case() -> None:
    line, message, _ = failed("""
given sack is nothing
given deck is nothing
when round begins
when A chooses grab
""")
    assert line == 5
    assert message.startswith("the game stops: ")


def test_after_the_end_nobody_chooses() -> None:
    _, message, _ = failed("""
when round begins
when A chooses finish
when B chooses take
""")
    assert message == "nobody has to choose here: the game is over"


# ---------------------------------------------------------------- results

RACE = """rules 1
game "Race"
players 2 to 3
state:
    player.points: 0 to 9
to step_on: add 2 to me.points
to step_back: nothing
to give_up: everyone loses
to finish: stop game
play: repeat 3 times: turns once: choose step_on, step_back, give_up, finish
winner: highest points, then shared
"""


def test_who_has_won() -> None:
    passes(
        """
players 3
when play begins
then not game_over and A is not in winners and count winners is 0
when A chooses step_on
when B chooses step_on
when C chooses finish
then game_over and not everyone_lost
then A is in winners and B is in winners and C is not in winners
then count winners is 2 and some player where player is in winners
then no player where player is in winners and player.points < 2
then every player where player.points > 0 has player is in winners
""",
        RACE,
    )


def test_all_have_lost() -> None:
    passes(
        """
when play begins
when A chooses give_up
then game_over and everyone_lost and no player where player is in winners
""",
        RACE,
    )
    _, _, notes = failed(
        """
when play begins
when A chooses finish
then everyone_lost
""",
        RACE,
    )
    assert notes == ("the game is over: A and B share the win with 0 points.",)
    _, _, notes = failed("when play begins\nthen game_over", RACE)
    assert notes == ("the game goes on",)


def test_answers_in_a_table() -> None:
    results = run(
        """
scenario "x":
    given B.points is points
    when play begins
    when A chooses finish
    then everyone_lost is lost and count winners is shared
    | points | lost | shared |
    | 0      | no   | 2      |
    | 1      | no   | 1      |
    | 1      | yes  | 1      |
""",
        RACE,
    )
    assert [result.passed for result in results] == [True, True, False]
    assert results[2].failure is not None
    (note,) = results[2].failure.notes
    assert note.startswith("the game is over: B wins")
