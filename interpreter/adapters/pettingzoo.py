"""Any rules as an environment of PettingZoo: one seat after the other, or all at once where moves are simultaneous.

Comes in: rules.  Goes out: `aec_env` and `parallel_env`.  An action is a word of `interpreter.stepwise`; an observation
is a dict of `observation`, the numbers of `Observing`, and `action_mask`.  Rewards are what the end is worth, 0 before
it.

PettingZoo is an extra: `pip install rulelang[pettingzoo]`.
"""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom
from typing import Any

from interpreter.adapters.needed import needed
from interpreter.adapters.seeing import Seen, seen_by, shown, spaces_of
from interpreter.game import Game
from interpreter.machine.errors import IllegalChoice
from interpreter.state import State
from interpreter.stepwise.observing import Observing
from interpreter.stepwise.simultaneous import Round
from interpreter.stepwise.spelling import Stepwise

pettingzoo: Any = needed("pettingzoo", "pettingzoo")


class _Seated:
    """What both environments have: the seats as agents, with their spaces."""

    more = 0
    """Actions beside the words."""

    def _sit(self, rules: Game | str | Path, render_mode: str | None, given: dict[str, Any]) -> None:
        self.observing = Observing.of_rules(rules, **given)
        self.render_mode = render_mode
        self.possible_agents = list(self.observing.game.names)
        self.agents: list[str] = []
        self.said = 0
        self._spaces = {agent: spaces_of(self.observing, self.more) for agent in self.possible_agents}

    def action_space(self, agent: str) -> Any:
        return self._spaces[agent][0]

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent][1]

    def close(self) -> None:
        """There is nothing to be closed."""

    def _new(self, seed: int | None) -> Stepwise:
        """A new game; without a seed a game of chance."""
        self.agents, self.said = list(self.possible_agents), 0
        return self.observing.new(SystemRandom().getrandbits(64) if seed is None else seed)

    def _seen_by(self, seat: int, steps: Stepwise, asked: bool) -> Seen:
        return seen_by(seat, steps, self.observing, asked, self.more)

    def _shown(self, state: State) -> str | None:
        """The table as everybody sees it, where that is wanted."""
        return shown(state.view()) if self.render_mode == "ansi" else None

    def _late(self) -> bool:
        return self.said >= self.observing.limits.words


class RulesEnv(_Seated, pettingzoo.AECEnv):  # type: ignore[misc]  # pettingzoo is not always there
    """One game, one word after the other (AEC).  The agents are the letters of the seats.

    A game that has taken more words than any can (see `limits`) is truncated.
    """

    metadata = {"name": "rulelang_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, rules: Game | str | Path, render_mode: str | None = None, **given: Any) -> None:
        super().__init__()
        self._sit(rules, render_mode, given)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed a game of chance."""
        self.steps = self._new(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._turn()

    def observe(self, agent: str) -> Seen:
        seat = self.possible_agents.index(agent)
        return self._seen_by(seat, self.steps, agent in self.agents and not self.terminations[agent])

    def step(self, action: int | None) -> None:
        """IllegalChoice for a word that may not be said."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.steps.apply(_number(action))
        self.said += 1
        self._turn()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self._shown(self.steps.state)

    def _turn(self) -> None:
        """Whose turn it is now, or the end."""
        player = self.steps.player
        if player is not None:
            self.agent_selection = self.possible_agents[player]
            self.truncations = dict.fromkeys(self.agents, self._late())
            return
        self.rewards = dict(zip(self.possible_agents, map(float, self.steps.returns), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)


class ParallelRulesEnv(_Seated, pettingzoo.ParallelEnv):  # type: ignore[misc]  # pettingzoo is not always there
    """One game in which all who choose secretly at the same time say their words at once.

    Whoever has nothing to say has one action, the last: to wait.  ValueError for rules in which nobody ever chooses at
    the same time as others.
    """

    metadata = {"name": "rulelang_parallel_v0", "render_modes": ["ansi"]}  # noqa: RUF012
    more = 1

    def __init__(self, rules: Game | str | Path, render_mode: str | None = None, **given: Any) -> None:
        self._sit(rules, render_mode, given)
        game = self.observing.game
        if not any(decision.secret for decision in game.program.decisions):
            raise ValueError(
                f"in {game.title} nobody chooses at the same time as others; `aec_env` goes from seat to seat"
            )
        self.wait = len(self.observing.words)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """A new game; without a seed a game of chance."""
        self.round = Round(self._new(seed).state)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """A word of each who is asked; the others wait.  IllegalChoice for a word that may not be said: then nobody's
        has been.
        """
        seats = self.possible_agents.index
        words = {seats(agent): _number(action) for agent, action in actions.items() if agent in self.agents}
        asked = self.round.asked
        for seat, word in words.items():
            if seat not in asked and word != self.wait:
                raise IllegalChoice(f"{self.possible_agents[seat]} is not asked, and can only wait ({self.wait})")
        self.round.say({seat: word for seat, word in words.items() if seat in asked})
        self.said += 1
        over = self.round.state.is_over
        late = not over and self._late()
        agents, returns = self.agents, self.round.state.returns
        seen = self._seen()
        if over or late:
            self.agents = []
        return (
            seen,
            {agent: float(returns[seats(agent)]) for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, late),
            {agent: {} for agent in agents},
        )

    def render(self) -> str | None:
        return self._shown(self.round.state)

    def _seen(self) -> dict[str, Seen]:
        found = {}
        for seat, agent in enumerate(self.possible_agents):
            mine = self.round.asked.get(seat)
            found[agent] = self._seen_by(seat, mine or Stepwise(self.round.state), mine is not None)
            found[agent]["action_mask"][self.wait] = mine is None
        return found


def aec_env(rules: Game | str | Path, **given: Any) -> RulesEnv:
    """The environment of a game: rules as `interpreter.load` takes them, with `players`, `variant`, `options`; or a
    `Game`.
    """
    return RulesEnv(rules, **given)


def parallel_env(rules: Game | str | Path, **given: Any) -> ParallelRulesEnv:
    """The same where all who choose at the same time act at once."""
    return ParallelRulesEnv(rules, **given)


def _number(action: Any) -> int:
    if action is None:
        raise IllegalChoice("nothing is said, but somebody has to say a word")
    return int(action)
