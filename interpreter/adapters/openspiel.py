"""Any rules as a game of OpenSpiel, for its algorithms: CFR, best response, search and others.

Comes in: `pyspiel.load_game("rulelang", {"rules": "leduc"})`, once this module is imported.  Goes out: a
sequential game with explicit chance, whose information states have perfect recall.  The numbers of the choices
come from `actions`, tensors from `tensors`, what a player knows and what an end is worth from `interpreter.exact`.

OpenSpiel is an extra: `pip install rulelang[openspiel]`.
"""

from __future__ import annotations

from functools import cached_property
from math import inf
from typing import Any

import numpy as np
import pyspiel

import interpreter
from interpreter import exact
from interpreter.adapters.actions import Actions
from interpreter.adapters.tensors import Encoding
from interpreter.state import State

NAME = "rulelang"
LONGEST = 1_000_000
"""No rules say beforehand how long a game may last; OpenSpiel wants a number."""
KEPT = 20_000
"""So many histories of a game are remembered."""
_DEFAULTS: dict[str, Any] = {
    "rules": "",
    "players": 0,
    "variants": "",
    "options": "",
    "zero_sum": False,
    "most": 99,
}


def _type(kind: pyspiel.GameType.Utility, least: int, players: int) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Rules written in rulelang",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=kind,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
        default_loadable=False,
    )


class RulesGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One game: rules with a number of players, variants and options.

    Parameters: `rules`, a file or the name of a game that comes along; `players`, 0 for the fewest; `variants`,
    with `;` between them; `options`, as in `size:3;order:falling`; `zero_sum`, whether the payoffs always add up
    to 0; `most`, the highest number that a player may pick where the rules do not say one.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = _DEFAULTS | (params or {})
        self.rules = interpreter.load(
            given["rules"],
            players=given["players"] or None,
            variant=[title for title in given["variants"].split(";") if title],
            options=dict(pair.split(":", 1) for pair in given["options"].split(";") if pair),
        )
        self.actions = Actions(self.rules, given["most"])
        self.root = Spot(exact.begin(self.rules), self)
        self.kept = 0
        program = self.rules.program
        paid = program.result.payoff is not None
        sort = pyspiel.GameType.Utility
        zero_sum = given["zero_sum"]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=max(
                1, given["most"], len(program.cards), *(len(kind.members) for kind in program.kinds), program.players
            ),
            num_players=program.players,
            min_utility=-inf if paid else -1.0,
            max_utility=inf if paid else 1.0,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=LONGEST,
        )
        kind = sort.ZERO_SUM if zero_sum else sort.GENERAL_SUM
        super().__init__(_type(kind, program.players, program.players), info, params or {})

    def new_initial_state(self) -> RulesState:
        return RulesState(self)

    def make_py_observer(self, kind: Any = None, params: dict[str, Any] | None = None) -> Observer:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        return Observer(None if kind is not None and kind.perfect_recall else self.encoding)

    @cached_property
    def encoding(self) -> Encoding:
        """How what a player sees is said in numbers."""
        return Encoding(self.rules)


class RulesState(pyspiel.State):  # type: ignore[misc]
    """One history of such a game."""

    def __init__(self, game: RulesGame) -> None:
        super().__init__(game)
        self._moves: tuple[int, ...] = ()
        self._spot: Spot = game.root

    @property
    def spot(self) -> Spot:
        """Where the game is now; gone through again if the state was read from a file."""
        if self._spot.history is None:
            self._spot = self.get_game().root
            for move in self._moves:
                self._spot = self._spot.next(move)
        return self._spot

    def current_player(self) -> int:
        state = self.spot.state
        if state.decision is not None:
            return state.decision.player
        return int(pyspiel.PlayerId.CHANCE if state.chance is not None else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.spot.state.is_over

    def returns(self) -> list[float]:
        return list(self.spot.returns)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        event = self.spot.state.chance
        return [(place, float(outcome.probability)) for place, outcome in enumerate(event.outcomes)] if event else []

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.spot.numbers)

    def _apply_action(self, action: int) -> None:
        self._spot = self.spot.next(action)
        self._moves += (action,)

    def _action_to_string(self, player: int, action: int) -> str:
        state, numbers = self.spot.state, self.spot.numbers
        if state.chance is not None:
            return state.chance.outcomes[action].text
        return state.decision.texts[numbers.index(action)] if state.decision and action in numbers else str(action)

    def __str__(self) -> str:
        state = self.spot.state
        return "\n".join((*state.log(), *(exact.seen(state, seat) for seat in range(state.game.players))))


class Spot:
    """One history with what has been found out about it, shared by all states that stand there.

    Algorithms go through a small game thousands of times, so the first `KEPT` histories of a game are kept.  A
    spot is left out when a state is written to a file.
    """

    def __init__(self, history: exact.History | None = None, game: RulesGame | None = None) -> None:
        self.history = history
        self._game = game
        self._next: dict[int, Spot] = {}
        self._known: dict[int, str] = {}

    @property
    def state(self) -> State:
        return self._there()[0].state

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the choices, in the order of the rules."""
        decision = self.state.decision
        return () if decision is None else tuple(self._there()[1].actions.numbers(decision))

    @cached_property
    def returns(self) -> tuple[float, ...]:
        """What the end is worth to each seat; nothing before the end."""
        return self.state.returns

    def next(self, action: int) -> Spot:
        """Where this choice, or this outcome of chance, leads."""
        if action in self._next:
            return self._next[action]
        history, game = self._there()
        chance = history.state.chance is not None
        after = history.comes_up(action) if chance else history.after(self.numbers.index(action))
        spot = Spot(after, game)
        if game.kept < KEPT:
            game.kept += 1
            self._next[action] = spot
        return spot

    def known(self, seat: int) -> str:
        """What this seat knows, with perfect recall."""
        if seat not in self._known:
            self._known[seat] = self._there()[0].known(seat)
        return self._known[seat]

    def _there(self) -> tuple[exact.History, RulesGame]:
        if self.history is None or self._game is None:
            raise ValueError("this state was read from a file and stands nowhere yet")
        return self.history, self._game

    def __deepcopy__(self, memo: dict[int, Any]) -> Spot:
        return self

    def __reduce__(self) -> tuple[type[Spot], tuple[()]]:
        return (Spot, ())


class Observer:
    """What a player knows: as a text everything so far, or only what lies open at this moment; the latter as numbers,
    too.  How much there is to remember has no bounds, so everything so far has no numbers.
    """

    def __init__(self, encoding: Encoding | None) -> None:
        """`encoding`: how what lies open is said in numbers; none if everything so far is asked for."""
        self._encoding = encoding
        pieces = encoding.pieces if encoding else []
        self.tensor = np.zeros(encoding.size if encoding else 0, np.float32)
        self.dict = {
            piece.name: self.tensor[piece.start : piece.start + piece.size].reshape(piece.shape) for piece in pieces
        }

    def set_from(self, state: RulesState, player: int) -> None:
        """Write the numbers for what the player sees now."""
        if self._encoding is not None:
            self.tensor[:] = self._encoding.of(state.spot.state.view(player))

    def string_from(self, state: RulesState, player: int) -> str:
        return state.spot.known(player) if self._encoding is None else exact.seen(state.spot.state, player)


pyspiel.register_game(_type(pyspiel.GameType.Utility.GENERAL_SUM, 1, 10), RulesGame)
