"""A game with somebody in every seat.

Comes in: a game, a seed, who sits where.  Goes out: the state as it moves on, and every choice that was made,
for the record.  Showing and asking is left to a `Front`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from attrs import define

from interpreter.bots import Bot, Sight, seat_bots
from interpreter.digits import number
from interpreter.records import Record, Recorder

if TYPE_CHECKING:
    from interpreter.choices import Choice, Decision
    from interpreter.game import Game
    from interpreter.state import State

HUMAN = "human"


class Left(Exception):
    """Somebody has left the game on purpose."""


class InputEnded(Exception):
    """There is nothing more to read, and somebody has to choose."""


class Unsaved(Exception):
    """The game could not be written into a file; the text says why."""


class Front(Protocol):
    """Where people sit."""

    def ask(self, table: Table, decision: Decision) -> Choice:
        """The choice of the person whose decision it is.  Raises Left or InputEnded."""

    def tell(self, table: Table) -> None:
        """Show what is new; called after every choice, and at the beginning."""


@define
class Table:
    """One game at one table; `recorder` has taken down all choices so far.

    `waiting`: the seats whose secret choices lie face down until all have chosen.
    """

    game: Game
    seed: str
    seats: tuple[str, ...]
    state: State
    bots: Sequence[Bot | None]
    recorder: Recorder
    waiting: frozenset[int] = frozenset()

    @classmethod
    def open(cls, game: Game, seed: str, seats: Sequence[str]) -> Table:
        """A new game; `seats` has "human" or the name of a bot for each.  GameFault if the set-up fails."""
        bots = seat_bots([None if name == HUMAN else name for name in seats], seed)
        recorder = Recorder(game, _as_number(seed), tuple(seats))
        return cls(game, seed, tuple(seats), game.new(seed), bots, recorder)

    @property
    def people(self) -> list[int]:
        """The seats of people, counted from 0."""
        return [seat for seat, name in enumerate(self.seats) if name == HUMAN]

    @property
    def onlooker(self) -> int | None:
        """Through whose eyes a log for everybody at the screen is written: the only person's, else nobody's."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def record(self) -> Record:
        """The game so far."""
        return self.recorder.record(self.state)

    @property
    def unfinished(self) -> Record:
        """The game so far, as long as nothing can be said of its end."""
        return self.recorder.unfinished()

    def play(self, front: Front, kept: Callable[[], None] = lambda: None) -> None:
        """On to the end; `kept` is called when a choice is made, before it is carried out.

        Raises Left, InputEnded, and GameFault where the rules come to a dead end: the choice that led there is in the
        record.
        """
        front.tell(self)
        while (decision := self.state.decision) is not None:
            bot = self.bots[decision.player]
            if bot is None:
                choice = front.ask(self, decision)
            else:
                count = len(decision.choices)
                choice = decision.choices[bot.choose(Sight(self.state, decision.player, count))]
            self.recorder.add(decision.player, choice.text)
            kept()
            self.state.apply(choice)
            self.waiting = self._still_waiting(decision)
            front.tell(self)

    def _still_waiting(self, made: Decision) -> frozenset[int]:
        """Whose choices are secret still, after one has been made."""
        following = self.state.decision
        if not made.secret or following is None or following.number != made.number:
            return frozenset()
        waiting = self.waiting | {made.player}
        return frozenset() if following.player in waiting else waiting  # all have chosen, and it begins anew


def _as_number(seed: str) -> int | str:
    """The number, if the seed is the same as one; `007` is not."""
    value = number(seed)
    return value if value is not None and str(value) == seed else seed
