"""The notes of games that native code has watched.

Comes in: the numbers that it wrote down at each decision (`interpreter.native.trace`).  Goes out: the same `Notes`
as those of a `Watcher`.
"""

from __future__ import annotations

from collections import Counter
from itertools import compress
from typing import TYPE_CHECKING

from interpreter.native import trace
from interpreter.simulate.watching import NOBODY, Notes, ahead, changes, step_names

if TYPE_CHECKING:
    from interpreter.machine.results import Result
    from interpreter.native.drive.whole_games import Played


class Notebook:
    """Reads the notes of games of one program."""

    def __init__(self, played: Played) -> None:
        program = played.program
        self._played = played
        self._players = program.players
        self._steps = step_names(program)
        self._offers = [len(decision.offers) for decision in program.decisions]
        self._places = [rule.place for rule in program.rules]
        self._names: dict[tuple[int, int], frozenset[str]] = {}
        self._touched: dict[bytes, frozenset[str]] = {}

    def notes(self, game: int, result: Result | None) -> Notes:
        """Of one game, counted from 0."""
        log = self._played.logs[game]
        after = len(log) - trace.LINE
        options, choosers = tuple(log[trace.MANY : after : trace.LINE]), log[trace.CHOOSER : after : trace.LINE]
        asked, passes = [0] * self._players, [0] * self._players
        moves: dict[str, tuple[int, int]] = {}
        who: dict[str, tuple[int, int]] = {}
        for (decision, player, bits, offer), times in Counter(
            zip(
                log[trace.DECISION : after : trace.LINE],
                choosers,
                log[trace.OFFERED : after : trace.LINE],
                log[trace.OFFER : after : trace.LINE],
                strict=True,
            )
        ).items():
            asked[player] += times
            if not bits & (1 << self._offers[decision]) - 1:
                passes[player] += times
            taken = self._steps[decision][offer]
            for name in self._on_offer(decision, bits):
                offered, chosen = moves.get(name, (0, 0))
                moves[name] = offered + times, chosen + times * (name == taken)
                had, did = who.get(name, (0, 0))
                who[name] = had | 1 << player, did | (name == taken) << player
        words = memoryview(log[:after]).cast("B").cast("q")
        common = (
            choosers[0] if after else NOBODY, options, tuple(asked), tuple(passes), moves, log[after + trace.REFILLS],
            len(options) - len(set(words[trace.POSITION // 2 :: trace.LINE // 2])), self._places_touched(game),
            who,
        )  # fmt: skip
        leaders = [*log[trace.LEADER : after : trace.LINE], log[after + trace.LAST_LEADER]]
        if result is None or trace.UNKNOWN in leaders:
            return Notes(*common)
        return Notes(*common, changes(leaders), leaders[len(options) // 2], ahead(leaders, result))

    def _on_offer(self, decision: int, bits: int) -> frozenset[str]:
        """The names of the steps that these bits stand for."""
        key = decision, bits
        if key not in self._names:
            names = self._steps[decision]
            self._names[key] = frozenset(name for offer, name in enumerate(names) if bits >> offer & 1)
        return self._names[key]

    def _places_touched(self, game: int) -> frozenset[str]:
        first = game * len(self._places)
        touched = bytes(self._played.touched[first : first + len(self._places)])
        if touched not in self._touched:
            self._touched[touched] = frozenset(compress(self._places, touched))
        return self._touched[touched]
