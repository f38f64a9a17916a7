"""Chance: deals and random members (docs/design/ir.md, "Chance").

Comes in: a state and what may come up.  Goes out: the card dealt or the member drawn.  Every event goes
through `draw`, which asks the caller's hook where there is one and the stream in the state otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from interpreter.engine import Chance as Hook
from interpreter.layout import STREAM_CELLS, Layout
from interpreter.python.cards import Cards
from interpreter.python.streams import drawing
from rulelang.ir.model.expressions import NONE


class Chance(Cards):
    """Deals and draws for one program."""

    def __init__(self, layout: Layout, traced: bool) -> None:
        self.streams = {stream: drawing(stream) for stream in STREAM_CELLS}
        super().__init__(layout, traced)
        self.chance: Hook | None = None

    def way_names(self) -> dict[str, object]:
        return {**super().way_names(), "draw": self.streams["deal"]}

    def draw(self, S: list[int], stream: str, members: Sequence[int], sort: str, rule: int) -> int:
        """The place in `members` of the one that comes up."""
        if self.chance is not None and len(members) > 1:
            return self.chance(S, stream, tuple(members), sort, rule)
        return self.streams[stream](S, len(members))

    def random(self, S: list[int], members: Iterable[int], stream: str, sort: str, rule: int) -> int:
        """One of the members, none if there is none."""
        among = tuple(members)
        return among[self.draw(S, stream, among, sort, rule)] if among else NONE

    def top(self, S: list[int], place: int, rule: int) -> int:
        """The card that comes off this place, which is not empty: its top or first, or one by chance."""
        shape, size, cards, _, by_number = self.cells[place]
        many = S[size]
        if shape == "pile":
            low, loose = S[size + 1], S[size + 2]
            if not loose or many > low + loose:
                return S[cards + many - 1]
            first, many = cards + low, loose
        elif by_number:
            first = cards
        else:
            return S[cards]
        return S[first + self.draw(S, "deal", S[first : first + many], "card", rule)]

    def deal(
        self,
        S: list[int],
        amount: int,
        source: int,
        target: int,
        rule: int,
        at: int | None = None,
        up_to: bool = False,
        refill: Callable[[], Sequence[int]] | None = None,
    ) -> int:
        """So many cards from one place to another, one after the other; gives back the last, none if there
        was none."""
        card = NONE
        size = self.cells[source].size
        plain = at is None and self.events is None and self.chance is None
        way = self.deals[source * self.many_places + target] if plain else None
        for _ in self.times(amount, rule):
            if not S[size] and refill is not None:
                self.refill(S, refill(), source, rule)
            if not S[size]:
                if up_to:
                    break
                self.empty(source, rule)
            if way is not None:
                card = way(S, rule)
            else:
                card = self.top(S, source, rule)
                self.carry(S, card, source, target, at, "deal", rule)
        return card
