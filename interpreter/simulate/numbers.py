"""The arithmetic of samples.

Comes in: numbers of many games.  Goes out: spreads, histograms, intervals.  Everything here is exact or in closed form
and needs no package: intervals of shares are those of E. B. Wilson (1927), intervals of means those of Student, with
the expansion of R. A. Fisher and E. A. Cornish (1960) for his quantile.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import ceil, erfc, fsum, inf, sqrt
from statistics import NormalDist

from attrs import define

from rulelang.nodes import frozen

CONFIDENCE = 0.95
QUANTILES = (("p5", 0.05), ("p25", 0.25), ("median", 0.5), ("p75", 0.75), ("p95", 0.95))
MOST_BARS = 20


@frozen
class Bar:
    """How many numbers lie from `low` to `high`, both ends included"""

    low: int
    high: int
    count: int


@frozen
class Spread:
    """How a number is spread over games

    A quantile is the smallest number that so many games do not exceed, so it is always a number that came up.
    `deviation` is the standard deviation of the sample, 0 for one game.
    """

    count: int
    mean: float
    deviation: float
    low: int
    p5: int
    p25: int
    median: int
    p75: int
    p95: int
    high: int
    bars: tuple[Bar, ...]

    @classmethod
    def of(cls, numbers: Iterable[int]) -> Spread:
        """Of at least one number; a `Counter` says how often each came up."""
        counts = numbers if isinstance(numbers, Counter) else Counter(numbers)
        many = counts.total()
        total = sum(number * count for number, count in counts.items())
        squares = sum(number * number * count for number, count in counts.items())
        deviation = sqrt((many * squares - total * total) / (many * (many - 1))) if many > 1 else 0.0
        p5, p25, median, p75, p95 = quantiles(counts, [share for _, share in QUANTILES])
        low, high, bars = min(counts), max(counts), histogram(counts)
        return cls(many, total / many, deviation, low, p5, p25, median, p75, p95, high, bars)

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "mean": round(self.mean, 4),
            "deviation": round(self.deviation, 4),
            "min": self.low,
            **{name: getattr(self, name) for name, _ in QUANTILES},
            "max": self.high,
            "histogram": [{"from": bar.low, "to": bar.high, "games": bar.count} for bar in self.bars],
        }


def spread(numbers: Counter[int]) -> dict[str, object] | None:
    """The spread as plain data, none without numbers."""
    return Spread.of(numbers).to_dict() if numbers else None


def quantiles(counts: Counter[int], shares: Sequence[float]) -> list[int]:
    """For each share the smallest number that this share of all numbers does not exceed."""
    ordered = sorted(counts)
    below = list(accumulate(counts[number] for number in ordered))
    return [ordered[bisect_left(below, max(1, ceil(share * below[-1] - 1e-9)))] for share in shares]


def histogram(counts: Counter[int]) -> tuple[Bar, ...]:
    """At most 20 bars of one width (1, 2, 5, 10, 20 …), without a gap from the lowest to the highest number."""
    low, high = min(counts), max(counts)
    width = next(width for width in _widths() if high // width - low // width < MOST_BARS)
    heights = [0] * (high // width - low // width + 1)
    for number, count in counts.items():
        heights[number // width - low // width] += count
    starts = [(low // width + place) * width for place in range(len(heights))]
    return tuple(Bar(start, start + width - 1, count) for start, count in zip(starts, heights, strict=True))


def _widths() -> Iterable[int]:
    unit = 1
    while True:
        yield from (unit, 2 * unit, 5 * unit)
        unit *= 10


def normal(confidence: float = CONFIDENCE) -> float:
    """How many deviations to either side hold so much of a normal distribution."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(successes: float, trials: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The interval of a share; 0 to 1 without trials."""
    if not trials:
        return 0.0, 1.0
    z = normal(confidence)
    share, z2 = successes / trials, z * z
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = z * sqrt(max(0.0, share * (1 - share)) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    return max(0.0, middle - half) if successes else 0.0, min(1.0, middle + half) if successes < trials else 1.0


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """The same as `normal` where the deviation is only known from a sample; good to three digits from 4 on."""
    z = normal(confidence)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + fsum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))


@define
class Moments:
    """How many numbers there were, their sum and the sum of their squares"""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, number: float) -> None:
        self.count += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        return self.total / self.count

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Of the mean; with fewer than five numbers there is none, and both ends are infinite."""
        if self.count < 5:
            return -inf, inf
        spare = max(0.0, self.squares - self.total * self.total / self.count)
        deviation = sqrt(spare / (self.count - 1)) if spare > 1e-12 * self.squares else 0.0
        half = student(self.count - 1, confidence) * deviation / sqrt(self.count)
        return self.mean - half, self.mean + half


def chance_of(deviations: float) -> float:
    """How often chance alone lies so many standard errors off, to either side."""
    return erfc(abs(deviations) / sqrt(2))


def holm(chances: Sequence[float], confidence: float = CONFIDENCE) -> list[bool]:
    """Which of many findings hold, all together as surely as said (S. Holm, 1979)."""
    holds = [False] * len(chances)
    for place, (chance, one) in enumerate(sorted((chance, one) for one, chance in enumerate(chances))):
        if chance > (1 - confidence) / (len(chances) - place):
            break
        holds[one] = True
    return holds
