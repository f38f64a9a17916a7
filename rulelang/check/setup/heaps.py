"""How many cards lie where, as far as it is certain.

Comes in: the moves of a set-up, one after the other, with everything in the box at first.  Goes out: sizes.  A place
whose keys are not fixed in the text (`player.hand`) is one heap for all its keys together: what is taken from it is not
followed, and while cards lie there nobody knows how many lie at one key (`red.heap`).  The box gives its cards in the
order in which they are declared, until some are put back.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulelang.nodes import frozen
from rulelang.resolve.model.expressions import Constant, Expr, PlaceRef
from rulelang.resolve.model.program import Program


@frozen
class Spot:
    """A place with the keys that it is named with; None where the keys depend on something"""

    place: str
    keys: tuple[int, ...] | None


def spot_of(place: Expr) -> Spot | None:
    if not isinstance(place, PlaceRef):
        return None
    keys = [key.value for key in place.keys if isinstance(key, Constant)]
    return Spot(place.place, tuple(keys) if len(keys) == len(place.keys) else None)


@define
class Heaps:
    """For each spot how many cards of each type lie there; `unsure` are the types of which that is not known"""

    totals: dict[str, int]
    holds: dict[str, tuple[str, ...]]
    lying: dict[Spot, dict[str, int]] = field(factory=dict)
    unsure: set[str] = field(factory=set)
    in_order: bool = True
    """Whether the box lies as it was."""

    @classmethod
    def in_the_box(cls, program: Program, players: int) -> Heaps:
        totals = {
            name: sum(1 for card in declared.cards if card.seats <= players) for name, declared in program.types.items()
        }
        holds = {name: place.types for name, place in program.places.items()}
        return cls(totals, holds, {Spot("box", ()): dict(totals)})

    def picture(self) -> tuple[object, ...]:
        """What is known now, to be compared with what is known later."""
        lying = frozenset((spot, *heap.items()) for spot, heap in self.lying.items())
        return lying, frozenset(self.unsure)

    def gather(self, types: Iterable[str], to: Spot | None) -> None:
        """All cards of these types are moved to one place."""
        for name in types:
            for heap in self.lying.values():
                heap.pop(name, None)
            self.unsure.discard(name)
            self.in_order &= to is not None and to.place != "box"
            if to is None:
                self.unsure.add(name)
            else:
                self.lying.setdefault(to, {})[name] = self.totals[name]

    def size(self, spot: Spot) -> int | None:
        """How many cards lie there, None if nobody knows."""
        if spot.keys is None or self.unsure & set(self.holds.get(spot.place, self.totals)):
            return None
        if any(self.lying.get(Spot(spot.place, None), {}).values()):
            return None
        return sum(self.lying.get(spot, {}).values())

    def coming(self, spot: Spot, amount: int) -> dict[str, int]:
        """Of which types the next cards of a spot may be, which has at least so many, and how many of each at most."""
        heap, found = self.lying.get(spot, {}), dict[str, int]()
        for name in self.totals:
            number = heap.get(name, 0)
            if number > 0 and amount > 0:
                found[name] = min(number, amount)
                if spot.place == "box" and self.in_order:
                    amount -= found[name]
        return found

    def size_of(self, place: Expr) -> int | None:
        """The same of a place as it is written."""
        spot = spot_of(place)
        return self.size(spot) if spot is not None else None

    def take(self, source: Spot, amount: int, to: Spot | None) -> None:
        """So many cards are moved; if it is not certain of which type they are, these types are out of sight."""
        known, coming = self.size(source) is not None, self.coming(source, amount)
        if to is None or not known or sum(coming.values()) != amount:
            if amount:
                types = coming if known else self.holds.get(source.place, self.totals)
                self.unsure.update(types or self.totals)
            return
        goal = self.lying.setdefault(to, {})
        for name, number in coming.items():
            self.lying[source][name] -= number
            goal[name] = goal.get(name, 0) + number
        self.in_order &= to.place != "box"

    def lose_sight(self) -> None:
        self.in_order = False
        self.unsure.update(self.totals)
