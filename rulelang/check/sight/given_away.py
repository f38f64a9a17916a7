"""Statements that show whole hands, though it may not be meant.

Proved: hands that are swapped in a loop with one and the same hand pass through it one after the other, so its owner
sees them all; a whole hand that is moved onto a pile of which everybody sees every card lies open.  Not reported: a
hand that is shown to all right before, as that says that it is meant.  Not proved: what a step shows bit by bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.check.calls import begins, blocks, hooks
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.expressions import Expr, Group, PlaceRef, Range, Through, Var
from rulelang.resolve.model.program import PlaceDecl, Program
from rulelang.resolve.model.statements import ForEach, Move, MoveEvery, Show, Stmt, Swap
from rulelang.resolve.walk import find, mentions


def given_away(program: Program) -> Iterator[Diagnostic]:
    bodies = [body for _, body in begins(program)]
    for declared in program.steps.values():
        bodies += [declared.body, *(hook.body for hook in hooks(declared))]
    for body in bodies:
        for loop in find(ForEach, body):
            yield from _swapped(program, loop)
        yield from _laid_open(program, body)


def _swapped(program: Program, loop: ForEach) -> Iterator[Diagnostic]:
    for swap in (line for line in loop.body if isinstance(line, Swap)):
        sides = [side for side in (swap.left, swap.right) if _hand(program, side) is not None]
        fixed = [side for side in sides if not mentions(side, loop.range.variable)]
        if len(sides) == 2 and len(fixed) == 1:
            hand = _hand(program, fixed[0])
            assert hand is not None
            label = Label(hand.span, "who sees it is said here")
            yield diagnostic("RL0604", swap.span, labels=[label], name=hand.name)


def _laid_open(program: Program, body: Sequence[Stmt]) -> Iterator[Diagnostic]:
    before: Stmt | None = None
    for line in body:
        moved = _whole(line)
        if moved is not None and not (isinstance(before, Show) and before.what == moved[0] and _to_all(before)):
            hand, pile = _hand(program, moved[0]), _open_pile(program, moved[1])
            if hand is not None and pile is not None:
                label = Label(pile.span, "who sees it is said here")
                yield diagnostic("RL0605", line.span, labels=[label], name=hand.name, pile=pile.name)
        for inner in blocks(line):
            yield from _laid_open(program, inner)
        before = line


def _to_all(show: Show) -> bool:
    return show.to is None or (isinstance(show.to, Group) and show.to.which == "players")


def _whole(line: Stmt) -> tuple[Expr, Expr] | None:
    """A place all of whose cards are moved, and where they go."""
    match line:
        case Move(what=PlaceRef() as place, to=to):
            return place, to
        case MoveEvery(range=Range(source=Through(value=PlaceRef() as place), where=None, limit=None), to=to):
            return place, to
        case ForEach(range=Range(source=Through(value=PlaceRef() as place), where=None, limit=None), body=(move,)):
            whole = isinstance(move, Move) and isinstance(move.what, Var) and mentions(move.what, line.range.variable)
            return (place, move.to) if isinstance(move, Move) and whole else None
        case _:
            return None


def _hand(program: Program, place: Expr) -> PlaceDecl | None:
    """A hand that its owner sees and others do not."""
    declared = program.places.get(place.place) if isinstance(place, PlaceRef) else None
    return declared if declared is not None and declared.shape == "hand" and declared.seen.who == "owner" else None


def _open_pile(program: Program, place: Expr) -> PlaceDecl | None:
    """A pile in which everybody sees every card."""
    declared = program.places.get(place.place) if isinstance(place, PlaceRef) else None
    if declared is None or declared.shape != "pile" or declared.seen.top_only:
        return None
    return declared if declared.seen.who == "all" and declared.seen.where is None else None
