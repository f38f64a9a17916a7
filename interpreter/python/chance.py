"""Chance: deals and random members (docs/design/ir.md, "Chance").

Comes in: a state and what may come up.  Goes out: the card dealt or the member drawn.  Every event goes
through `draw`, which asks the caller's hook where there is one and the stream in the state otherwise.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import partial

from interpreter.engine import Chance as Hook
from interpreter.layout import STREAM_CELLS, Layout
from interpreter.python.streams import Stream
from interpreter.python.swaps import Swaps
from interpreter.python.ways import Way, Ways, written_way
from rulelang.ir.model.expressions import NONE


class Chance(Swaps):
    """Deals and draws for one program."""

    def __init__(self, layout: Layout, traced: bool) -> None:
        super().__init__(layout, traced)
        self.streams = {stream: Stream(stream) for stream in STREAM_CELLS}
        called = (self.asked, self.full, self.forget, self.mix, self.leave_pile, bisect_left)
        names: dict[str, object] = {function.__name__: function for function in called}
        names |= {"deal_word": self.streams["deal"].word, "deal_again": self.streams["deal"].again}
        places = range(len(layout.places))

        def written(dealt: bool) -> list[Ways]:
            return [Ways(place, partial(written_way, layout, dealt, names)) for place in places]

        def slow(way: Way) -> list[Ways]:
            return [Ways(place, partial(partial, way)) for place in places]

        self._fast, self._slow = (written(False), written(True)), (slow(self.go), slow(self.come))
        self.ways: list[Ways] = [*self._slow[0]]
        self.deals: list[Ways] = [*self._slow[1]]
        """The same for deals: ``deals[place][target](S, rule)``, which gives back the card."""
        self.chance = None

    @property
    def chance(self) -> Hook | None:
        """Who decides instead of the streams; then, and if there is a log, the fast ways are closed."""
        return self._hook

    @chance.setter
    def chance(self, hook: Hook | None) -> None:
        self._hook = hook
        self.ways[:], self.deals[:] = self._fast if hook is None and self.events is None else self._slow

    def go(self, place: int, target: int, S: list[int], card: int, rule: int) -> None:
        """A card from a place to the usual end of another."""
        self.carry(S, card, place, target, None, "move", rule)

    def come(self, place: int, target: int, S: list[int], rule: int) -> int:
        """The same for the card that is dealt."""
        return self.deal_at(S, place, target, rule, None)

    def draw(self, S: list[int], stream: str, members: Sequence[int], sort: str, rule: int) -> int:
        """The place in `members` of the one that comes up."""
        if self.chance is not None and len(members) > 1:
            return self.chance(S, stream, tuple(members), sort, rule)
        return self.streams[stream].below(len(members))

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

    def deal_at(self, S: list[int], source: int, target: int, rule: int, at: int | None) -> int:
        """One card from a place that is not empty to another; gives back the card."""
        card = self.top(S, source, rule)
        self.carry(S, card, source, target, at, "deal", rule)
        return card
