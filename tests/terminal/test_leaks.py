"""Whatever is asked for at the table, the answer is the same in all games that look alike to whoever asks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from attrs import evolve

import interpreter
from interpreter.alike import mixed, standing
from interpreter.state import State
from interpreter.terminal.desk import Desk
from interpreter.terminal.table import Before, NotTakenBack, Table
from tests.screen.test_app import unsaved

GAMES = (
    ("werwars", 3, None),
    ("edspants", 4, None),
    ("pickpocket", 3, "Powers"),
    ("crazy_eights", 3, None),
    ("hanabi", 3, None),
    ("hearts", 4, None),
    ("cribbage", 2, None),
)
ASKED = ("rules", "left", "view", "log", "log all", "branch", "?", "view hand")


def at(state: State) -> Table:
    """A table at which everybody is a person and the game stands there."""
    table = Table.open(state.game, "1", ("human",) * state.game.players)  # type: ignore[arg-type]
    table.state = state
    return table


def questions(state: State, player: int, chance: Random, before: list[str]) -> Iterator[str]:
    """Words, places, cards and choices that somebody may ask about."""
    yield from ASKED
    cards = state.game.texts.plain
    yield from (chance.choice(cards) for _ in range(6))
    yield from (f"view {heap.name}" for area in state.table(player).areas for heap in area.heaps[:3])
    yield from (f"why {text}" for text in chance.sample(before, min(len(before), 8)))


@pytest.mark.parametrize(("name", "players", "variant"), GAMES, ids=[name for name, *_ in GAMES])
def test_answers_tell_nothing_that_is_hidden(name: str, players: int, variant: str | None) -> None:
    game, chance = interpreter.load(name, players=players, variant=variant), Random(5)
    state, before, compared = game.new(5), list[str](), 0
    for number in range(60):
        decision = state.decision
        if decision is None:
            break
        if number % 4 == 0:
            one, other = standing(state, state.array), mixed(state, decision.player, chance)
            tables = [at(one), at(other)]
            for typed in questions(state, decision.player, chance, before):
                said = [Desk(table, unsaved).obey(typed, table.state.decision) for table in tables]
                assert said[0] == said[1], typed
                compared += 1
            assert tables[0].state.decision.texts == tables[1].state.decision.texts  # type: ignore[union-attr]
        before += chance.sample(decision.texts, min(3, len(decision.texts)))
        state.apply(chance.choice(decision.choices))
    assert compared > 50


def taken_back(before: State, text: str) -> str:
    """What `undo` says behind this choice: a reason, or nothing where it is taken back."""
    table = at(before.clone())
    decision = table.state.decision
    assert decision is not None
    choice = decision.parse(text)
    table.past.append(Before(before.clone(), frozenset(), decision.player, choice, len(decision.choices)))
    table.recorder.add(decision.player, text)
    table.state.apply(choice)
    try:
        table.take_back(decision.player)
    except NotTakenBack as reason:
        return str(reason)
    return ""


@pytest.mark.parametrize(("name", "players", "variant"), GAMES, ids=[name for name, *_ in GAMES])
def test_undo_tells_no_more_than_the_choice_did(name: str, players: int, variant: str | None) -> None:
    """Of two games that look alike before a choice and behind it, undo says the same."""
    game, chance = interpreter.load(name, players=players, variant=variant), Random(6)
    state, compared = game.new(6), 0
    for number in range(45):
        decision = state.decision
        if decision is None:
            break
        text = chance.choice(decision.texts)
        if number % 3 == 0:
            one, other = standing(state, state.array), mixed(state, decision.player, chance)
            after = [standing(game_state, game_state.array) for game_state in (one, other)]
            for behind in after:
                behind.apply(text)
            if bytes(after[0].table(decision.player)) == bytes(after[1].table(decision.player)):
                assert taken_back(one, text) == taken_back(other, text), text
                compared += 1
        state.apply(text)
    assert compared


def test_what_the_screen_waits_for_is_open_to_all() -> None:
    """Whether it waits is the same in games that look alike: no bot's hidden card makes a pause."""
    game, chance = interpreter.load("werwars", players=3), Random(7)
    table = Table.open(game, "7", ("human", "random", "random"))
    table.asks_all = False
    for _ in range(40):
        decision = table.state.decision
        assert decision is not None
        choice = chance.choice(decision.choices)
        table._carry_out(decision, choice)
        other = evolve(table, state=mixed(table.state, 0, chance))
        assert other.goes_on_alone == table.goes_on_alone
