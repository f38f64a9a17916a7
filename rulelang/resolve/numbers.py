"""Between which bounds a number lies, as far as the text tells.

Comes in: the bounds of the parts.  Goes out: the bounds of the whole, as a `NumberSort`. Nothing here is proved
about the moment of play: where the bounds are too wide, the machine watches.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rulelang.resolve.model.sorts import HIGHEST, LOWEST, NumberSort


def bounded(values: Iterable[int], *, maybe: bool = False) -> NumberSort:
    """From the least to the greatest of these, kept inside what a number can be."""
    known = [min(max(value, LOWEST), HIGHEST) for value in values]
    return NumberSort(min(known), max(known), maybe=maybe) if known else NumberSort(maybe=maybe)


def arithmetic(operator: Literal["+", "-", "*"], left: NumberSort, right: NumberSort) -> NumberSort:
    """The bounds of a sum, a difference or a product."""
    match operator:
        case "+":
            corners = [left.low + right.low, left.high + right.high]
        case "-":
            corners = [left.low - right.high, left.high - right.low]
        case "*":
            corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return _open(bounded(corners), left, right)


def divide(left: NumberSort, right: NumberSort, rounding: Literal["up", "down"]) -> NumberSort:
    """The bounds of a quotient: dividing by a whole number never makes a number larger."""
    if right.low > 0:
        corners = [(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
        quotients = [a // b if rounding == "down" else -(-a // b) for a, b in corners]
        return _open(bounded(quotients), left, right)
    size = max(abs(left.low), abs(left.high))
    return _open(bounded([-size, size]), left, right)


def negate(value: NumberSort) -> NumberSort:
    """The bounds of `-value`."""
    return bounded([-value.low, -value.high])


def total(value: NumberSort, most: int) -> NumberSort:
    """The bounds of a sum of up to `most` such values."""
    return _open(bounded([min(0, value.low * most), max(0, value.high * most)]), value, value)


def is_plain(sort: NumberSort) -> bool:
    """Whether nothing is known of the number."""
    return sort.low == LOWEST and sort.high == HIGHEST


def apart(one: NumberSort, other: NumberSort) -> bool:
    """Whether no number lies within the bounds of both."""
    return one.high < other.low or other.high < one.low


def _open(result: NumberSort, *parts: NumberSort) -> NumberSort:
    """Of a sum with a number of which nothing is known, nothing is known."""
    return NumberSort() if any(is_plain(part) for part in parts) else result
