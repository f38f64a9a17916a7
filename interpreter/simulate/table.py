"""A line for each game: what a spreadsheet is given.

Comes in: a game and its playouts.  Goes out: the names of the columns, and rows.  Every figure of a report that is a
count over games can be counted again from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.bots.model import all_steps
from interpreter.machine.results import criterion_name
from interpreter.machine.texts import seat_name
from interpreter.simulate.playout import Playout
from interpreter.simulate.watching import NOBODY, Notes

if TYPE_CHECKING:
    from interpreter.game import Game

Cell = str | int
PLAIN = ("game", "seed", "status", "winners", "everyone_lost", "turns", "decisions", "real", "options", "rules")
NOTED = ("first", "passes", "lead_changes", "half_leader", "ahead_after", "refills", "repeats")


class Table:
    """The columns of one game; without notes those that need a look at every decision are left out."""

    def __init__(self, game: Game, watched: bool) -> None:
        self._watched = watched
        self._rules = game.program.rules_hash[:12]
        self._seats = range(game.players)
        self._criteria = [criterion_name(criterion) for criterion in game.program.result.criteria]
        self._paid = game.program.result.payoff is not None
        self._steps = all_steps(game.program) if watched else []

    @property
    def columns(self) -> list[str]:
        seats = [seat_name(seat) for seat in self._seats]
        texts = [*self._criteria, *(["payoff"] if self._paid else [])]
        return [
            *PLAIN,
            *(f"{text} {seat}" for text in ("rank", *texts) for seat in seats),
            *(NOTED if self._watched else ()),
            *(f"chose {step}" for step in self._steps),
        ]

    def row(self, number: int, playout: Playout) -> list[Cell]:
        """Game `number`, counted from 0; what a game does not have stays empty."""
        result = playout.result
        many = len(self._seats)
        status = "fault" if playout.fault is not None else "cut off" if result is None else "over"
        winners = " ".join(seat_name(seat) for seat in result.winners) if result else ""
        lost: Cell = int(result.everyone_lost) if result else ""
        values: list[Sequence[Cell]] = [result.ranks if result else ()]
        scores = result.scores if result else ()
        values += [scores[place].values if scores else () for place in range(len(self._criteria))]
        if self._paid:
            values.append(result.payoffs if result else ())
        return [
            number, playout.seed, status, winners, lost, playout.turns, playout.decisions, playout.real,
            playout.options, self._rules, *(cell for of_seats in values for cell in (of_seats or [""] * many)),
            *(self._noted(playout.notes) if self._watched else ()),
        ]  # fmt: skip

    def _noted(self, notes: Notes | None) -> list[Cell]:
        if notes is None:
            return [""] * (len(NOTED) + len(self._steps))
        return [
            _seat(notes.first), sum(notes.passes), _known(notes.lead_changes),
            "" if notes.half is None else _seat(notes.half), _known(notes.ahead), notes.refills, notes.repeats,
            *(notes.moves.get(step, (0, 0))[1] for step in self._steps),
        ]  # fmt: skip


def _known(number: int | None) -> Cell:
    return "" if number is None else number


def _seat(seat: int) -> str:
    return "" if seat == NOBODY else seat_name(seat)
