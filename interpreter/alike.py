"""States that a player cannot tell apart: hidden cards change over; what is known of their places stays there.

Comes in: a state and a player.  Goes out: other states that look the same to them, now and in what they were told.
Hidden counters are left as they are.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from interpreter.game import Game
from interpreter.machine.texts import offset_of

if TYPE_CHECKING:
    from interpreter.machine.contents import Contents
    from interpreter.machine.edition import Edition
    from interpreter.state import State


def standing(state: State, array: list[int]) -> State:
    """A state of the same game on other cells, with a new log; chance is explicit where it was."""
    game = state.game
    assert isinstance(game, Game)
    return game.stand(array, explicit=state.explicit)


def swapped(state: State, first: int, second: int) -> State:
    """The state in which two cards lie in each other's place; what players know of a place stays with the place."""
    game, array = state.game, state.array.copy()
    layout = game.layout
    names = {first: second, second: first}
    for place in layout.places:
        cells = range(place.cards, place.cards + array[place.size])
        for cell in cells:
            array[cell] = names.get(array[cell], array[cell])
        if place.shape in ("hand", "bag"):
            array[cells.start : cells.stop] = sorted(array[cells.start : cells.stop])
        if place.shape == "pile":
            loose = slice(place.cards + array[place.low], place.cards + array[place.low] + array[place.loose])
            array[loose] = sorted(array[loose])
    for start in (layout.zone, layout.known, *_card_counters(game, first, second)):
        array[start + first], array[start + second] = array[start + second], array[start + first]
    for facts in layout.facts.values():
        for value in facts.values:
            one, other = facts.cell(first, value), facts.cell(second, value)
            if one is not None and other is not None:  # none: cards of a type that has no such column
                array[one], array[other] = array[other], array[one]
    return standing(state, array)


def pairs(state: State, player: int) -> list[tuple[int, int]]:
    """Cards that the player could not notice to have changed over."""
    hidden = _hidden(state, player)
    return [pair for pair in combinations(hidden, 2) if _alike_for(state, player, *pair)]


def mixed(state: State, player: int, chance: Random) -> State:
    """The state with its hidden cards changed over two by two, as far as the player could not notice it."""
    hidden = _hidden(state, player)
    chance.shuffle(hidden)
    while len(hidden) > 1:
        first = hidden.pop()
        second = next((card for card in hidden if _alike_for(state, player, first, card)), None)
        if second is not None:
            hidden.remove(second)
            state = swapped(state, first, second)
    return state


def _hidden(state: State, player: int) -> list[int]:
    contents: Contents = state.game.contents(state.array)
    cards = range(len(state.game.program.cards))
    return [card for card in cards if not contents.sees(player, contents.zone_of(card), card)]


def _alike_for(state: State, player: int, first: int, second: int) -> bool:
    """Same type and back, counters of the same kind, and nothing told to the player that would become untrue."""
    program, layout = state.game.program, state.game.layout
    one, other = program.cards[first], program.cards[second]
    if (one.type, one.back) != (other.type, other.back):
        return False
    for number in program.card_counters:
        key = program.counters[number].keys[0]
        if (key.low <= first <= key.high) != (key.low <= second <= key.high):
            return False
    for column, facts in layout.facts.items():
        table = program.tables[program.columns[column][1]]
        for value in facts.values:
            for card in (first, second):
                cell = facts.cell(card, value)
                told = cell is not None and state.array[cell] >> player & 1
                if told and (table.values[first] == value) != (table.values[second] == value):
                    return False
    return True


def _card_counters(game: Edition, first: int, second: int) -> list[int]:
    """Where the counters of these cards begin, so that adding a card's number gives its cell."""
    program, starts = game.program, []
    for number in program.card_counters:
        key = program.counters[number].keys[0]
        if key.low <= first <= key.high and key.low <= second <= key.high:
            starts.append(game.layout.counters[number] + offset_of((key,), (key.low,)) - key.low)
    return starts
