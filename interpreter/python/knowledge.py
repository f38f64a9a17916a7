"""Who knows which card: seeing, forgetting, showing (docs/design/ir.md, "What players know").

Comes in: a state and places or cards in it.  Goes out: bit sets of players, and changed bits in the state.
Where the cards lie is left to `cards`; asking a place of which a function decides calls the generated
function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from interpreter.events import Event
from interpreter.layout import Layout, static_seen
from interpreter.python.asking import Asking
from interpreter.texts import keys_at
from rulelang.ir.model.expressions import NONE


class Knowledge(Asking):
    """Bits of knowledge for one program; `functions` are the generated functions, put in after they are
    made."""

    def __init__(self, layout: Layout, traced: bool) -> None:
        super().__init__(layout)
        self.events: list[Event] | None = [] if traced else None
        self.functions: tuple[Callable[..., int], ...] = ()
        self.known_cells = layout.known
        self.everyone = (1 << self.program.players) - 1
        self.static = tuple(
            -1 if place.seen is None or (place.top_only and place.seen) else place.seen for place in layout.places
        )
        """Who sees each place, -1 where `asked` must say."""
        self.turned = tuple(place.turned for place in layout.places)
        """Which piles keep their top turned up."""
        self.facts = tuple(layout.facts.values())

    def asked(self, S: list[int], place: int, card: int) -> int:
        """Who sees a card in a place for which this depends on the state or the card."""
        at = self.layout.places[place]
        if at.top_only and not self.is_top(S, place, card):
            return 0
        if at.seen is not None:
            return at.seen
        seen = self.program.zones[at.declaration].seen
        assert seen.function is not None
        if seen.who == "card":
            return self.functions[seen.function](S, *at.keys, card) & self.everyone
        return self.functions[seen.function](S, *at.keys) & self.everyone

    def is_top(self, S: list[int], place: int, card: int) -> bool:
        """Whether a pile has a top card, one with a known order, and this is it."""
        at = self.layout.places[place]
        size = S[at.size]
        return size > S[at.low] + S[at.loose] and S[at.cards + size - 1] == card

    def sees(self, S: list[int], place: int, card: int) -> int:
        """Who sees this card in this place, whether or not it lies there."""
        seen = self.static[place]
        return seen if seen >= 0 else self.asked(S, place, card)

    def knows(self, S: list[int], card: int) -> int:
        """Who sees or knows a card where it lies."""
        return S[self.known_cells + card] | self.sees(S, S[self.zone_cells + card], card)

    def sees_all(self, S: list[int], place: int) -> int:
        """Who sees every card that may lie in this place."""
        at = self.layout.places[place]
        if at.top_only:
            return 0
        if at.seen is not None:
            return at.seen
        seen = self.program.zones[at.declaration].seen
        if seen.who == "card" or seen.function is None:
            return 0
        return self.functions[seen.function](S, *at.keys) & self.everyone

    def may_read(self, S: list[int], counter: int, offset: int) -> int:
        """Who sees a counter, or was shown the value that it has."""
        declared = self.program.counters[counter]
        keys = keys_at(declared.keys, offset)
        seen = static_seen(self.program, declared.seen, keys)
        if seen is None:
            assert declared.seen.function is not None
            seen = self.functions[declared.seen.function](S, *keys) & self.everyone
        told = self.layout.told.get(counter)
        return seen if told is None else seen | S[told + offset]

    def forget(self, S: list[int], hand: int, gone: int, aware: int, come: int = NONE) -> None:
        """A card has left a hand; who is not aware which one forgets all others but the one that has come for
        it."""
        _, size, cards, _, _ = self.cells[hand]
        static, known = self.static[hand], self.known_cells
        if static >= 0 and not self.facts and come == NONE:
            lost = ~(aware | static)
            for card in S[cards : cards + S[size]]:
                if S[known + card] & lost:
                    S[known + card] &= ~lost
            return
        for card in S[cards : cards + S[size]]:
            if card == come:
                continue
            keep = aware | (static if static >= 0 else self.asked(S, hand, card))
            S[known + card] &= keep
            if self.facts:
                self.forget_facts(S, card, keep)
        if self.facts:
            self.forget_facts(S, gone, aware)

    def mix(self, S: list[int], place: int, cards: Iterable[int]) -> None:
        """These cards lie without an order now: only who sees them there knows them."""
        static, known = self.static[place], self.known_cells
        for card in cards:
            keep = static if static >= 0 else self.asked(S, place, card)
            S[known + card] &= keep
            if self.facts:
                self.forget_facts(S, card, keep)

    def forget_facts(self, S: list[int], card: int, keep: int) -> None:
        """What was told about a card is known only to `keep` from now on."""
        for facts in self.facts:
            if 0 <= card - facts.first < facts.cards:
                values = len(facts.values)
                start = facts.start + (card - facts.first) * values
                for cell in range(start, start + values):
                    S[cell] &= keep

    def show(self, S: list[int], cards: Iterable[int], to: int, rule: int) -> None:
        to &= self.everyone
        for card in cards:
            if card < 0:
                self.no_card(rule)
            place = S[self.zone_cells + card]
            if not self.mixed(S, place, card):
                S[self.known_cells + card] |= to
            if self.events is not None:
                self.events.append(("show", card, place, to, self.knows(S, card), rule))

    def show_fact(self, S: list[int], column: int, card: int, value: int, to: int, rule: int) -> None:
        if card < 0:
            self.no_card(rule)
        to &= self.everyone
        facts = self.layout.facts[column]
        cell, place = facts.cell(card, value), S[self.zone_cells + card]
        if cell is not None and not self.mixed(S, place, card):
            S[cell] |= to
        if self.events is not None:
            table = self.program.tables[self.program.columns[column][1]]
            holds = int(cell is not None and table.values[card - table.first] == value)
            position, knows = self.position(S, card), self.knows(S, card)
            self.events.append(("fact", card, place, position, column, value, holds, to, knows, rule))

    def written(self, S: list[int], counter: int, offset: int, old: int, value: int, rule: int) -> None:
        """Reports that a counter has changed, if it has."""
        if old != value and self.events is not None:
            knows = self.may_read(S, counter, offset)
            self.events.append(("write", counter, offset, old, value, knows, rule))

    def show_counter(self, S: list[int], counter: int, offset: int, to: int, rule: int) -> None:
        to &= self.everyone
        S[self.layout.told[counter] + offset] |= to
        if self.events is not None:
            value = S[self.layout.counters[counter] + offset]
            self.events.append(("tell", counter, offset, value, to, rule))
