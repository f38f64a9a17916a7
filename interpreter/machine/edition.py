"""A game that is ready for engines: rules with a variant, a value of each option and a number of players.

Comes in: a program, and how to make an engine for it.  Goes out: what there is to know about the game before it begins,
engines, and what an engine says of a list of integers.  Games in progress are left to `state`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Self, TypeVar, cast

from interpreter.machine import saves
from interpreter.machine.contents import Contents
from interpreter.machine.engine import Engine
from interpreter.machine.layout import Layout, layout_of
from interpreter.machine.results import Result, Score, result_of, together
from interpreter.machine.texts import Texts, offset_of
from rulelang.ir.model.program import CounterDecl, Program
from rulelang.near import near_it
from rulelang.nodes import frozen

Made = TypeVar("Made")


@frozen
class Thing:
    """A place or counter of the game, one for each combination of keys

    `name` is how views and logs write it (`A.hand`); `sort` the shape of a place or the sort of a value;
    `most` how many cards fit in, or the highest value; `least` 0 or the lowest value; `seen` who sees it:
    nobody, owner, others, all, or `players` and `card` where a rule decides.
    """

    name: str
    sort: str
    least: int
    most: int
    seen: str


class Edition:
    """One game as it is played.  Safe to share between states, but not between threads."""

    def __init__(self, program: Program, make: Callable[..., Engine], name: str | None = None) -> None:
        """`make`: an engine from a program, its layout and whether it is traced; `name`: what records call the rules,
        by default the title.
        """
        self.program = program
        self.name = name or program.title
        self.layout: Layout = layout_of(program)
        self.texts = Texts(program)
        self._make = make
        self._engines: dict[tuple[bool, bool], Engine] = {}
        self._worked_out: dict[object, object] = {}

    @property
    def title(self) -> str:
        return self.program.title

    @property
    def players(self) -> int:
        """How many sit at the table; seats count from 0."""
        return self.program.players

    @property
    def names(self) -> tuple[str, ...]:
        """The letters of the seats: A, B, C …"""
        return self.texts.seats

    @property
    def variants(self) -> tuple[str, ...]:
        return self.program.variants

    @property
    def options(self) -> dict[str, str]:
        """The value of every option by its name."""
        return dict(self.program.options)

    @cached_property
    def zones(self) -> tuple[Thing, ...]:
        """Every place, in the order of the numbers of zone instances."""
        return tuple(
            Thing(self.texts.zone(zone, place.keys), zone.shape, 0, zone.capacity, zone.seen.who)
            for place in self.layout.places
            for zone in (self.program.zones[place.declaration],)
        )

    @cached_property
    def counters(self) -> tuple[CounterDecl, ...]:
        """Every counter that the rules declare, with its bounds and beginning; the compiler's own are left
        out.
        """
        return tuple(counter for counter in self.program.counters if not counter.hidden)

    @cached_property
    def digest(self) -> bytes:
        """16 bytes that are the same only for the same rules, options, players and layout."""
        program = self.program
        what = (
            program.rules_hash,
            program.players,
            program.variants,
            program.options,
            len(program.blocks),
            self.layout.dump(),
        )
        return sha256(repr(what).encode()).digest()[: saves.DIGEST]

    def once(self, work_out: Callable[[Self], Made]) -> Made:
        """What somebody works out of these rules, kept for the next who asks."""
        if work_out not in self._worked_out:
            self._worked_out[work_out] = work_out(self)
        return cast(Made, self._worked_out[work_out])

    # ---------------------------------------------------------------- asking engines

    def engine(self, traced: bool = False, explicit: bool = False) -> Engine:
        """The engine that reports events or not, draws by itself or asks; made when first needed."""
        key = (traced, explicit)
        if key not in self._engines:
            self._engines[key] = self._make(self.program, self.layout, traced=traced)
        return self._engines[key]

    def contents(self, array: list[int], engine: Engine | None = None) -> Contents:
        """A reader for a list of integers that is not changed meanwhile."""
        return Contents(self.layout, self.texts, engine or self.engine(), array)

    def result(self, array: list[int], engine: Engine) -> Result:
        """The result of a list of integers at the end of the game; GameFault if a criterion has no value."""
        declared, seats = self.program.result, range(self.players)
        payoffs: Sequence[int] = ()
        if declared.payoff is not None:
            payoffs = [engine.call(declared.payoff, array, seat) for seat in seats]
        ended = together(self.contents(array, engine).outcome, self.players, payoffs, declared.unit)
        if ended is not None:
            return ended
        scores = [
            Score.of(self.program, criterion, [engine.call(criterion.function, array, seat) for seat in seats])
            for criterion in declared.criteria
        ]
        chosen = None if declared.player is None else engine.call(declared.player, array)
        return result_of(self.players, scores, chosen, payoffs, declared.several, declared.unit)

    def value(self, array: list[int], engine: Engine, name: str, keys: Sequence[int]) -> int:
        """A named value or counter of a list of integers; KeyError for an unknown name, ValueError for
        wrong keys.
        """
        named = [value for value in self.program.values if value.name == name]
        for value in named:
            if len(value.keys) == len(keys):
                return engine.call(value.function, array, *keys)
        if named:
            raise ValueError(f"{name} takes {len(named[0].keys)} keys, not {len(keys)}")
        for number, counter in enumerate(self.program.counters):
            if counter.name == name and not counter.hidden:
                return array[self.layout.counters[number] + offset_of(counter.keys, keys)]
        known = {value.name for value in self.program.values} | {counter.name for counter in self.counters}
        raise KeyError(f"nothing is called {name}{near_it(name, sorted(known))}")
