"""A card never lies where its type may not: whichever effect sends it there, the game stops, on both engines alike."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter

GAME = """rules 1
game "Coins and Stones"
players 2
cards Coin "coin {worth}": 1 for each worth in 1 to 3
cards Stone "stone {weight}": 1 for each weight in 1 to 3
state:
    drawer: pile of Coin or Stone, seen by all
    line: row of Coin or Stone, seen by all
    coins: pile of Coin, seen by all, refilled from drawer
    spent: bag of Coin, seen by all
    chest: row of Coin, seen by all
    purse: hand of Coin, seen by all
    rest: row of Coin or Stone, seen by all
    level: 1 to 2

define heap(n: 1 to 2) = drawer
    but coins when n is 2

to one: move (first card in line where weighs(card)) to purse
to one_place_at: move (first card in line where weighs(card)) to chest at 1
to one_dealt: move 2 from line to purse
to one_dealt_at: move 2 from line to chest at 1
to in_turn: move every card in line to spent
to whole: move line to coins
to by_chance: move drawer to coins
to somewhere: move (first card in line where weighs(card)) to heap(level + 1)
to refilled: move 1 from coins to rest
to change_places: swap line with chest
to change_cards: swap (first coin in purse) with (first card in line where weighs(card))
define weighs(card) = yes
    but no when card is Coin

setup:
    move every coin to purse
    move 1 from purse to line
    move every stone to line

to fill: move every stone in line to drawer

play:
    turns once:
        choose one, one_place_at, one_dealt, one_dealt_at, in_turn, whole, somewhere, change_places, change_cards, fill
    turns once: choose by_chance, refilled
winner: highest count purse, then shared
"""
CASES = {
    "one": "purse", "one_place_at": "chest", "one_dealt": "purse", "one_dealt_at": "chest", "in_turn": "spent",
    "whole": "coins", "somewhere": "coins", "change_places": "chest", "change_cards": "purse",
    "by_chance": "coins", "refilled": "coins",
}  # fmt: skip


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("types") / "types.rules"
    path.write_text(GAME)
    return str(path)


@pytest.mark.parametrize("backend", ["python", "native"])
@pytest.mark.parametrize(("step", "place"), CASES.items())
def test_a_card_of_another_type_is_a_fault(step: str, place: str, backend: str, path: str) -> None:
    state = interpreter.load(path, backend=backend).new(seed=1)
    if step in ("by_chance", "refilled"):
        state.apply("fill")
        state.apply("fill")
    with pytest.raises(interpreter.GameFault, match=f"a Stone cannot lie in {place}, which holds Coin"):
        state.apply(step)
