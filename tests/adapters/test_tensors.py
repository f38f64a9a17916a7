"""What a player sees as numbers: nothing hidden is in them, and what is seen is told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter import Game, exact
from interpreter.alike import pairs, swapped
from interpreter.stepwise.tensors import CHOOSER, DECISION, WHOSE, Encoding
from tests.adapters.games import NAMES, loaded


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return loaded(request.param)


def test_hidden_cards_that_change_over_change_no_number(game: Game) -> None:
    encoding, tried = Encoding(game), 0
    for seed in range(2):
        state = game.new(seed, log=False)
        for step in range(40):
            if state.decision is None:
                break
            if step % 8 == 0:
                for player in range(game.players):
                    numbers = encoding.of(state.view(player))
                    assert len(numbers) == encoding.size
                    for pair in pairs(state, player)[::3][:20]:
                        tried += 1
                        assert encoding.of(swapped(state, *pair).view(player)) == numbers
            state.apply(state.random_choice())
    assert tried > 1 or not game.program.cards


def test_the_pieces_follow_one_another(game: Game) -> None:
    encoding = Encoding(game)
    assert [piece.start for piece in encoding.pieces] == [
        sum(piece.size for piece in encoding.pieces[:place]) for place in range(len(encoding.pieces))
    ]
    assert sum(piece.size for piece in encoding.pieces) == encoding.size
    names = [piece.name for piece in encoding.pieces]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("rules", "players", "variant"), [("kuhn", 3, None), ("leduc", 2, "Suits Ignored")])
def test_two_views_have_the_same_numbers_only_if_they_are_the_same(
    rules: str, players: int, variant: str | None
) -> None:
    game = interpreter.load(rules, players, variant)
    encoding = Encoding(game)
    found: dict[tuple[float, ...], bytes] = {}
    for history in exact.histories(game):
        if history.state.decision is not None:
            view = history.state.view(history.state.decision.player)
            assert found.setdefault(tuple(encoding.of(view)), bytes(view)) == bytes(view)
    assert len(set(found.values())) == len(found) > 20


TABLE = """
rules 1
game "Table"
players 2
kind Colour: red, blue
cards Disc "{colour} {size}", back shows colour: 1 for each colour, size in 1 to 2
state:
    tower: pile of Disc, top seen by all
    player.hand: hand of Disc, seen by owner
    player.line: row of up to 2 Disc, seen by others
    disc.weight: -2 to 5, starts at 0
    favourite: Colour or none
    debt: -9 to 9
    player.ready: flag
    player.guess: 0 to 9, seen by owner
define starter = first player
setup:
    move every disc where disc.colour is red to tower
    move every disc where disc.colour is blue and disc.size is 1 to starter.line
    for each disc in starter.line: set disc.weight to 5
    for each disc in starter.line: show whether disc.size is 2 to starter
    move every disc where disc.colour is blue and disc.size is 2 to starter.hand
    set debt to -3
    set starter.ready to yes
    set starter.guess to 4
to wait: nothing
play: turns once: choose wait
winner: highest points, then shared
define player.points = player.guess
"""


def test_what_stands_where(tmp_path: Path) -> None:
    """A card: red 1, red 2, blue 1, blue 2; not known; back red, back blue; weight; size is 1, size is 2."""
    file = tmp_path / "table.rules"
    file.write_text(TABLE, encoding="utf-8")
    game = interpreter.load(file)
    encoding, state = Encoding(game), game.new(1)

    def said(player: int, name: str) -> list[float]:
        found = next(piece for piece in encoding.pieces if piece.name == name)
        return encoding.of(state.view(player))[found.start : found.start + found.size]

    nothing = [0] * 10
    assert [said(1, WHOSE), said(1, CHOOSER), said(1, DECISION)] == [[0, 1], [1, 0], [1]]
    assert said(0, "tower") == [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, *[0, 1, 0, 0, 0, 0, 0, 0, 0, 0]]
    assert said(0, "A.hand") == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert said(1, "A.hand") == [0, 0, 0, 0, 1, 0, 1, 0, 0, 0]
    assert said(0, "A.line") == [0, 0, 0, 0, 1, 0, 1, 5, 0, -1, *nothing]
    assert said(1, "A.line") == [0, 0, 1, 0, 0, 0, 0, 5, 0, 0, *nothing]
    assert said(0, "B.line") == [*nothing, *nothing]
    assert [said(0, "favourite"), said(0, "debt"), said(0, "A.ready")] == [[0, 0, 1], [1, -3], [1, 1]]
    assert [said(0, "A.guess"), said(1, "A.guess"), said(1, "B.guess")] == [[1, 4], [0, 0], [1, 0]]


def test_nobody_s_view_has_no_numbers() -> None:
    game = interpreter.load("kuhn")
    with pytest.raises(ValueError, match="player"):
        Encoding(game).of(game.new(1).view(None))
