"""The arithmetic of samples.

Comes in: numbers of many games.  Goes out: spreads, histograms, intervals.  Everything here is exact or in closed form
and needs no package: intervals of shares are those of E. B. Wilson (1927), intervals of means those of Student, with
the expansion of R. A. Fisher and E. A. Cornish (1960) for his quantile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, fsum, sqrt
from statistics import NormalDist, fmean, stdev

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
    def of(cls, numbers: Sequence[int]) -> Spread:
        """Of at least one number."""
        ordered = sorted(numbers)
        deviation = stdev(ordered) if len(ordered) > 1 else 0.0
        p5, p25, median, p75, p95 = (quantile(ordered, share) for _, share in QUANTILES)
        low, high, bars = ordered[0], ordered[-1], histogram(ordered)
        return cls(len(ordered), fmean(ordered), deviation, low, p5, p25, median, p75, p95, high, bars)

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


def spread(numbers: Sequence[int]) -> dict[str, object] | None:
    """The spread as plain data, none without numbers."""
    return Spread.of(numbers).to_dict() if numbers else None


def quantile(ordered: Sequence[int], share: float) -> int:
    """The smallest of the ordered numbers that a share of them does not exceed."""
    return ordered[max(0, ceil(share * len(ordered) - 1e-9) - 1)]


def histogram(ordered: Sequence[int]) -> tuple[Bar, ...]:
    """At most 20 bars of one width (1, 2, 5, 10, 20 …), without a gap from the lowest to the highest number."""
    low, high = ordered[0], ordered[-1]
    width = next(width for width in _widths() if high // width - low // width < MOST_BARS)
    counts = [0] * (high // width - low // width + 1)
    for number in ordered:
        counts[number // width - low // width] += 1
    starts = [(low // width + place) * width for place in range(len(counts))]
    return tuple(Bar(start, start + width - 1, count) for start, count in zip(starts, counts, strict=True))


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


def mean_interval(numbers: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """A mean with its interval; with fewer than five numbers there is none, and both ends are infinite."""
    mean = fmean(numbers)
    if len(numbers) < 5:
        return mean, float("-inf"), float("inf")
    half = student(len(numbers) - 1, confidence) * stdev(numbers) / sqrt(len(numbers))
    return mean, mean - half, mean + half
