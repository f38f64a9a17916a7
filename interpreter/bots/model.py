"""What a bot is given and what it gives back.

Comes in: a state at a decision.  Goes out: `Sight`, the part of it that the chooser may know, made only when
it is looked at; worlds, in which a bot may play on.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Protocol

from interpreter.decisions.wording import RawChoice
from interpreter.game import Game
from interpreter.machine.engine import Pick
from interpreter.machine.errors import MachineError, UnknownGame
from interpreter.worlds import Past, Reading, Worlds
from rulelang.ir.model.program import Preference, Program
from rulelang.near import nearest

if TYPE_CHECKING:
    from interpreter.machine.edition import Edition
    from interpreter.state import State
    from interpreter.table import Table
    from interpreter.views import View


class BotTrouble(MachineError):
    """A bot cannot be had, has failed, or has answered what is no choice; the text says which and why."""


def meant(word: str, known: Sequence[str], before: str = "") -> str:
    """`did you mean `rules:careful`?`, with what stands before each name; nothing if none of these is near."""
    near = nearest(word, known, most=1)
    return f"did you mean `{before}{near[0]}`?" if near else ""


def all_steps(program: Program) -> list[str]:
    """The names of all steps that anybody may ever choose, in the order of the rules."""
    every = (offer for each in program.decisions for offer in each.all_offers)
    return list(dict.fromkeys(program.steps[offer.step].name for offer in every))


class Sight:
    """A decision as the one who has to choose sees it.

    `seat` counts from 0; `count`: how many choices there are.
    """

    def __init__(
        self, state: State, seat: int, count: int, raw: list[RawChoice] | None = None, past: Sequence[Past] = ()
    ) -> None:
        """`raw`: the choices, where they have been listed already.  `past`: those that were made so far, for whoever
        reads others (`reading`)."""
        self._state = state
        self._raw, self._past = raw, past
        self.seat = seat
        self.count = count

    @property
    def game(self) -> Edition:
        """The rules, which everybody knows."""
        return self._state.game

    @cached_property
    def view(self) -> View:
        """All that the seat sees of the table."""
        return self._state.view(self.seat)

    @cached_property
    def table(self) -> Table:
        """The same as a painter gets it: with the faces of cards, figures, and the choices as a tree."""
        return self._state.table(self.seat)

    @cached_property
    def texts(self) -> list[str]:
        """The choices as they are written, in their order."""
        decision = self._state.decision
        return [] if decision is None else decision.texts

    @cached_property
    def steps(self) -> list[str]:
        """The names of the steps that they carry out, in their order."""
        decision = self._state.decision
        if decision is None:
            return []
        steps, offers = self.game.program.steps, decision.offers
        return [steps[offers[offer].step].name for offer, _ in self._raw or decision.raw]

    def preferred(self, line: Preference) -> list[int]:
        """The choices of which a line of the rules' own bot speaks.  What it reads its seat sees: that is proved."""
        decision, engine, array = self._state.decision, self.game.engine(), self._state.array
        found: dict[int, list[int]] = {}
        for number, (_, picks) in enumerate(decision.raw if decision is not None else ()):
            given: dict[str, Pick] = dict(zip(line.parameters, (self.seat, *picks), strict=False))
            if self.steps[number] != line.step:
                continue
            if line.condition is None or engine.look(array, line.condition, given):
                worth = [(order.best, engine.look(array, order.value, given)) for order in line.orders]
                found[number] = [one if best == "highest" else -one for best, one in worth if isinstance(one, int)]
        most = max(found.values(), default=None)
        return [number for number, worth in found.items() if worth == most]

    @cached_property
    def told(self) -> list[str]:
        """The story of the game as the seat was told it; empty where a game is played without a log."""
        return self._state.story(self.seat, whole=True)

    def world(self, chance: Random) -> State:
        """Another full state, at the same decision, that agrees with everything the seat was shown and told, to be
        played on; in machine code where there is any."""
        return _fast(self._state.game).stand(list(self.worlds.draw(chance)), log=False)

    @cached_property
    def worlds(self) -> Worlds:
        """All of them; in machine code where there is any."""
        fast = _fast(self._state.game)
        return Worlds(fast, fast.engine(), self._state.array, self.seat)

    def reading(self, odds: Odds, affords: int) -> Worlds:
        """Worlds in which others would sooner have chosen as they did, if they play by these odds, which are asked
        so often at most; evenly drawn where the choices so far are not known."""
        fast = _fast(self._state.game)

        def likely(cells: list[int], seat: int) -> Sequence[float]:
            state = fast.stand(cells, log=False)
            return odds(Sight(state, seat, state.many))

        given = fast, fast.engine(), self._state.array, self.seat
        return Worlds(*given, Reading(*given, self._past, likely, affords))


Odds = Callable[[Sight], Sequence[float]]
"""For what somebody sees how likely each choice is."""


def _fast(game: Edition) -> Game:
    """The same game for states that are only played, in machine code if it can be had; the edition keeps it."""
    return game.once(_made_fast)


def _made_fast(game: Edition) -> Game:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there is no machine code is no concern of who plays
        try:
            fast = Game(game.program, "native", game.name)
            fast.engine()
        except UnknownGame:
            fast = Game(game.program, name=game.name)
    return fast


class Bot(Protocol):
    """One seat's player for one game."""

    def choose(self, sight: Sight) -> int:
        """The place of its choice among the choices, from 0 to `sight.count - 1`."""

    def passed(self, count: int) -> None:
        """A choice among so many that it made in an earlier part of the game, which is gone through again."""
