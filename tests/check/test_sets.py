"""Counting sets of which some look alike."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from rulelang.check.setup.sets import different


@pytest.mark.parametrize("copies", [[1, 1, 1, 1], [3, 2], [4, 1, 2], [2, 2, 2], []])
def test_against_all_sets(copies: list[int]) -> None:
    cards = [look for look, number in enumerate(copies) for _ in range(number)]
    for size, number in enumerate(different(copies, len(cards))):
        assert number == len({tuple(sorted(Counter(some).items())) for some in combinations(cards, size)})


def test_different_cards_are_combinations() -> None:
    assert different([1] * 11, 5) == [comb(11, size) for size in range(6)]
