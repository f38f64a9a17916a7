"""Everything that generated code calls, for one program.

Comes in: a layout.  Goes out: the names that the text may use (`names`).  What each does stands in the files
below: `faults`, `knowledge`, `cards`, `chance`, `looks`, `lists`.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from interpreter.layout import STREAM_CELLS
from interpreter.python import lists
from interpreter.python.looks import ALONE, Looks
from interpreter.python.memory import Answers

LISTS = (
    "first", "among", "present", "cut", "last", "steps", "is_set", "hold", "held",
    "numbered", "numbered_from", "numbered_to",
)  # fmt: skip
METHODS = (
    "fault", "within", "outside", "number", "rounded_down", "rounded_up", "remainder", "highest", "lowest",
    "times", "endless", "nobody", "bounds", "block_at", "show", "show_fact", "show_counter", "items", "size", "at",
    "position", "written", "move", "shuffle", "swap_places", "swap_cards", "random", "deal_at", "refill", "empty",
    "one_of_each", "grouped", "sets", "sets_by_look", "memory", "patterns", "taken", "asked", "forget", "mix",
    "leave_pile", "full", "no_card",
)  # fmt: skip
CONSTANTS = ("bisect_left", "SEATS", "FUEL", "ALONE", "answers", "events", "ways", "deals")
LOCALS = (
    "value", "old", "found", "picks", "offer", "members", "cards", "known", "low", "high", "yes", "passing", "_",
    "many", "chosen", "product", "before", "prepare", "start", "scores", "card", "aware", "end", "index", "up",
    "done", "best", "most",
)  # fmt: skip
"""Variables that the generated text uses beside those of the program."""

STREAM_NAMES = tuple(f"{stream}_{what}" for stream in STREAM_CELLS for what in ("word", "again"))
RESERVED = frozenset((*LISTS, *METHODS, *CONSTANTS, *LOCALS, *STREAM_NAMES))


class Runtime(Looks):
    """All of it."""

    def names(self) -> dict[str, Any]:
        """What the generated text finds under the names that it uses."""
        seats = range(self.program.players)
        names: dict[str, Any] = {name: getattr(lists, name) for name in LISTS}
        names |= {name: getattr(self, name) for name in METHODS}
        names["bisect_left"] = bisect_left
        names["SEATS"] = tuple(tuple((start + seat) % len(seats) for seat in seats) for start in seats)
        names["FUEL"] = self.program.fuel
        names["ALONE"], names["answers"] = ALONE, Answers
        names["events"] = self.events
        for stream, drawn in self.streams.items():
            names[f"{stream}_word"], names[f"{stream}_again"] = drawn.word, drawn.again
        names["ways"], names["deals"] = self.ways, self.deals
        return names
