"""Spans of values: the lowest and the highest that something may be, and how they are calculated with.

Everything is rounded outwards.  `NEVER` stands where there is no value at all.
"""

from __future__ import annotations

from typing import TypeAlias

from rulelang.ir.model.expressions import NONE

Span: TypeAlias = tuple[int, int]
LOW, HIGH = -(2**31), 2**31 - 1
ANY: Span = (LOW, HIGH)
FLAG: Span = (0, 1)
NEVER = None
Found: TypeAlias = Span | None
FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def hull(one: Span, other: Span) -> Span:
    return min(one[0], other[0]), max(one[1], other[1])


def either(one: Found, other: Found) -> Found:
    if one is None or other is None:
        return other if one is None else one
    return hull(one, other)


def meet(one: Span, other: Span) -> Found:
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else NEVER


def is_none(value: Found) -> bool:
    return value in ((NONE, NONE), (LOW, LOW))


def narrowed(operator: str, value: Span, other: Span) -> Found:
    """What is left of a value that stands in this relation to another."""
    low, high = value
    match operator:
        case "==":
            return meet(value, other)
        case "!=" if other[0] == other[1]:
            return meet(value, (low + (low == other[0]), high - (high == other[0])))
        case "<":
            return meet(value, (LOW, other[1] - 1))
        case "<=":
            return meet(value, (LOW, other[1]))
        case ">":
            return meet(value, (other[0] + 1, HIGH))
        case ">=":
            return meet(value, (other[0], HIGH))
        case _:
            return value


def truth(value: Found) -> Found:
    if value is None:
        return NEVER
    return (0, 0) if value == (0, 0) else FLAG if value[0] <= 0 <= value[1] else (1, 1)


def unary(operator: str, value: Found) -> Found:
    if value is None:
        return NEVER
    if operator == "neg":
        return max(LOW, -value[1]), min(HIGH, -value[0])
    holds = truth(value)
    return (1, 1) if holds == (0, 0) else (0, 0) if holds == (1, 1) else FLAG


def compared(operator: str, left: Span, right: Span) -> Span:
    may = narrowed(operator, left, right) is not None and narrowed(FLIPPED[operator], right, left) is not None
    opposite = OPPOSITE[operator]
    may_not = narrowed(opposite, left, right) is not None and narrowed(FLIPPED[opposite], right, left) is not None
    return (0 if may_not else 1, 1 if may else 0)


def calculated(operator: str, left: Span, right: Span) -> Span:
    if operator == "+":
        found = left[0] + right[0], left[1] + right[1]
    elif operator == "-":
        found = left[0] - right[1], left[1] - right[0]
    elif operator == "*":
        corners = [a * b for a in left for b in right]
        found = min(corners), max(corners)
    elif right[0] == right[1] and right[0] > 0:
        found = _divided(operator, left, right[0])
    else:
        return ANY
    return found if found[0] >= LOW and found[1] <= HIGH else ANY


def _divided(operator: str, value: Span, by: int) -> Span:
    match operator:
        case "//":
            return value[0] // by, value[1] // by
        case "/^":
            return -(-value[0] // by), -(-value[1] // by)
        case _:
            return (0, by - 1) if value[0] // by != value[1] // by else (value[0] % by, value[1] % by)
