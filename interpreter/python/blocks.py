"""Procedures and blocks as Python functions.

Comes in: procedures and blocks.  Goes out: for each block a function that gives back the block at which the game goes
on (-1 - b: it rests at the end of block b).  Statements are left to `statements`, many blocks at once to `chains`.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.lifetimes import nodes
from interpreter.python.expressions import Values
from interpreter.python.names import note
from interpreter.python.statements import Statements
from interpreter.python.texts import CHOICE, INDENT, Context, bracketed
from rulelang.ir.model.expressions import Frame
from rulelang.ir.model.program import Block, Procedure
from rulelang.ir.model.statements import Branch, Decide, End, Goto, Halt, Switch


def procedure_lines(context: Context, number: int, procedure: Procedure) -> list[str]:
    """The function of a procedure."""
    values = Values(context)
    names = ["S", *(values.scope[parameter.name] for parameter in procedure.parameters)]
    writer = Statements(values)
    writer.whole(procedure.body)
    head = f"def {context.procedures[number]}({', '.join(names)}):"
    return [head, *(writer.lines or [f"{INDENT}pass"])]


def block_lines(context: Context, number: int, block: Block) -> list[str]:
    """The function of a block."""
    writer = block_writer(context, block)
    writer.whole(block.body)
    _end(writer, number, block.end)
    return [f"def {context.blocks[number]}(S):", f"{INDENT}# {note(block.name)}", *writer.lines]


def block_writer(context: Context, block: Block) -> Statements:
    """A writer for what is inside a block; variables without a cell get names."""
    kept: dict[int, str] = {}
    scope = context.scope()
    for node in nodes((block.body, block.end)):
        if isinstance(node, Frame) and node.slot not in kept and context.layout.frames[node.slot] is None:
            kept[node.slot] = scope.fresh(context.program.frames[node.slot].name)
    values = Values(context, kept)
    for name in kept.values():
        values.scope.keep(name)
    return Statements(values)


def _end(writer: Statements, number: int, end: End) -> None:
    """The line that says where the game goes on."""
    match end:
        case Goto(block):
            writer.line(f"return {block}")
        case Branch(test, yes, no):
            writer.line(f"return {yes} if {bracketed(writer.values.truth(test), CHOICE + 1)} else {no}")
        case Switch(value, blocks, rule):
            writer.line(f"return block_at({blocks}, {writer.values.value(value).text}, {rule})")
        case Decide(decision):
            writer.line(f"return {-1 - number}  # decide {writer.context.program.decisions[decision].name}")
        case Halt():
            writer.line(f"return {-1 - number}  # the end")
        case _:
            assert_never(end)
