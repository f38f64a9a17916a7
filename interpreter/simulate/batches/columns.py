"""Columns of numbers.

Comes in: nothing.  Goes out: what they are called, how they are counted.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


def tally(numbers: Numbers) -> Counter[int]:
    """How often each number came up."""
    values, counts = np.unique(numbers, return_counts=True)
    return Counter(dict(zip(values.tolist(), counts.tolist(), strict=True)))
