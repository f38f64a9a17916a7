"""The machine: plays compiled games.

    import interpreter
    game = interpreter.load("werwars", players=3)
    state = game.new(seed=7)
    state.apply(state.decision.choices[0])

Comes in: rules, choices.  Goes out: legal choices, views, logs, results, records.  Reading and checking
rules is left to `rulelang`.
"""

from interpreter.decisions.choices import Choice, Decision
from interpreter.decisions.refusals import Why
from interpreter.game import Game
from interpreter.loading import load
from interpreter.machine.chance import ChanceEvent, Outcome
from interpreter.machine.engine import GameFault
from interpreter.machine.errors import (
    IllegalChoice,
    MachineError,
    RulesError,
    UnknownGame,
    UnreadableRecord,
    UnreadableSave,
)
from interpreter.machine.results import Result
from interpreter.records import Record, Recorder, replay
from interpreter.state import State
from interpreter.views import View

__all__ = [
    "ChanceEvent",
    "Choice",
    "Decision",
    "Game",
    "GameFault",
    "IllegalChoice",
    "MachineError",
    "Outcome",
    "Record",
    "Recorder",
    "Result",
    "RulesError",
    "State",
    "UnknownGame",
    "UnreadableRecord",
    "UnreadableSave",
    "View",
    "Why",
    "load",
    "replay",
]
