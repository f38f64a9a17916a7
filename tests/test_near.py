"""Guesses at the word that was meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.diagnostics import did_you_mean
from rulelang.near import distance


@pytest.mark.parametrize(
    ("word", "candidates", "guess"),
    [
        ("strater", ["stone", "starter"], "starter"),  # two letters swapped
        ("Hand", ["hands", "hand"], "hand"),  # only the capital is wrong
        ("hnad", ["hats", "hand"], "hand"),
        ("discrad_pile", ["discard_pile"], "discard_pile"),
        ("dekc", ["card", "deck"], "deck"),
        ("colour", ["colours", "coloured"], "colours"),  # the nearest
        ("bids", ["bidn", "bidm"], "bidn"),  # the first of equals
        ("hand", ["hand"], None),  # the word itself is no guess
        ("deck", ["hand"], None),
        ("ab", ["xy", "cd"], None),
        ("x", ["y"], None),
        ("opponents", ["components"], "components"),
        ("opponent", ["componentry"], None),
        ("anything", [], None),
    ],
)
def test_did_you_mean(word: str, candidates: list[str], guess: str | None) -> None:
    assert did_you_mean(word, candidates) == guess


WORDS = st.text("abc", max_size=6)


@given(WORDS, WORDS)
def test_distance_is_the_same_both_ways_and_zero_only_for_the_same_word(a: str, b: str) -> None:
    assert distance(a, b, 9) == distance(b, a, 9)
    assert (distance(a, b, 9) == 0) == (a == b)


@given(WORDS, WORDS, st.integers(0, 5))
def test_the_limit_cuts_the_distance_and_nothing_else(a: str, b: str, limit: int) -> None:
    assert distance(a, b, limit) == min(distance(a, b, 9), limit + 1)
