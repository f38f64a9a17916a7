"""Everything that the text of a program calls: the kernel, bound to this program, and what only the reference needs.

Comes in: a layout.  Goes out: a dictionary of names, in which the text is run too.  `S` in it is the state at hand.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import FunctionType, ModuleType
from typing import Any

from interpreter.kernel import cards, constants, knowledge, listed, looks, places, swaps
from interpreter.kernel import lists as kernel_lists
from interpreter.kernel import words as kernel_words
from interpreter.kernel.faults import Faults
from interpreter.kernel.words import NONE
from interpreter.machine.effort import DEALT, MOST_EFFORT
from interpreter.machine.engine import Chance, Picks
from interpreter.machine.events import EVENTS, Event, Said
from interpreter.machine.generator import INCREMENTS, below
from interpreter.machine.layout import STREAM_CELLS, Layout, static_seen
from interpreter.machine.texts import keys_at
from interpreter.reference import lists
from rulelang.ir.model.limits import MOST_CHOICES
from rulelang.ir.model.program import CounterDecl

KERNEL = (kernel_lists, listed, places, knowledge, cards, swaps, looks)
FAULTS = (
    "within", "number", "rounded_down", "rounded_up", "remainder", "highest", "lowest", "times", "block_at", "bounds",
    "gone_through",
)  # fmt: skip


class Machine(Faults):
    """The names of one program; the generated functions are put beside them."""

    def __init__(self, layout: Layout, traced: bool) -> None:
        super().__init__(layout)
        self.events: list[Event] | None = [] if traced else None
        self.reached: set[int] = set()
        self.hook: Chance | None = None
        self._muted = False
        self._left = MOST_EFFORT
        """What loops may still count."""
        seats = range(self.program.players)
        self.facts = [(column, facts.values) for column, facts in layout.facts.items()]
        self.names: dict[str, Any] = {"__builtins__": builtins, "S": [], "TRACED": int(traced)}
        self.names |= constants.numbers(layout, checked=True, knowing=True) | constants.tables(layout)
        self.names |= words() | {name: getattr(self, name) for name in (*FAULTS, *OWN)}
        self.names |= functions(lists) | {"fault": self.state, "stated": self.fault, "carried_out": self.reached.add}
        self.names["SEATS"] = [[(start + seat) % len(seats) for seat in seats] for start in seats]
        for module in KERNEL:
            self.names |= bound(module, self.names)

    def stand(self, state: list[int]) -> None:
        """From now on it is about this state."""
        self.names["S"] = state
        self._muted = False
        self._left = MOST_EFFORT

    # ------------------------------------------------------------ what the kernel asks for

    def asked(self, place: int, card: int) -> int:
        """Who sees a card in a place where this depends on the state or the card."""
        at = self.layout.places[place]
        if at.top_only and not self.names["is_top"](place, card):
            return 0
        if at.seen is not None:
            return at.seen
        seen = self.program.zones[at.declaration].seen
        given = (*at.keys, card) if seen.who == "card" else at.keys
        return self._players(seen.function, given)

    def drawn(self, place: int, first: int, many: int, rule: int) -> int:
        start = self.layout.places[place].cards + first
        return self._draw("deal", self.names["S"][start : start + many], "card", rule)

    def event(self, sort: str, *about: int) -> None:
        if self.events is not None and not self._muted:
            self.events.append(EVENTS[sort](*about))

    def say(self, saying: int, values: Sequence[int | Sequence[int]], rule: int) -> None:
        """A sentence for the story, with who knows each card in it; all else in it everybody may know."""
        self.names["carried_out"](rule)
        displays = [part for part in self.program.sayings[saying].parts if not isinstance(part, str)]
        told = []
        for value, display in zip(values, displays, strict=True):
            several = (value,) if isinstance(value, int) else value
            cards = display.sort in ("card", "cards")
            knows = [self.names["knows"](one) if cards and one != NONE else self.names["EVERYONE"] for one in several]
            told.append(tuple(zip(several, knows, strict=True)))
        if self.events is not None and not self._muted:
            self.events.append(Said(saying, tuple(told), rule))

    def mute(self, on: int) -> None:
        self._muted = bool(on)

    # ------------------------------------------------------------ cards in lists

    def cards_in(self, place: int) -> list[int]:
        """The cards of a place in the order in which an expression goes through them."""
        found = [0] * self.names["size_of"](place)
        self.names["items"](place, found)
        return found

    def held(self, cell: int) -> list[int]:
        """The cards of a stored set."""
        S = self.names["S"]
        cards: list[int] = S[cell + 1 : cell + 1 + S[cell]]
        return cards

    def hold_cards(self, cell: int, capacity: int, cards: Sequence[int]) -> None:
        self.names["hold"](cell, capacity, cards, len(cards))

    def show_cards(self, cards: Sequence[int], to: int, rule: int) -> None:
        self.names["show"](cards, len(cards), to, rule)

    def refill_from(self, cards: Sequence[int], target: int, rule: int) -> None:
        self.names["refill"](cards, len(cards), target, rule)

    def one_by_look(self, members: Iterable[int]) -> list[int]:
        """One card for all that look alike, where the first of them stands."""
        cells = list(members)
        return cells[: self.names["one_of_each"](cells, len(cells))]

    def sets(
        self, members: Iterable[int], low: int, high: int, alike: bool, rule: int | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Every set of low to high members, smaller ones first; with a rule, too many are a fault there."""
        cells = list(members)
        low, high = max(low, 0), min(high, len(cells))
        following = list(range(1, len(cells) + 1))
        if alike:
            self.names["by_look"](cells, len(cells), following)
        if rule is not None:
            self.names["few_enough"](following, len(cells), low, high, rule)
        for size in range(low, high + 1):
            yield from lists.taken(cells, following, 0, size)

    def add_choices(self, found: list[tuple[int, Picks]], offer: int, choices: Iterable[Picks], rule: int) -> None:
        """Puts the choices of an offer to those that have been found."""
        for picks in choices:
            found.append((offer, picks))
            if len(found) > MOST_CHOICES:
                self.state("choices", rule)

    # ------------------------------------------------------------ chance

    def random(self, members: Iterable[int], stream: str, sort: str, rule: int) -> int:
        """One of the members, none if there is none."""
        among = tuple(members)
        return among[self._draw(stream, among, sort, rule)] if among else NONE

    def _draw(self, stream: str, members: Sequence[int], sort: str, rule: int) -> int:
        """The place in `members` of the one that comes up."""
        S = self.names["S"]
        if self.hook is None or len(members) < 2:
            return below(S, STREAM_CELLS[stream], INCREMENTS[stream], len(members))
        muted = self._muted
        try:
            return self.hook(S, stream, tuple(members), sort, rule)
        finally:  # whoever decides may have asked about another state
            self.names["S"], self._muted = S, muted

    # ------------------------------------------------------------ counters, facts, loops

    def write(self, counter: int, offset: int, value: int, rule: int) -> None:
        """Sets a counter; who was told of it knows no more."""
        declared, S = self.program.counters[counter], self.names["S"]
        if not declared.low <= value <= declared.high:
            self.bounds(counter, offset, value, rule)
        cell = self.layout.counters[counter] + offset
        old, S[cell] = S[cell], value
        if counter in self.layout.told:
            S[self.layout.told[counter] + offset] = 0
        if self.events is None:
            return
        self.reached.add(rule)
        if old != value and not declared.hidden:
            knows = self.may_read(counter, offset)
            self.event("write", counter, offset, old, value, knows, rule, *self._cards_of(declared, offset, value))

    def _cards_of(self, declared: CounterDecl, offset: int, value: int) -> tuple[int, int, int, int]:
        """Who knows the card that a counter belongs to, and where it lies; the same of the card that is its value."""
        keys = zip(keys_at(declared.keys, offset), declared.keys, strict=True)
        own = next((card for card, key in keys if key.display.sort == "card"), NONE)
        other = value if declared.display.sort == "card" else NONE
        knows, places = self.names["knows"], self.layout.zone
        one, two = ((knows(c), self.names["S"][places + c]) if c != NONE else (NONE, NONE) for c in (own, other))
        return (*one, *two)

    def show_counter(self, counter: int, offset: int, to: int, rule: int) -> None:
        S, to = self.names["S"], to & self.names["EVERYONE"]
        S[self.layout.told[counter] + offset] |= to
        if self.events is not None:
            value = S[self.layout.counters[counter] + offset]
            about = self._cards_of(self.program.counters[counter], offset, value)
            self.event("tell", counter, offset, value, to, rule, *about)

    def tell_fact(self, column: int, card: int, value: int, to: int, rule: int) -> None:
        number = next(number for number, (known, _) in enumerate(self.facts) if known == column)
        self.names["show_fact"](number, self.facts[number][1], card, value, to, rule)
        if self.events is not None:
            table = self.program.tables[self.program.columns[column][1]]
            has = 0 <= card - table.first < len(table.values) and table.values[card - table.first] == value
            place, position = self.names["S"][self.layout.zone + card], self.names["position"](card)
            to, knows = to & self.names["EVERYONE"], self.names["knows"](card)
            self.event("fact", card, place, position, column, value, int(has), to, knows, rule)

    def another(self, passes: int, rule: int) -> int:
        """Counts the passes of a loop; too many never end."""
        if passes >= self.program.fuel:
            self.endless(rule)
        return passes + 1

    def passed(self, rule: int, effort: int) -> None:
        """Counts one more pass of a loop."""
        self._left -= effort
        if self._left < 0:
            self.tiring(rule)

    def dealing(self, rule: int) -> None:
        self.passed(rule, DEALT)

    # ------------------------------------------------------------ who may know

    def may_read(self, counter: int, offset: int) -> int:
        """Who sees a counter, or was shown the value that it has."""
        declared = self.program.counters[counter]
        keys = keys_at(declared.keys, offset)
        seen = static_seen(self.program, declared.seen, keys)
        if seen is None:
            seen = self._players(declared.seen.function, keys)
        told = self.layout.told.get(counter)
        return seen if told is None else seen | self.names["S"][told + offset]

    def sees_all(self, place: int) -> int:
        """Who sees every card that may lie in this place."""
        at = self.layout.places[place]
        seen = self.program.zones[at.declaration].seen
        if at.top_only or at.seen is not None:
            return 0 if at.top_only else at.seen or 0
        return 0 if seen.who == "card" else self._players(seen.function, at.keys)

    def _players(self, function: int | None, keys: Sequence[int]) -> int:
        """The bit set that a function of the program gives."""
        players: int = self.names[f"value{function}"](*keys)
        return players & int(self.names["EVERYONE"])


