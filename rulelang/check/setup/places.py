"""Cards that never come into play, and places that never hold a card.

Proved: no statement takes a card of the type out of the box, or none ever moves a card into the place.  Which
statements are really carried out is not looked at, nor which cards a condition lets through.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.diagnostics import Diagnostic, diagnostic
from rulelang.resolve.model.expressions import AllOf, EndCard, Expr, Named, PlaceRef, SlotCard
from rulelang.resolve.model.program import Program
from rulelang.resolve.model.sorts import CardSort, PlaceSort
from rulelang.resolve.model.statements import Move, MoveEvery, MoveSome, Swap
from rulelang.resolve.walk import find, nodes

BOX = "box"


def places(program: Program) -> Iterator[Diagnostic]:
    if next(_flow(program), None) is None:
        return  # a text of values alone, as some tests are
    yield from _never_placed(program)
    for name in never_filled(program):
        place = program.places[name]
        if place.span.path == program.path and _is_used(program, name):
            yield diagnostic("RL0703", place.span, name=name)


def never_filled(program: Program) -> list[str]:
    """The places into which no statement moves a card."""
    goals = [set(_named(to)) for to in _goals(program)]
    if not all(goals):
        return []  # a card changes places with another, wherever that lies
    filled = {name for goal in goals for name in goal}
    return [name for name in program.places if name not in filled and name != BOX]


def _goals(program: Program) -> Iterator[Expr]:
    for statement in _flow(program):
        match statement:
            case Move(to=to) | MoveSome(to=to) | MoveEvery(to=to):
                yield to
            case Swap(left=left, right=right):
                yield from (left, right)
            case _:
                pass


def _flow(program: Program) -> Iterator[object]:
    return nodes(program.setup, program.play, program.whenevers, program.steps)


def _named(expression: Expr) -> Iterator[str]:
    """The place that is meant; a place in its keys is only read."""
    match expression:
        case PlaceRef(place=name):
            yield name
        case SlotCard(place=place) | EndCard(place=place):
            yield from _named(place)
        case _:
            pass


def _is_used(program: Program, name: str) -> bool:
    return any(ref.place == name for ref in find(PlaceRef, *_flow(program), program.defines))


def _never_placed(program: Program) -> Iterator[Diagnostic]:
    taken: set[str] = set()
    for node in _flow(program):
        match node:
            case AllOf(sort=CardSort(types=types)) | Named(sort=CardSort(types=types)):
                taken.update(types)
            case PlaceRef(place=name, sort=PlaceSort(types=types)) if name == BOX:
                taken.update(types)
            case _:
                pass
    for declared in program.types.values():
        if declared.cards and declared.name not in taken and declared.span.path == program.path:
            yield diagnostic("RL0701", declared.span, name=declared.name)
