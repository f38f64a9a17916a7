"""What steps are made of before they are cut into blocks: IR statements, and between them what may wait for a decision.

Comes in: nothing.  Goes out: the pieces, and the rule that what holds no such piece is an ordinary statement.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, TypeGuard

from rulelang.ir.model.expressions import Const, Expr, Frame
from rulelang.ir.model.statements import If, Stmt, While
from rulelang.nodes import frozen


@frozen
class Ask:
    """The machine stops until the player of this decision has chosen"""

    decision: int


@frozen
class Cases:
    """One of several branches, by number"""

    value: Expr
    branches: tuple[tuple[Piece, ...], ...]
    rule: int


@frozen
class Fork:
    """`if`, with a piece in it that may wait"""

    test: Expr
    then: tuple[Piece, ...]
    otherwise: tuple[Piece, ...]


@frozen
class Loop:
    """`while`, with a piece in it that may wait"""

    test: Expr
    body: tuple[Piece, ...]
    rule: int


@frozen
class Enter:
    """Carry out a routine, then go on"""

    routine: str


@frozen
class Label:
    """A place to which `Jump` goes"""

    name: str


@frozen
class Jump:
    """Go on at a label, wherever it stands"""

    label: str


@frozen
class Entrance:
    """A place where a test may begin, or where what it began is over"""

    name: str
    kind: Literal["step", "turn", "end"]
    me: Frame | None


@frozen
class GameEnds:
    """The game is over"""

    outcome: Literal["ended", "everyone_loses", "everyone_wins", "nobody_wins"]
    rule: int


@frozen
class Routine:
    """A step, or a part of one, that is cut into blocks"""

    name: str
    body: tuple[Piece, ...]


Piece: TypeAlias = Stmt | Ask | Cases | Fork | Loop | Enter | Label | Jump | Entrance | GameEnds
WAITING = (Ask, Cases, Fork, Loop, Enter, Label, Jump, Entrance, GameEnds)


def is_plain(pieces: Sequence[Piece]) -> TypeGuard[Sequence[Stmt]]:
    """Whether these are IR statements and nothing else."""
    return not any(isinstance(piece, WAITING) for piece in pieces)


def end_label(step: str) -> str:
    """Where `stop STEP` goes on: behind the step's effects, before its `after` hooks."""
    return f"end of {step}"


def fork(test: Expr, then: Sequence[Piece], otherwise: Sequence[Piece] = ()) -> list[Piece]:
    """`if`; only the living branch where the test is constant."""
    if isinstance(test, Const):
        return list(then if test.value else otherwise)
    if not then and not otherwise:
        return []
    if is_plain(then) and is_plain(otherwise):
        return [If(test, tuple(then), tuple(otherwise))]
    return [Fork(test, tuple(then), tuple(otherwise))]


def loop(test: Expr, body: Sequence[Piece], rule: int) -> list[Piece]:
    """`while`."""
    if is_plain(body):
        return [While(test, tuple(body), rule)]
    return [Loop(test, tuple(body), rule)]
