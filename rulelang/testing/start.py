"""From the set-up to the place where a scenario begins.

Comes in: a compiled game and where to begin.  Goes out: the state that rests there.  Choices on the way must be
scripted; the beginning counts only when all of them are made.  A turn begins at the first turn that is reached; if it
is another player's, it is given to the one who is named.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.choices import Decision
from interpreter.engine import Engine
from interpreter.game import Game
from interpreter.layout import BLOCK
from rulelang.ir.model.program import Entry
from rulelang.resolve.model.program import ChosenStep, ScenarioDecl
from rulelang.testing.model import CaseFailed
from rulelang.testing.playing import choose, on_offer

PLAY = "play"


def go_to_beginning(game: Game, engine: Engine, case: ScenarioDecl, array: list[int]) -> None:
    """Run the set-up, and on to where the case begins; CaseFailed if that is never reached."""
    program = game.program
    engine.run(array, frozenset([program.play]))
    if case.begins in (None, PLAY):
        if case.before:
            raise CaseFailed("there is no choice before the play begins")
        return
    entries = _entries(case, program.entries)
    stop_at = frozenset(entry.block for entry in entries)
    waiting = list(case.before)
    if array[BLOCK] not in stop_at or waiting:
        engine.run(array, stop_at)
    while waiting or array[BLOCK] not in stop_at:
        if array[BLOCK] in stop_at:
            engine.run(array, stop_at)
        else:
            _choose_on_the_way(game, engine, case, array, waiting)
            engine.run(array, stop_at)
    _give_turn(game, case, entries, array)


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


def _choose_on_the_way(
    game: Game, engine: Engine, case: ScenarioDecl, array: list[int], waiting: list[ChosenStep]
) -> None:
    number = engine.decision(array)
    where = _beginning(game, case)
    if number is None:
        raise CaseFailed(f"the game is over before {where}")
    decision = Decision(game, engine, array, number)
    if not waiting:
        raise CaseFailed(
            f"{decision.seat} has to choose before {where}",
            on_offer(decision),
            f"say `when {decision.seat} chooses …` above the line `when {where}`",
        )
    choose(decision, engine, array, waiting.pop(0), game.names)


def _beginning(game: Game, case: ScenarioDecl) -> str:
    if isinstance(case.begins, tuple):
        return f"{game.names[case.begins[1]]}'s turn begins"
    return f"{case.begins} begins"


def _give_turn(game: Game, case: ScenarioDecl, entries: Sequence[Entry], array: list[int]) -> None:
    if not isinstance(case.begins, tuple):
        return
    entry = next(entry for entry in entries if entry.block == array[BLOCK])
    cell = game.layout.frames[entry.me.slot] if entry.me is not None else None
    if cell is None:
        raise CaseFailed("nobody acts in the turn that begins here")
    array[cell] = case.begins[1]
