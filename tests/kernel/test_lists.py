"""Runs of cells: looking for, sorting, turning round, holding."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.interpreter.programs import market, tiny
from tests.kernel.conftest import fault_of


def test_index_of_looks_only_in_the_run(kernel_of: Any) -> None:
    kernel = kernel_of(tiny((0,)))
    cells = [7, 8, 9, 8, 7]
    assert kernel("index_of", cells, 1, 3, 8) == 0
    assert kernel("index_of", cells, 2, 3, 7) == 2
    assert kernel("index_of", cells, 1, 3, 7) == 3, "nowhere"
    assert kernel("index_of", cells, 0, 0, 7) == 0


def test_once_keeps_the_first(kernel_of: Any) -> None:
    cells = [3, 1, 3, 2, 1, 9]
    assert kernel_of(tiny((0,)))("once", cells, 5) == 3
    assert cells[:3] == [3, 1, 2]
    assert cells[5] == 9


@pytest.mark.parametrize("run", [*permutations((-2, 0, 5)), (4, 4, 1)])
def test_sort_and_reverse_leave_what_lies_around(kernel_of: Any, run: tuple[int, ...]) -> None:
    kernel = kernel_of(tiny((0,)))
    cells = [100, *run, -100]
    kernel("sort", cells, 1, 3)
    assert cells == [100, *sorted(run), -100]
    kernel("reverse", cells, 1, 3)
    assert cells == [100, *sorted(run, reverse=True), -100]
    kernel("reverse", cells, 1, 2)
    kernel("reverse", cells, 1, 0)
    assert cells[1:3] == sorted(run, reverse=True)[1::-1]


def test_sort_by_keys_is_stable_and_takes_the_first_key_first(kernel_of: Any) -> None:
    members, keys = [10, 11, 12, 13], [2, 1, 1, 9, 2, 0, 1, 9]
    kernel_of(tiny((0,)))("sort_by_keys", members, keys, 4, 2)
    assert members == [11, 13, 12, 10]


@pytest.mark.parametrize("many", [0, 1, 8, 9, 10, 11, 40, 121, 20_000])
def test_long_runs_are_sorted_as_python_sorts_them(kernel_of: Any, many: int) -> None:
    """The longest would take minutes if each were held against each."""
    kernel = kernel_of(tiny((0,)))
    run = [(many - at) * 7919 % (many // 2 + 1) for at in range(many)]
    cells = [100, *run, -100]
    kernel("sort", cells, 1, many)
    assert cells == [100, *sorted(run), -100]
    members, keys = list(range(many)), [part for value in run for part in (value // 3, -value)]
    kernel("sort_by_keys", members, keys, many, 2)
    assert members == sorted(range(many), key=lambda at: (run[at] // 3, -run[at]))


@pytest.mark.parametrize(
    ("chosen", "low", "high", "expected"),
    [([1, 3], 1, 2, 1), ([3, 1], 2, 2, 1), ([1], 2, 3, 0), ([1, 2, 3], 1, 2, 0), ([1, 1], 1, 2, 0), ([1, 5], 1, 2, 0)],
)
def test_is_set(kernel_of: Any, chosen: list[int], low: int, high: int, expected: int) -> None:
    assert kernel_of(tiny((0,)))("is_set", chosen, len(chosen), [1, 2, 3], 3, low, high) == expected


def test_hold_clears_what_is_left(kernel_of: Any) -> None:
    kernel = kernel_of(market())
    cell = kernel.layout.frames[5]
    kernel("hold", cell, 3, [7, 8, 9], 3)
    kernel("hold", cell, 3, [4], 1)
    assert kernel.state[cell : cell + 4] == [1, 4, 0, 0]
    assert fault_of(kernel, "hold", cell, 3, [1, 2, 3, 4], 4) == "too_many"
