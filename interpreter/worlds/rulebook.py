"""What everybody knows of a game who has read its rules.

Comes in: an edition of a game.  Goes out: where each card may ever lie, which variables hold cards, which are still
needed at a decision, which counters belong to a card.  Worked out once for each edition, from the rules alone.
"""

from __future__ import annotations

from functools import cached_property

from interpreter.machine.edition import Edition
from interpreter.machine.layout import instances, offset, static_seen, strides
from interpreter.machine.texts import all_keys
from interpreter.worlds.habits import Habits
from interpreter.worlds.plans import Naming, naming
from interpreter.worlds.reach import reachable
from interpreter.worlds.spots import Mark, Own
from rulelang.ir.analyse.cards.variables import card_variables
from rulelang.ir.analyse.live import living, set_aside


class Rulebook:
    """One edition's.  `reach`: for each zone instance the cards that may lie there."""

    def __init__(self, game: Edition) -> None:
        self._program, self._layout = game.program, game.layout
        self.habits = Habits(game)

    @classmethod
    def of(cls, game: Edition) -> Rulebook:
        """The one of an edition, which keeps it."""
        return game.once(cls)

    @cached_property
    def reach(self) -> tuple[frozenset[int], ...]:
        return reachable(self._program, self._layout)

    @cached_property
    def admitted(self) -> tuple[frozenset[int], ...]:
        """For each zone instance the cards of the types that it holds."""
        program = self._program
        return tuple(
            frozenset(
                card for card, one in enumerate(program.cards) if one.type in program.zones[place.declaration].types
            )
            for place in self._layout.places
        )

    @cached_property
    def own(self) -> Own:
        """The cells of the counters that belong to each card."""
        found: Own = {}
        for number, counter in enumerate(self._program.counters):
            at = next((at for at, key in enumerate(counter.keys) if key.display.sort == "card"), None)
            if at is not None:
                for offset, keys in enumerate(all_keys(counter.keys)):
                    mark = number, keys[:at] + keys[at + 1 :]
                    found.setdefault(keys[at], {})[mark] = self._layout.counters[number] + offset
        return found

    def laid(self, mark: Mark) -> tuple[int, int]:
        """Where a counter that belongs to a card lies: the cell for card 0, and how far each card goes on from it."""
        counter, others = mark
        keys = self._program.counters[counter].keys
        at = next(at for at, key in enumerate(keys) if key.display.sort == "card")
        values = (*others[:at], 0, *others[at:])
        return self._layout.counters[counter] + offset(keys, values), strides(keys)[at]

    @cached_property
    def private(self) -> list[tuple[int, int]]:
        """The cells of counters that only some see, and who: as far as that never changes."""
        found, everyone = [], (1 << self._program.players) - 1
        for number, counter in enumerate(self._program.counters):
            for at, keys in enumerate(all_keys(counter.keys)):
                seen = static_seen(self._program, counter.seen, keys)
                if seen and seen != everyone and not counter.hidden:
                    found.append((self._layout.counters[number] + at, seen))
        return found

    @cached_property
    def naming(self) -> Naming:
        """How choices are named in plans."""
        return naming(self._program)

    @cached_property
    def card_variables(self) -> frozenset[int]:
        return card_variables(self._program)

    def card_cells(self, cells: list[int], number: int) -> list[int]:
        """The cells of variables and counters that hold cards in a state at this decision."""
        layout, program, decision = self._layout, self._program, self._program.decisions[number]
        aside = set_aside(decision) if decision.secret else frozenset[int]()
        found: list[int] = []
        for slot in sorted((self.card_variables & self.living(number)) - aside):
            first, frame = layout.frames[slot], program.frames[slot]
            if first is None:
                continue
            width = 1 + frame.capacity if frame.capacity else 1
            for at in range(first, first + width * (program.players if frame.seats else 1), width):
                found += range(at + 1, at + 1 + cells[at]) if frame.capacity else [at]
        for place, counter in enumerate(program.counters):
            if counter.display.sort == "card" and not any(key.display.sort == "card" for key in counter.keys):
                found += range(layout.counters[place], layout.counters[place] + instances(counter.keys))
        return found

    def living(self, number: int) -> frozenset[int]:
        """The variables whose values may still be read when the game goes on from the decision of this number."""
        return self._living[number]

    @cached_property
    def _living(self) -> dict[int, frozenset[int]]:
        return living(self._program)