OWN = (
    "asked", "drawn", "event", "say", "mute", "cards_in", "held", "hold_cards", "show_cards", "refill_from",
    "one_by_look", "sets", "add_choices", "random", "write", "show_counter", "tell_fact", "another", "passed",
    "dealing",
)  # fmt: skip


def words() -> dict[str, Any]:
    """The words of the kernel that are the same for every program (see `interpreter.kernel.words`)."""

    def room(many: int) -> list[int]:
        return [0] * many

    def copy(target: list[int], to: int, source: list[int], start: int, many: int) -> None:
        target[to : to + many] = source[start : start + many]

    sorts = {name: value for name, value in vars(kernel_words).items() if isinstance(value, str)}
    return sorts | {"room": room, "copy": copy, "ones": int.bit_count}


def functions(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """The functions that a module defines."""
    found = vars(module).items()
    return {name: made for name, made in found if isinstance(made, FunctionType) and made.__module__ == module.__name__}


def bound(module: ModuleType, names: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """The same, each seeing these names in place of the module's."""
    return {name: FunctionType(made.__code__, names, name) for name, made in functions(module).items()}


NAMES = frozenset((
    *OWN, *FAULTS, *vars(kernel_words), *functions(lists), "S", "SEATS", "stated",
    *(name for module in KERNEL for name in functions(module)),
))  # fmt: skip
"""What no variable of the generated text may be called."""
