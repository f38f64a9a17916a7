"""The cells of %X, through which native code and Python speak to each other, and the sorts of faults.

Comes in: nothing.  Goes out: indices and numbers.
"""

from __future__ import annotations

X_KIND, X_RULE, X_VALUE, X_ALSO = 0, 1, 2, 4
"""The fault: its sort (0 is none), its rule, a 64-bit value in two cells, and one more number."""
X_BUDGET, X_STOP, X_LIMITED, X_REFILL = 5, 6, 7, 8
"""How many passes of loops may go by until somebody is asked; whether to stop; whether to stop there anyway; how many
come after that."""
X_LIMIT = 10
"""The address up to which lists of unknown size may go, in two cells."""
X_TOUCHED, X_REFILLS, X_MUTED = 12, 14, 15
"""Where games are watched: the address of a byte for each rule, in two cells; how many piles were made anew; whether
nothing is noted for a while."""
X_EFFORT = 16
"""How much loops may count until somebody can choose (see `interpreter.machine.effort`)."""
X_CELLS = 17

KINDS = (
    "none", "range", "number", "division", "highest", "lowest", "negative", "endless", "nobody", "bounds", "full",
    "empty", "strange", "no_card", "position", "row", "no_order", "swap", "too_many", "stated", "memory", "paused",
    "stopped", "outside", "members", "choices", "effort",
)  # fmt: skip
FAULT = {name: number for number, name in enumerate(KINDS)}
"""The number of each sort; `interpreter.native.drive.faults` says what they mean."""
REFILL = 1 << 16
"""So many passes take some hundredths of a second at most."""
PATIENCE = 1 << 18
"""So many may go by in a call before it is begun again in a thread of its own."""
