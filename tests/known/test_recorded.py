"""Every recorded game of the small ones, step by step."""

from __future__ import annotations

import re

import pytest
from tests.known.oracle import Oracle, replay

from interpreter.exact import returns
from interpreter.state import State

RANKS = ("jack", "queen", "king", "ace")


def payoffs(state: State) -> list[float]:
    assert state.result is not None
    return [float(worth) for worth in returns(state.result, state.game.players)]


def half_the_difference(state: State) -> list[float]:
    """Points of each player above what they would have if all had the same."""
    scores = [state.value("score", seat) for seat in range(state.game.players)]
    return [score - sum(scores) / len(scores) for score in scores]


def nothing(text: str, state: State) -> str:
    raise AssertionError(f"{text}: there is no chance in this game")


def kuhn_choice(text: str, state: State) -> str:
    """The oracle has two words for four things."""
    answers = "call" in state.decision.texts
    return {"Pass": ("check", "fold"), "Bet": ("bet", "call")}[text][answers]


def kuhn_chance(text: str, state: State) -> str:
    return RANKS[int(text.removeprefix("Deal:"))]


def leduc_chance(text: str, state: State) -> str:
    rank, suit = divmod(int(text.removeprefix("Chance outcome:")), 2)
    return f"{RANKS[rank]} of {('spades', 'hearts')[suit]}"


def bid(text: str, state: State) -> str:
    return f'bid("{state.decision.seat} {text.rsplit(maxsplit=1)[1]}")'


def prize(text: str, state: State) -> str:
    return text.replace("Deal", "prize")


def field(text: str, state: State) -> str:
    row, column = map(int, re.findall(r"\d", text))
    return f"draw_mark({3 * row + column + 1})"


def dice_bid(text: str, state: State) -> str:
    return "doubt" if text == "Liar" else "bid({}, {})".format(*text.split("-"))


ORACLES = [
    Oracle("kuhn_poker", "kuhn", kuhn_choice, kuhn_chance, payoffs),
    Oracle("kuhn_poker-players-3", "kuhn", kuhn_choice, kuhn_chance, payoffs, players=3),
    Oracle("leduc_poker", "leduc", lambda text, _: text.lower(), leduc_chance, payoffs),
    Oracle("goofspiel-4", "goofspiel", bid, prize, half_the_difference, {"cards_each": "4"}),
    Oracle("goofspiel-13", "goofspiel", bid, prize, payoffs),
    Oracle("tic_tac_toe", "tic_tac_toe", field, nothing, payoffs),
    Oracle("liars_dice", "liars_dice", dice_bid, lambda text, _: text.removeprefix("Roll "), payoffs),
]


@pytest.mark.parametrize("oracle", ORACLES, ids=lambda oracle: oracle.file)
def test_a_recorded_game_goes_the_same_way(oracle: Oracle) -> None:
    game = oracle.game()
    records = list(oracle.records())
    assert len(records) == 100
    for record in records:
        replay(oracle, game, record)
