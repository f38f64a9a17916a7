"""Whether a table has a row for every key, and only one.

Comes in: for each row the keys that it fits.  Goes out: messages about gaps, overlaps and rows that are never
reached. Of a `number` without bounds only the gaps between the rows are asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from rulelang.diagnostics import Label
from rulelang.resolve.model.sorts import HIGHEST, LOWEST, NumberSort
from rulelang.resolve.names import Names
from rulelang.resolve.reports import Reports
from rulelang.resolve.tables.key_cells import Key, KeySort, bounds_of, written
from rulelang.source import Span
from rulelang.syntax import model as ast

MOST = 50_000
"""Larger tables are not looked through: it would take longer than an author waits."""


def check(
    table: ast.Name,
    rows: Sequence[Sequence[Key]],
    spans: Sequence[Span],
    sorts: Sequence[KeySort],
    names: Names,
    reports: Reports,
) -> None:
    """Report the first gap and each row that repeats what another one says."""
    axes = [list(_stretches(i, rows, sort, names)) for i, sort in enumerate(sorts)]
    size = 1
    for axis in axes:
        size *= len(axis)
    if size * len(rows) > MOST:
        return
    first: dict[tuple[int, ...], int] = {}
    gap = None
    overlaps: dict[int, int] = {}
    for point in product(*axes):
        fitting = [i for i, keys in enumerate(rows) if any(_fits(point, key) for key in keys)]
        if not fitting:
            gap = gap or point
            continue
        first[point] = fitting[0]
        for later in fitting[1:]:
            overlaps.setdefault(later, fitting[0])
    _report_overlaps(overlaps, set(first.values()), spans, reports)
    if gap is not None:
        text = ", ".join(written(key, sort, names) for key, sort in zip(gap, sorts, strict=True))
        reports.diagnostic("RL0409", table.span, name=table.text, key=text)


def _stretches(index: int, rows: Sequence[Sequence[Key]], sort: KeySort, names: Names) -> Iterator[int]:
    """One key for each stretch of keys that all rows treat alike."""
    low, high = bounds_of(sort, names)
    starts = {bounds[0] for row in rows for bounds in (key[index] for key in row)}
    ends = {bounds[1] for row in rows for bounds in (key[index] for key in row)}
    if isinstance(sort, NumberSort) and sort.low == LOWEST:
        low = min(starts)
    if isinstance(sort, NumberSort) and sort.high == HIGHEST:
        high = max(ends)
    yield from sorted({low, *starts, *(end + 1 for end in ends if end < high)})


def _fits(point: tuple[int, ...], key: Key) -> bool:
    return all(low <= value <= high for value, (low, high) in zip(point, key, strict=True))


def _report_overlaps(overlaps: dict[int, int], reached: set[int], spans: Sequence[Span], reports: Reports) -> None:
    """A row that another one covers in part, or wholly."""
    for later, earlier in overlaps.items():
        labels = [Label(spans[earlier], "the other row")]
        if later in reached:
            reports.diagnostic("RL0410", spans[later], labels=labels)
        else:
            reports.diagnostic("RL0411", spans[later], labels=labels)
