"""Loops whose body changes what their head reads.

A head (`where`, `by`, the ends of a stretch) is read once, before the first time round.  Proved: the body, or a step
that it comes to, sets a counter or moves cards of a place without an owner that the head reads, and no `stop` leaves
the loop.  Left alone: what belongs to each member by itself (`for each player where player.hand is empty`), and the
place that the loop goes through, since taking cards out of it is what such loops are for.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.calls import Calls, calls_in
from rulelang.check.touched import bodies_beneath
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.expressions import CounterRef, DefineCall, PlaceRef, Range, Stretch
from rulelang.resolve.model.program import Program
from rulelang.resolve.model.statements import Add, ForEach, Move, MoveEvery, MoveSome, Set, Stop, Swap
from rulelang.resolve.walk import find, nodes
from rulelang.source import Span


def asked_once(program: Program, calls: Calls) -> Iterator[Diagnostic]:
    everywhere = (program.setup, program.play, program.whenevers, program.steps)
    for loop in nodes(*everywhere):
        match loop:
            case ForEach(range=range, body=body, at_once=False):
                performed = [call.step for call in calls_in(body, program)]
                inside = [body, *bodies_beneath(program, calls, performed)]
                if next(find(Stop, body), None) is None:
                    yield from _changed(program, range, inside)
            case MoveEvery(range=range):
                yield from _changed(program, range, [loop.to])
            case _:
                pass


def _changed(program: Program, range: Range, inside: list[object]) -> Iterator[Diagnostic]:
    """One message about the first thing that the head reads and the body changes."""
    read = _read(program, range)
    if not read:
        return
    for name, span in _written(inside):
        if name in read:
            label = Label(span, "changed here")
            yield diagnostic("RL0524", read[name], labels=[label] if span != read[name] else [], name=name)
            return


def _read(program: Program, range: Range) -> dict[str, Span]:
    """What the head reads that has no owner, with where in the head it is read."""
    ends = range.source if isinstance(range.source, Stretch) else None
    through = {place.place for place in find(PlaceRef, range.source)}
    found: dict[str, Span] = {}
    todo: list[tuple[object, Span | None]] = [((range.where, range.each, range.limit, range.orders, ends), None)]
    seen: set[str] = set()
    while todo:
        piece, at = todo.pop()
        for node in nodes(piece):
            match node:
                case CounterRef(counter=name, keys=()):
                    found.setdefault(name, at or node.span)
                case PlaceRef(place=name, keys=()) if name not in through and name != "box":
                    found.setdefault(name, at or node.span)
                case DefineCall(define=name) if name not in seen and name in program.defines:
                    seen.add(name)
                    todo.append((program.defines[name].layers, at or node.span))
                case _:
                    pass
    return found


def _written(inside: list[object]) -> Iterator[tuple[str, Span]]:
    for node in nodes(*inside):
        match node:
            case Set(target=target) | Add(target=target):
                yield target.counter, node.span
            case Move() | MoveSome() | MoveEvery() | Swap():
                yield from ((place.place, node.span) for place in _moved(node))
            case PlaceRef(place=name) if node in inside:
                yield name, node.span
            case _:
                pass


def _moved(node: Move | MoveSome | MoveEvery | Swap) -> Iterator[PlaceRef]:
    """The places that cards come from or go to, as far as they are named."""
    match node:
        case Swap(left=left, right=right):
            ends: tuple[object, ...] = (left, right)
        case MoveSome(source=source, to=to):
            ends = (source, to)
        case MoveEvery(range=range, to=to):
            ends = (range.source, to)
        case Move(to=to):
            ends = (to,)
    for end in ends:
        yield from find(PlaceRef, end)
