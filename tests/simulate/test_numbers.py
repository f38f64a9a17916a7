"""Spreads, histograms and intervals, against values that others have published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from statistics import NormalDist, mean, stdev

import pytest

from interpreter.simulate.numbers import Bar, Moments, Spread, chance_of, histogram, holm, quantiles, student, wilson

SLEEP = (1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4)
"""What one drug did more than another for ten patients: W. S. Gosset ("Student"), Biometrika 6 (1908)."""


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_of_wilson(successes: int, trials: int, low: float, high: float) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    assert tuple(round(end, 4) for end in wilson(successes, trials)) == (low, high)


def test_the_interval_of_wilson_at_its_ends() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == pytest.approx(1)
    wide, narrow = wilson(30, 100, 0.99), wilson(30, 100, 0.9)
    assert wide[0] < narrow[0] < 0.3 < narrow[1] < wide[1]


@pytest.mark.parametrize(
    ("freedom", "confidence", "value"),
    [(4, 0.95, 2.776), (9, 0.95, 2.262), (29, 0.95, 2.045), (99, 0.95, 1.984), (10, 0.99, 3.169), (30, 0.9, 1.697)],
)
def test_the_quantile_of_student(freedom: int, confidence: float, value: float) -> None:
    assert student(freedom, confidence) == pytest.approx(value, abs=2e-3)


@pytest.mark.parametrize(
    ("z", "terms"),
    [(1, (1 / 2, 1 / 4, 1 / 16, -528 / 92160)), (2, (5 / 2, 49 / 16, 183 / 64, 169950 / 92160))],
)
def test_the_series_of_the_quantile_of_student(z: int, terms: tuple[float, ...]) -> None:
    """Each term worked out by hand; M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 26.7.5."""
    confidence = 2 * NormalDist().cdf(z) - 1
    assert student(1, confidence) == pytest.approx(z + sum(terms), abs=1e-7)
    assert student(2, confidence) == pytest.approx(
        z + sum(term / 2**power for power, term in enumerate(terms, 1)), abs=1e-7
    )


def test_the_interval_of_a_mean() -> None:
    """The interval of Student's data is in every textbook: 0.70 to 2.46."""
    sleep = moments(SLEEP)
    low, high = sleep.interval()
    assert (round(sleep.mean, 2), round(low, 2), round(high, 2)) == (1.58, 0.70, 2.46)
    assert moments([1, 2]).interval() == (float("-inf"), float("inf"))
    assert moments([0.1] * 6).interval() == (pytest.approx(0.1), pytest.approx(0.1))


def moments(numbers: Iterable[float]) -> Moments:
    made = Moments()
    for number in numbers:
        made.add(number)
    return made


HOLM = {
    (0.01, 0.04, 0.03, 0.005): [True, False, False, True],  # against 0.0125, 0.0167, 0.025: the example of every text
    (0.04,): [True],
    (0.04, 0.04): [False, False],
    (0.02, 0.04): [True, True],
    (): [],
}


@pytest.mark.parametrize("chances", HOLM)
def test_many_findings_together(chances: tuple[float, ...]) -> None:
    assert holm(chances) == HOLM[chances]


def test_how_often_chance_lies_so_far_off() -> None:
    assert (round(chance_of(1.96), 3), round(chance_of(-2.576), 3), chance_of(0)) == (0.05, 0.01, 1)


def test_quantiles_are_numbers_that_came_up() -> None:
    numbers = Counter([40, 10, 20, 30])
    assert quantiles(numbers, (0.05, 0.25, 0.26, 0.5, 0.75, 0.95, 1.0)) == [
        10, 10, 20, 20, 30, 40, 40,
    ]  # fmt: skip


def test_a_spread() -> None:
    numbers = [Random(n).randrange(-50, 300) for n in range(500)]
    spread = Spread.of(numbers)
    assert (spread.mean, spread.deviation) == (pytest.approx(mean(numbers)), pytest.approx(stdev(numbers)))
    for share, value in ((0.05, spread.p5), (0.5, spread.median), (0.95, spread.p95)):
        assert sum(number <= value for number in numbers) >= share * 500 > sum(number < value for number in numbers)
    assert (spread.low, spread.high) == (min(numbers), max(numbers))
    assert Spread.of([7]).deviation == 0


def test_a_histogram_counts_everything_once() -> None:
    assert histogram(Counter([1, 1, 2, 4])) == (Bar(1, 1, 2), Bar(2, 2, 1), Bar(3, 3, 0), Bar(4, 4, 1))
    numbers = sorted(Random(n).randrange(-70, 1000) for n in range(300))
    bars = histogram(Counter(numbers))
    assert len(bars) <= 20
    assert {bar.high - bar.low for bar in bars} == {99}
    assert [bar.count for bar in bars] == [sum(bar.low <= number <= bar.high for number in numbers) for bar in bars]
    assert sum(bar.count for bar in bars) == 300
