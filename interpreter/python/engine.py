"""The engine that runs a program as generated Python.

Comes in: a program.  Goes out: an `Engine`.  The text is written by `source` and compiled by `compiled`; every engine
runs it with a runtime of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from interpreter.engine import Chance, Pick, Picks, Refusal
from interpreter.events import Event
from interpreter.generator import seed_streams
from interpreter.layout import BLOCK, OUTCOME, STREAM_CELLS, Layout, instances, layout_of
from interpreter.python.compiled import compiled
from interpreter.python.decisions import NOT_ON_OFFER, ONLY_IF_NOTHING_ELSE
from interpreter.python.flow import Flow
from interpreter.python.looks import Lot
from interpreter.python.playouts import Played, Playouts
from interpreter.python.runtime import Runtime
from interpreter.python.streams import Stream
from rulelang.ir.model.program import NeedItem, OfferDecl, PickItem, Program
from rulelang.ir.model.statements import Decide

MOST_DECISIONS = 10_000
"""Games of many are given up after so many decisions, unless asked otherwise."""


class PythonEngine:
    """One program as Python functions over a list of integers."""

    def __init__(self, program: Program, layout: Layout | None = None, *, traced: bool = False) -> None:
        self.program = program
        self.layout = layout_of(program) if layout is None else layout
        self._make(traced)

    def _make(self, traced: bool) -> None:
        """Everything that runs, new."""
        program = self.program
        self._runtime = Runtime(self.layout, traced)
        self._names: dict[str, Any] = self._runtime.names()
        names = self._names
        exec(compiled(program, self.layout, "traced" if traced else "plain"), names)
        self._functions: list[Callable[..., int]] = names["FUNCTIONS"]
        self._can: list[Callable[..., Iterator[Picks]]] = names["CAN"]
        self._why: list[Callable[..., int]] = names["WHY"]
        self._chooser: list[Callable[[list[int]], int]] = names["CHOOSER"]
        self._lots: list[Callable[[list[int]], list[Lot]]] = names["LOTS"]
        self._why_not: list[Callable[[list[int], int, Picks], int]] = names["WHY_NOT"]
        self._choose: list[Callable[[list[int], int, Picks], None]] = names["CHOOSE"]
        self._runtime.functions = tuple(self._functions)
        self._flow = Flow(program, self._runtime, names, self._first_state())
        self._ends = self._flow.ends

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
        state[:] = self._flow.begun[:first] + state[first:after] + self._flow.begun[after:]

    def run(self, state: list[int], stop_at: frozenset[int] = frozenset()) -> None:
        streams = self._taken_up(state)
        flow = self._flow if self.chance is None else self._asked_flow
        try:
            flow.on(state, stop_at)
        finally:
            for stream in streams:
                stream.store(state)

    def _taken_up(self, state: list[int], bots: bool = False) -> Sequence[Stream]:
        """The streams from which is drawn, from now on those of this state."""
        deal, dice, last = self._runtime.streams.values()
        if deal.broken or dice.broken or last.broken:
            self._renew()
            return self._taken_up(state, bots)
        streams = (deal, dice, last) if bots else (deal, dice)
        for stream in streams:
            stream.load(state)
        return streams

    def _renew(self) -> None:
        """Begins anew after somebody has interrupted a draw."""
        chance = self.chance
        for made in ("_asked_flow", "_playouts"):
            self.__dict__.pop(made, None)
        self._make(self.events is not None)
        self.chance = chance

    @cached_property
    def _asked_flow(self) -> Flow:
        """The flow while somebody decides chance events."""
        if self.events is not None:
            return self._flow
        names = self._runtime.names()
        exec(compiled(self.program, self.layout, "asked"), names)
        return Flow(self.program, self._runtime, names, self._flow.begun)

    @cached_property
    def _playouts(self) -> Playouts:
        exec(compiled(self.program, self.layout, "playing"), self._names)
        return Playouts(self._flow, self._names)

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
        streams = self._taken_up(state, bots=True)
        try:
            return self._play_sparingly(state, most) if self._flow.sparing else self._playouts.on(state, most)
        finally:
            for stream in streams:
                stream.store(state)

    def _play_sparingly(self, state: list[int], most: int) -> int:
        """The same with so little fuel that every block counts."""
        decisions = 0
        while decisions < most and not self.over(state):
            choices = self.choices(state)
            self.choose(state, *choices[self._runtime.streams["bots"].below(len(choices))])
            self._flow.on(state)
            decisions += 1
        return decisions

    def play_many(self, seed: int | str, many: int, most: int = MOST_DECISIONS) -> list[Played]:
        """So many whole games by chance, each going on with the generator where the last one stopped; see `Played`.

        The fastest way to many games, of which only the first can be played again by its seed.  Raises GameFault.
        """
        state = self._flow.begun.copy()
        seed_streams(state, STREAM_CELLS, seed)
        streams = self._taken_up(state, bots=True)
        try:
            if self._flow.sparing:
                return [self._game_sparingly(most) for _ in range(many)]
            return self._playouts.games(many, most)
        finally:
            for stream in streams:
                stream.store(state)

    def _game_sparingly(self, most: int) -> Played:
        """One whole game with so little fuel that every block counts."""
        state = self._flow.begun.copy()
        self._flow.on(state)
        decisions = self._play_sparingly(state, most)
        return decisions, state[OUTCOME], self._playouts.scores(state) if self.over(state) else ()

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
