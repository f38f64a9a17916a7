"""The engine that runs a program as plain Python over the kernel.

Comes in: a program.  Goes out: an `Engine`.  The text is written by `source`; every engine runs it with names of its
own, those of `machine`.
"""

from __future__ import annotations

import linecache
import weakref
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import Any, NoReturn

from interpreter.machine.engine import ENDED, Cells, Chance, Pick, Picks, Refusal
from interpreter.machine.events import Event
from interpreter.machine.generator import bot_draw
from interpreter.machine.layout import BLOCK, FIRST_STREAM, OUTCOME, Layout, after_streams, first_state, layout_of
from interpreter.reference.headers import NOT_ON_OFFER, ONLY_IF_NOTHING_ELSE
from interpreter.reference.machine import Machine
from interpreter.reference.source import python_text, question_text
from interpreter.reference.thinking import Thinking
from rulelang.ir.model.expressions import Expr, Source
from rulelang.ir.model.program import NeedItem, PickItem, Program
from rulelang.ir.model.statements import Decide
from rulelang.ir.walk import first_rule

_NUMBERS = count()


class ReferenceEngine:
    """One program as Python functions over a list of integers."""

    def __init__(self, program: Program, layout: Layout | None = None, *, traced: bool = False) -> None:
        self.program = program
        self.layout = layout_of(program) if layout is None else layout
        self._machine = Machine(self.layout, traced)
        self._names = self._machine.names
        text = python_text(self.layout)
        file = f"<{program.title}, {program.players} players, {next(_NUMBERS)}>"
        exec(compile(text, file, "exec"), self._names)
        linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
        weakref.finalize(self, linecache.cache.pop, file, None)
        self._out: list[int] = []
        self._blocks = [self._names[f"block{number}"] for number in range(len(program.blocks))]
        self._questions: dict[tuple[Expr | Source, tuple[str, ...]], Callable[..., Any]] = {}
        self._ends = [block.end if isinstance(block.end, Decide) else None for block in program.blocks]

    @property
    def events(self) -> list[Event] | None:
        return self._machine.events

    @property
    def reached(self) -> set[int]:
        return self._machine.reached

    @property
    def chance(self) -> Chance | None:
        return self._machine.hook

    @chance.setter
    def chance(self, hook: Chance | None) -> None:
        self._machine.hook = hook

    # ------------------------------------------------------------ on and on

    def begin(self, state: list[int]) -> None:
        begun, after = first_state(self.layout), after_streams(self.program.players)
        state[:] = begun[:FIRST_STREAM] + state[FIRST_STREAM:after] + begun[after:]

    def run(self, state: list[int], stop_at: frozenset[int] = frozenset()) -> None:
        self._machine.stand(state)
        block, fuel = state[BLOCK], self.program.fuel
        while block >= 0:
            if not fuel:
                self._endless(block)
            fuel -= 1
            block = state[BLOCK] = self._blocks[block]()
            if block in stop_at:
                return
        if self._ends[-1 - block] is None and not state[OUTCOME]:
            state[OUTCOME] = ENDED

    def playout(self, state: list[int], most: int) -> int:
        decisions = 0
        while decisions < most and not self.over(state):
            choices = self.choices(state)
            self.choose(state, *choices[bot_draw(state, self.chooser(state), len(choices))])
            self.run(state)
            decisions += 1
        return decisions

    # ------------------------------------------------------------ decisions

    def decision(self, state: list[int]) -> int | None:
        end = self._end(state)
        return None if end is None else end.decision

    def over(self, state: list[int]) -> bool:
        return state[BLOCK] < 0 and self._end(state) is None

    def chooser(self, state: list[int]) -> int:
        player: int = self._called(state, f"chooser{self._resting(state).decision}")
        return player

    def choices(self, state: list[int]) -> list[tuple[int, Picks]]:
        found: list[tuple[int, Picks]] = self._called(state, f"decision{self._resting(state).decision}")
        return found

    def choose(self, state: list[int], offer: int, picks: Picks) -> None:
        end = self._resting(state)
        self._called(state, f"choose{end.decision}", offer, picks)
        state[BLOCK] = end.then

    def why_not(self, state: list[int], offer: int, picks: Picks) -> Refusal | None:
        number = self._resting(state).decision
        item = self._called(state, f"why_not{number}", offer, picks)
        if item == -1:
            return None
        decision = self.program.decisions[number]
        if item in (NOT_ON_OFFER, ONLY_IF_NOTHING_ELSE):
            return Refusal("offer" if item == NOT_ON_OFFER else "fallback", -1, "", decision.rule)
        offers = decision.all_offers
        refusing = self.program.headers[offers[offer].header].items[item]
        assert isinstance(refusing, PickItem | NeedItem)
        if isinstance(refusing, NeedItem):
            return Refusal("needs", item, refusing.reason, refusing.rule)
        return Refusal("pick", item, "", refusing.rule)

    # ------------------------------------------------------------ questions

    def call(self, function: int, state: list[int], *arguments: Pick) -> int:
        value: int = self._called(state, f"value{function}", *arguments)
        return value

    def offered(self, header: int, state: list[int], arguments: Picks, picks: Picks | None = None) -> bool:
        if picks is None:
            return next(self._called(state, f"choices{header}", *arguments), None) is not None
        return bool(self._called(state, f"why{header}", *arguments, picks) < 0)

    def look(self, state: list[int], node: Expr | Source, given: Mapping[str, Pick]) -> int | tuple[Pick, ...]:
        key = node, tuple(given)
        if key not in self._questions:
            self._questions[key] = eval(question_text(self.layout, *key), self._names)
        self._machine.stand(state)
        found = self._questions[key](*given.values())
        return tuple(found) if isinstance(node, Source) else int(found)

    def seen_by(self, state: list[int], place: int, card: int | None = None) -> int:
        self._machine.stand(state)
        if card is None:
            return self._machine.sees_all(place)
        seen: int = self._names["sees"](place, card) | state[self.layout.known + card]
        return seen

    def told(self, state: list[int], counter: int, offset: int) -> int:
        self._machine.stand(state)
        return self._machine.may_read(counter, offset)

    # ------------------------------------------------------------ thinking

    def think(self, function: str, state: Cells, *given: Cells | int) -> int:
        assert isinstance(state, list)
        self._machine.stand(state)
        self._thinking.names["S"] = state
        return int(self._thinking.names[function](self._out, *given) or 0)

    def thoughts(self, cells: Sequence[int]) -> Cells:
        return list(cells)

    def real(self, cells: Cells, at: int, value: float | None = None) -> float:
        if value is not None:
            cells[at] = value  # type: ignore[call-overload]
        return float(cells[at])

    @cached_property
    def _thinking(self) -> Thinking:
        return Thinking(self, self._machine)

    # ------------------------------------------------------------ pieces

    def _called(self, state: list[int], function: str, *arguments: Any) -> Any:
        """The value of a generated function, asked of this state."""
        self._machine.stand(state)
        return self._names[function](*arguments)

    def _end(self, state: list[int]) -> Decide | None:
        return self._ends[-1 - state[BLOCK]] if state[BLOCK] < 0 else None

    def _resting(self, state: list[int]) -> Decide:
        end = self._end(state)
        if end is None:
            raise ValueError("nobody has to choose in this state")
        return end

    def _endless(self, block: int) -> NoReturn:
        """Points at the first rule that is named in the block at which the game still was."""
        self._machine.endless(first_rule(self.program.blocks[block]))
