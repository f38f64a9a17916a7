"""What is the same at the beginning of every game, as Python text.

Comes in: block 0.  Goes out: ``prepare``, which carries out those of its statements that `opening` has found, and
``start``, which carries out the others and goes on as a chain.  A state that has been prepared once is copied for
every game.
"""

from __future__ import annotations

from interpreter.opening import opening
from interpreter.python.blocks import block_writer
from interpreter.python.chains import Chain
from interpreter.python.texts import INDENT, Context


def beginning_lines(context: Context) -> tuple[list[list[str]], list[int]]:
    """``def prepare(S):`` and ``def start(S):``, and at which blocks others go on after the latter"""
    early, late = opening(context.program, context.layout)
    writer = block_writer(context, context.program.blocks[0])
    writer.whole(early)
    chain = Chain(context)
    chain.link(0, [], 1, late)
    prepare = ["def prepare(S):", *(writer.lines or [f"{INDENT}pass"])]
    return [prepare, ["def start(S):", *chain.text]], chain.targets
