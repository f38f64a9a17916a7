"""Chains of blocks that need not go back to the engine between them, as Python text.

Comes in: the block with which a chain begins.  Goes out: lines that carry out many blocks, calling other chains where
they come back to a block or become too long, and give back where the game rests (-1 - b: at the end of block b), or at
which block they stopped: its number, and for each block that has been carried out the number of all blocks of the
program more.  Statements are left to `statements`.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.python.blocks import block_writer
from interpreter.python.names import note
from interpreter.python.statements import Statements
from interpreter.python.texts import INDENT, Context
from rulelang.ir.model.program import Program
from rulelang.ir.model.statements import Branch, Decide, Goto, Halt, Stmt, Switch

MOST_BLOCKS = 200
"""After so many blocks chains no longer call one another."""
MOST_LINKS, MOST_LINES, MOST_DEPTH = 30, 90, 40
"""So many blocks, lines and columns of indentation a chain has at most, or a few more."""


def chains(context: Context, first: list[int]) -> tuple[list[list[str]], str]:
    """The functions of all chains that begin with these blocks or are called by others, and the text of a dictionary of
    them by their first block."""
    program, pieces, names = context.program, [], []
    heads = list(dict.fromkeys(first))
    for number in heads:
        name = context.chains[number]
        chain = Chain(context, "done + ")
        chain.link(number, [], 1)
        names.append(f"{number}: {name}")
        stop = [f"{INDENT}if done > {MOST_BLOCKS}:", f"{INDENT * 2}return {number} + done * {len(program.blocks)}"]
        pieces.append([f"def {name}(S, done):", *stop, *chain.text])
        heads += [target for target in chain.targets if target not in heads]
    return pieces, f"CHAINS = {{{', '.join(names)}}}"


def after_decisions(program: Program) -> list[int]:
    """The blocks with which the game goes on after decisions."""
    return [block.end.then for block in program.blocks if isinstance(block.end, Decide)]


def longest() -> int:
    """Chains that call one another carry out no more blocks than this."""
    return MOST_BLOCKS + 2 * MOST_LINKS


class Chain:
    """The lines of one chain, written from its first block on."""

    def __init__(self, context: Context, so_far: str = "") -> None:
        """`so_far`: how many blocks have been carried out before, as the beginning of a sum."""
        self.context, self.so_far = context, so_far
        self.blocks = context.program.blocks
        self.text: list[str] = []
        self.links = 0
        self.targets: list[int] = []
        """The blocks at which others go on."""

    def link(self, number: int, before: list[int], depth: int, body: tuple[Stmt, ...] | None = None) -> None:
        """A block after those `before`, or back to the engine if it is one of them or there is no room.

        With `body` only these of its statements.
        """
        full = self.links >= MOST_LINKS or len(self.text) > MOST_LINES or depth > MOST_DEPTH // len(INDENT)
        if number in before or (before and full):
            self.targets.append(number)
            call = f"{self.context.chains[number]}(S, {self.so_far}{len(before)})"
            self.text.append(f"{INDENT * depth}return {call}")
            return
        block, before = self.blocks[number], [*before, number]
        self.links += 1
        writer = block_writer(self.context, block)
        writer.depth = depth
        writer.line(f"# {note(block.name)}")
        writer.whole(block.body if body is None else body)
        match block.end:
            case Goto(target):
                self.text += writer.lines
                self.link(target, before, depth)
            case Branch(test, yes, no):
                writer.line(f"if {writer.values.truth(test).text}:")
                self.text += writer.lines
                self.link(yes, before, depth + 1)
                self.link(no, before, depth)
            case Switch(value, targets, rule):
                self._switch(writer, writer.values.value(value).text, targets, rule, before)
            case Decide() | Halt():
                writer.line(f"return {-1 - number}")
                self.text += writer.lines
            case _:
                assert_never(block.end)

    def _switch(self, writer: Statements, value: str, targets: tuple[int, ...], rule: int, before: list[int]) -> None:
        """One test for each target."""
        writer.line(f"value = {value}")
        self.text += writer.lines
        for place, target in enumerate(targets):
            self.text.append(f"{INDENT * writer.depth}if value == {place}:")
            self.link(target, before, writer.depth + 1)
        self.text.append(f"{INDENT * writer.depth}outside(value, {rule})")
