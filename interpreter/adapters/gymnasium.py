"""Any rules as an environment of Gymnasium: one seat learns, bots sit in the others.

Comes in: rules, a seat, names of bots.  Goes out: `RulesGym`.  An action is a word of `interpreter.stepwise`; an
observation is a dict of `observation`, the numbers of `Observing`, and `action_mask`; the reward is what the end is
worth to the seat, 0 before it.

Gymnasium is an extra: `pip install rulelang[gymnasium]`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from interpreter.adapters.needed import needed
from interpreter.adapters.seeing import Seen, seen_by, shown, spaces_of
from interpreter.bots import BotTrouble, Sight, checked, reads, seat_bots
from interpreter.game import Game
from interpreter.stepwise.observing import Observing
from interpreter.stepwise.spelling import Stepwise

gymnasium: Any = needed("gymnasium", "gymnasium")

MOST_GAMES = 1_000
"""So many games in which the seat has nothing to choose are played at most."""


class RulesGym(gymnasium.Env):  # type: ignore[misc]  # gymnasium is not always there
    """One game seen from one seat.

    A word that may not be said ends the game with the least that an end can be worth, and `info["illegal"]`.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self, rules: Game | str | Path, seat: int | None = 0, bots: str = "random", render_mode: str | None = None,
        **given: Any,
    ) -> None:  # fmt: skip
        """`seat`: who learns, counted from 0; none draws it anew for each game.  `bots`: who sits in the other seats,
        by name, as in `rulec simulate --bots`.  What else is given, `interpreter.load` gets.

        BotTrouble if there is no such bot; IndexError for a seat that is not at the table.
        """
        self.observing = Observing.of_rules(rules, **given)
        game = self.observing.game
        players = game.players
        if seat is not None and not 0 <= seat < players:
            raise IndexError(f"there is no seat {seat}: they are counted from 0 to {players - 1}")
        checked(bots, game.program)
        if reads(bots):
            raise BotTrouble(f"`{bots}` reads others by what they have chosen, which is not told here")
        self._seat, self._bots = seat, bots
        self.render_mode = render_mode
        self.action_space, self.observation_space = spaces_of(self.observing)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """A new game, on to the seat's first decision; a game in which it never has one is played anew.

        RuntimeError if it never has one in many games.
        """
        super().reset(seed=seed)
        for _ in range(MOST_GAMES):
            players = self.observing.game.players
            self.seat = int(self.np_random.integers(players)) if self._seat is None else self._seat
            game = str(int(self.np_random.integers(2**62)))
            self.steps = self.observing.new(game)
            self._others = seat_bots([self._bots] * players, game, self.observing.game.program)
            self.said = 0
            self._on()
            if not self.steps.is_over:
                return self._seen(), {}
        raise RuntimeError(f"in {MOST_GAMES} games {self.observing.game.names[self.seat]} never had to choose")

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        if int(action) not in self.steps.legal:
            return self._seen(), float(self.observing.limits.low), True, False, {"illegal": True}
        self.steps.apply(int(action))
        self.said += 1
        self._on()
        over = self.steps.is_over
        late = not over and self.said >= self.observing.limits.words
        return self._seen(), float(self.steps.returns[self.seat]) if over else 0.0, over, late, {}

    def render(self) -> str | None:
        """What the seat sees."""
        return shown(self.steps.state.view(self.seat)) if self.render_mode == "ansi" else None

    def _on(self) -> None:
        """The bots choose until it is the seat's turn, or the end."""
        state = self.steps.state
        while state.player not in (None, self.seat):
            bot = self._others[state.player]
            assert bot is not None
            state.apply(bot.choose(Sight(state, state.player, state.many)))
        if not self.steps.said:
            self.steps = Stepwise(state)

    def _seen(self) -> Seen:
        return seen_by(self.seat, self.steps, self.observing)
