"""A hint says what to choose and how sure it is, to whoever has to choose, by what they know."""

from __future__ import annotations

import io
import re
from random import Random

import pytest

import interpreter
from interpreter import IllegalChoice
from interpreter.alike import mixed
from interpreter.bots import hint as hints
from interpreter.bots.hint import hint
from interpreter.bots.thinking import Budget
from interpreter.terminal.desk import Desk
from interpreter.terminal.json_lines import JsonLines
from interpreter.terminal.table import InputEnded, Table
from tests.bots.rigged import GAMES
from tests.worlds import games

FEW = Budget(40)


def test_a_hint_says_what_to_choose_and_how_sure_it_is() -> None:
    state = interpreter.load("werwars", players=3).new(seed=7)
    said = hint(state, FEW, "1")
    found = re.fullmatch(r"(.+) · wins (\d+) of 100, as far as 40 games tell; next best (.+): (\d+)", said)
    assert found is not None, said
    assert state.decision is not None
    assert {found[1], found[3]} <= set(state.decision.texts)
    assert found[1] != found[3]


def test_a_hint_where_payoffs_count() -> None:
    state = interpreter.load("leduc").new(seed=7)
    assert re.fullmatch(
        r"(call|raise) · a payoff of -?\d+\.\d on average, as far as 40 games tell; next best \w+: -?\d+\.\d",
        hint(state, FEW, "1"),
    )


def test_a_hint_where_only_one_thing_can_be_done() -> None:
    state = interpreter.load("magpie").new(seed=7)
    while state.many != 1:
        state.apply(state.random_choice())
    assert state.decision is not None
    assert hint(state) == f"{state.decision.texts[0]} · it is all that can be done"


def test_no_hint_at_the_end() -> None:
    state = interpreter.load("kuhn").new(seed=7)
    state.playout()
    with pytest.raises(IllegalChoice, match="nobody has to choose"):
        hint(state)


@pytest.mark.parametrize(("name", "players"), [("werwars", 3), ("pickpocket", 3), ("edspants", 4), ("hanabi", 3)])
def test_what_is_hidden_changes_no_hint(name: str, players: int) -> None:
    game = interpreter.load(name, players=players)
    for seed in range(3):
        state = game.new(seed=seed)
        for _ in range(7 * seed):
            state.apply(state.random_choice())
        assert state.player is not None
        other = mixed(state, state.player, Random(seed))
        assert hint(state, FEW, "1") == hint(other, FEW, "1")


def test_a_hint_does_not_know_what_lies_under_the_cup() -> None:
    """The same words for all deals, since nothing is known of any."""
    game = games.made(GAMES["a hidden card"])
    assert len({hint(game.new(seed=seed), FEW, "1") for seed in range(12)}) == 1


# ---------------------------------------------------------------- at the table


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits for a second."""
    monkeypatch.setattr(hints, "BUDGET", Budget(30))


def table(*seats: str) -> tuple[Table, Desk]:
    sat = Table.open(interpreter.load("werwars", players=3), "7", seats)
    return sat, Desk(sat, lambda name: name)


def test_whoever_has_to_choose_is_given_a_hint() -> None:
    sat, desk = table("human", "human", "human")
    answer = desk.obey("hint", sat.state.decision)
    assert answer is not None
    assert answer[0] == "hint"
    assert re.match(r".+ · wins \d+ of 100, as far as \d+ games tell; next best .+: \d+", answer[1][0])


def test_nobody_is_given_a_hint_for_a_bot_nor_at_the_end() -> None:
    sat, desk = table("human", "random", "random")
    assert sat.state.player == 1
    for decision in (sat.state.decision, None):
        assert desk.obey("hint", decision) == ("hint", ["Nobody who sits here has to choose now."])


def test_nobody_looks_through_the_eyes_of_a_bot() -> None:
    """Whatever is typed while a bot has to choose is answered as to the one person who sits here."""
    sat, desk = table("human", "random", "random")
    assert desk.obey("view B.hand", sat.state.decision) == ("view", ["3 unknown"])
    assert desk.obey("view hand", sat.state.decision) == desk.obey("view A.hand", None)
    assert desk.obey("log", sat.state.decision) == ("log", sat.state.story(0, whole=True))
    assert desk.obey("undo", sat.state.decision) == ("undo", ["You are not asked now."])


def test_programs_are_given_hints_too() -> None:
    sat, desk = table("human", "human", "human")
    out = io.StringIO()
    with pytest.raises(InputEnded):
        sat.play(JsonLines(iter(["hint"]), out, desk))
    assert '"kind": "told", "title": "hint", "lines": ["' in out.getvalue()
