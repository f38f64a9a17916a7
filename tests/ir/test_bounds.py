"""Between which numbers a result lies, and where a fault is looked for because of it."""

from __future__ import annotations

import pytest

from rulelang.ir.lower.bounds import _combined, leaves_32_bits
from rulelang.resolve.model.sorts import HIGHEST, LOWEST
from tests.ir.conftest import Lower

COMBINED: dict[str, tuple[str, tuple[int, int], tuple[int, int], tuple[int, int]]] = {
    "a sum": ("+", (1, 4), (10, 20), (11, 24)),
    "a sum below nothing": ("+", (-4, -1), (1, 2), (-3, 1)),
    "a difference: the least takes the most away": ("-", (1, 4), (10, 20), (-19, -6)),
    "a difference of a stretch and itself": ("-", (0, 9), (0, 9), (-9, 9)),
    "a difference below nothing": ("-", (-5, -2), (-3, 7), (-12, 1)),
    "a product": ("*", (2, 3), (4, 5), (8, 15)),
    "a product of two signs": ("*", (-2, 3), (-5, 4), (-15, 12)),
    "a product below nothing": ("*", (-3, -2), (4, 5), (-15, -8)),
}


@pytest.mark.parametrize("name", COMBINED)
def test_combined(name: str) -> None:
    operator, left, right, found = COMBINED[name]
    assert _combined(operator, left, right) == found


@pytest.mark.parametrize(
    ("low", "high", "leaves"),
    [(LOWEST, HIGHEST, False), (LOWEST - 1, 0, True), (0, HIGHEST + 1, True), (0, 0, False)],
)
def test_what_can_be_kept(low: int, high: int, leaves: bool) -> None:
    assert leaves_32_bits((low, high)) is leaves


PLACES = "\nstate:\n    small: 0 to 214748\n    larger: 0 to 214749\n    below: -214749 to 0\n"
PLAY = "\nplay: add 1 to rounds\n"
SUMS = {"small": False, "larger": True, "below": True, "larger - larger": True, "small - small": False}


@pytest.mark.parametrize("text", SUMS)
def test_a_sum_names_a_rule_where_ten_thousand_of_them_leave_32_bits(lower: Lower, text: str) -> None:
    found = lower(f"{PLACES}define total = sum of ({text}) for chip in line{PLAY}")
    [function] = [each for each in found.program.functions if each.name == "total"]
    assert (getattr(function.value, "rule", None) is not None) is SUMS[text]


KEPT = {
    "3": None,
    "few": None,
    "few - 1": None,
    "few - 2": "(few - 2 within 1..4)",
    "few + 1": None,
    "few + 2": "(few + 2 within 1..4)",
    "rounds": "(rounds within 1..4)",
    "perhaps": "(perhaps within 1..4)",
    "line.first.worth": "Chip.worth[(at(line, 0) within 0..8)]",
}  # fmt: skip


@pytest.mark.parametrize("key", KEPT)
def test_what_is_kept_within_what_a_key_may_be(key: str, lower: Lower) -> None:
    more = PLACES + "    few: 2 to 3\n    perhaps: number or none\n    grid(n: 1 to 4): 0 to 9\n"
    found = lower(f"{more}to change: set grid({key}) to 3\nplay: change\n").part("procedure change").splitlines()[1]
    value = found.partition("[")[2].rpartition("]")[0]
    assert (value if "within" in value else None) == KEPT[key]
