"""Functions of a program that remember their answers for as long as nothing changes.

Comes in: a program.  Goes out: which functions do, for which arguments, and LLVM text.  Answers stand in the cells of
%X from X_MEMORY on, each with the count of changes at which it was found: one more change, and none of them holds.  This
is for whole games only, where nothing but the code itself changes a state.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import prod

from attrs import frozen

from interpreter.lifetimes import nodes
from interpreter.native.context import X_CHANGES, X_KIND, X_MEMORY
from interpreter.native.text import Writer
from rulelang.ir.model.expressions import Binary, Call, First, Fold, Frame, Local, Lookup, Position, Read, Zone
from rulelang.ir.model.program import Function, Program

MOST_ANSWERS = 4096
ANSWER = 4
"""Cells of an answer: two for the count of changes, its value, one that is not used."""


@frozen
class Remembered:
    """Where the answers of a function begin, and from where to where each argument goes"""

    start: int
    bounds: tuple[tuple[int, int], ...]


@cache
def remembered(program: Program) -> dict[int, Remembered]:
    """The functions that go through cards or places, by number, and have few possible arguments.

    Only those that are asked while choices are listed: nothing changes meanwhile, and the same is asked of many.
    """
    found: dict[int, Remembered] = {}
    start = X_MEMORY
    asked = {node.function for node in _reached(program, program.headers) if isinstance(node, Call)}
    for number in sorted(asked):
        function = program.functions[number]
        if not any(isinstance(node, Fold | First | Position) for node in nodes(function.value)):
            continue
        if any(isinstance(node, Frame) for node in _reached(program, function)):
            continue
        bounds = [_bounds(program, number, place) for place in range(len(function.parameters))]
        known = tuple(pair for pair in bounds if pair is not None)
        answers = prod(high - low + 1 for low, high in known)
        if len(known) == len(bounds) and 0 < answers <= MOST_ANSWERS:
            found[number] = Remembered(start, known)
            start += ANSWER * answers
    return found


def cells_of_memory(program: Program) -> int:
    """How many cells %X has with all answers."""
    ends = [
        kept.start + ANSWER * prod(high - low + 1 for low, high in kept.bounds)
        for kept in remembered(program).values()
    ]
    return max(ends, default=X_MEMORY)


def change(w: Writer) -> None:
    """Something changes: what is remembered holds no longer."""
    counter = w.cell("%X", str(X_CHANGES))
    now = w.op(f"load i64, ptr {counter}, align 8")
    w.line(f"store i64 {w.op(f'add i64 {now}, 1')}, ptr {counter}, align 8")


def remembering_writer(number: int, function: Function, kept: Remembered, fails: bool) -> Writer:
    """``f3(…)``: the remembered answer, else that of ``g3``."""
    parameters = tuple(("i32", f"p{place}") for place in range(len(function.parameters)))
    w = Writer(f"f{number}", parameters)
    given = [f"i32 %p{place}" for place in range(len(parameters))]
    asks = w.label("ask")
    index = "0"
    for place, (low, high) in enumerate(kept.bounds):
        moved = w.two("sub", f"%p{place}", str(low))
        inside = w.label("inside")
        w.branch_rarely(w.test("ugt", moved, str(high - low)), asks, inside)
        w.place(inside)
        index = w.two("add", w.two("mul", index, str(high - low + 1)), moved)
    cell = w.cell("%X", w.two("add", w.two("mul", index, str(ANSWER)), str(kept.start)))
    now = w.op(f"load i64, ptr {w.cell('%X', str(X_CHANGES))}, align 8")
    then = w.op(f"load i64, ptr {cell}, align 8")
    holds, finds, good = w.label("holds"), w.label("find"), w.label("good")
    w.branch(w.op(f"icmp eq i64 {now}, {then}"), holds, finds)
    w.place(holds)
    w.give(w.load(cell, "2"))
    w.place(finds)
    value = w.call(f"g{number}", *given)
    if fails:
        w.branch(w.test("==", w.load("%X", str(X_KIND)), "0"), good, w.fail())
        w.place(good)
    w.store(cell, "2", value)
    w.line(f"store i64 {now}, ptr {cell}, align 8")
    w.give(value)
    w.place(asks)
    w.give(w.call(f"g{number}", *given))
    return w


def _reached(program: Program, part: object) -> Iterator[object]:
    """Every node of a part of a program and of the functions that it calls."""
    done: set[int] = set()
    waiting = [part]
    while waiting:
        for node in nodes(waiting.pop()):
            yield node
            if isinstance(node, Call) and node.function not in done:
                done.add(node.function)
                waiting.append(program.functions[node.function])


def _bounds(program: Program, number: int, place: int) -> tuple[int, int] | None:
    """Between which numbers an argument surely makes sense, none if it is a set or nobody can tell."""
    function = program.functions[number]
    parameter = function.parameters[place]
    if parameter.is_set:
        return None
    name = Local(parameter.name)
    for node in nodes(function.value):
        match node:
            case Lookup(table, index) if index == name:
                first = program.tables[table].first
                return first, first + len(program.tables[table].values) - 1
            case Zone(zone, keys) if name in keys:
                key = program.zones[zone].keys[keys.index(name)]
                return key.low, key.high
            case Read(counter, keys) if name in keys:
                key = program.counters[counter].keys[keys.index(name)]
                return key.low, key.high
            case Binary("==" | "!=", Lookup(table), other) | Binary("==" | "!=", other, Lookup(table)) if other == name:
                values = program.tables[table].values
                return (min(values), max(values)) if values else None
            case Call(inner, given) if name in given and inner != number:
                bounds = _bounds(program, inner, given.index(name))
                if bounds is not None:
                    return bounds
    return None
