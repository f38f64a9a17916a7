"""What is gathered of whole games in machine code: where each number stands.

Comes in: a program.  Goes out: the cells of a game, and of the sums over many games.  They are filled by
`emit.entry.gathering`; what is made of them is left to `interpreter.simulate`.

A game has who chose first, how many piles were made anew, how often the lead changed, who led after half of the
decisions, from which decision on whoever leads at the end has led, who that is, and whether the table may have come to
stand as before; then for each step the seats to which it was on offer, and for each the seats that chose it.  Sums are
64 bits wide.  The seats' decisions, the parts of a game and the numbers of choices count games alone that came to their
end.
"""

from __future__ import annotations

from functools import cached_property

from rulelang.ir.model.limits import MOST_CHOICES
from rulelang.ir.model.program import Program

PARTS = 10
"""Into so many parts a game is cut to see how the number of choices changes in its course."""
FIRST, REFILLS, CHANGES, HALF, SINCE, LAST, AGAIN = range(7)
"""The cells of a game.  Where it could not be said at some decision who leads, `HALF` is `trace.UNKNOWN`."""


class Figures:
    """Of one program.  `names`: the steps that anybody may choose, in the order of the rules"""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.names = list(dict.fromkeys(name for names in self.offers for name in names))
        self.offered = AGAIN + 1
        self.chosen = self.offered + len(self.names)
        self.of_game = self.chosen + len(self.names)
        parts = {
            "offered": len(self.names), "chosen": len(self.names), "asked": program.players, "passes": program.players,
            "part_options": PARTS, "part_decisions": PARTS, "sizes": MOST_CHOICES + 1,
        }  # fmt: skip
        self.sums: dict[str, slice] = {}
        """Where the sums of each sort stand: by step, by step, by seat, by seat, by part, by part, by number."""
        self.many = 0
        for name, many in parts.items():
            self.sums[name] = slice(self.many, self.many + many)
            self.many += many

    @cached_property
    def offers(self) -> list[list[str]]:
        """For each decision the names of the steps on offer, the fallback last."""
        steps = self.program.steps
        return [[steps[offer.step].name for offer in decision.all_offers] for decision in self.program.decisions]


def memory(most: int) -> int:
    """So many cells of 64 bits it takes to find equal ones among so many decisions."""
    return 1 << (2 * most + 2).bit_length()
