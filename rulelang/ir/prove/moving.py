"""What moves do to the numbers of cards that lie in places, as far as it is certain.

Comes in: an effect and what is known before it.  Goes out: what is known after it, or None where it surely is a fault;
and by `note` whether there are enough cards where some are dealt from, and room where they go.  A place with keys
stands for all its instances together: what one of them holds is known as long as nothing else may have changed it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as do
from rulelang.ir.model.expressions import NONE
from rulelang.ir.prove.certain import Reader
from rulelang.ir.prove.known import ANYWHERE, Known, things
from rulelang.ir.prove.spans import HIGH, Span, hull, is_none, meet

Place: TypeAlias = ir.Zone | ir.ZoneAt
Note: TypeAlias = Callable[[Literal["dry", "full"], int, Span, Span, Known], None]
"""Of a deal: how many cards there are and how many it takes; of a goal: how many would lie there and how many may"""
Zones: TypeAlias = frozenset[int]


@frozen
class Moving:
    """Carries out effects on what is known of one program"""

    reader: Reader
    note: Note
    went_by: Callable[[Zones, Zones, Span], None] = lambda source, to, many: None
    """Hears of each effect that so many cards go from one of some places to one of others."""

    # ------------------------------------------------------------ places

    def capacity(self, zone: int) -> int:
        """How many cards an instance of a place may hold, of those that there are."""
        return min(self.reader.program.zones[zone].capacity, self.fitting(zone))

    def fitting(self, zone: int) -> int:
        """How many cards there are that may lie in a place."""
        program = self.reader.program
        return sum(one.count for n, one in enumerate(program.types) if n in program.zones[zone].types)

    def change(self, place: Place, by: Span, known: Known) -> Known:
        """So many cards more (or fewer, below 0) lie in a place."""
        if isinstance(place, ir.ZoneAt):
            return self._any(by, known)
        zone = place.zone
        low, high = self.reader.size(place, known) or (0, 0)
        most = self.capacity(zone)
        now = _clamped((low + by[0], high + by[1]), most)
        state = known.state
        alone = not self.reader.program.zones[zone].keys
        state = state.holding(zone, now if alone else hull(state.sizes[zone], now))
        others = {
            node: _clamped((span[0] + min(0, by[0]), span[1] + max(0, by[1])), most)
            for node, span in known.asked.items()
            if isinstance(node, ir.Size) and isinstance(node.of, ir.Zone) and node.of.zone == zone
        }
        after = known.changed((("zone", zone),), state)
        asked: dict[ir.Expr, Span] = {**after.asked, **{node: span for node, span in others.items() if _plain(node)}}
        if not alone and _plain(ir.Size(place)):
            asked[ir.Size(place)] = now
        return evolve(after, asked=asked)

    def _any(self, by: Span, known: Known, zones: Iterable[int] | None = None) -> Known:
        """So many cards more or fewer lie in one of some places, or of all."""
        state, gone = known.state, [ANYWHERE] if zones is None else [("zone", zone) for zone in zones]
        for zone in range(len(state.sizes)) if zones is None else zones:
            low, high = state.sizes[zone]
            most = self.capacity(zone)
            state = state.holding(zone, (max(0, low + min(0, by[0])), min(most, max(high, high + by[1]))))
        return known.changed(gone, state)

    # ------------------------------------------------------------ effects

    def move(self, card: ir.Expr, to: Place, rule: int, known: Known, many: Span = (1, 1)) -> Known | None:
        """So many cards, all in the same places, go somewhere; None where there surely is no card."""
        if is_none(self.reader.value(card, known)):
            return None
        where = self.lying(card, known)
        self.went_by(where, self._goals(to), many)
        after = self._taken(where, many, known)
        if isinstance(to, ir.Zone):
            size = self.reader.size(to, after) or (0, 0)
            lying = to.zone in where and len(where) > 1  # they may be among those that lie there already
            after_all = (size[0] + (0 if lying else many[0]), size[1] + many[1])
            if not self._fits(to, rule, after_all, after):
                return None
            after = self.change(to, (0 if lying else many[0], many[1]), after)
        else:
            after = self._any((0, many[1]), after)
        return self.went(card, where, to, after)

    def lying(self, card: ir.Expr | ir.Source, known: Known) -> frozenset[int]:
        """The places in which a card may lie."""
        sizes = known.state.sizes
        found = self.reader.places(card, known)
        every = range(len(sizes)) if found is None else found
        return frozenset(zone for zone in every if sizes[zone][1] > 0) or frozenset(every)

    def _taken(self, where: frozenset[int], many: Span, known: Known) -> Known:
        if len(where) == 1:
            (zone,) = where
            if not self.reader.program.zones[zone].keys:
                return self.change(ir.Zone(zone, ()), (-many[1], -many[0]), known)
        return self._any((-many[1], 0), known, where)

    def went(self, card: ir.Expr, where: frozenset[int], to: Place, known: Known) -> Known:
        """Whatever variable may hold a card that has moved: it may lie there now."""
        goal = frozenset((to.zone,)) if isinstance(to, ir.Zone) else None
        homes = {}
        for node, home in known.homes.items():
            if not home & where:
                homes[node] = home
            elif goal is not None:
                homes[node] = home | goal
        if goal is not None and isinstance(card, ir.Local | ir.Frame):
            homes[card] = goal
        return evolve(known, homes=homes)

    def _fits(self, to: ir.Zone, rule: int, size: Span, known: Known) -> bool:
        """Whether what will lie in a place may fit."""
        room = self.reader.program.zones[to.zone].capacity
        if room >= self.fitting(to.zone):
            return True  # there are not so many cards
        self.note("full", rule, size, (room, room), known)
        return size[0] <= room

    def _goals(self, place: Place) -> Zones:
        return frozenset((place.zone,) if isinstance(place, ir.Zone) else range(len(self.reader.program.zones)))

    def deal(self, node: do.Deal, known: Known) -> Known | None:
        reader = self.reader
        amount = meet(reader.value(node.amount, known) or (0, 0), (0, HIGH))
        there = reader.size(node.source, known)
        if amount is None or there is None:
            return None
        refill = (0, 0) if node.refill is None else reader.many(node.refill, known)
        every = there[0] + refill[0], there[1] + refill[1]
        if node.up_to:
            amount = min(amount[0], every[0]), min(amount[1], every[1])
        else:
            self.note("dry", node.rule, every, amount, known)
            amount = meet(amount, (0, every[1]))
            if amount is None:
                return None
        if isinstance(node.to, ir.Zone) and amount[1]:
            goal = reader.size(node.to, known) or (0, 0)
            same = isinstance(node.source, ir.Zone) and node.source.zone == node.to.zone
            low, high = (0, goal[1]) if same else goal
            if not self._fits(node.to, node.rule, (low + amount[0], high + amount[1]), known):
                return None
        self.went_by(self._goals(node.source), self._goals(node.to), amount)
        fewest = amount[0]
        if node.refill is not None and there[0] < amount[1]:
            known, again = self._refilled(node, refill, known)
            fewest = 0 if again else fewest  # what has been dealt may have come back
        known = self.change(node.source, (-amount[1], -fewest), known)
        known = self.change(node.to, (fewest, amount[1]), known)
        where = self.lying(ir.Items(node.source), known)
        card = ir.Const(NONE) if node.card is None else node.card
        if isinstance(card, ir.Local | ir.Frame):
            known = self.given(card, (0 if amount[0] else NONE, reader.cards[1] if amount[1] else NONE), known)
        return self.went(card, where, node.to, known)

    def given(self, target: ir.Local | ir.Frame, value: Span, known: Known) -> Known:
        """A variable has a new value."""
        if isinstance(target, ir.Local):
            return known.having(target.name, value)
        known = known.changed((("frame", target.slot),))
        return known if any(thing[0] == "frame" for thing in things(target.key)) else known.knowing(target, value)

    def _refilled(self, node: do.Deal, refill: Span, known: Known) -> tuple[Known, bool]:
        """The source may have been filled before, in the midst of it too: with what has just been dealt?"""
        assert node.refill is not None
        where = self.lying(node.refill, known)
        self.went_by(where, self._goals(node.source), (0, HIGH))
        again = not isinstance(node.to, ir.Zone) or node.to.zone in where
        amount = len(self.reader.program.cards) if again else refill[1]
        known = self._any((-amount, 0), known, where)
        return self.change(node.source, (0, amount), known), again

    def swap(self, left: Place, right: Place, rule: int, known: Known) -> Known | None:
        """All cards of two places change over."""
        self.went_by(self._goals(left), self._goals(right), (0, HIGH))
        self.went_by(self._goals(right), self._goals(left), (0, HIGH))
        if isinstance(left, ir.ZoneAt) or isinstance(right, ir.ZoneAt):
            most = len(self.reader.program.cards)
            return evolve(self._any((-most, most), known), homes={})
        one, other = self.reader.size(left, known) or (0, 0), self.reader.size(right, known) or (0, 0)
        if not all([self._fits(left, rule, other, known), self._fits(right, rule, one, known)]):
            return None
        for place, before, now in ((left, one, other), (right, other, one)):
            known = self.change(place, (now[0] - before[1], now[1] - before[0]), known)
            known = self._set(place, now, known)
        both = frozenset((left.zone, right.zone))
        homes = {node: home | both if home & both else home for node, home in known.homes.items()}
        return evolve(known, homes=homes)

    def _set(self, place: ir.Zone, size: Span, known: Known) -> Known:
        """So many cards lie in a place now."""
        size = meet(size, (0, self.capacity(place.zone))) or (0, 0)
        if not self.reader.program.zones[place.zone].keys:
            return evolve(known, state=known.state.holding(place.zone, size))
        return known.knowing(ir.Size(place), size)

    def every(self, node: do.Each, move: do.Move, known: Known) -> Known | None:
        """A loop that moves each of its cards, and does nothing else."""
        source = node.source
        many = self.reader.many(source, known)
        if node.where is not None:
            many = 0, many[1]
        elif not _all_others(source):
            many = min(many[0], 1), many[1]  # the same card may come twice
        here = ir.Local(node.variable)
        fixed = isinstance(move.to, ir.Zone) and ("local", node.variable) not in things(move.to)
        if isinstance(source, ir.Items) and source.of == move.to:
            return known
        if not fixed:
            if isinstance(move.to, ir.Zone):
                self._fits(move.to, move.rule, (0, len(self.reader.program.cards)), known)
            where = self.lying(source, known)
            self.went_by(where, self._goals(move.to), many)
            to = frozenset((move.to.zone,)) if isinstance(move.to, ir.Zone) else None
            known = self._any((-many[1], 0), known, where)
            return evolve(self._any((0, many[1]), known, to), homes={})
        after = self.move(here, move.to, move.rule, self._from(source, here, known), many) if many[1] else known
        if after is None or not isinstance(move.to, ir.Zone):
            return after
        low, high = self.reader.size(move.to, after) or (0, 0)
        after = self._set(move.to, (max(low, many[0]), high), after)
        if isinstance(source, ir.Items) and isinstance(source.of, ir.Zone) and node.where is None:
            after = self._set(source.of, (0, 0), after)
        return after

    def _from(self, source: ir.Source, variable: ir.Local, known: Known) -> Known:
        where = self.reader.places(source, known)
        return known if where is None else evolve(known, homes={**known.homes, variable: where})


def _clamped(size: Span, most: int) -> Span:
    """A number of cards, which is none below 0 and none above what fits."""
    return min(max(size[0], 0), most), min(max(size[1], 0), most)


def _all_others(source: ir.Source) -> bool:
    """Whether no member of a source comes twice."""
    match source:
        case ir.Ordered(source=inner) | ir.Last(source=inner):
            return _all_others(inner)
        case _:
            return isinstance(source, ir.Items | ir.Numbers)


def _plain(node: ir.Expr) -> bool:
    """Whether the keys of a place are variables, so that it is the same place until they change."""
    return (
        isinstance(node, ir.Size)
        and isinstance(node.of, ir.Zone)
        and all(isinstance(key, ir.Local | ir.Frame | ir.Const) for key in node.of.keys)
    )
