"""Bounds of numbers: each is the least and the greatest of all that can come about, tried one by one."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import combinations_with_replacement, product
from math import ceil, floor

import pytest

from rulelang.resolve.model.sorts import HIGHEST, LOWEST, NumberSort
from rulelang.resolve.numbers import apart, arithmetic, bounded, divide, is_plain, negate, total

STRETCHES = list(combinations_with_replacement((-3, -1, 0, 2, 5), 2))
OPERATORS: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def extremes(found: list[int]) -> NumberSort:
    return NumberSort(min(found), max(found))


def every(low: int, high: int) -> range:
    return range(low, high + 1)


@pytest.mark.parametrize("sign", OPERATORS)
def test_arithmetic(sign: str) -> None:
    for left, right in product(STRETCHES, repeat=2):
        found = [OPERATORS[sign](a, b) for a, b in product(every(*left), every(*right))]
        assert arithmetic(sign, NumberSort(*left), NumberSort(*right)) == extremes(found)  # type: ignore[arg-type]


@pytest.mark.parametrize(("rounding", "rounded"), [("down", floor), ("up", ceil)])
def test_division_by_what_is_above_nothing(rounding: str, rounded: Callable[[float], int]) -> None:
    for left, right in product(STRETCHES, [(1, 1), (1, 3), (2, 4)]):
        found = [rounded(a / b) for a, b in product(every(*left), every(*right))]
        assert divide(NumberSort(*left), NumberSort(*right), rounding) == extremes(found)  # type: ignore[arg-type]


def test_division_by_anything_makes_no_number_larger() -> None:
    assert divide(NumberSort(-3, 7), NumberSort(-2, 2), "down") == NumberSort(-7, 7)
    assert divide(NumberSort(-9, 7), NumberSort(0, 2), "up") == NumberSort(-9, 9)


def test_the_other_sign_and_sums_of_several() -> None:
    assert negate(NumberSort(-2, 7)) == NumberSort(-7, 2)
    assert total(NumberSort(2, 5), 3) == NumberSort(0, 15)
    assert total(NumberSort(-2, 5), 3) == NumberSort(-6, 15)
    assert total(NumberSort(-5, -2), 3) == NumberSort(-15, 0)


def test_what_is_kept_inside_what_a_number_can_be() -> None:
    assert bounded([4, -1, 2]) == NumberSort(-1, 4)
    assert bounded([]) == NumberSort()
    assert bounded([], maybe=True).maybe
    assert bounded([3], maybe=True) == NumberSort(3, 3, maybe=True)
    assert bounded([LOWEST - 5, HIGHEST + 5]) == NumberSort(LOWEST, HIGHEST)


def test_of_what_nothing_is_known_nothing_comes_to_be_known() -> None:
    plain, some = NumberSort(), NumberSort(1, 2)
    assert [is_plain(each) for each in (plain, some, NumberSort(0), NumberSort(high=0))] == [True, False, False, False]
    assert arithmetic("-", plain, some) == arithmetic("*", some, plain) == divide(plain, some, "up") == plain
    assert total(plain, 0) == plain


APART = {((0, 2), (3, 4)): True, ((0, 3), (3, 4)): False, ((5, 6), (3, 4)): True, ((4, 6), (3, 4)): False}


@pytest.mark.parametrize(("one", "other"), APART)
def test_apart(one: tuple[int, int], other: tuple[int, int]) -> None:
    assert apart(NumberSort(*one), NumberSort(*other)) is APART[one, other]
