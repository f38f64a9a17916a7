"""A random game as a person can read it: its record, then what the first player was told.

Not a test itself; the tests of single games compare it with their snapshots.
"""

from __future__ import annotations

from interpreter import Game
from interpreter.records import Recorder


def recorded(game: Game, seed: int) -> str:
    """One whole game; the hash of the rules is left out, since every remark changes it."""
    state = game.new(seed=seed)
    recorder = Recorder(game, seed)
    while state.decision is not None:
        choice = state.random_choice()
        recorder.add(state.decision.player, choice.text)
        state.apply(choice)
    moves = [line for line in recorder.record(state).text().split("\n") if not line.startswith("rules ")]
    return "\n".join([*moves, *state.log(0)])
