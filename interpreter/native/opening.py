"""The part of the set-up that is the same in every game, so that many games need do it only once.

Comes in: a program.  Goes out: the statements of block 0 that may come first, and those that are left.  A statement may
come first if chance has no part in it and nothing that stays behind before it has to do with what it does.
"""

from __future__ import annotations

from attrs import frozen

from interpreter.lifetimes import nodes
from rulelang.ir.model.expressions import (
    Call,
    Const,
    Expr,
    Frame,
    Local,
    Numbers,
    Offered,
    Position,
    Read,
    Seats,
    Zone,
    ZoneAt,
    ZoneOf,
)  # fmt: skip
from rulelang.ir.model.program import Program
from rulelang.ir.model.statements import (
    Assign,
    Branch,
    Deal,
    Each,
    Goto,
    Hold,
    If,
    Move,
    Note,
    Perform,
    Random,
    Return,
    Shuffle,
    Stmt,
    Switch,
    Times,
    Write,
)  # fmt: skip

FIXED = (Each, If, Times, Write, Move, Note)


def opening(program: Program) -> tuple[tuple[Stmt, ...], tuple[Stmt, ...]]:
    """The statements that come first, and those that are left, each in their order."""
    body = program.blocks[0].body
    if _comes_back(program):
        return (), body
    first: list[Stmt] = []
    left: list[Stmt] = []
    moved: list[range] = []
    statements = _flat(program, body)
    for number, statement in enumerate(statements):
        behind = [_Behind.of(each) for each in left]
        cards = _from_the_box(statement)
        fresh = cards is not None and not any(_overlap(cards, others) for others in moved)
        if _is_fixed(statement) and all(each.lets_past(statement, fresh) for each in behind):
            first.append(statement)
            moved.append(cards if cards is not None else range(len(program.cards)))
        elif _stays_apart(statement):
            left.append(statement)
        else:
            return tuple(first), (*left, *statements[number:])
    return tuple(first), tuple(left)


def _comes_back(program: Program) -> bool:
    """Whether the game ever goes on with its first block again."""
    for block in program.blocks:
        match block.end:
            case Goto(to) if to == 0:
                return True
            case Branch(_, yes, no) if 0 in (yes, no):
                return True
            case Switch(_, blocks, _) if 0 in blocks:
                return True
            case end if getattr(end, "then", None) == 0:
                return True
    return False


def _flat(program: Program, body: tuple[Stmt, ...]) -> list[Stmt]:
    """The statements with those of plain procedures in the place of their calls."""
    found: list[Stmt] = []
    for statement in body:
        match statement:
            case Perform(number, ()) if not any(map(_is_own, nodes(program.procedures[number].body))):
                found += _flat(program, program.procedures[number].body)
            case _:
                found.append(statement)
    return found


def _is_own(node: object) -> bool:
    """Whether a statement would mean something else outside its procedure."""
    match node:
        case Return():
            return True
        case Assign(target=kept) | Hold(target=kept) | Random(target=kept) | Deal(card=kept):
            return isinstance(kept, Local)
    return False


def _is_fixed(statement: Stmt) -> bool:
    """Whether this does the same in every game that begins alike."""
    inside = [node for node in nodes(statement) if _is_statement(node)]
    return all(isinstance(node, FIXED) for node in inside)


def _is_statement(node: object) -> bool:
    return type(node).__module__ == Move.__module__


def _from_the_box(statement: Stmt) -> range | None:
    """The cards that a statement moves, if it does nothing else but move these cards, one after the other."""
    match statement:
        case Each(name, Numbers(Const(low), Const(high), Const(1)), _, _, (Move(Local(moved)),)) if moved == name:
            return range(low, high + 1)
    return None


def _overlap(one: range, other: range) -> bool:
    return one.start < other.stop and other.start < one.stop


def _stays_apart(statement: Stmt) -> bool:
    """Whether this may stay behind: it has to do with a few variables, or with the order of a few places."""
    match statement:
        case Random(source=Numbers() | Seats() as source, where=None):
            return all(isinstance(node, Numbers | Seats | Const) for node in nodes(source))
        case Write(value=value, keys=keys):
            return all(isinstance(node, Const | Local | Frame) for node in nodes((value, keys)))
        case Shuffle(Zone()):
            return True
        case Each(_, Numbers() | Seats(), None, (), body):
            return all(isinstance(each, Shuffle) and isinstance(each.place, Zone) for each in body)
    return False


@frozen
class _Behind:
    """What a statement that stays behind has to do with: variables, counters, declared zones"""

    variables: frozenset[Expr]
    counters: frozenset[int]
    zones: frozenset[int]

    @classmethod
    def of(cls, statement: Stmt) -> _Behind:
        parts = list(nodes(statement))
        return cls(
            frozenset(node for node in parts if isinstance(node, Local | Frame)),
            frozenset(node.counter for node in parts if isinstance(node, Write | Read)),
            frozenset(node.zone for node in parts if isinstance(node, Zone)),
        )

    def lets_past(self, statement: Stmt, fresh: bool) -> bool:
        """Whether a statement may come before this one; `fresh`: the cards that it moves all come from the box."""
        other = self.of(statement)
        hidden = (Call, Offered, ZoneAt, ZoneOf, Position) if self.zones else (Call, Offered)
        if (self.zones and not fresh) or any(isinstance(node, hidden) for node in nodes(statement)):
            return False
        return not (self.variables & other.variables or self.counters & other.counters or self.zones & other.zones)
