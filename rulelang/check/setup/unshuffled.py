"""A pile that nobody sees and nobody shuffles, so that everybody may know what comes next.

Proved: the set-up puts cards that differ into it in the order in which they are declared, no statement of the game
shuffles it, and some statement takes cards off it.  Whether the players should know the order is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.diagnostics import Diagnostic, diagnostic
from rulelang.resolve.model.expressions import AllOf, EndCard, PlaceRef
from rulelang.resolve.model.program import Program
from rulelang.resolve.model.sorts import CardSort
from rulelang.resolve.model.statements import Move, MoveEvery, MoveSome, Shuffle
from rulelang.resolve.walk import find, nodes


def unshuffled(program: Program) -> Iterator[Diagnostic]:
    course = (program.setup, program.play, program.whenevers, program.steps)
    shuffled = [place.place for each in find(Shuffle, *course) for place in find(PlaceRef, each.place)]
    if any(not isinstance(each.place, PlaceRef) for each in find(Shuffle, *course)):
        return  # which one that is cannot be told
    taken = {name for statement in nodes(*course) for name in _taken_from(statement)}
    for filling in find(MoveEvery, program.setup):
        match filling:
            case MoveEvery(to=PlaceRef(place=name) as to) if name in taken and name not in shuffled:
                place = program.places[name]
                if place.seen.who == "nobody" and place.shape == "pile" and _differ(filling, program):
                    yield diagnostic("RL0711", to.span, name=name)
            case _:
                pass


def _taken_from(statement: object) -> Iterator[str]:
    match statement:
        case MoveSome(source=PlaceRef(place=name)) | Move(what=EndCard(place=PlaceRef(place=name))):
            yield name
        case _:
            pass


def _differ(filling: MoveEvery, program: Program) -> bool:
    """Whether cards come one after the other as they are declared, and are not all alike."""
    source: object = filling.range.source
    if not isinstance(source, AllOf) or not isinstance(source.sort, CardSort) or filling.range.orders:
        return False
    return len({card.text for kind in source.sort.types for card in program.types[kind].cards}) > 1
