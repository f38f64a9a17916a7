"""Lines that are never reached, because the line before them always leaves the block.

Proved: after `stop`, `everyone loses`, and an `if` whose every arm ends in one of them, nothing of the same block is
carried out. Not looked at: conditions that never hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rulelang.check.calls import begins, blocks, hooks
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.program import Program
from rulelang.resolve.model.statements import EveryoneLoses, If, Stmt, Stop


def lines(program: Program) -> Iterator[Diagnostic]:
    for _, body in begins(program):
        yield from _behind_a_stop(body)
    for declared in program.steps.values():
        for body in [declared.body, *(hook.body for hook in hooks(declared))]:
            yield from _behind_a_stop(body)


def _behind_a_stop(body: Sequence[Stmt]) -> Iterator[Diagnostic]:
    for line, following in pairwise(body):
        if _leaves(line):
            yield diagnostic("RL0505", following.span, labels=[Label(line.span, "this leaves the block")])
            break
    for line in body:
        for inner in blocks(line):
            yield from _behind_a_stop(inner)


def _leaves(line: Stmt) -> bool:
    match line:
        case Stop() | EveryoneLoses():
            return True
        case If(arms=arms, otherwise=otherwise):
            return all(body and _leaves(body[-1]) for body in [*(body for _, body in arms), otherwise])
        case _:
            return False
