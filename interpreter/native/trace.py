"""What is noted while whole games are played: a line of numbers for each decision, a byte for each rule.

Comes in: nothing.  Goes out: where each number stands.  They are written by `emit.entry.tracing`; what they mean
together is left to `interpreter.simulate.noted`.

A line has who chooses, from how many choices, which offer was taken, a bit for each offer that had a choice, who leads,
and a hash of the position in two cells.  The line after the last decision of a game has how many piles were made anew,
and who leads at its end.  A byte says whether something that a log would tell has happened at a rule.
"""

from __future__ import annotations

from typing import Literal

from interpreter.native.abi import X_REFILLS
from interpreter.native.emit.writer import Writer

Watch = Literal["", "lines", "figures"]
"""What is noted: nothing; lines, which are kept; figures alone, for which the lines of one game are read when it is
over (see `figures`)."""
DECISION, CHOOSER, MANY, OFFER, OFFERED, LEADER, POSITION = 0, 1, 2, 3, 4, 5, 6
LINE = 8
"""Cells of a line."""
REFILLS, LAST_LEADER = 0, 1
MOST_OFFERS = 32
NOBODY, UNKNOWN = -1, -2


def note(w: Writer, sort: str, rule: str) -> None:
    """Something has happened at a rule."""
    w.do("touch", f"i32 {rule}")
    if sort == "refill":
        w.add_to(w.cell("%X", str(X_REFILLS)))
