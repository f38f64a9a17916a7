"""The variables of one function while it is written, and what all writers of one program share.

Comes in: names and operands.  Goes out: what a name stands for.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from interpreter.machine.effort import Effort
from interpreter.machine.layout import Layout
from interpreter.native.emit.writer import NUMBER, Loop, Writer
from interpreter.native.trace import Watch
from rulelang.ir.model.expressions import Expr
from rulelang.ir.model.program import Program
from rulelang.nodes import frozen


class Unsupported(Exception):
    """Something that this backend leaves to the plain engine."""


@frozen
class Number:
    """A number that does not change; `low` and `high` where it is known to lie between them"""

    operand: str
    low: int | None = None
    high: int | None = None

    def surely(self, low: int, high: int) -> bool:
        """Whether it is known to lie between these."""
        return self.low is not None and self.high is not None and low <= self.low and self.high <= high


@frozen
class Cards:
    """A set that does not change"""

    start: str
    many: str


@frozen
class Slot:
    """A variable: a number"""

    cell: str


@frozen
class SetSlot:
    """A variable: its own cells for the cards of a set, and how many there are"""

    start: str
    many: str
    room: int


Meaning = Number | Cards | Slot | SetSlot


Body = Callable[[Loop], None]


@define
class Context:
    """One program while its text is written

    `watched`: what is noted of what happens (see `trace`).  `failing`: the functions that may state a fault.
    `messages`: the texts of stated faults.  `constants`: names of cells that never change.  `specialised`: functions of
    the kernel that are called for certain zones, with their parameters that are places there (see `kernel`).
    `counted`: the decisions whose choices are counted and then selected (see `counting`).  `passing`: what is known
    beforehand of the cards of places (see `masks`).
    """

    program: Program
    layout: Layout
    checked: bool
    watched: Watch = ""
    failing: set[tuple[str, int | None]] = field(factory=set)
    messages: list[str] = field(factory=list)
    constants: dict[tuple[int, ...], str] = field(factory=dict)
    specialised: dict[str, tuple[str, dict[str, int]]] = field(factory=dict)
    counted: set[int] = field(factory=set)
    passing: dict[object, tuple[tuple[int, ...], tuple[tuple[str, Expr], ...]]] = field(factory=dict)
    effort: Effort = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.effort = Effort(self.program)

    def constant(self, cells: tuple[int, ...]) -> str:
        """The name of constant cells, which are written once."""
        return self.constants.setdefault(cells, f"@C{len(self.constants)}")


@define
class Scope:
    """What the names of one function mean; `kept` by the number of a variable of the state that has no cell"""

    writer: Writer
    names: dict[str, Meaning] = field(factory=dict)
    kept: dict[int, Meaning] = field(factory=dict)

    def number(self, meaning: Meaning) -> str:
        """The value of a variable."""
        match meaning:
            case Number(operand):
                return operand
            case Slot(cell):
                return self.writer.get(cell)
        raise Unsupported("a set where a number is needed")

    def cards(self, meaning: Meaning) -> Cards:
        """The cards of a variable."""
        match meaning:
            case Cards():
                return meaning
            case SetSlot(start, many):
                return Cards(start, self.writer.get(many))
        raise Unsupported("a number where a set is needed")

    def new_slot(self) -> Slot:
        return Slot(self.writer.variable(NUMBER))

    def new_set(self, room: int) -> SetSlot:
        """Room for a set; it holds nothing until it is set."""
        cells = self.writer.variable(NUMBER, many=max(room, 2))
        return SetSlot(cells, self.writer.variable(NUMBER), room)
