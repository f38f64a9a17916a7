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

    def swap_places(self, S: list[int], left: int, right: int, rule: int) -> None:
        """All cards of two places change over; who saw or knew a card, or sees it now, knows it there."""
        if left == right:
            return
        moving = [(card, left, right) for card in self.items(S, left)]
        moving += [(card, right, left) for card in self.items(S, right)]
        known = self.known_cells
        before = [S[known + card] | self.sees(S, place, card) for card, place, _ in moving]
        of_left, of_right = self._lift(S, left), self._lift(S, right)
        self._lay(S, right, left, of_left, rule)
        self._lay(S, left, right, of_right, rule)
        for (card, place, target), saw in zip(moving, before, strict=True):
            S[known + card] = aware = saw | self.sees(S, target, card)
            if self.mixed(S, target, card):
                self.mix(S, target, (card,))
            if self.events is not None:
                self.events.append(("move", card, place, target, aware, rule))
        for place in (left, right):
            if self.turned[place]:
                self.turn_up(S, place, rule)

    def _lift(self, S: list[int], place: int) -> tuple[list[int], int, int]:
        """All cards of a place as they lie (a row reversed, so that its first card would be on top), low and
        loose."""
        shape, size, cards, _, _ = self.cells[place]
        many = S[size]
        inside = S[cards : cards + many]
        low, loose = 0, 0
        if shape == "pile":
            low, loose = S[size + 1], S[size + 2]
            S[size + 1] = S[size + 2] = 0
        elif shape == "row":
            inside.reverse()
        elif many > 1:
            loose = many
        S[cards : cards + many] = [0] * many
        S[size] = 0
        return inside, low, loose

    def _open_row(self, place: int, origin: int) -> bool:
        """Whether cards may lie by number in this row: they come from a hand, and everybody sees them."""
        return self.hands[origin] and self.layout.places[place].seen == self.everyone

    def _lay(self, S: list[int], place: int, origin: int, lifted: tuple[list[int], int, int], rule: int) -> None:
        """Puts what was lifted from `origin` into an empty place."""
        shape, size, cards, capacity, _ = self.cells[place]
        inside, low, loose = lifted
        if len(inside) > capacity:
            self.full(place, rule)
        if shape == "pile":
            S[size + 1], S[size + 2] = low, loose
        elif shape == "row":
            if loose and not self._open_row(place, origin):
                self.fault(f"cards without an order cannot go to {self.place_name(place)}", rule, "position")
            if not loose:
                inside.reverse()
        else:
            inside.sort()
        S[cards : cards + len(inside)] = inside
        S[size] = len(inside)
        for card in inside:
            S[self.zone_cells + card] = place

    def swap_cards(self, S: list[int], left: int, right: int, rule: int) -> None:
        """Two cards change places, each to the index of the other."""
        if left < 0 or right < 0:
            self.no_card(rule)
        zones, known = self.zone_cells, self.known_cells
        pairs = ((left, S[zones + left], S[zones + right]), (right, S[zones + right], S[zones + left]))
        place = pairs[0][1]
        if left == right or (place == pairs[1][1] and self.cells[place].by_number):
            return
        before = [self.sees(S, place, card) for card, place, _ in pairs]
        before = [
            saw if self.cells[place].by_number else saw | S[known + card]
            for saw, (card, place, _) in zip(before, pairs, strict=True)
        ]
        self._exchange(S, left, right, rule)
        aware = [saw | self.sees(S, target, card) for saw, (card, _, target) in zip(before, pairs, strict=True)]
        for (card, place, target), knowing in zip(pairs, aware, strict=True):
            if self.hands[place]:
                self.forget(S, place, card, knowing, right if card == left else left)
            if self.events is not None:
                self.events.append(("move", card, place, target, knowing, rule))
        for (card, _, target), knowing in zip(pairs, aware, strict=True):
            S[known + card] = knowing
            if self.bags[target]:
                self.mix(S, target, (card,))

    def _exchange(self, S: list[int], left: int, right: int, rule: int) -> None:
        places = S[self.zone_cells + left], S[self.zone_cells + right]
        indices = [self._fixed_index(S, card, place, rule) for card, place in zip((left, right), places, strict=True)]
        for card, place, index in zip((right, left), places, indices, strict=True):
            if index is not None:
                S[index] = card
            else:
                _, size, cards, _, _ = self.cells[place]
                other = left if card == right else right
                inside = [each for each in S[cards : cards + S[size]] if each != other]
                S[cards : cards + S[size]] = sorted([*inside, card])
            S[self.zone_cells + card] = place

    def _fixed_index(self, S: list[int], card: int, place: int, rule: int) -> int | None:
        """The cell of a card whose place has an order; none in a hand or bag; a fault for a card without an
        order."""
        shape, size, cards, _, by_number = self.cells[place]
        if by_number:
            return None
        index = S.index(card, cards, cards + S[size])
        if shape == "pile" and 0 <= index - cards - S[size + 1] < S[size + 2]:
            self.fault(f"a card of {self.place_name(place)} without an order cannot be swapped", rule, "position")
        return index
