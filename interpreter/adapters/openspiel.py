"""Any rules as a game of OpenSpiel, for its algorithms: CFR, best response, search and others.

Comes in: `pyspiel.load_game("rulelang", {"rules": "leduc"})`, once this module is imported.  Goes out: a
sequential game with explicit chance, whose information states have perfect recall.  Actions, tensors and bounds come
from `interpreter.stepwise`, what a player knows from `interpreter.exact`.

OpenSpiel is an extra: `pip install rulelang[openspiel]`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random
from typing import Any

import interpreter
from interpreter import exact
from interpreter.adapters.needed import needed
from interpreter.machine.errors import IllegalChoice
from interpreter.state import State
from interpreter.stepwise.limits import Limits
from interpreter.stepwise.observing import Observing
from interpreter.stepwise.recall import Memory, Recall
from interpreter.stepwise.spelling import Stepwise
from interpreter.stepwise.tensors import Piece
from interpreter.stepwise.words import Words

pyspiel: Any = needed("pyspiel", "openspiel")
np: Any = needed("numpy", "openspiel")

NAME = "rulelang"
KEPT = 20_000
"""So many histories of a game are remembered."""
SHORT = 2_000
"""Numbers of information states are kept with a history if there are no more of them than this."""
TRIES = 50
"""So many worlds are drawn until there is one in which what has been said of a choice can be said."""
_DEFAULTS: dict[str, Any] = {
    "rules": "",
    "players": 0,
    "variants": "",
    "options": "",
    "zero_sum": False,
    "remembered": 0,
}


def _type(kind: Any, least: int, players: int) -> Any:
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
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
        default_loadable=False,
    )


class RulesGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One game: rules with a number of players, variants and options.

    Parameters: `rules`, a file or the name of a game that comes along; `players`, 0 for the fewest; `variants`,
    with `;` between them; `options`, as in `size:3;order:falling`; `zero_sum`, whether the payoffs always add up
    to 0; `remembered`, how many of a player's own decisions an information state tensor has room for, 0 for as many as
    the rules can need (see `recall`).
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = _DEFAULTS | (params or {})
        self.rules = interpreter.load(
            given["rules"],
            players=given["players"] or None,
            variant=[title for title in given["variants"].split(";") if title],
            options=dict(pair.split(":", 1) for pair in given["options"].split(";") if pair),
        )
        self.words = Words.of(self.rules)
        self.limits = limits = Limits.of(self.rules)
        self.root = Spot.begin(self)
        self.kept = 0
        self._remembered = given["remembered"]
        sort, players = pyspiel.GameType.Utility, self.rules.players
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.words),
            max_chance_outcomes=limits.outcomes,
            num_players=players,
            min_utility=float(limits.low),
            max_utility=float(limits.high),
            utility_sum=0.0 if given["zero_sum"] else None,
            max_game_length=min(limits.words, 2**31 - 1),
        )
        kind = sort.ZERO_SUM if given["zero_sum"] else sort.GENERAL_SUM
        super().__init__(_type(kind, players, players), info, params or {})

    def new_initial_state(self) -> RulesState:
        return RulesState(self)

    def make_py_observer(self, kind: Any = None, params: dict[str, Any] | None = None) -> Observer:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        return Observer(self, kind is not None and kind.perfect_recall)

    @cached_property
    def observing(self) -> Observing:
        """How what a player sees is said in numbers."""
        return Observing(self.rules)

    @cached_property
    def recall(self) -> Recall:
        """How what a player remembers is said in numbers."""
        return Recall(self.rules, self._remembered or None)


class RulesState(pyspiel.State):  # type: ignore[misc]
    """One history of such a game."""

    def __init__(self, game: RulesGame) -> None:
        super().__init__(game)
        self._moves: tuple[int, ...] | None = ()
        self._spot: Spot = game.root

    @property
    def spot(self) -> Spot:
        """Where the game is now; gone through again if the state was read from a file.  ValueError if it was drawn (see
        `resample_from_infostate`): then no moves lead there.
        """
        if self._spot.history is None:
            if self._moves is None:
                raise ValueError("a state that was drawn cannot be read from a file: no moves lead there")
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

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> RulesState:
        """A state that the player cannot tell from this one: a world (see `State.worlds`), drawn with numbers between 0
        and 1 from `sampler`.  Its own history has no moves before it, so it cannot be read back from a file.
        """
        state = RulesState(self.get_game())
        state._spot, state._moves = self.spot.world(player, Random(f"{sampler()} {sampler()}")), None
        return state

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.spot.steps.legal)

    def _apply_action(self, action: int) -> None:
        self._spot = self.spot.next(action)
        if self._moves is not None:
            self._moves += (action,)

    def _action_to_string(self, player: int, action: int) -> str:
        chance = self.spot.state.chance
        return self.spot.steps.text(action) if chance is None else chance.outcomes[action].text

    def __str__(self) -> str:
        spot = self.spot
        said = [" ".join(map(spot.steps.text, spot.steps.said))] if spot.steps.said else []
        seats = range(spot.state.game.players)
        return "\n".join((*spot.state.log(), *(exact.seen(spot.state, seat) for seat in seats), *said))


class Spot:
    """One history, and the words said since, with what has been found out about it, shared by all states there.

    Algorithms go through a small game thousands of times, so the first `KEPT` histories of a game are kept.  A
    spot is left out when a state is written to a file.
    """

    def __init__(
        self, history: exact.History | None = None, steps: Stepwise | None = None, game: RulesGame | None = None,
        memories: tuple[Memory, ...] | None = None,
    ) -> None:  # fmt: skip
        self.history = history
        self._steps, self._game, self._before = steps, game, memories
        self._next: dict[int, Spot] = {}
        self._known: dict[int, str] = {}
        self._numbers: dict[int, Any] = {}
        self._worlds: dict[int, Callable[[Random], exact.History]] = {}

    @classmethod
    def begin(cls, game: RulesGame) -> Spot:
        history = exact.begin(game.rules)
        return cls(history, Stepwise(history.state), game)

    @property
    def state(self) -> State:
        return self._there()[0].state

    @property
    def steps(self) -> Stepwise:
        return self._there()[1]

    @cached_property
    def returns(self) -> tuple[float, ...]:
        """What the end is worth to each seat; nothing before the end."""
        return self.state.returns

    def next(self, action: int) -> Spot:
        """Where this word, or this outcome of chance, leads."""
        if action in self._next:
            return self._next[action]
        game = self._there()[2]
        spot = self._after(action)
        if game.kept < KEPT:
            game.kept += 1
            self._next[action] = spot
        return spot

    def _after(self, action: int) -> Spot:
        history, steps, game = self._there()
        if history.state.chance is not None:
            after = history.comes_up(action)
            return Spot(after, Stepwise(after.state), game, self._before)
        choice = steps.choice(action)
        if choice is None:
            more = steps.clone()
            more.say(action)
            return Spot(history, more, game, self._before)
        after = history.after(choice)
        return Spot(after, Stepwise(after.state), game, self._remembering((*steps.said, action), choice))

    def known(self, seat: int) -> str:
        """What this seat knows, with perfect recall."""
        if seat not in self._known:
            history, steps, _ = self._there()
            mine = steps.said if steps.said and history.state.player == seat else ()
            self._known[seat] = "\n".join((history.known(seat), *(f"> … {steps.text(word)}" for word in mine)))
        return self._known[seat]

    def remembered(self, seat: int) -> Any:
        """The same as numbers; short ones are kept."""
        history, steps, game = self._there()
        found = self._numbers.get(seat)
        if found is None:
            said = steps.said if history.state.player == seat else ()
            found = np.array(self._memories()[seat].now(history.state, history.told(seat), said), np.float32)
            if game.recall.size <= SHORT:
                self._numbers[seat] = found
        return found

    def world(self, seat: int, chance: Random) -> Spot:
        """A spot that this seat cannot tell from this one."""
        history, steps, game = self._there()
        if seat not in self._worlds:
            self._worlds[seat] = history.worlds(seat)
        for _ in range(TRIES):
            world = self._worlds[seat](chance)
            try:
                mine = steps.on(world.state) if history.state.player == seat else Stepwise(world.state)
            except IllegalChoice:
                continue
            others = range(game.rules.players)
            memories = [self._memories()[seat] if other == seat else Memory(game.recall, other) for other in others]
            return Spot(world, mine, game, tuple(memories))
        raise RuntimeError(f"in {TRIES} worlds there was none in which {steps.texts()} can be said")

    def _memories(self) -> tuple[Memory, ...]:
        game = self._there()[2]
        if self._before is None:
            self._before = tuple(Memory(game.recall, seat) for seat in range(game.rules.players))
        return self._before

    def _remembering(self, said: tuple[int, ...], choice: int) -> tuple[Memory, ...]:
        """What everybody remembers after a choice."""
        history, memories = self._there()[0], list(self._memories())
        decision = history.state.decision
        if decision is not None:
            seat = decision.player
            memories[seat] = memories[seat].chose(history.state, history.told(seat), said, decision.texts[choice])
        return tuple(memories)

    def _there(self) -> tuple[exact.History, Stepwise, RulesGame]:
        if self.history is None or self._game is None or self._steps is None:
            raise ValueError("this state was read from a file and stands nowhere yet")
        return self.history, self._steps, self._game

    def __deepcopy__(self, memo: dict[int, Any]) -> Spot:
        return self

    def __reduce__(self) -> tuple[type[Spot], tuple[()]]:
        return (Spot, ())


class Observer:
    """What a player knows, as a text and as numbers: everything so far, or only what lies open at this moment."""

    def __init__(self, game: RulesGame, everything: bool) -> None:
        self._everything = everything
        self._observing = game.observing
        sort = game.recall if everything else game.observing
        pieces: list[Piece] = sort.pieces
        self.tensor = np.zeros(sort.size, np.float32)
        self.dict = {
            piece.name: self.tensor[piece.start : piece.start + piece.size].reshape(piece.shape) for piece in pieces
        }

    def set_from(self, state: RulesState, player: int) -> None:
        """Write the numbers for what the player knows now."""
        if self._everything:
            self.tensor[:] = state.spot.remembered(player)
        else:
            self.tensor[:] = 0.0
            self._observing.write(state.spot.steps, player, self.tensor)

    def string_from(self, state: RulesState, player: int) -> str:
        return state.spot.known(player) if self._everything else exact.seen(state.spot.state, player)


pyspiel.register_game(_type(pyspiel.GameType.Utility.GENERAL_SUM, 1, 10), RulesGame)
