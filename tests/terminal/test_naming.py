"""What is answered to a name that is typed alone, and to `rules NAME`."""

from __future__ import annotations

import pytest

import interpreter
from interpreter.game import Game
from interpreter.terminal.naming import about


@pytest.fixture(scope="module")
def pickpocket() -> Game:
    return interpreter.load("pickpocket", players=3, variant="Powers")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("beer", "beer (Power): Once a night, let your turn go by."),
        ("POWER", "  beer          Once a night, let your turn go by."),
        ("claim", "claim: Choose a power for tonight."),
        ("claim", "  beer          Once a night, let your turn go by."),
        ("try again", "try_again: Caught? Try the other hand."),
        ("night", "night: the rules say nothing more about it"),
        ("guard", "Guard: 7 cards in the game"),
        ('"pkvj"', "  worth 4"),
        ("PKVJ", "PKVJ: Tile, 2 cards in the game"),
    ],
)
def test_what_the_rules_say_about_a_name(pickpocket: Game, name: str, said: str) -> None:
    answer = about(pickpocket, pickpocket.new(1).table(0), name)
    assert answer is not None
    assert said in answer[1]


@pytest.mark.parametrize("name", ["", "moon", "42", "A", "loot (", "\x00"])
def test_nothing_has_this_name(pickpocket: Game, name: str) -> None:
    assert about(pickpocket, pickpocket.new(1).table(0), name) is None


def test_a_step_that_is_typed_alone_is_an_answer_and_no_question(pickpocket: Game) -> None:
    assert about(pickpocket, pickpocket.new(1).table(0), "steal", alone=True) is None


def test_a_member_alone_is_told_of_if_there_is_something_to_tell(pickpocket: Game) -> None:
    shown = pickpocket.new(1).table(0)
    assert about(pickpocket, shown, "beer", alone=True) is not None
    assert about(pickpocket, shown, "purse", alone=True) is None
    assert about(pickpocket, shown, "purse") == ("purse", ["purse (Line)"])


def test_a_card_is_where_the_viewer_sees_it_and_nowhere_else(pickpocket: Game) -> None:
    """What is said of a card is the same in all games that look alike to the viewer."""
    state = pickpocket.new(1)
    held = state.view(1).zone("B.hand").known[0]
    mine = about(pickpocket, state.table(1), held)
    others = about(pickpocket, state.table(0), held)
    assert mine is not None
    assert others is not None
    assert any("in B.hand" in line for line in mine[1])
    assert not any("in B.hand" in line for line in others[1])
