"""Who knows which card, given up where no rule can find it out.

Of cards that look alike the one stands for all in a choice that most players know: nothing else in a game depends on
who knows what.  So it is given up where no choice has look-alikes, and where it cannot matter which of them is taken
(`analyse.cards.alike`).  Where asking who sees a place may be a fault, it has to be asked.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.ir.analyse.cards.alike import matters
from rulelang.ir.analyse.cards.lookalikes import asks_who_knows
from rulelang.ir.analyse.harmless import harmless
from rulelang.ir.model.program import Program


def forgotten(program: Program) -> Program:
    """The program without knowledge, if nothing asks for it."""
    seeing = [zone.seen.function for zone in program.zones]
    if not all(number is None or harmless(program, program.functions[number].value) for number in seeing):
        return program
    return program if asks_who_knows(program) and matters(program) else evolve(program, knowing=False)
