"""Environments of PettingZoo and Gymnasium: the same games as everywhere, and what they say of what is wrong."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="pip install rulelang[pettingzoo]")

import numpy as np

import interpreter
from interpreter import IllegalChoice
from interpreter.adapters.gymnasium import RulesGym
from interpreter.adapters.needed import needed
from interpreter.adapters.pettingzoo import aec_env, parallel_env
from interpreter.bots import BotTrouble
from interpreter.stepwise.simultaneous import Round
from interpreter.stepwise.spelling import Stepwise


def legal(seen: dict[str, Any]) -> list[int]:
    return np.flatnonzero(seen["action_mask"]).tolist()


@pytest.mark.parametrize(("name", "players"), [("werwars", 3), ("goofspiel", 2), ("hanabi", 3), ("blackjack", 1)])
def test_an_environment_plays_the_same_game_as_a_state(name: str, players: int) -> None:
    env, chance = aec_env(name, players=players), Random(1)
    env.reset(seed=7)
    steps = Stepwise(interpreter.load(name, players).new(7, log=False))
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(10_000):
        seen, reward, ended, late, _ = env.last()
        total[agent] += reward
        if ended or late:
            env.step(None)
            continue
        assert agent == steps.state.game.names[steps.player or 0]
        assert legal(seen) == list(steps.legal)
        for other in env.agents:
            assert bool(legal(env.observe(other))) == (other == agent)
        word = chance.choice(steps.legal)
        steps.apply(word)
        env.step(word)
    assert steps.is_over
    assert list(total.values()) == pytest.approx(steps.returns)


def test_all_who_choose_at_the_same_time_act_at_once() -> None:
    env, chance = parallel_env("goofspiel", players=3, options={"cards_each": "4"}), Random(2)
    seen, _ = env.reset(seed=5)
    state = interpreter.load("goofspiel", 3, options={"cards_each": "4"}).new(5, log=False)
    rounds = 0
    while env.agents:
        words = {agent: chance.choice(legal(seen[agent])) for agent in env.agents}
        for agent in ("A", "B", "C"):
            steps = Stepwise(state)
            assert words[agent] in steps.legal
            steps.apply(words[agent])
            state = steps.state
        seen, rewards, ended, _, _ = env.step(words)
        rounds += 1
    assert rounds == 3
    assert all(ended.values())
    assert list(rewards.values()) == pytest.approx(state.returns)


SECRET = """
rules 1
game "Secret"
players 3
cards Card "{value}": 1 for each value in 1 to 9
state:
    deck: pile of Card, seen by nobody
    player.hand: hand of Card, seen by owner
    player.laid: row of Card, seen by all
    player.mood: 0 to 3, seen by owner
to lay:
    pick group: up to 2 of Card in me.hand
    move group to me.laid
to ponder: set me.mood to 3
setup:
    move every card to deck
    shuffle deck
    for each player: move 3 from deck to player.hand
play:
    secretly each player: choose lay, ponder
    turns once: choose ponder, lay
    secretly each player in players where player.mood is 3: choose lay
    secretly each player: choose ponder, lay
winner: highest count laid, then shared
"""


def test_nobody_sees_what_the_others_are_about_to_choose(tmp_path: Path) -> None:
    """Whatever the first chooses, the next is asked the same and sees the same."""
    path = tmp_path / "secret.rules"
    path.write_text(SECRET, encoding="utf-8")
    env, chance, together = parallel_env(path, players=3), Random(3), 0
    for seed in range(3):
        seen, _ = env.reset(seed=seed)
        for _ in range(25):
            if not env.agents:
                break
            asked = list(env.round.asked)
            if len(asked) > 1 and not any(steps.said for steps in env.round.asked.values()):
                first, state = asked[0], env.round.state
                together += 1
                for choice in range(state.many if len(asked) == 3 else 0):
                    other = state.clone()
                    other.apply(choice)
                    assert Stepwise(other).legal == env.round.asked[asked[1]].legal
                    view = env.observing.encoding.of(other.view(asked[1]))
                    assert view == env.observing.encoding.of(env.round.asked[asked[1]].state.view(asked[1]))
                assert first != asked[1]
            seen, *_ = env.step({agent: chance.choice(legal(seen[agent])) for agent in env.agents})
        assert not env.agents
    assert together > 3


def test_choices_in_turns_are_asked_one_by_one() -> None:
    assert list(Round(interpreter.load("werwars", 3).new(7, log=False)).asked) == [1]


def test_what_cannot_be_said_changes_nothing() -> None:
    env = aec_env("kuhn")
    env.reset(seed=1)
    before = env.steps.state
    with pytest.raises(IllegalChoice, match="cannot be said here, only check, bet"):
        env.step(3)
    with pytest.raises(IllegalChoice, match="nothing is said"):
        env.step(None)
    assert env.steps.state is before
    together = parallel_env("goofspiel")
    seen, _ = together.reset(seed=1)
    words = {agent: legal(seen[agent])[0] for agent in together.agents}
    with pytest.raises(IllegalChoice, match="cannot be said"):
        together.step(words | {"B": 0})
    with pytest.raises(IllegalChoice, match="B has to say a word"):
        together.step({"A": words["A"]})
    assert len(together.round.asked) == 2


def test_rules_without_simultaneous_moves_have_no_parallel_environment() -> None:
    with pytest.raises(ValueError, match="in Kuhn Poker nobody chooses at the same time as others; `aec_env`"):
        parallel_env("kuhn")


def test_a_seat_learns_against_bots() -> None:
    env = RulesGym("werwars", seat=2, players=3)
    worths, chance = set(), Random(1)
    for seed in range(16):
        seen, _ = env.reset(seed=seed)
        over = late = False
        while not over and not late:
            assert env.steps.player == 2
            seen, reward, over, late, info = env.step(chance.choice(legal(seen)))
            assert not info
            assert over or reward == 0
        worths.add(reward)
        assert reward == env.steps.returns[2]
    assert len(worths) > 1


def test_a_seat_that_never_chooses_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.adapters.gymnasium.MOST_GAMES", 3)
    path = tmp_path / "never.rules"
    path.write_text(
        SECRET.replace(
            "    secretly each player: choose", "    secretly each player in players where player.mood is 3: choose"
        ).replace("    turns once: choose ponder, lay\n", ""),
        encoding="utf-8",
    )
    with pytest.raises(RuntimeError, match="in 3 games B never had to choose"):
        RulesGym(path, seat=1, players=3).reset(seed=1)


def test_an_illegal_word_ends_the_game_with_the_least_worth() -> None:
    env = RulesGym("oh_hell", players=3)
    seen, _ = env.reset(seed=1)
    wrong = next(word for word, may in enumerate(seen["action_mask"]) if not may)
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info) == (0.0, True, {"illegal": True})


def test_wrong_seats_and_bots_are_refused() -> None:
    with pytest.raises(IndexError, match="there is no seat 2"):
        RulesGym("kuhn", seat=2)
    with pytest.raises(BotTrouble, match="no bot is called `clever`"):
        RulesGym("kuhn", bots="clever")
    for name, said in (
        ("rules:x", "no bot `rules:x`"),
        ("always:cal", "did you mean"),
        ("flat:9+greedy", "not told here"),
    ):
        with pytest.raises(BotTrouble, match=said):
            RulesGym("kuhn", bots=name)


def test_a_seat_may_be_drawn_for_each_game() -> None:
    env = RulesGym("kuhn", seat=None)
    seats = set()
    for seed in range(10):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1}


def test_what_is_missing_is_named_with_what_to_install() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'rulelang\[openspiel\]'"):
        needed("there_is_no_such_module", "openspiel")
