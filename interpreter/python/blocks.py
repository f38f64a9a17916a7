"""Procedures and blocks as Python functions, and chains of blocks that need not go back to the engine between them.

Comes in: procedures and blocks.  Goes out: for each block a function that gives back the block at which the game goes
on (-1 - b: it rests at the end of block b), and from some blocks on a chain: a function that carries out as many blocks
as it can and gives back where it stopped and how many they were.  Statements are left to `statements`.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.lifetimes import nodes
from interpreter.python.expressions import Values
from interpreter.python.names import note
from interpreter.python.statements import INDENT, Statements
from interpreter.python.texts import CHOICE, Context, bracketed
from rulelang.ir.model.expressions import Frame
from rulelang.ir.model.program import Block, Procedure, Program
from rulelang.ir.model.statements import Branch, Decide, End, Goto, Halt, Switch

MOST_LINKS, MOST_LINES, MOST_DEPTH = 30, 90, 40
"""So many blocks, lines and columns of indentation a chain has at most, or a few more."""


def procedure_lines(context: Context, number: int, procedure: Procedure) -> list[str]:
    """The function of a procedure."""
    values = Values(context)
    names = ["S", *(values.scope[parameter.name] for parameter in procedure.parameters)]
    writer = Statements(values)
    writer.body(procedure.body)
    head = f"def {context.procedures[number]}({', '.join(names)}):"
    return [head, *(writer.lines or [f"{INDENT}pass"])]


def block_lines(context: Context, number: int, block: Block) -> list[str]:
    """The function of a block."""
    writer = _writer(context, block)
    writer.body(block.body)
    _end(writer, number, block.end)
    return [f"def {context.blocks[number]}(S):", f"{INDENT}# {note(block.name)}", *writer.lines]


def chains(context: Context) -> tuple[list[list[str]], str]:
    """The functions of all chains, and the text of a dictionary of them by their first block."""
    program, pieces, names = context.program, [], []
    thens = [block.end.then for block in program.blocks if isinstance(block.end, Decide)]
    heads = list(dict.fromkeys([0, *thens]))
    for number in heads:
        chain = _Chain(context, number)
        names.append(f"{number}: {chain.name}")
        pieces.append(chain.text)
        heads += [target for target in chain.targets if target not in heads]
    return pieces, f"CHAINS = {{{', '.join(names)}}}"


def longest(program: Program) -> int:
    """No chain carries out more blocks than this."""
    return min(MOST_LINKS, len(program.blocks)) + 1


def _writer(context: Context, block: Block) -> Statements:
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


class _Chain:
    """One chain, written from its first block on."""

    def __init__(self, context: Context, first: int) -> None:
        self.context = context
        self.blocks = context.program.blocks
        self.name = context.chains[first]
        self.text = [f"def {self.name}(S):"]
        self.links = 0
        self.targets: list[int] = []
        """The blocks at which it stops other than to rest."""
        self._link(first, [], 1)

    def _link(self, number: int, before: list[int], depth: int) -> None:
        """A block after those `before`, or back to the engine if it is one of them or there is no room."""
        full = self.links >= MOST_LINKS or len(self.text) > MOST_LINES or depth > MOST_DEPTH // len(INDENT)
        if number in before or (before and full):
            self.targets.append(number)
            self.text.append(f"{INDENT * depth}return {number}, {len(before)}")
            return
        block, before = self.blocks[number], [*before, number]
        self.links += 1
        writer = _writer(self.context, block)
        writer.depth = depth
        writer.line(f"# {note(block.name)}")
        writer.body(block.body)
        match block.end:
            case Goto(target):
                self.text += writer.lines
                self._link(target, before, depth)
            case Branch(test, yes, no):
                writer.line(f"if {writer.values.truth(test).text}:")
                self.text += writer.lines
                self._link(yes, before, depth + 1)
                self._link(no, before, depth)
            case Switch(value, targets, rule):
                self._switch(writer, writer.values.value(value).text, targets, rule, before)
            case Decide() | Halt():
                writer.line(f"return {-1 - number}, {len(before)}")
                self.text += writer.lines
            case _:
                assert_never(block.end)

    def _switch(self, writer: Statements, value: str, targets: tuple[int, ...], rule: int, before: list[int]) -> None:
        """One test for each target."""
        writer.line(f"value = {value}")
        self.text += writer.lines
        for place, target in enumerate(targets):
            self.text.append(f"{INDENT * writer.depth}if value == {place}:")
            self._link(target, before, writer.depth + 1)
        self.text.append(f"{INDENT * writer.depth}outside(value, {rule})")
