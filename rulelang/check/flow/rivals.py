"""Two hooks `instead of` one step that could both apply.

Proved: two conditions exclude each other, as far as can be seen from how they are written: one is the negation of the
other, or both speak of the same value and no value fits both; parts joined with `and` and `or` are compared one by
one.  Reported: an earlier hook and a later one that are not proved to exclude each other, if the later one never says
`as usual`, so that the earlier one would be passed over in silence.  Not looked at: what a `define` stands for.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import inf

from rulelang.check.calls import Calls
from rulelang.check.flow.hooks import always_covers, carried_out, goes_down
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model import expressions as x
from rulelang.resolve.model.program import HookDecl, Program, StepDecl

_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def rivals(program: Program, calls: Calls) -> Iterator[Diagnostic]:
    done = carried_out(calls)
    for declared in program.steps.values():
        if declared.name in done:
            yield from _rivals_of(declared)


def _rivals_of(declared: StepDecl) -> Iterator[Diagnostic]:
    covering = [number for number, hook in enumerate(declared.instead) if always_covers(hook)]
    shown = declared.instead[covering[-1] :] if covering else declared.instead
    for earlier, later in combinations(shown, 2):
        if not goes_down(later) and not _exclude(earlier, later):
            label = Label(earlier.span, "then this is not done")
            yield diagnostic("RL0517", later.span, labels=[label], name=declared.name)


def _exclude(one: HookDecl, two: HookDecl) -> bool:
    return one.when is not None and two.when is not None and exclusive(one.when, two.when)


def exclusive(one: x.Expr, two: x.Expr) -> bool:
    """Whether it is proved that two conditions never hold together."""
    one, two = _plain(one), _plain(two)
    for first, second in ((one, two), (two, one)):
        if isinstance(first, x.Or):
            return all(exclusive(part, second) for part in first.parts)
    for first, second in ((one, two), (two, one)):
        if isinstance(first, x.And):
            return any(exclusive(part, second) for part in first.parts)
    if _plain(x.Not(one, sort=one.sort, span=one.span)) == two:
        return True
    (of, low, high), (other, least, most) = _stretch(one), _stretch(two)
    return of is not None and of == other and (high < least or most < low)


def _plain(condition: x.Expr) -> x.Expr:
    """The same with `not` only where nothing can be done about it."""
    if not isinstance(condition, x.Not):
        return condition
    inner = condition.value
    match inner:
        case x.Not(value=value):
            return _plain(value)
        case x.And(parts=parts):
            return x.Or(tuple(_not(part) for part in parts), sort=inner.sort, span=inner.span)
        case x.Or(parts=parts):
            return x.And(tuple(_not(part) for part in parts), sort=inner.sort, span=inner.span)
        case x.Compare(operator=operator, left=left, right=right):
            return x.Compare(_OPPOSITE[operator], left, right, sort=inner.sort, span=inner.span)  # type: ignore[arg-type]
        case _:
            return condition


def _not(condition: x.Expr) -> x.Expr:
    return x.Not(condition, sort=condition.sort, span=condition.span)


def _stretch(condition: x.Expr) -> tuple[x.Expr | None, float, float]:
    """What a condition compares with a number, a member or a flag, and the lowest and highest value that fits."""
    match condition:
        case x.Equal(left=of, right=x.Constant(value=value)) | x.Equal(left=x.Constant(value=value), right=of):
            return of, value, value
        case x.Compare(operator=operator, left=of, right=x.Constant(value=value)):
            return of, *_fitting(operator, value)
        case x.Compare(operator=operator, left=x.Constant(value=value), right=of):
            return of, *_fitting(_TURNED[operator], value)
        case _:
            return None, -inf, inf


def _fitting(operator: str, value: int) -> tuple[float, float]:
    low = value + (operator == ">") if operator in (">", ">=") else -inf
    high = value - (operator == "<") if operator in ("<", "<=") else inf
    return low, high
