"""The names of a program that is already there, for its scenarios.

Comes in: a checked program.  Goes out: its names, as if its declarations had just been read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rulelang.resolve.model.expressions import Variable
from rulelang.resolve.model.program import CounterDecl, DefineDecl, PlaceDecl, Program
from rulelang.resolve.model.sorts import NumberSort, PlaceSort, Sort
from rulelang.resolve.names import PASS, Names, StepHead, Thing
from rulelang.source import Span

FIRST_UID = 1_000_000
"""Variables of scenarios are numbered from here, so that they never meet one of their program."""


def names_of(program: Program) -> Names:
    """The names of a program, for all its numbers of players."""
    names = Names(program.path, program.players)
    names.reserve(FIRST_UID)
    names.teams = program.teams is not None
    for kind in program.kinds.values():
        names.add_kind(kind)
    for option in program.options.values():
        names.add_option(option)
    names.announce_types(tuple(program.types))
    for cards in program.types.values():
        names.add_type(cards)
    _add_sheet(program, names)
    _add_tables(program, names)
    for place in program.places.values():
        _add("place", place, place.keys, PlaceSort(place.types, place.shape), names)
        names.seen[place.name] = place.seen
        room = 1 if place.shape == "slot" else place.capacity
        if room is not None:
            names.room[place.name] = room
    for counter in program.counters.values():
        _add("counter", counter, counter.keys, counter.sort, names)
    for define in program.defines.values():
        _add("define", define, define.parameters, define.sort, names)
    for step in program.steps.values():
        header = step.header
        names.steps[step.name] = StepHead(
            step.name,
            step.receiver,
            step.parameters,
            step.span,
            lambda header=header: header,  # type: ignore[misc]
        )
    names.steps.setdefault(PASS, StepHead(PASS, None, (), Span(program.path, 0, 0), lambda: ()))
    return names


def _add_sheet(program: Program, names: Names) -> None:
    nowhere = Span(program.path, 0, 0)
    for column, values in program.sheet.items():
        sort = NumberSort(min(values.values(), default=0), max(values.values(), default=0))
        names.add_thing(Thing("sheet", column, column, None, (), nowhere, _giving(sort)))


def _add_tables(program: Program, names: Names) -> None:
    """Tables, except those that are the lowest layer of a value: that is asked instead."""
    for table in program.tables.values():
        names.tables[table.name] = table
        if table.name in program.defines:
            continue
        keys = tuple(names.variable("key", sort) for sort in table.keys)
        receiver, rest = (table.keys[0], keys[1:]) if table.receiver else (None, keys)
        word = table.name.rpartition(".")[2]
        names.add_thing(Thing("table", word, table.name, receiver, rest, table.span, _giving(table.sort)))


def _add(
    what: Literal["place", "counter", "define"],
    decl: PlaceDecl | CounterDecl | DefineDecl,
    keys: tuple[Variable, ...],
    sort: Sort,
    names: Names,
) -> None:
    receiver, rest = (keys[0].sort, keys[1:]) if decl.receiver else (None, keys)
    word = decl.name.rpartition(".")[2]
    names.add_thing(Thing(what, word, decl.name, receiver, rest, decl.span, _giving(sort)))


def _giving(sort: Sort) -> Callable[[], Sort]:
    return lambda: sort
