"""Thousands of games with one call: the same games as one by one, and chance plays all other seats."""

from __future__ import annotations

import pytest

pytest.importorskip("gymnasium", reason="pip install rulelang[gymnasium]")
pytest.importorskip("llvmlite")

import numpy as np

import interpreter
from interpreter import IllegalChoice
from interpreter.adapters.vector import RulesVector


@pytest.mark.parametrize("name", ["werwars", "leduc", "hanabi", "goofspiel"])
def test_every_game_waits_for_its_seat_or_is_over(name: str) -> None:
    env = RulesVector(name, 32, seat=1)
    seen, _ = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    ended = 0
    for _ in range(150):
        over = env._players < 0
        assert ((env._players == 1) | over).all()
        assert (seen["action_mask"].any(axis=1) == ~over).all()
        assert (seen["observation"][~over][:, 1] == 1).all()  # whose view
        seen, rewards, terminated, truncated, _ = env.step(env.random_actions())
        assert not truncated.any()
        assert (rewards[~terminated] == 0).all()
        ended += int(terminated.sum())
    assert ended > 20


def test_equal_seeds_and_words_give_equal_games() -> None:
    def played(seed: int) -> list[bytes]:
        env, found = RulesVector("werwars", 16, seat=None, players=3), []
        seen, _ = env.reset(seed=seed)
        for _ in range(60):
            found.append(seen["observation"].tobytes() + seen["action_mask"].tobytes())
            seen, rewards, *_ = env.step(env.random_actions())
            found.append(rewards.tobytes())
        return found

    assert played(1) == played(1) != played(2)


def test_seats_may_take_turns() -> None:
    env = RulesVector("kuhn", 6, seat=None)
    env.reset(seed=1)
    assert env.seats.tolist() == [0, 1, 0, 1, 0, 1]
    assert (env._players == env.seats).all()


def test_rewards_are_what_the_end_is_worth() -> None:
    """Whoever always folds or checks in Kuhn poker loses one, or wins one where the other does no better."""
    env, worth = RulesVector("kuhn", 200, seat=1), []
    seen, _ = env.reset(seed=5)
    for _ in range(12):
        first = seen["action_mask"].argmax(axis=1)
        seen, rewards, over, _, _ = env.step(np.where(seen["action_mask"].any(axis=1), first, 0))
        worth += rewards[over].tolist()
    assert set(worth) <= {-2.0, -1.0, 1.0, 2.0}
    assert len(worth) > 400


def test_what_may_not_be_said_is_refused() -> None:
    env = RulesVector("kuhn", 3, seat=0)
    env.reset(seed=1)
    with pytest.raises(IllegalChoice, match="in game 0, only check, bet"):
        env.step([2, 0, 0])
    with pytest.raises(IndexError, match="there is no seat 4"):
        RulesVector(interpreter.load("kuhn", backend="native"), 2, seat=4)
