"""A program as Python text.

Comes in: a program's layout.  Goes out: one readable text with a function for every function, header, procedure, block
and decision; the functions that it calls without defining them are those of the kernel and of `machine`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from interpreter.machine.effort import Effort
from interpreter.machine.layout import Layout
from interpreter.reference.headers import choices_lines, decision_lines, why_lines
from interpreter.reference.machine import NAMES
from interpreter.reference.names import Names, note
from interpreter.reference.statements import INDENT, Lines, parameters
from interpreter.reference.values import Writer
from rulelang.ir.model.expressions import Expr, Frame
from rulelang.ir.model.expressions import Source as IrSource
from rulelang.ir.model.program import Block
from rulelang.ir.model.statements import Branch, Decide, End, Goto, Halt, Switch
from rulelang.ir.walk import nodes

LOCALS = frozenset(("picks", "offer", "found", "many", "origin", "target", "index", "dealt", "members", "gone", "_"))
"""Variables that the text uses beside those of the program."""


def python_text(layout: Layout) -> str:
    """The whole text."""
    return _Source(layout).text()


def question_text(layout: Layout, node: Expr | IrSource, given: Sequence[str]) -> str:
    """A value or a source of the program as a Python function of these variables."""
    writer = _Source(layout).writer()
    return f"lambda {', '.join(writer.names[name] for name in given)}: {writer.argument(node)}"


class _Source:
    """Writes one program."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.program = program = layout.program
        self._effort = Effort(program)
        made = {
            "value": program.functions, "choices": program.headers, "why": program.headers, "do": program.procedures,
            "block": program.blocks, "chooser": program.decisions, "decision": program.decisions,
            "why_not": program.decisions, "choose": program.decisions, "T": program.tables, "passes": range(100),
        }  # fmt: skip
        numbered = {f"{word}{number}" for word, things in made.items() for number in range(len(things))}
        self._reserved = NAMES | LOCALS | numbered

    def text(self) -> str:
        program = self.program
        pieces = [[f"# {note(program.title)}, {program.players} players: S is the state"]]
        pieces[0] += [f"T{n} = {table.values!r}  # {note(table.name)}" for n, table in enumerate(program.tables)]
        for number, function in enumerate(program.functions):
            writer = self.writer()
            head = f"def value{number}({parameters(writer, function.parameters)}):  # {note(function.name)}"
            pieces.append([head, f"{INDENT}return {writer.value(function.value)}"])
        for number, header in enumerate(program.headers):
            pieces += [choices_lines(self.writer(), number, header), why_lines(self.writer(), number, header)]
        for number, procedure in enumerate(program.procedures):
            lines = Lines(self.writer())
            given = parameters(lines.writer, procedure.parameters)
            with_name = f"def do{number}({given}):  # {note(procedure.name)}"
            lines.body(procedure.body)
            pieces.append([with_name, *(lines.lines or [f"{INDENT}pass"])])
        pieces += [self._block(number, block) for number, block in enumerate(program.blocks)]
        for number, decision in enumerate(program.decisions):
            pieces += decision_lines([Lines(self.writer()) for _ in range(4)], number, decision)
        return "\n\n\n".join("\n".join(piece) for piece in pieces) + "\n"

    def writer(self, block: Block | None = None) -> Writer:
        """A writer for a new function; the variables of a block that have no cell are Python's."""
        names = Names(self._reserved)
        slots = {node.slot for node in nodes((block.body, block.end) if block else ()) if isinstance(node, Frame)}
        kept = {slot: names[f"frame {slot}"] for slot in sorted(slots) if self.layout.frames[slot] is None}
        return Writer(self.layout, names, kept, self._effort)

    def _block(self, number: int, block: Block) -> list[str]:
        """A function that gives the block at which the game goes on; -1 - b: it rests at the end of block b."""
        lines = Lines(self.writer(block))
        lines.body(block.body)
        lines.line(f"return {self._end(lines.writer, number, block.end)}")
        return [f"def block{number}():  # {note(block.name)}", *lines.lines]

    def _end(self, writer: Writer, number: int, end: End) -> str:
        match end:
            case Goto(block):
                return str(block)
            case Branch(test, yes, no):
                return f"{yes} if {writer.truth(test)} else {no}"
            case Switch(value, blocks, rule):
                return f"block_at({blocks!r}, {writer.value(value)}, {rule})"
            case Decide(decision):
                return f"{-1 - number}  # decide {note(self.program.decisions[decision].name)}"
            case Halt():
                return f"{-1 - number}  # the end"
        assert_never(end)
