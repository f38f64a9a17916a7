"""The program while it is being made: everything that has been lowered so far, by number.

Comes in: the checked program, the number of players, the options' values.  Goes out: numbers of rules, tables,
functions, headers, procedures, frames and decisions, each made once and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import define, field

from rulelang.check.sight.openly import Openly
from rulelang.diagnostics import InternalError
from rulelang.ir.lower.pieces import Routine
from rulelang.ir.model import program as ir
from rulelang.ir.model.expressions import Expr, Frame
from rulelang.ir.model.reasons import Layer, Why
from rulelang.ir.model.statements import Stmt
from rulelang.ir.prove.proofs import Use
from rulelang.nodes import frozen
from rulelang.resolve.model.expressions import Expr as Resolved
from rulelang.resolve.model.program import Program, StepDecl
from rulelang.source import Span

PASS = "pass"


class NotYet(Exception):
    """Something that is understood and cannot be played yet; `what` completes "… cannot be played yet"."""

    def __init__(self, span: Span, what: str) -> None:
        super().__init__(what)
        self.span = span
        self.what = what


@frozen
class CardRun:
    """Where the cards of a type lie among all cards"""

    index: int
    first: int
    count: int

    @property
    def last(self) -> int:
        return self.first + self.count - 1


@define
class Draft:
    """A program in the making.  Lists are filled by the other files, each its own"""

    game: Program
    players: int
    options: Mapping[str, str]
    place_of: Callable[[Span], str]
    text_of: Callable[[Span], str]
    entries: frozenset[str]
    rules: dict[ir.Rule, int] = field(factory=dict)
    spans: dict[int, Span] = field(factory=dict)
    kinds: dict[str, int] = field(factory=dict)
    runs: dict[str, CardRun] = field(factory=dict)
    cards: list[ir.Card] = field(factory=list)
    card_numbers: list[int | None] = field(factory=list)
    tables: list[ir.Table] = field(factory=list)
    table_numbers: dict[object, int] = field(factory=dict)
    columns: dict[str, tuple[int, ir.Display]] = field(factory=dict)
    zones: list[ir.ZoneDecl] = field(factory=list)
    zone_numbers: dict[str, int] = field(factory=dict)
    counters: list[ir.CounterDecl] = field(factory=list)
    counter_numbers: dict[str, int] = field(factory=dict)
    frames: list[ir.FrameDecl] = field(factory=list)
    functions: list[ir.Function | None] = field(factory=list)
    function_numbers: dict[object, int] = field(factory=dict)
    headers: list[ir.Header | None] = field(factory=list)
    header_numbers: dict[str, int] = field(factory=dict)
    procedures: list[ir.Procedure | None] = field(factory=list)
    procedure_numbers: dict[object, int] = field(factory=dict)
    decisions: list[ir.Decision] = field(factory=list)
    routines: dict[str, Routine] = field(factory=dict)
    steps: dict[str, StepDecl] = field(factory=dict)
    step_numbers: dict[str, int] = field(factory=dict)
    step_frames: dict[str, Any] = field(factory=dict)
    flow_steps: set[str] = field(factory=set)
    flow_watches: set[int] = field(factory=set)
    constants: dict[str, int | None] = field(factory=dict)
    shared: dict[str, Frame] = field(factory=dict)
    watches: list[Any] = field(factory=list)
    marks: dict[int, int] = field(factory=dict)
    header_reasons: dict[str, tuple[Why | None, ...]] = field(factory=dict)
    offer_reasons: list[tuple[Why | None, ...]] = field(factory=list)
    named_reasons: dict[str, tuple[tuple[ir.Parameter, ...], int, tuple[Layer, ...]]] = field(factory=dict)
    sayings: list[ir.Saying] = field(factory=list)
    openly: Openly = field(factory=Openly)
    uses: dict[Use, Resolved] = field(factory=dict)
    """What may be none and is used as if it were there, by the fault that it would be."""

    def used(self, rule: int, low: int, high: int, node: Resolved) -> None:
        """A value that may be none is used here, and the fault that it is if it is none."""
        self.uses.setdefault((rule, low, high), node)

    def rule(self, name: str, span: Span) -> int:
        """The number of a place in the text that faults and log lines point at."""
        number = self.rules.setdefault(ir.Rule(name, self.place_of(span)), len(self.rules))
        self.spans[number] = span
        return number

    def table(self, key: object, name: str, first: int, values: Callable[[], tuple[int, ...]]) -> int:
        """The number of a constant table, filled in when it is first asked for."""
        if key not in self.table_numbers:
            self.table_numbers[key] = len(self.tables)
            self.tables.append(ir.Table(name, first, values()))
        return self.table_numbers[key]

    def frame(self, name: str, capacity: int = 0, seats: bool = False) -> int:
        """A new frame."""
        self.frames.append(ir.FrameDecl(name, capacity, seats))
        return len(self.frames) - 1

    def new_function(self, name: str, parameters: tuple[ir.Parameter, ...], value: Expr) -> int:
        """A function that nobody else shares."""
        self.functions.append(ir.Function(name, parameters, value))
        return len(self.functions) - 1

    def function(self, key: object, name: str, make: Callable[[], tuple[tuple[ir.Parameter, ...], Expr]]) -> int:
        """The function of a key, made when it is first asked for."""
        if key not in self.function_numbers:
            number = self.function_numbers[key] = len(self.functions)
            self.functions.append(None)
            self.functions[number] = ir.Function(name, *make())
        return self.function_numbers[key]

    def function_value(self, number: int) -> Expr | None:
        """What a function gives, none while it is still being made."""
        made = self.functions[number]
        return made.value if made is not None else None

    def procedure(
        self, key: object, name: str, make: Callable[[], tuple[tuple[ir.Parameter, ...], tuple[Stmt, ...]]]
    ) -> int:
        """The procedure of a key, made when it is first asked for."""
        if key not in self.procedure_numbers:
            number = self.procedure_numbers[key] = len(self.procedures)
            self.procedures.append(None)
            self.procedures[number] = ir.Procedure(name, *make())
        return self.procedure_numbers[key]

    @property
    def everybody(self) -> int:
        """All players as a bit set."""
        return (1 << self.players) - 1

    def step(self, name: str) -> StepDecl:
        if name not in self.steps:
            raise InternalError(f"no step is called {name}")
        return self.steps[name]
