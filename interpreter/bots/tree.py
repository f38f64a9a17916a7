"""What is kept of games that were tried out: points with how often each choice was made and what came of it.

Comes in: the worlds of a seat, what it draws by.  Goes out: thoughts about its choices.  Games are played and noted by
`interpreter.minds.search`, in machine code where there is any; here is the room for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from interpreter.bots.thinking import Thought
from interpreter.machine.results import is_common
from interpreter.minds import words as at
from interpreter.worlds import Worlds

FIRST_ROOM = 1 << 10
"""Room for so many points at first."""
MOST_POINTS = 1 << 23
"""So many points take some 400 megabytes."""
TRUST = 3
"""So many times for each choice somebody must have chosen with the same cards in sight, until only that counts."""


class Tree:
    """`worlds`: of the seat that thinks; `points`: room for so many at first, a power of two if it is
    searched."""

    def __init__(self, worlds: Worlds, curiosity: float = 0.0, points: int = FIRST_ROOM, trust: int = TRUST) -> None:
        program, engine = worlds.program, worlds.engine
        self._worlds, self._engine = worlds, engine
        self._first = at.WORTHS + 2 * program.players
        is_share = program.result.payoff is None and not is_common(program)
        head = [0] * self._first
        head[at.TRUST] = trust
        head[at.POINTS], head[at.SHARED] = self._first, int(is_share)
        self._cells = engine.thoughts(head)
        self._slots = engine.thoughts([])
        self._state = engine.thoughts(worlds.base)
        for place, real in ((at.CURIOSITY, curiosity), (at.SCALE, float(is_share)), (at.SHIFT, 0.5 * (not is_share))):
            engine.real(self._cells, place, real)
        self._grow(points)

    def search(self, chance: Random, rounds: int) -> bool:
        """So many rounds more, in worlds that are drawn by `chance`; whether there is room for others."""
        self._worlds.prepare(chance, rounds)
        while rounds:
            given = self._worlds.plan, self._cells, self._slots
            rounds -= self._engine.think("search", self._state, *given, rounds)
            if rounds and len(self._slots) > MOST_POINTS:
                return False
            if rounds:
                self._grow(len(self._slots))
        return True

    def try_each(self, chance: Random, order: list[int], place: int, games: int) -> int:
        """So many games with the choices in turn, from this place in their order on; gives the next place."""
        self._worlds.prepare(chance, games)
        given = self._worlds.plan, self._cells, self._engine.thoughts(order)
        return self._engine.think("try_each", self._state, *given, len(order), place, games)

    def of_offers(self) -> list[Thought]:
        """About each choice that `search` has made."""
        plan = self._worlds.plan
        points = self._engine.thoughts([0] * plan[at.MANY_OFFERS])
        self._engine.think("find_offers", self._state, plan, self._cells, self._slots, points)
        return self._thoughts(points)

    def by_place(self, many: int) -> list[Thought]:
        """About each of so many choices that `try_each` has made."""
        return self._thoughts(range(self._first, self._first + at.POINT * many, at.POINT))

    def _thoughts(self, points: Sequence[int]) -> list[Thought]:
        """`points` says where each choice is noted, -1 if nowhere."""
        found = []
        for choice, point in enumerate(points):
            if point >= 0 and (made := self._cells[point + at.MADE]):
                found.append(Thought(choice, made, self._engine.real(self._cells, point + at.WORTH) / made))
        return found

    def _grow(self, points: int) -> None:
        """Room for so many points in all, a power of two, and twice as many slots."""
        cells, engine = self._cells, self._engine
        nothing: Any = engine.thoughts([0])  # many of them are made at one go
        more = points - (len(cells) - self._first) // at.POINT
        cells.extend(nothing * (at.POINT * more))
        cells[at.ROOM_LEFT] += more
        cells[at.CROWDED], cells[at.MASK] = 0, 2 * points - 1
        self._slots = nothing * (2 * points)
        engine.think("settle_all", self._state, cells, self._slots)
