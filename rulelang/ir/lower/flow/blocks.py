"""Cutting pieces into blocks.

Comes in: the main body of a game and its routines.  Goes out: numbered blocks, the places where tests may begin. A
routine notes down in a frame which of its callers to go back to, unless there is only one. Blocks that nothing leads
to are left out, and blocks that only follow each other are joined.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import define, field

from rulelang.diagnostics import InternalError
from rulelang.ir.lower.draft import Draft
from rulelang.ir.lower.pieces import (
    Ask,
    Cases,
    Enter,
    Entrance,
    Fork,
    GameEnds,
    Jump,
    Label,
    Loop,
    Piece,
    Routine,
)
from rulelang.ir.model.expressions import Const, Expr
from rulelang.ir.model.statements import Branch, Decide, Finish, Goto, Halt, Stmt, Switch
from rulelang.nodes import frozen


@frozen
class Call:
    """The end of a block that enters a routine and goes on at `then`"""

    routine: str
    then: int


@frozen
class Exit:
    """The end of a routine: back to who entered it"""

    routine: str


@frozen
class Open:
    """The end of a block that is not finished, or that nothing follows"""


End: TypeAlias = Goto | Branch | Switch | Decide | Halt | Call | Exit | Open


@define
class Cut:
    """A block in the making"""

    name: str
    body: list[Stmt] = field(factory=list)
    end: End = field(factory=Open)


@define
class Cutter:
    """Blocks with their ends still in terms of routines and labels

    `before_rest` is carried out before each decision and before the end of the game.
    """

    draft: Draft
    before_rest: Sequence[Stmt] = ()
    blocks: list[Cut] = field(factory=list)
    labels: dict[str, int] = field(factory=dict)
    entries: list[tuple[Entrance, int]] = field(factory=list)
    starts: dict[str, int] = field(factory=dict)
    _now: int = 0
    _routine: str = ""
    _count: int = 0

    def cut(self, main: Sequence[Piece]) -> None:
        """Cut the main body, then each routine."""
        self._begin("game")
        self._pieces(main)
        for name, routine in self.draft.routines.items():
            self._cut_routine(name, routine)

    def _cut_routine(self, name: str, routine: Routine) -> None:
        self._begin(name)
        self.starts[name] = self._now
        self._pieces(routine.body)
        self._end(Exit(name))

    def _begin(self, routine: str) -> None:
        self._routine, self._count = routine, 0
        self._now = self._new()

    def _new(self) -> int:
        self._count += 1
        name = self._routine if self._count == 1 else f"{self._routine} {self._count}"
        self.blocks.append(Cut(name))
        return len(self.blocks) - 1

    def _end(self, end: End) -> None:
        """Finish the block in hand, unless it has been left already."""
        block = self.blocks[self._now]
        if isinstance(block.end, Open):
            block.end = end

    def _label(self, label: str) -> int:
        if label not in self.labels:
            self.labels[label] = self._new()
        return self.labels[label]

    def _go_on(self, block: int) -> None:
        self._now = block

    def _pieces(self, pieces: Sequence[Piece]) -> None:
        for piece in pieces:
            self._piece(piece)

    def _piece(self, piece: Piece) -> None:
        match piece:
            case Ask(decision=decision):
                then = self._new()
                self._add(*self.before_rest)
                self._end(Decide(decision, then))
                self._go_on(then)
            case Cases():
                self._cases(piece)
            case Fork():
                self._fork(piece)
            case Loop():
                self._loop(piece)
            case Enter(routine=routine):
                then = self._new()
                self._end(Call(routine, then))
                self._go_on(then)
            case Label(name=name):
                block = self._label(name)
                self._end(Goto(block))
                self._go_on(block)
            case Jump(label=name):
                self._leave(Goto(self._label(name)))
            case Entrance():
                block = self._new()
                self._end(Goto(block))
                self._go_on(block)
                self.entries.append((piece, block))
            case GameEnds(outcome=outcome, rule=rule):
                self._add(*self.before_rest, Finish(outcome, rule))
                self._leave(Halt())
            case _:
                self._add(piece)

    def _add(self, *statements: Stmt) -> None:
        self.blocks[self._now].body.extend(statements)

    def _leave(self, end: End) -> None:
        """Finish the block in hand; what follows is reached from nowhere."""
        self._end(end)
        self._go_on(self._new())

    def _cases(self, piece: Cases) -> None:
        starts = tuple(self._new() for _ in piece.branches)
        join = self._new()
        self._end(Switch(piece.value, starts, piece.rule) if len(starts) > 1 else Goto(starts[0] if starts else join))
        for start, branch in zip(starts, piece.branches, strict=True):
            self._go_on(start)
            self._pieces(branch)
            self._end(Goto(join))
        self._go_on(join)

    def _fork(self, piece: Fork) -> None:
        yes, no, join = self._new(), self._new(), self._new()
        self._end(Branch(piece.test, yes, no))
        for start, branch in ((yes, piece.then), (no, piece.otherwise)):
            self._go_on(start)
            self._pieces(branch)
            self._end(Goto(join))
        self._go_on(join)

    def _loop(self, piece: Loop) -> None:
        head, body, end = self._new(), self._new(), self._new()
        self._end(Goto(head))
        self._go_on(head)
        self._end(_branch(piece.test, body, end))
        self._go_on(body)
        self._pieces(piece.body)
        self._end(Goto(head))
        self._go_on(end)


def _branch(test: Expr, yes: int, no: int) -> End:
    if isinstance(test, Const):
        return Goto(yes if test.value else no)
    return Branch(test, yes, no)


def next_blocks(end: End) -> tuple[int, ...]:
    """Where a block may go on, routines left aside."""
    match end:
        case Goto(block=block):
            return (block,)
        case Branch(yes=yes, no=no):
            return (yes, no)
        case Switch(blocks=blocks):
            return blocks
        case Decide(then=then):
            return (then,)
        case Halt() | Exit() | Open() | Call():
            return ()
        case _:
            raise InternalError("an unknown end of a block")
