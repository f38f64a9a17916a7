"""A game with somebody in every seat.

Comes in: a game, a seed, who sits where.  Goes out: the state as it moves on, and every choice that was made,
for the record.  Showing and asking is left to a `Front`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, Protocol

from attrs import define, evolve, field, frozen

from interpreter.bots import Bot, Sight, reads, seat_bots
from interpreter.bots.trail import Trail
from interpreter.decisions.digits import number
from interpreter.records import Record, Recorder, replay
from interpreter.terminal import learning

if TYPE_CHECKING:
    from interpreter.decisions.choices import Choice, Decision
    from interpreter.game import Game
    from interpreter.state import State

HUMAN = "human"
Wish = Literal["again", "same", "seat", "leave"]
"""What may follow the end of a game: a new one, the same cards again, or a new one with everybody one seat further."""


class Left(Exception):
    """Somebody has left the game on purpose."""


class InputEnded(Exception):
    """There is nothing more to read, and somebody has to choose."""


class Unsaved(Exception):
    """The game could not be written into a file; the text says why."""


class Moved(Exception):
    """The game stands elsewhere now (a choice was taken back, or made again): what was asked is not open any more."""


class Branched(Exception):
    """Somebody wants to go on after the first `moves` choices, as a new game; this one stays as it is."""

    def __init__(self, moves: int) -> None:
        super().__init__(moves)
        self.moves = moves


class NotTakenBack(Exception):
    """The last choice stands, or there is none to be made again; the text says why."""


class Front(Protocol):
    """Where people sit."""

    def ask(self, table: Table, decision: Decision) -> Choice:
        """The choice of the person whose decision it is.  Raises Left, InputEnded, Moved or Branched."""

    def tell(self, table: Table) -> None:
        """Show what is new; called after every choice, and at the beginning."""

    def after(self, table: Table, lines: Sequence[str]) -> Wish:
        """Show the end of the game, which is told in these lines; what is wished for then.  Raises Branched."""


@frozen
class Before:
    """What was before a choice: the state, the seats that were waited for, and who chose what of how many choices"""

    state: State
    waiting: frozenset[int]
    player: int
    choice: Choice
    choices: int


@define
class Table:
    """One game at one table; `recorder` has taken down all choices so far.

    `waiting`: the seats whose secret choices lie face down until all have chosen.  `past`: what was before each choice.
    `undone`: the choices that were taken back and can be made again, the last one first to be made.  `asks_all`: the
    only person is asked even where there is only one choice.
    """

    game: Game
    seed: str
    seats: tuple[str, ...]
    state: State
    bots: Sequence[Bot | None]
    recorder: Recorder
    waiting: frozenset[int] = frozenset()
    past: list[Before] = field(factory=list)
    undone: list[str] = field(factory=list)
    asks_all: bool = True

    @classmethod
    def open(cls, game: Game, seed: str, seats: Sequence[str]) -> Table:
        """A new game; `seats` has "human" or the name of a bot for each.  GameFault if the set-up fails."""
        bots = seat_bots([None if name == HUMAN else name for name in seats], seed, game.program)
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
                bot = table.bots[decision.player]
                if bot is not None:
                    bot.passed(len(decision.raw))
                table._carry_out(decision, decision.parse(move.text))
        return table

    def another(self, wish: Wish, seed: str) -> Table:
        """The table for the next game.  GameFault if its set-up fails."""
        seats = (self.seats[-1], *self.seats[:-1]) if wish == "seat" else self.seats
        return evolve(Table.open(self.game, self.seed if wish == "same" else seed, seats), asks_all=self.asks_all)

    @property
    def people(self) -> list[int]:
        """The seats of people, counted from 0."""
        return [seat for seat, name in enumerate(self.seats) if name == HUMAN]

    @property
    def onlooker(self) -> int | None:
        """Through whose eyes a log for everybody at the screen is written: the only person's, else nobody's."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def goes_on_alone(self) -> bool:
        """Whether a choice was made openly without asking, and the game is not over: something to look at first."""
        decision = self.state.decision
        if not self.past or self.waiting or decision is None:
            return False
        made = len(self.past)
        if decision.player == self.onlooker and not self._is_not_asked(made, decision.player, len(decision.choices)):
            return False  # the question lets everything be looked at
        last = self.past[-1]
        return self.bots[last.player] is not None or self._is_not_asked(made - 1, last.player, last.choices)

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
            choice = self._bots_choice(decision) or self._only_choice(decision)
            if choice is None:
                try:
                    choice = front.ask(self, decision)
                except Moved:
                    kept()
                    continue
                self.undone.clear()
            self._carry_out(decision, choice, kept)
            front.tell(self)

    def _bots_choice(self, decision: Decision) -> Choice | None:
        """What the bot whose decision it is chooses; none if a person has to."""
        bot = self.bots[decision.player]
        if bot is None:
            return None
        count = len(decision.choices)
        choices = ((one.choice.offer, one.choice.picks) for one in self.past)
        past = Trail.of(self.game, self.seed, choices).past if reads(self.seats[decision.player]) else ()
        return decision.choices[bot.choose(Sight(self.state, decision.player, count, past=past))]

    def _is_not_asked(self, number: int, player: int, choices: int) -> bool:
        """Whether the choice of this number (from 0) is made without asking: not somebody's first one, so that they
        have seen what is asked; and with other people at the screen it would tell them of cards.
        """
        if self.asks_all or self.onlooker != player or choices > 1:
            return False
        return any(before.player == player for before in self.past[:number])

    def _only_choice(self, decision: Decision) -> Choice | None:
        if not self._is_not_asked(len(self.past), decision.player, len(decision.choices)):
            return None
        if self.undone and self.undone[-1] == decision.choices[0].text:
            self.undone.pop()
        return decision.choices[0]

    def _carry_out(self, decision: Decision, choice: Choice, kept: Callable[[], None] = lambda: None) -> None:
        before = Before(self.state.clone(), self.waiting, decision.player, choice, len(decision.choices))
        self.recorder.add(decision.player, choice.text)
        kept()
        self.state.apply(choice)
        self.past.append(before)
        self.waiting = self._still_waiting(decision)

    def take_back(self, player: int) -> None:
        """The last choice has not been made, if it was this player's and taught them nothing.

        NotTakenBack says who has chosen since, or what was drawn, seen or told.
        """
        back, after, asked = 0, self.state, False
        while not asked:
            if back == len(self.past):
                raise NotTakenBack("There is no choice to take back.")
            back += 1
            last = self.past[-back]
            asked = not self._is_not_asked(len(self.past) - back, last.player, last.choices)
            if last.player != player:
                raise NotTakenBack(f"{self.game.names[last.player]} has chosen since; that cannot be taken back.")
            if learnt := learning.from_choice(last.state, last.choice, after, player):
                raise NotTakenBack(f"{learnt}; that cannot be taken back.")
            after = last.state
        for _ in range(back):
            last = self.past.pop()
            self.state, self.waiting = last.state, last.waiting
            self.recorder.take_back()
            self.undone.append(last.choice.text)

    def make_again(self) -> None:
        """The choice that was taken back last is made after all.  NotTakenBack if there is none."""
        decision = self.state.decision
        if not self.undone or decision is None:
            raise NotTakenBack("No choice has been taken back since the last one.")
        self._carry_out(decision, decision.parse(self.undone[-1]))
        self.undone.pop()

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
