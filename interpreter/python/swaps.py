"""Cards and whole places that change over (docs/design/ir.md, "Zones and cards").

Comes in: a state, cards and numbers of zone instances.  Goes out: changed cells, and events if the engine is traced.
Single moves are left to `cards`.
"""

from __future__ import annotations

from interpreter.python.cards import Cards


class Swaps(Cards):
    """Swaps for one program."""

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
