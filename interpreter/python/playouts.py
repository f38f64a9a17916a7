"""Whole games by chance.

Comes in: the functions of the text for playouts (see `playing`), and streams that are taken up.  Goes out: states at
their end, and how games went.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from interpreter.engine import ENDED, RUNNING
from interpreter.layout import BLOCK, OUTCOME
from interpreter.python.flow import Flow

Played: TypeAlias = tuple[int, int, tuple[int, ...]]
"""How one game went: how many decisions were made; the outcome as in the state; the criteria of the ranking, each for
every seat, and then the payoffs (nothing for a game that was given up, zeros for the criteria where everyone loses)."""


class Playouts:
    """Random games of one program."""

    def __init__(self, flow: Flow, names: dict[str, Any]) -> None:
        self._flow = flow
        self._plays: list[Callable[[list[int]], int] | None] = names["PLAYS"]
        """What makes a random choice and goes on to the next, by where the state rests."""
        self.scores: Callable[[list[int]], tuple[int, ...]] = names["scores"]

    def on(self, state: list[int], most: int) -> int:
        """From a decision to the end, or until so many decisions have been made; how many there were."""
        plays, at, decisions = self._plays, state[BLOCK], 0
        while decisions < most and (play := plays[at]) is not None:
            at = play(state)
            if at >= 0:
                at = self._flow.after_chain(state, at)
            decisions += 1
        state[BLOCK] = at
        self._flow.at_end(state)
        return decisions

    def games(self, many: int, most: int) -> list[Played]:
        """So many whole games from the streams as they stand."""
        flow, plays, scores, played = self._flow, self._plays, self.scores, []
        start = flow.start or self._start
        for _ in range(many):
            state, decisions = flow.prepared.copy(), 0
            at = start(state)
            if at >= 0:
                at = flow.after_chain(state, at)
            while decisions < most and (play := plays[at]) is not None:
                at = play(state)
                if at >= 0:
                    at = flow.after_chain(state, at)
                decisions += 1
            over = plays[at] is None
            played.append((decisions, (state[OUTCOME] or ENDED) if over else RUNNING, scores(state) if over else ()))
        return played

    def _start(self, state: list[int]) -> int:
        """From the very beginning, step by step."""
        state[:] = self._flow.begun
        self._flow.on(state)
        return state[BLOCK]
