"""From the set-up to the place where a scenario begins.

Comes in: a compiled game and where to begin.  Goes out: the state that rests there.  Choices on the way must be
scripted; the beginning counts only when all of them are made.  A turn begins at the first turn that is reached; if it
is another player's, it is given to the one who is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define

from interpreter.decisions.choices import Decision
from interpreter.game import Game
from interpreter.machine.engine import Engine
from interpreter.machine.layout import BLOCK
from rulelang.ir.model.program import Entry
from rulelang.resolve.model.program import ChosenStep, ScenarioDecl, StepDecl
from rulelang.testing.ending import ended_step, pass_by
from rulelang.testing.model import CaseFailed
from rulelang.testing.playing import choose, on_offer

PLAY = "play"


def go_to_beginning(
    game: Game, engine: Engine, case: ScenarioDecl, array: list[int], steps: Mapping[str, StepDecl]
) -> str | None:
    """Run the set-up, and on to where the case begins; CaseFailed if that is never reached.

    Gives back the name of the step with which the case ends, if it ends before the game does.
    """
    way = _Way(game, engine, case, array, steps, list(case.before))
    way.go(frozenset([game.program.play]), first=True)
    if case.begins in (None, PLAY):
        if way.waiting:
            raise CaseFailed("there is no such choice before the play begins")
        return None
    entries = _entries(case, game.program.entries)
    way.go(frozenset(entry.block for entry in entries))
    entry = next(entry for entry in entries if entry.block == array[BLOCK])
    if isinstance(case.begins, tuple):
        _give_turn(game, entry, case.begins[1], array)
    return entry.name


@define
class _Way:
    """The way to the beginning; `waiting` are the scripted choices that are still to be made"""

    game: Game
    engine: Engine
    case: ScenarioDecl
    array: list[int]
    steps: Mapping[str, StepDecl]
    waiting: list[ChosenStep]

    def go(self, stop_at: frozenset[int], first: bool = False) -> None:
        """On to one of these blocks; unless the first time counts, only when all scripted choices are made."""
        if not self._is_there(stop_at, first):
            self.engine.run(self.array, stop_at)
        while not self._is_there(stop_at, first):
            if self.array[BLOCK] not in stop_at:
                self._choose()
            self.engine.run(self.array, stop_at)

    def _is_there(self, stop_at: frozenset[int], first: bool) -> bool:
        return self.array[BLOCK] in stop_at and (first or not self.waiting)

    def _choose(self) -> None:
        if ended_step(self.game, self.engine, self.array) is not None:
            pass_by(self.engine, self.array)
            return
        number = self.engine.decision(self.array)
        where = _beginning(self.game, self.case)
        if number is None:
            raise CaseFailed(f"the game is over before {where}")
        if not self.waiting:
            decision = Decision(self.game, self.engine, self.array, number)
            raise CaseFailed(
                f"{decision.seat} has to choose before {where}",
                on_offer(decision),
                f"say `when {decision.seat} chooses …` above the line `when {where}`",
            )
        choose(self.game, self.engine, self.array, self.waiting.pop(0), self.steps)


def _entries(case: ScenarioDecl, entries: Sequence[Entry]) -> list[Entry]:
    if isinstance(case.begins, tuple):
        found = [entry for entry in entries if entry.kind == "turn"]
        what = "no turn ever begins"
    else:
        found = [entry for entry in entries if entry.kind == "step" and entry.name == case.begins]
        what = f"`{case.begins}` never begins"
    if not found:
        raise CaseFailed(f"{what} in this game")
    return found


def _beginning(game: Game, case: ScenarioDecl) -> str:
    if isinstance(case.begins, tuple):
        return f"{game.names[case.begins[1]]}'s turn begins"
    return f"{case.begins or PLAY} begins"


def _give_turn(game: Game, entry: Entry, player: int, array: list[int]) -> None:
    cell = game.layout.frames[entry.me.slot] if entry.me is not None else None
    if cell is None:
        raise CaseFailed("nobody acts in the turn that begins here")
    array[cell] = player
