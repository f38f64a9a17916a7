"""Who wins with whom.

Comes in: a program.  Goes out: its sides, which win against each other: each team, or each seat where everybody plays
alone, or all seats together where nobody can win against anybody.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from attrs import frozen

from interpreter.machine.texts import listed, seat_name
from rulelang.ir.model.expressions import Const, Local
from rulelang.ir.model.program import Program
from rulelang.ir.walk import nodes


@frozen(slots=False)
class Sides:
    """The seats of each side, counted from 0; every seat is on one side"""

    seats: tuple[tuple[int, ...], ...]

    @classmethod
    def alone(cls, players: int) -> Sides:
        """Everybody plays alone."""
        return cls(tuple((seat,) for seat in range(players)))

    @classmethod
    def of(cls, program: Program) -> Sides:
        """The sides of a game."""
        if _together(program):
            return cls((tuple(range(program.players)),))
        teams = program.teams or tuple(range(program.players))
        return cls(tuple(tuple(seat for seat, one in enumerate(teams) if one == team) for team in dict.fromkeys(teams)))

    @property
    def alone_each(self) -> bool:
        """Everybody plays alone."""
        return len(self.seats) == len(self._side)

    @property
    def cooperative(self) -> bool:
        """Several play, and all win or lose together."""
        return len(self.seats) == 1 and len(self.seats[0]) > 1

    @property
    def teams(self) -> bool:
        """Some play together against others."""
        return not self.alone_each and not self.cooperative

    @cached_property
    def names(self) -> tuple[str, ...]:
        """`A and C` for each side."""
        return tuple(listed([seat_name(seat) for seat in side], len(side), "and") for side in self.seats)

    def won(self, winners: Collection[int]) -> list[int]:
        """The sides with a winner."""
        return sorted({self._side[seat] for seat in winners})

    def share(self, seat: int, winners: Collection[int]) -> float:
        """What part of a win falls to the side of this seat: a win that n sides share counts 1/n for each."""
        won = self.won(winners)
        return 1 / len(won) if self._side.get(seat) in won else 0.0

    def rivals(self, seat: int) -> list[int]:
        """All who are not on the side of this seat."""
        return [other for other, side in self._side.items() if side != self._side[seat]]

    @cached_property
    def _side(self) -> dict[int, int]:
        return dict(sorted((seat, side) for side, seats in enumerate(self.seats) for seat in seats))


def _together(program: Program) -> bool:
    """Whether nothing that decides who wins tells one player from another."""
    declared = program.result
    compared: list[int | None] = [one.function for one in declared.criteria]
    if program.players == 1:
        return False
    if declared.player is not None:
        everybody = Const((1 << program.players) - 1)
        return bool(declared.several) and program.functions[declared.player].value == everybody
    for number in compared or [declared.payoff]:
        if number is not None:
            function = program.functions[number]
            if Local(function.parameters[0].name) in nodes(function.value):
                return False
    return True
