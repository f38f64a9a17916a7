"""The engine that runs a program as generated Python.

Comes in: a program.  Goes out: an `Engine`.  The text is written by `source`, kept by `cache`, and compiled
once in a process for each program, traced or not; every engine runs it with a runtime of its own.
"""

from __future__ import annotations

import linecache
from collections import OrderedDict
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any, NoReturn

from interpreter.engine import ENDED, Chance, Pick, Picks, Refusal
from interpreter.events import Event
from interpreter.layout import BLOCK, OUTCOME, STREAM_CELLS, Layout, instances, layout_of
from interpreter.lifetimes import nodes
from interpreter.python.blocks import longest
from interpreter.python.cache import cached_text
from interpreter.python.decisions import NOT_ON_OFFER, ONLY_IF_NOTHING_ELSE
from interpreter.python.looks import Lot
from interpreter.python.runtime import Runtime
from interpreter.python.source import python_text
from rulelang.ir.model.program import NeedItem, OfferDecl, PickItem, Program
from rulelang.ir.model.statements import Decide

_COMPILED: OrderedDict[tuple[int, bool], tuple[Program, CodeType]] = OrderedDict()
_MOST_COMPILED = 64


class PythonEngine:
    """One program as Python functions over a list of integers."""

    def __init__(self, program: Program, layout: Layout | None = None, *, traced: bool = False) -> None:
        self.program = program
        self.layout = layout_of(program) if layout is None else layout
        self._runtime = Runtime(self.layout, traced)
        names: dict[str, Any] = self._runtime.names()
        exec(_compiled(program, self.layout, traced), names)
        self._blocks: list[Callable[[list[int]], int]] = names["BLOCKS"]
        self._chains: dict[int, Callable[[list[int]], tuple[int, int]]] = names["CHAINS"]
        self._longest = longest(program)
        self._functions: list[Callable[..., int]] = names["FUNCTIONS"]
        self._can: list[Callable[..., Iterator[Picks]]] = names["CAN"]
        self._why: list[Callable[..., int]] = names["WHY"]
        self._chooser: list[Callable[[list[int]], int]] = names["CHOOSER"]
        self._lots: list[Callable[[list[int]], list[Lot]]] = names["LOTS"]
        self._why_not: list[Callable[[list[int], int, Picks], int]] = names["WHY_NOT"]
        self._choose: list[Callable[[list[int], int, Picks], None]] = names["CHOOSE"]
        self._runtime.functions = tuple(self._functions)
        self._ends = [block.end if isinstance(block.end, Decide) else None for block in program.blocks]
        self._start = self._first_state()

    @property
    def events(self) -> list[Event] | None:
        return self._runtime.events

    @property
    def chance(self) -> Chance | None:
        return self._runtime.chance

    @chance.setter
    def chance(self, hook: Chance | None) -> None:
        self._runtime.chance = hook

    def begin(self, state: list[int]) -> None:
        first, after = min(STREAM_CELLS.values()), max(STREAM_CELLS.values()) + 2
        state[:] = self._start[:first] + state[first:after] + self._start[after:]

    def run(self, state: list[int], stop_at: frozenset[int] = frozenset()) -> None:
        self._on(state, stop_at, self.program.fuel)

    def _on(self, state: list[int], stop_at: frozenset[int], fuel: int) -> None:
        """`run`, with fuel for so many blocks."""
        block, blocks = state[BLOCK], self._blocks
        if not stop_at and self.chance is None:
            chains, enough = self._chains, self._longest
            while block in chains and fuel >= enough:
                block, many = chains[block](state)
                fuel -= many
            state[BLOCK] = block
        while block >= 0:
            if not fuel:
                self._endless(block)
            fuel -= 1
            block = state[BLOCK] = blocks[block](state)
            if stop_at and block in stop_at:
                return
        if self._ends[-1 - block] is None and not state[OUTCOME]:
            state[OUTCOME] = ENDED

    def decision(self, state: list[int]) -> int | None:
        end = self._end(state)
        return None if end is None else end.decision

    def over(self, state: list[int]) -> bool:
        return state[BLOCK] < 0 and self._ends[-1 - state[BLOCK]] is None

    def chooser(self, state: list[int]) -> int:
        return self._chooser[self._resting(state).decision](state)

    def choices(self, state: list[int]) -> list[tuple[int, Picks]]:
        return self._runtime.spread(state, self._lots[self._resting(state).decision](state))

    def playout(self, state: list[int], most: int) -> int:
        draw, taken, nowhere = self._runtime.streams["bots"], self._runtime.taken, frozenset[int]()
        decisions = 0
        while decisions < most and (end := self._ends[-1 - state[BLOCK]]) is not None:
            lots = self._lots[end.decision](state)
            many = 0
            for lot in lots:
                many += len(lot[2])
            number = draw(state, many)
            for lot in lots:
                if number < len(lot[2]):
                    break
                number -= len(lot[2])
            offer, before, members, cards = lot
            picks = (*before, members[number]) if cards is None else taken(state, before, members[number], cards)
            self._choose[end.decision](state, offer, picks)
            state[BLOCK], fuel = end.then, self.program.fuel
            if fuel >= self._longest:
                state[BLOCK], done = self._chains[end.then](state)
                fuel -= done
            if state[BLOCK] >= 0 or self._ends[-1 - state[BLOCK]] is None:
                self._on(state, nowhere, fuel)
            decisions += 1
        return decisions

    def choose(self, state: list[int], offer: int, picks: Picks) -> None:
        end = self._resting(state)
        self._choose[end.decision](state, offer, picks)
        state[BLOCK] = end.then

    def why_not(self, state: list[int], offer: int, picks: Picks) -> Refusal | None:
        number = self._resting(state).decision
        item = self._why_not[number](state, offer, picks)
        if item == -1:
            return None
        decision = self.program.decisions[number]
        if item == NOT_ON_OFFER:
            return Refusal("offer", -1, "", decision.rule)
        if item == ONLY_IF_NOTHING_ELSE:
            return Refusal("fallback", -1, "", decision.rule)
        offers: tuple[OfferDecl, ...] = decision.offers
        if decision.fallback is not None:
            offers = (*offers, decision.fallback)
        refusing = self.program.headers[offers[offer].header].items[item]
        assert isinstance(refusing, PickItem | NeedItem)
        if isinstance(refusing, NeedItem):
            return Refusal("needs", item, refusing.reason, refusing.rule)
        return Refusal("pick", item, "", refusing.rule)

    def call(self, function: int, state: list[int], *arguments: Pick) -> int:
        return self._functions[function](state, *arguments)

    def offered(self, header: int, state: list[int], arguments: Picks, picks: Picks | None = None) -> bool:
        if picks is None:
            return next(self._can[header](state, *arguments), None) is not None
        return self._why[header](state, *arguments, picks) < 0

    def seen_by(self, state: list[int], place: int, card: int | None = None) -> int:
        if card is None:
            return self._runtime.sees_all(state, place)
        return self._runtime.sees(state, place, card) | state[self.layout.known + card]

    def told(self, state: list[int], counter: int, offset: int) -> int:
        return self._runtime.may_read(state, counter, offset)

    def _first_state(self) -> list[int]:
        """Initial values, and every card in the box: a pile with the lowest number on top."""
        state = [0] * self.layout.size
        layout, program = self.layout, self.program
        for start, counter in zip(layout.counters, program.counters, strict=True):
            many = instances(counter.keys)
            state[start : start + many] = [counter.initial] * many
        box = layout.places[0]
        cards = len(program.cards)
        state[box.size] = cards
        state[box.cards : box.cards + cards] = range(cards - 1, -1, -1)
        return state

    def _end(self, state: list[int]) -> Decide | None:
        return self._ends[-1 - state[BLOCK]] if state[BLOCK] < 0 else None

    def _resting(self, state: list[int]) -> Decide:
        end = self._end(state)
        if end is None:
            raise ValueError("nobody has to choose in this state")
        return end

    def _endless(self, block: int) -> NoReturn:
        """Points at the first rule that is named in the block at which the game still was."""
        named = (getattr(node, "rule", None) for node in nodes(self.program.blocks[block]))
        self._runtime.endless(next((rule for rule in named if isinstance(rule, int)), 0))


def _compiled(program: Program, layout: Layout, traced: bool) -> CodeType:
    """The code of a program's text, compiled once; held together with the program, whose identity is the
    key."""
    key = id(program), traced
    if key in _COMPILED:
        _COMPILED.move_to_end(key)
        return _COMPILED[key][1]
    text = cached_text(program, traced, lambda: python_text(program, layout, traced))
    name = f"<{program.title}, {program.players} players{', traced' if traced else ''}, {id(program)}>"
    code = compile(text, name, "exec")
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    _COMPILED[key] = program, code
    while len(_COMPILED) > _MOST_COMPILED:
        _, (_, old) = _COMPILED.popitem(last=False)
        linecache.cache.pop(old.co_filename, None)
    return code
