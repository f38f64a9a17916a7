"""Between which numbers a value lies, and what keeps it there.

Comes in: expressions of the checked program.  Goes out: whether a result may leave 32 bits, and a `Within` around
what may be none or lie outside where a key, a card or a player is needed (ruling: anything but `is` on none is a
fault).
"""

from __future__ import annotations

from rulelang.ir.lower.displays import Bounds, bounds, is_maybe
from rulelang.ir.lower.draft import Draft
from rulelang.ir.model.expressions import Const, Expr, Within
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model.sorts import HIGHEST, LOWEST, Sort


def interval(draft: Draft, node: ex.Expr) -> Bounds:
    """The lowest and the highest number that an expression can give; a result beyond 32 bits is not cut off."""
    match node:
        case ex.Constant(value=value):
            return value, value
        case ex.PlayerCount():
            return draft.players, draft.players
        case ex.Arithmetic(operator=operator, left=left, right=right):
            return _combined(operator, clipped(draft, left), clipped(draft, right))
        case ex.Negate(value=value):
            low, high = clipped(draft, value)
            return -high, -low
        case _:
            return bounds(draft, node.sort)


def clipped(draft: Draft, node: ex.Expr) -> Bounds:
    """The same for a value that has come about: it lies within 32 bits, else there was a fault."""
    low, high = interval(draft, node)
    return max(low, LOWEST), min(high, HIGHEST)


def _combined(operator: str, left: Bounds, right: Bounds) -> Bounds:
    if operator == "+":
        return left[0] + right[0], left[1] + right[1]
    if operator == "-":
        return left[0] - right[1], left[1] - right[0]
    corners = [a * b for a in left for b in right]
    return min(corners), max(corners)


def leaves_32_bits(found: Bounds) -> bool:
    """Whether a result between these may be too large or too small to be kept."""
    return found[0] < LOWEST or found[1] > HIGHEST


def may_be_none(node: ex.Expr) -> bool:
    """Whether an expression may give none."""
    if isinstance(node, ex.SlotCard | ex.EndCard):
        return True
    return is_maybe(node.sort) or (isinstance(node, ex.Selected) and node.word != "the")


def kept_within(draft: Draft, node: ex.Expr, value: Expr, sort: Sort, rule: int) -> Expr:
    """`value`, or a fault if it is none or outside of what `sort` allows."""
    low, high = bounds(draft, sort)
    if may_be_none(node):
        draft.used(rule, low, high, node)
    if isinstance(value, Const):
        return value if low <= value.value <= high else Within(value, low, high, rule)
    found = interval(draft, node)
    inside = sort == node.sort or (low <= found[0] and found[1] <= high)
    if inside and not may_be_none(node):
        return value
    return Within(value, max(low, LOWEST) if may_be_none(node) else low, high, rule)
