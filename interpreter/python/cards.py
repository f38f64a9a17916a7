"""Where cards lie: taking out, putting in, and the moves made of them (docs/design/ir.md, "Zones and cards").

Comes in: a state, cards and numbers of zone instances.  Goes out: changed cells, and events if the engine is
traced.  Which card comes up by chance is left to `chance`, who knows what to `knowledge`.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Sequence
from typing import Literal

from interpreter.python.knowledge import Knowledge
from interpreter.python.ways import Ways


class Cards(Knowledge):
    """Moves of cards for one program."""

    ways: list[Ways]
    """By source and target, what moves a card: ``ways[place][target](S, card, rule)``."""

    # ------------------------------------------------------------ one card

    def move(self, S: list[int], card: int, target: int, rule: int, at: int | None = None) -> None:
        """One card to a place; `at` counts from the first or the top, none is the usual end."""
        if card < 0:
            self.no_card(rule)
        place = S[self.zone_cells + card]
        if at is None:
            self.ways[place][target](S, card, rule)
        else:
            self.carry(S, card, place, target, at, "move", rule)

    def carry(
        self, S: list[int], card: int, place: int, target: int, at: int | None, how: Literal["move", "deal"], rule: int
    ) -> None:
        """A card of `place` to `target`, with all that this does to knowledge."""
        seen, known = self.static[place], self.known_cells + card
        aware = seen if seen >= 0 else self.asked(S, place, card)
        if not self.take_out(S, card, place):
            aware |= S[known]
        if at is None:
            self.put_in(S, card, target, rule)
        else:
            self.put_at(S, card, target, at, rule)
        seen = self.static[target]
        if seen < 0:
            seen = self.asked(S, target, card)
        aware |= seen
        S[known] = aware
        if self.hands[place] and aware != self.everyone:
            self.forget(S, place, card, aware)
        if self.bags[target]:
            self.mix(S, target, (card,))
        if self.events is not None:
            self.events.append((how, card, place, target, aware, rule))
        if self.turned[place]:
            self.turn_up(S, place, rule)

    def take_out(self, S: list[int], card: int, place: int) -> bool:
        """Takes a card out of its place; says whether who does not see it may confuse it with others
        there."""
        shape, size, cards, _, by_number = self.cells[place]
        last = cards + S[size] - 1
        if S[last] == card:
            index = last
            S[index] = 0
        else:
            index = S.index(card, cards, last)
            del S[index]
            S.insert(last, 0)
        S[size] -= 1
        if shape == "pile" and S[size + 2]:
            return self.leave_pile(S, size, index - cards)
        return by_number

    def leave_pile(self, S: list[int], size: int, index: int) -> bool:
        """Counts down the run of a pile with loose cards from which one has left."""
        low, loose = S[size + 1], S[size + 2]
        if index < low:
            S[size + 1] = low - 1
        elif index < low + loose:
            S[size + 2] = loose - 1
            if loose == 1:
                S[size + 1] = 0
            return True
        return False

    def put_in(self, S: list[int], card: int, target: int, rule: int) -> None:
        """To the usual end: row last, pile top, hand and bag by number."""
        _, size, cards, capacity, by_number = self.cells[target]
        many = S[size]
        if many >= capacity:
            self.full(target, rule)
        end = cards + many
        if by_number and many and S[end - 1] > card:
            S.insert(bisect_left(S, card, cards, end), card)
            del S[end + 1]
        else:
            S[end] = card
        S[size] = many + 1
        S[self.zone_cells + card] = target

    def put_at(self, S: list[int], card: int, target: int, at: int, rule: int) -> None:
        """To an index of a row or pile; elsewhere the index does not matter."""
        shape, size, cards, capacity, _ = self.cells[target]
        many = S[size]
        if shape != "row" and shape != "pile":
            self.put_in(S, card, target, rule)
            return
        if many >= capacity:
            self.full(target, rule)
        if not 0 <= at <= many:
            self.no_such_index(target, at, rule)
        index = cards + (at if shape == "row" else many - at)
        if shape == "pile" and S[size + 2]:
            low, loose = cards + S[size + 1], S[size + 2]
            if low < index < low + loose:
                self.no_such_index(target, at, rule)
            if index <= low:
                S[size + 1] += 1
        S.insert(index, card)
        del S[cards + many + 1]
        S[size] = many + 1
        S[self.zone_cells + card] = target

    def turn_up(self, S: list[int], place: int, rule: int) -> None:
        """The top of a pile that is seen, drawn by chance if it has no order yet; who sees it knows it from
        now on."""
        _, size, cards, _, _ = self.cells[place]
        low, loose = S[size + 1], S[size + 2]
        if not loose or S[size] > low + loose:
            return
        card = self.top(S, place, rule)
        last = cards + S[size] - 1
        index = S.index(card, cards + low, last + 1)
        S[index:last] = S[index + 1 : last + 1]
        S[last] = card
        S[size + 2] = loose - 1
        if loose == 1:
            S[size + 1] = 0
        S[self.known_cells + card] |= self.sees(S, place, card)
        if self.events is not None:
            self.events.append(("turn", card, place, S[self.known_cells + card], rule))

    @abstractmethod
    def top(self, S: list[int], place: int, rule: int) -> int:
        """The card that comes off this place, which is not empty."""

    # ------------------------------------------------------------ many cards

    def shuffle(self, S: list[int], place: int, rule: int) -> None:
        """From now on these cards have no order, and only who sees the place knows them."""
        shape, size, cards, _, _ = self.cells[place]
        many = S[size]
        if shape == "row":
            self.fault(f"{self.place_name(place)} is a row, which keeps its order", rule, "position")
        inside = S[cards : cards + many]
        if shape == "pile":
            S[cards : cards + many] = sorted(inside)
            S[size + 1], S[size + 2] = 0, many
        self.mix(S, place, inside)
        if self.events is not None:
            self.events.append(("shuffle", place, rule))
        if self.turned[place]:
            self.turn_up(S, place, rule)

    def refill(self, S: list[int], cards: Sequence[int], target: int, rule: int) -> None:
        """All these cards go to `target` and are shuffled there."""
        if self.events is None and cards and self._poured(S, cards, S[self.zone_cells + cards[0]], target):
            return
        places = list(dict.fromkeys(S[self.zone_cells + card] for card in cards))
        events, self.events = self.events, None
        try:
            for card in cards:
                self.move(S, card, target, rule)
            self.shuffle(S, target, rule)
        finally:
            self.events = events
        if events is not None:
            events.extend(("refill", place, target, rule) for place in places)

    def _poured(self, S: list[int], cards: Sequence[int], place: int, target: int) -> bool:
        """The same all at once, if the cards are all that lie in one place and nobody has to be asked; says whether
        so."""
        if place == target or self.facts or self.static[place] < 0 or self.static[target] < 0:
            return False
        shape, size, first, _, _ = self.cells[place]
        into, there, begin, capacity, _ = self.cells[target]
        many, come = S[size], S[there] + len(cards)
        if into != "pile" or self.turned[place] or self.turned[target] or come > capacity:
            return False
        if many != len(cards) or sorted(S[first : first + many]) != sorted(cards):
            return False
        inside = sorted([*S[begin : begin + S[there]], *cards])
        S[first : first + many] = [0] * many
        S[begin : begin + come] = inside
        S[size] = 0
        if shape == "pile":
            S[size + 1] = S[size + 2] = 0
        S[there], S[there + 1], S[there + 2] = come, 0, come
        for card in cards:
            S[self.zone_cells + card] = target
            S[self.known_cells + card] = self.everyone  # of whom only those stay aware who see the target
        self.mix(S, target, inside)
        return True
