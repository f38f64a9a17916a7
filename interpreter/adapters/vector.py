"""Thousands of games as one vector environment of Gymnasium: one call steps them all, in machine code.

Comes in: rules, how many games, a seat.  Goes out: `RulesVector`.  One seat learns, players who choose by chance sit in
the others.  Actions are words of `interpreter.stepwise`, observations a dict of `observation` and `action_mask`.

Gymnasium is an extra: `pip install rulelang[gymnasium]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from interpreter.adapters.needed import needed
from interpreter.adapters.seeing import Seen, spaces_of
from interpreter.game import Game
from interpreter.stepwise.observing import Observing
from interpreter.stepwise.together import StepwiseBatch

gymnasium: Any = needed("gymnasium", "gymnasium")
vector: Any = needed("gymnasium.vector", "gymnasium")
np: Any = needed("numpy", "gymnasium")


class RulesVector(vector.VectorEnv):  # type: ignore[misc]  # gymnasium is not always there
    """Many games of the same rules, each seen from one seat.

    A game that is over begins anew with the next step, whatever its action (`AutoresetMode.NEXT_STEP`).  The arrays
    that are given stay the same from step to step, and are written anew.
    """

    metadata = {"autoreset_mode": vector.AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, rules: Game | str | Path, num_envs: int, seat: int | None = 0, **given: Any) -> None:
        """`seat`: who learns, counted from 0; none lets the games take turns.  What else is given, `interpreter.load`
        gets.  RuntimeError as from `StepwiseBatch`; IndexError for a seat that is not at the table.
        """
        observing = Observing.of_rules(rules, **given)
        game = observing.game
        if seat is not None and not 0 <= seat < game.players:
            raise IndexError(f"there is no seat {seat}: they are counted from 0 to {game.players - 1}")
        self.game, self.num_envs = game, num_envs
        self.seats = np.arange(num_envs, dtype=np.int32) % game.players
        if seat is not None:
            self.seats[:] = seat
        self.single_action_space, self.single_observation_space = spaces_of(observing)
        self.action_space = vector.utils.batch_space(self.single_action_space, num_envs)
        self.observation_space = vector.utils.batch_space(self.single_observation_space, num_envs)
        self._seen = {
            "observation": np.zeros((num_envs, observing.size), np.float32),
            "action_mask": np.zeros((num_envs, len(observing.words)), np.int8),
        }
        self._nothing = np.full(num_envs, -1, np.int32)
        self._late = np.zeros(num_envs, bool)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """New games, each on to its seat's first decision."""
        if isinstance(seed, Sequence):
            seeds = [int(np.random.default_rng(one).integers(2**62)) for one in seed]
        else:
            if seed is not None:
                self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(seed)
            seeds = self.np_random.integers(2**62, size=self.num_envs).tolist()
        masks, numbers = self._seen["action_mask"], self._seen["observation"]
        self._batch = StepwiseBatch(self.game, seeds, masks.reshape(-1), numbers.reshape(-1))
        self._players = np.frombuffer(self._batch.players, np.int32)
        self._returns = np.frombuffer(self._batch.returns).reshape(self.num_envs, -1)
        self._batch.step(self._nothing, self.seats)
        return self._seen, {}

    def step(self, actions: Any) -> tuple[Seen, Any, Any, Any, dict[str, Any]]:
        """A word in each game; IllegalChoice if one may not be said: then none has been."""
        over, lagging = self._players < 0, (self._players >= 0) & (self._players != self.seats)  # after what took long
        words = np.where(lagging, -1, np.where(over, 0, np.asarray(actions))).astype(np.int32)
        self._batch.step(words, self.seats)
        over = self._players < 0
        rewards = self._returns[np.arange(self.num_envs), self.seats]
        return self._seen, rewards, over, self._late.copy(), {}

    def random_actions(self) -> Any:
        """A word for each game, each that may be said equally likely."""
        return np.frombuffer(self._batch.random_words(), np.int32).copy()
