"""Everything that generated code calls, for one program.

Comes in: a layout.  Goes out: the names that the text may use (`names`).  What each does stands in the files
below: `faults`, `knowledge`, `cards`, `chance`, `looks`, `lists`.
"""

from __future__ import annotations

from interpreter.python import lists
from interpreter.python.looks import ALONE, Answers, Looks

LISTS = (
    "first", "among", "present", "cut", "last", "steps", "is_set", "hold", "held",
    "numbered", "numbered_from", "numbered_to",
)  # fmt: skip
METHODS = (
    "fault", "within", "outside", "number", "rounded_down", "rounded_up", "remainder", "highest", "lowest",
    "times", "endless", "nobody", "bounds", "block_at", "show", "show_fact", "show_counter", "items", "size", "at",
    "position", "written", "move", "shuffle", "swap_places", "swap_cards", "random", "deal_at", "refill", "empty",
    "one_of_each", "grouped", "sets", "sets_by_look", "memory", "patterns",
)  # fmt: skip
CONSTANTS = ("SEATS", "FUEL", "ALONE", "answers", "events", "ways", "deals")
LOCALS = ("value", "old", "found", "picks", "offer", "members", "cards", "known", "low", "high", "yes", "passing", "_")
"""Variables that the generated text uses beside those of the program."""

RESERVED = frozenset((*LISTS, *METHODS, *CONSTANTS, *LOCALS))


class Runtime(Looks):
    """All of it."""

    def names(self) -> dict[str, object]:
        """What the generated text finds under the names that it uses."""
        seats = range(self.program.players)
        names: dict[str, object] = {name: getattr(lists, name) for name in LISTS}
        names |= {name: getattr(self, name) for name in METHODS}
        names["SEATS"] = tuple(tuple((start + seat) % len(seats) for seat in seats) for start in seats)
        names["FUEL"] = self.program.fuel
        names["ALONE"], names["answers"] = ALONE, Answers
        names["events"] = self.events
        names["ways"], names["deals"] = self.ways, self.deals
        return names
