"""From block to block until the game rests.

Comes in: the functions of a text and a state.  Goes out: the state at a decision or at its end.  Where it can, it goes
in chains and begins with what is the same in every game (see `chains` and `beginning`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from interpreter.engine import ENDED, GameFault
from interpreter.layout import BLOCK, FIRST_COUNTER, OUTCOME
from interpreter.lifetimes import nodes
from interpreter.python.chains import longest
from interpreter.python.runtime import Runtime
from rulelang.ir.model.program import Program
from rulelang.ir.model.statements import Decide

NOWHERE = frozenset[int]()


class Flow:
    """The blocks of one program; `begun` is the state before block 0."""

    def __init__(self, program: Program, runtime: Runtime, names: dict[str, Any], begun: list[int]) -> None:
        self.program, self.runtime, self.begun = program, runtime, begun
        self.ends = [block.end if isinstance(block.end, Decide) else None for block in program.blocks]
        self._blocks: list[Callable[[list[int]], int]] = names["BLOCKS"]
        self._chains: dict[int, Callable[[list[int], int], int]] = names["CHAINS"]
        self._longest = longest()
        self.start: Callable[[list[int]], int] | None = names.get("start")
        """Goes on from `prepared`; none if the game had better begin step by step."""
        self.prepared = begun.copy()
        """The state when chance first has a part in it."""
        if self.start is not None:
            try:
                names["prepare"](self.prepared)
            except GameFault:
                self.start = None

    @property
    def sparing(self) -> bool:
        """Whether there is so little fuel that every single block counts."""
        return self.program.fuel < self._longest

    def on(self, state: list[int], stop_at: frozenset[int] = NOWHERE) -> None:
        """On from where the state rests, until it rests again or stands before one of the blocks in `stop_at`."""
        if stop_at or self.runtime.chance is not None:
            self._step_by_step(state, stop_at, self.program.fuel)
            return
        if state[BLOCK] or self.start is None or self.sparing or not self._fresh(state):
            self._in_chains(state, self.program.fuel)
            return
        state[FIRST_COUNTER:] = self.prepared[FIRST_COUNTER:]
        at = self.start(state)
        if at >= 0:
            self.after_chain(state, at)
        else:
            state[BLOCK] = at
            self.at_end(state)

    def after_chain(self, state: list[int], stopped: int) -> int:
        """On from where the first chain has stopped; gives back where the state rests."""
        many, state[BLOCK] = divmod(stopped, len(self._blocks))
        self._in_chains(state, self.program.fuel - many)
        return state[BLOCK]

    def at_end(self, state: list[int]) -> None:
        """Falling off the end of the flow ends the game."""
        if self.ends[-1 - state[BLOCK]] is None and not state[OUTCOME]:
            state[OUTCOME] = ENDED

    def _in_chains(self, state: list[int], fuel: int) -> None:
        block, chains, enough = state[BLOCK], self._chains, self._longest
        while block in chains and fuel >= enough:
            block = chains[block](state, 0)
            if block >= 0:
                many, block = divmod(block, len(self._blocks))
                fuel -= many
        state[BLOCK] = block
        self._step_by_step(state, NOWHERE, fuel)

    def _step_by_step(self, state: list[int], stop_at: frozenset[int], fuel: int) -> None:
        block, blocks = state[BLOCK], self._blocks
        while block >= 0:
            if not fuel:
                self._endless(block)
            fuel -= 1
            block = state[BLOCK] = blocks[block](state)
            if block in stop_at:
                return
        self.at_end(state)

    def _fresh(self, state: list[int]) -> bool:
        """Whether a state is as the game begins."""
        return not state[OUTCOME] and state[FIRST_COUNTER:] == self.begun[FIRST_COUNTER:]

    def _endless(self, block: int) -> NoReturn:
        """Points at the first rule that is named in the block at which the game still was."""
        named = (getattr(node, "rule", None) for node in nodes(self.program.blocks[block]))
        self.runtime.endless(next((rule for rule in named if isinstance(rule, int)), 0))
