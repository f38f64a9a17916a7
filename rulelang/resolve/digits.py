"""Numbers in the words of a text: cells, values of options, columns of cards.

Comes in: a word.  Goes out: the number that it shows, or None.  Only the ten digits that the grammar knows are digits
here too (`²` and `２` are not), and a number that the machine cannot hold is none: nothing else reads a number.
"""

from __future__ import annotations

import re

from rulelang.resolve.model.sorts import HIGHEST, LOWEST

INTEGER = re.compile(r"-?[0-9]+")
_MOST_DIGITS = len(str(HIGHEST))
WHAT = f"a number from {LOWEST} to {HIGHEST}"
"""What a word with too many digits should have been."""


def number(word: str) -> int | None:
    """`12`, `-3`; `007` is 7."""
    if not INTEGER.fullmatch(word) or len(word.lstrip("-0")) > _MOST_DIGITS:
        return None
    value = int(word.lstrip("-0") or "0") * (-1 if word.startswith("-") else 1)
    return value if LOWEST <= value <= HIGHEST else None
