"""Columns of numbers.

Comes in: nothing.  Goes out: what they are called, how they are counted.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

WIDE = 1 << 16
"""Numbers that lie further from each other are sorted to be counted."""


def tally(numbers: Numbers) -> Counter[int]:
    """How often each number came up."""
    if not len(numbers):
        return Counter()
    least, most = int(numbers.min()), int(numbers.max())
    if most - least > WIDE:
        values, counts = np.unique(numbers, return_counts=True)
        return Counter(dict(zip(values.tolist(), counts.tolist(), strict=True)))
    counts = np.bincount(numbers - least)
    return Counter({least + place: int(counts[place]) for place in np.flatnonzero(counts).tolist()})
