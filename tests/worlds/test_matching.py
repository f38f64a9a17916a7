"""Every way to put cards into spots is equally likely, whatever fits where."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from interpreter.worlds import matching
from interpreter.worlds.matching import Matching, Unfit
from tests.worlds.games import far_off

SPOTS = st.lists(st.frozensets(st.integers(0, 4), min_size=1), min_size=5, max_size=5)


def ways(spots: list[frozenset[int]]) -> list[tuple[int, ...]]:
    return [way for way in permutations(range(5)) if all(card in fits for card, fits in zip(way, spots, strict=True))]


@given(SPOTS)
@settings(max_examples=60, derandomize=True, deadline=None)
def test_every_way_is_equally_likely(spots: list[frozenset[int]]) -> None:
    found = ways(spots)
    if not found:
        with pytest.raises(Unfit):
            Matching(spots)
        return
    drawn, chance = Matching(spots), Random(1)
    counts = Counter(tuple(drawn.draw(chance)) for _ in range(60 * len(found)))
    assert far_off(counts, dict.fromkeys(found, 1)) < 5


@given(SPOTS)
@settings(max_examples=60, derandomize=True, deadline=None)
def test_every_way_comes_up_where_ways_are_too_many_to_count(spots: list[frozenset[int]]) -> None:
    found = ways(spots)
    assume(found)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(matching, "COUNTED", 0)
        drawn, chance = Matching(spots), Random(1)
        assert {tuple(drawn.draw(chance)) for _ in range(200 * len(found))} == set(found)


def test_a_large_hand_of_half_known_cards_takes_no_time() -> None:
    chance = Random(3)
    cards = range(60)
    spots = [frozenset(card for card in cards if chance.random() < 0.6 or card == at) for at in cards]
    way = Matching(spots).draw(chance)
    assert sorted(way) == list(cards)
    assert all(card in fits for card, fits in zip(way, spots, strict=True))
