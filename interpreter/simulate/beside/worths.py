"""What cards and steps are worth in one version of a game, and in another.

Comes in: what was gathered of both.  Goes out: for each thing that both have how much more it is worth in the second,
with an interval, all of them together held to 95 % (Holm); and what a thing is worth that only one of them has.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from interpreter.simulate.batches.valued import Valued
from interpreter.simulate.batches.worths import Thing, Worth
from interpreter.simulate.numbers import chance_of, holm, normal
from rulelang.nodes import frozen


@frozen
class Shift:
    """One thing in both versions: by how much what it is worth differs, B less A, and the interval of that"""

    thing: Thing
    a: Worth
    b: Worth
    low: float
    high: float
    sure: bool

    @property
    def difference(self) -> float:
        return self.b.difference - self.a.difference

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "sort": self.thing.sort,
            "name": self.thing.name,
            "how": self.thing.how,
            "a": self.a.to_dict(),
            "b": self.b.to_dict(),
            "difference": round(self.difference, 4),
            "interval": [round(self.low, 4), round(self.high, 4)],
            "sure": self.sure,
        }


def shifts(a: Valued, b: Valued) -> list[Shift]:
    """Of all that enough seats had, and had not, in both; the greatest difference first."""
    ours, theirs = ({worth.thing: worth for worth in one.together().found()} for one in (a, b))
    both = [(ours[thing], theirs[thing]) for thing in ours if thing in theirs]
    errors = [hypot(one.error, other.error) for one, other in both]
    apart = [other.difference - one.difference for one, other in both]
    sure = holm([chance_of(value / max(error, 1e-9)) for value, error in zip(apart, errors, strict=True)])
    found = [
        Shift(one.thing, one, other, value - normal() * error, value + normal() * error, holds)
        for (one, other), value, error, holds in zip(both, apart, errors, sure, strict=True)
    ]
    return sorted(found, key=lambda shift: -abs(shift.difference))


def only_in(one: Valued, other: Valued) -> list[Worth]:
    """What things are worth that the other version does not have, if that is sure."""
    known = {(thing.sort, thing.name) for thing in other.together().things}
    return [worth for worth in one.together().strongest() if (worth.thing.sort, worth.thing.name) not in known]


def strongest(found: Sequence[Shift]) -> list[Shift]:
    """What is sure; of each thing only how it shows most."""
    kept: dict[tuple[str, str], Shift] = {}
    for shift in found:
        if shift.sure:
            kept.setdefault((shift.thing.sort, shift.thing.name), shift)
    return list(kept.values())
