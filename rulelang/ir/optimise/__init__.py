"""Passes over the IR that make machine code fast: from a program to one that plays the same games.

Comes in: a program.  Goes out: a program.  Each pass is a function with a name and can be left out.  The reference
engine plays programs as they come and never sees any of this: what a wrong pass does shows when the two are compared.

What is `anywhere` right leaves every cell of the state as it is, at every decision.  The other passes are for whole
games into which nobody looks: of those only the rows of results, the streams, the counters and how many cards lie in
each place are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from rulelang.ir.model.program import Program
from rulelang.ir.optimise.hoist import hoisted
from rulelang.ir.optimise.knowledge import forgotten
from rulelang.ir.optimise.order import unordered
from rulelang.ir.optimise.seats import seated
from rulelang.ir.optimise.sources import sourced
from rulelang.ir.optimise.together import together
from rulelang.nodes import frozen


@frozen
class Pass:
    """A pass: its name, what it does, and whether it is right for single steps too"""

    name: str
    work: Callable[[Program], Program]
    anywhere: bool = False


PASSES = (
    Pass("hoist", hoisted, anywhere=True),
    Pass("seats", seated),
    Pass("knowledge", forgotten),
    Pass("order", unordered),
    Pass("together", together),
    Pass("sources", sourced),
)
"""In the order in which they are carried out."""
NAMES = tuple(each.name for each in PASSES)


def optimised(program: Program, without: Collection[str] = (), whole: bool = True) -> Program:
    """The program after all passes but those without; `whole`: it plays whole games that nobody looks into."""
    for each in PASSES:
        if each.name not in without and (whole or each.anywhere):
            program = each.work(program)
    return program
