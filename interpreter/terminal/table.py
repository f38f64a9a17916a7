"""A game with somebody in every seat.

Comes in: a game, a seed, who sits where.  Goes out: the state as it moves on, and every choice that was made,
for the record.  Showing and asking is left to a `Front`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from attrs import define, evolve, field

from interpreter.bots import Bot, Sight, seat_bots
from interpreter.decisions.digits import number
from interpreter.machine.layout import FIRST_BOT, FIRST_STREAM
from interpreter.records import Record, Recorder, replay

if TYPE_CHECKING:
    from interpreter.decisions.choices import Choice, Decision
    from interpreter.game import Game
    from interpreter.state import State

HUMAN = "human"


class Left(Exception):
    """Somebody has left the game on purpose."""


class InputEnded(Exception):
    """There is nothing more to read, and somebody has to choose."""


class Unsaved(Exception):
    """The game could not be written into a file; the text says why."""


class TakenBack(Exception):
    """The last choice has been taken back: the decision that was asked about is not open any more."""


class NotTakenBack(Exception):
    """The last choice stands; the text says why."""


class Front(Protocol):
    """Where people sit."""

    def ask(self, table: Table, decision: Decision) -> Choice:
        """The choice of the person whose decision it is.  Raises Left, InputEnded or TakenBack."""

    def tell(self, table: Table) -> None:
        """Show what is new; called after every choice, and at the beginning."""


@define
class Table:
    """One game at one table; `recorder` has taken down all choices so far.

    `waiting`: the seats whose secret choices lie face down until all have chosen.  `past`: before each choice the
    state, who was waited for, and who chose.
    """

    game: Game
    seed: str
    seats: tuple[str, ...]
    state: State
    bots: Sequence[Bot | None]
    recorder: Recorder
    waiting: frozenset[int] = frozenset()
    past: list[tuple[State, frozenset[int], int]] = field(factory=list)

    @classmethod
    def open(cls, game: Game, seed: str, seats: Sequence[str]) -> Table:
        """A new game; `seats` has "human" or the name of a bot for each.  GameFault if the set-up fails."""
        bots = seat_bots([None if name == HUMAN else name for name in seats], seed)
        recorder = Recorder(game, _as_number(seed), tuple(seats))
        return cls(game, seed, tuple(seats), game.new(seed), bots, recorder)

    @classmethod
    def resume(cls, game: Game, record: Record) -> Table:
        """The table at which a record ends; bots go on where they were.  UnreadableRecord if it does not fit."""
        replay(game, evolve(record, end=""))
        seats = record.seats if len(record.seats) == game.players else (HUMAN,) * game.players
        table = cls.open(game, str(record.seed), seats)
        moves = iter(record.moves)
        with suppress(StopIteration):
            while (decision := table.state.decision) is not None:
                move = next(moves)
                table._bots_choice(decision)
                table._carry_out(decision, decision.parse(move.text))
        return table

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
            choice = self._bots_choice(decision)
            if choice is None:
                try:
                    choice = front.ask(self, decision)
                except TakenBack:
                    continue
            self._carry_out(decision, choice, kept)
            front.tell(self)

    def _bots_choice(self, decision: Decision) -> Choice | None:
        """What the bot whose decision it is chooses; none if a person has to."""
        bot = self.bots[decision.player]
        if bot is None:
            return None
        count = len(decision.choices)
        return decision.choices[bot.choose(Sight(self.state, decision.player, count))]

    def _carry_out(self, decision: Decision, choice: Choice, kept: Callable[[], None] = lambda: None) -> None:
        before = self.state.clone(), self.waiting, decision.player
        self.recorder.add(decision.player, choice.text)
        kept()
        self.state.apply(choice)
        self.past.append(before)
        self.waiting = self._still_waiting(decision)

    def take_back(self, player: int) -> None:
        """The last choice has not been made, if it was this player's and taught them nothing.

        NotTakenBack says who has chosen since, or what was drawn, seen or told.
        """
        if not self.past:
            raise NotTakenBack("There is no choice to take back.")
        before, waiting, who = self.past[-1]
        if who != player:
            raise NotTakenBack(f"{self.game.names[who]} has chosen since; that cannot be taken back.")
        if learnt := _learnt(before, self.state, player):
            raise NotTakenBack(f"{learnt}; that cannot be taken back.")
        self.past.pop()
        self.state, self.waiting = before, waiting
        self.recorder.take_back()

    def _still_waiting(self, made: Decision) -> frozenset[int]:
        """Whose choices are secret still, after one has been made."""
        following = self.state.decision
        if not made.secret or following is None or following.number != made.number:
            return frozenset()
        waiting = self.waiting | {made.player}
        return frozenset() if following.player in waiting else waiting  # all have chosen, and it begins anew


def _learnt(before: State, after: State, player: int) -> str:
    """What a choice has taught its player, in words; empty if nothing."""
    chance = slice(FIRST_STREAM, FIRST_BOT)
    if list(before.array[chance]) != list(after.array[chance]):
        return "Chance has decided something since"
    one, two = (state.game.contents(state.array) for state in (before, after))
    for card, text in enumerate(before.game.texts.cards):
        if two.sees(player, two.zone_of(card), card) and not one.sees(player, one.zone_of(card), card):
            return f"You have seen {text} since"
    told = [
        {(card, mark) for zone in state.view(player).zones for card in zone.cards for mark in card.told}
        | {counter.name for counter in state.view(player).counters}
        for state in (before, after)
    ]
    return "" if told[1] <= told[0] else "You have been told something since"


def _as_number(seed: str) -> int | str:
    """The number, if the seed is the same as one; `007` is not."""
    value = number(seed)
    return value if value is not None and str(value) == seed else seed
