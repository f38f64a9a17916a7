"""The faults that a game may raise, in the author's words, and the small checked operations that raise them.

Comes in: values and the number of the rule at which a fault would point; or a sort of fault, as the kernel and native
code state it.  Goes out: the value, or a `GameFault`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from interpreter.machine.effort import MOST_EFFORT
from interpreter.machine.engine import FaultSort, GameFault
from interpreter.machine.layout import Layout
from interpreter.machine.texts import Texts, keys_at
from rulelang.ir.model.limits import HIGHEST, LOWEST, MOST_CHOICES, MOST_MEMBERS, MOST_SETS


class Faults:
    """Checked operations for one program."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.program = layout.program
        self.texts = Texts(layout.program)

    def fault(self, message: str, rule: int, sort: FaultSort = "stated") -> NoReturn:
        """The game cannot go on."""
        raise GameFault(message, self.program.rules[rule], sort)

    def within(self, value: int, low: int, high: int, rule: int) -> int:
        if not low <= value <= high:
            self.outside(value, rule)
        return value

    def outside(self, value: int, rule: int) -> NoReturn:
        if value in (-1, LOWEST):
            self.fault("something is needed here and there is none", rule, "range")
        self.fault(f"{value} is outside what is possible here", rule, "range")

    def number(self, value: int, rule: int) -> int:
        """A result of + - *, which must fit 32 bits."""
        if not LOWEST <= value <= HIGHEST:
            self.fault(f"the number {value} is too large to reckon with", rule, "number")
        return value

    def rounded_down(self, value: int, divisor: int, rule: int) -> int:
        if divisor == 0:
            self.fault("division by 0", rule, "division")
        return self.number(value // divisor, rule)

    def rounded_up(self, value: int, divisor: int, rule: int) -> int:
        if divisor == 0:
            self.fault("division by 0", rule, "division")
        return self.number(-(-value // divisor), rule)

    def remainder(self, value: int, divisor: int, rule: int) -> int:
        if divisor == 0:
            self.fault("division by 0", rule, "division")
        return value % divisor

    def highest(self, values: list[int], rule: int) -> int:
        if not values:
            self.fault("there is nothing of which to take the highest", rule, "nothing")
        return max(values)

    def lowest(self, values: list[int], rule: int) -> int:
        if not values:
            self.fault("there is nothing of which to take the lowest", rule, "nothing")
        return min(values)

    def times(self, amount: int, rule: int) -> range:
        """So many passes of a loop."""
        if amount < 0:
            self.fault(f"this cannot be done {amount} times", rule, "negative")
        return range(amount)

    def gone_through(self, many: int, rule: int) -> int:
        """So many members of its picks a header has gone through so far."""
        if many > MOST_MEMBERS:
            self.fault(f"more than {MOST_MEMBERS} ways to pick have to be tried", rule, "too_many")
        return many

    def endless(self, rule: int) -> NoReturn:
        self.fault("this never ends", rule, "endless")

    def tiring(self, rule: int) -> NoReturn:
        self.fault(f"loops go round more than {MOST_EFFORT} times before anybody can choose", rule, "endless")

    def nobody(self, rule: int) -> NoReturn:
        self.fault("nobody can choose: there is nothing that may be done", rule, "nobody_can_choose")

    def bounds(self, counter: int, offset: int, value: int, rule: int) -> NoReturn:
        declared = self.program.counters[counter]
        name = self.texts.counter(declared, keys_at(declared.keys, offset))
        message = f"{name} cannot become {value}: it goes from {declared.low} to {declared.high}"
        self.fault(message, rule, "bounds")

    def block_at(self, blocks: Sequence[int], value: int, rule: int) -> int:
        """The block to go on at: `blocks[value]`."""
        if not 0 <= value < len(blocks):
            self.outside(value, rule)
        return blocks[value]

    def place_name(self, place: int) -> str:
        at = self.layout.places[place]
        return self.texts.zone(self.program.zones[at.declaration], at.keys)

    def full(self, place: int, rule: int) -> NoReturn:
        room = self.layout.places[place].capacity
        what = "1 card" if room == 1 else f"{room} cards"
        self.fault(f"{self.place_name(place)} has room for only {what}", rule, "full")

    def empty(self, place: int, rule: int) -> NoReturn:
        self.fault(f"there is no card left in {self.place_name(place)}", rule, "empty")

    def strange(self, place: int, card: int, rule: int) -> NoReturn:
        held = self.program.zones[self.layout.places[place].declaration].types
        names = [self.program.types[kind].name for kind in held]
        what = self.program.types[self.program.cards[card].type].name
        self.fault(
            f"a {what} cannot lie in {self.place_name(place)}, which holds {' or '.join(names)}", rule, "strange"
        )

    def no_card(self, rule: int) -> NoReturn:
        self.fault("there is no card to move", rule, "no_card")

    def no_such_index(self, place: int, at: int, rule: int) -> NoReturn:
        self.fault(f"no card can be put at place {at + 1} of {self.place_name(place)} now", rule, "position")

    # ------------------------------------------------------------ as the kernel and native code state them

    def state(self, kind: str, rule: int, value: int = 0, also: int = 0) -> NoReturn:
        """A fault by its sort; what the two numbers are depends on it."""
        match kind:
            case "range":
                self.outside(value, rule)
            case "outside":
                self.fault(f"{value} is outside what is possible here", rule, "range")
            case "number":
                self.number(value, rule)
            case "division":
                self.remainder(value, 0, rule)
            case "highest":
                self.highest([], rule)
            case "lowest":
                self.lowest([], rule)
            case "negative":
                self.times(value, rule)
            case "endless":
                self.endless(rule)
            case "nobody":
                self.nobody(rule)
            case "bounds":
                many = len(self.program.counters)
                self.bounds(also % many, also // many, value, rule)
            case "too_many":
                self.fault(f"there are more than {MOST_SETS} sets to choose from", rule, "too_many")
            case "choices":
                self.fault(f"there are more than {MOST_CHOICES} choices", rule, "too_many")
            case "members":
                self.gone_through(MOST_MEMBERS + 1, rule)
            case "effort":
                self.tiring(rule)
            case "memory":
                self.fault("this needs more room than there is", rule, "too_many")
            case _:
                self._of_place(kind, value, also, rule)
        raise AssertionError(kind)

    def _of_place(self, kind: str, place: int, at: int, rule: int) -> None:
        match kind:
            case "full":
                self.full(place, rule)
            case "empty":
                self.empty(place, rule)
            case "strange":
                self.strange(place, at, rule)
            case "no_card":
                self.no_card(rule)
            case "position":
                self.no_such_index(place, at, rule)
            case "row":
                self.fault(f"{self.place_name(place)} is a row, which keeps its order", rule, "position")
            case "no_order":
                self.fault(f"cards without an order cannot go to {self.place_name(place)}", rule, "position")
            case "swap":
                self.fault(f"a card of {self.place_name(place)} without an order cannot be swapped", rule, "position")
