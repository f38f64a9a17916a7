"""What thinking players need of the plain engine: the functions of `interpreter.minds`, bound to one program.

Comes in: an engine's own questions.  Goes out: a dictionary of names.  A real number stands in the first of its two
cells.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any

from interpreter.kernel.written import offers, read, width, write
from interpreter.machine.engine import EVERYONE_LOST, EVERYONE_WON, NOBODY_WON, Engine, GameFault
from interpreter.machine.generator import INCREMENTS
from interpreter.machine.generator import below as draw
from interpreter.machine.layout import OUTCOME
from interpreter.machine.results import is_common
from interpreter.minds import guessing, naming, search
from interpreter.minds import words as here
from interpreter.reference.machine import Machine, bound

MINDS = (guessing, naming, search)
OWN = (
    "below", "blended", "heaped", "resting", "listed", "who", "stored", "acted", "promised", "valued", "measured",
    "gained", "promise",
)  # fmt: skip
_WORD, _SIGN = 0xFFFFFFFF, 0x80000000
STEEP, MOST = 4194304.0, 500.0
"""A promise of 1 as a whole number; promises beyond these are cut off."""


class Thinking:
    """One program; `S` in `names` is the state at hand."""

    def __init__(self, engine: Engine, machine: Machine) -> None:
        self._engine, self._program = engine, machine.layout.program
        self._offers = [offers(self._program, number) for number in range(len(self._program.decisions))]
        self._width, self._is_common = width(self._program), is_common(self._program)
        self.names: dict[str, Any] = machine.names | here.numbers(machine.layout)
        self.names |= {name: getattr(self, name) for name in OWN}
        for module in MINDS:
            self.names |= bound(module, self.names)

    # ---------------------------------------------------------------- playing

    def resting(self) -> int:
        number = self._engine.decision(self.names["S"])
        return -1 if number is None else number

    def listed(self, out: list[int]) -> int:
        state = self.names["S"]
        number = self._engine.decision(state)
        if number is None:
            return 0
        try:
            choices = self._engine.choices(state)
        except GameFault:
            return -1
        out[:] = [cell for choice in choices for cell in write(*choice, self._offers[number], self._width)]
        return len(choices)

    def who(self) -> int:
        return self._tried(lambda: self._engine.chooser(self.names["S"]), -1)

    def stored(self, out: list[int], at: int) -> int:
        def store() -> int:
            state = self.names["S"]
            self._engine.choose(state, *read(out, at, self._offers[self.resting()]))
            return 1

        return self._tried(store, 0)

    def acted(self, out: list[int], at: int) -> int:
        def run() -> int:
            self._engine.run(self.names["S"])
            return 1

        return self.stored(out, at) and self._tried(run, 0)

    def promised(self) -> int:
        def kept() -> int:
            return int(all(self._engine.call(each.function, self.names["S"]) for each in self._program.always))

        return self._tried(kept, 0)

    def _tried(self, work: Callable[[], int], otherwise: int) -> int:
        try:
            return work()
        except GameFault:
            return otherwise

    # ---------------------------------------------------------------- worths

    def valued(self, tree: list[Any]) -> int:
        def value() -> int:
            for seat, worth in enumerate(self._worths()):
                tree[here.WORTHS + 2 * seat] = float(worth)
            return 1

        return self._tried(value, 0)

    def _worths(self) -> list[float]:
        """As `interpreter.bots.worth` says."""
        state, result, call = self.names["S"], self._program.result, self._engine.call
        seats = range(self._program.players)
        nothing = [0.0 for _ in seats]
        if not self._engine.over(state):
            return nothing
        if result.payoff is not None:
            return [call(result.payoff, state, seat) / result.unit for seat in seats]
        if state[OUTCOME] == EVERYONE_WON:
            return [1.0 / len(nothing) for _ in seats]
        if state[OUTCOME] in (EVERYONE_LOST, NOBODY_WON):
            return nothing
        if self._is_common:
            sign = 1 if result.criteria[0].best == "highest" else -1
            return [sign * call(result.criteria[0].function, state, seat) for seat in seats]
        if result.player is not None:
            chosen = call(result.player, state)
            won = [bool(chosen >> seat & 1) if result.several else seat == chosen for seat in seats]
            return [float(one) / max(1, sum(won)) for one in won]
        signs = [1 if criterion.best == "highest" else -1 for criterion in result.criteria]
        functions = [criterion.function for criterion in result.criteria]
        ranks = [
            [sign * call(number, state, seat) for sign, number in zip(signs, functions, strict=True)] for seat in seats
        ]
        best = max(ranks)
        return [(rank == best) / ranks.count(best) for rank in ranks]

    def gained(self, tree: list[Any], to: int, seat: int) -> None:
        tree[to] += tree[here.WORTHS + 2 * seat]

    def measured(self, tree: list[Any]) -> None:
        if tree[here.SHARED]:
            return
        seats = range(self._program.players)
        tree[here.NOTED] += len(seats)
        for seat in seats:
            worth = tree[here.WORTHS + 2 * seat]
            tree[here.SUM] += worth
            tree[here.SQUARES] += worth * worth
        mean = tree[here.SUM] / float(tree[here.NOTED])
        spread = sqrt(max(0.0, tree[here.SQUARES] / float(tree[here.NOTED]) - mean * mean))
        tree[here.SCALE] = 0.25 / spread if spread > 0.0 else 0.0
        tree[here.SHIFT] = 0.5 - mean * tree[here.SCALE]

    def promise(self, tree: list[Any], point: int) -> int:
        made = float(tree[point + here.MADE])
        if not made:
            return here.HIGHEST
        hope = tree[here.CURIOSITY] * sqrt(log(float(tree[point + here.COULD])) / made)
        value = tree[point + here.WORTH] / made * tree[here.SCALE] + tree[here.SHIFT] + hope
        return int(max(-MOST, min(MOST, value)) * STEEP)

    # ---------------------------------------------------------------- numbers

    @staticmethod
    def below(cells: list[int], at: int, bound: int) -> int:
        return draw(cells, at, INCREMENTS["bots"], bound)

    @staticmethod
    def blended(name: int, value: int) -> int:
        mixed = ((name ^ value) * 0x9E3779B1) & _WORD
        mixed ^= mixed >> 15
        return (mixed ^ _SIGN) - _SIGN

    @staticmethod
    def heaped(name: int, value: int) -> int:
        return ((name + value + _SIGN) & _WORD) - _SIGN
