"""The notes of games that native code has watched.

Comes in: the numbers that it wrote down at each decision (`interpreter.native.watching`).  Goes out: the same `Notes`
as those of a `Watcher`.
"""

from __future__ import annotations

from collections import Counter
from itertools import compress
from typing import TYPE_CHECKING

from interpreter.native.watching import (
    CHOOSER,
    DECISION,
    LAST_LEADER,
    LEADER,
    LINE,
    MANY,
    OFFER,
    OFFERED,
    POSITION,
    REFILLS,
    UNKNOWN,
)  # fmt: skip
from interpreter.simulate.watching import NOBODY, Notes, ahead, changes, step_names

if TYPE_CHECKING:
    from interpreter.native.batch import Played
    from interpreter.results import Result

_WORD = 0xFFFFFFFF


class Notebook:
    """Reads the notes of games of one program."""

    def __init__(self, played: Played) -> None:
        program = played.program
        self._played = played
        self._players = program.players
        self._steps = step_names(program)
        self._offers = [len(decision.offers) for decision in program.decisions]
        self._places = [rule.place for rule in program.rules]

    def notes(self, game: int, result: Result | None) -> Notes:
        """Of one game, counted from 0."""
        log = self._played.logs[game]
        after = len(log) - LINE
        decisions, choosers, options, taken, offered = (
            log[cell:after:LINE] for cell in (DECISION, CHOOSER, MANY, OFFER, OFFERED)
        )
        asked, passes = [0] * self._players, [0] * self._players
        for player, many in Counter(choosers).items():
            asked[player] = many
        on_offer, chosen = Counter[str](), Counter[str]()
        for (decision, player, bits), times in Counter(zip(decisions, choosers, offered, strict=True)).items():
            steps, bits = self._steps[decision], bits & _WORD
            if not bits & (1 << self._offers[decision]) - 1:
                passes[player] += times
            for name in {name for offer, name in enumerate(steps) if bits >> offer & 1}:
                on_offer[name] += times
        for (decision, offer), times in Counter(zip(decisions, taken, strict=True)).items():
            chosen[self._steps[decision][offer]] += times
        positions = set(zip(log[POSITION:after:LINE], log[POSITION + 1 : after : LINE], strict=True))
        first = game * len(self._places)
        touched = self._played.touched[first : first + len(self._places)]
        common = (
            choosers[0] if choosers else NOBODY, tuple(options), tuple(asked), tuple(passes),
            {name: (on_offer[name], chosen[name]) for name in on_offer}, log[after + REFILLS],
            len(options) - len(positions), frozenset(compress(self._places, touched)),
        )  # fmt: skip
        leaders = [*log[LEADER:after:LINE], log[after + LAST_LEADER]]
        if result is None or UNKNOWN in leaders:
            return Notes(*common)
        return Notes(*common, changes(leaders), leaders[len(options) // 2], ahead(leaders, result))
