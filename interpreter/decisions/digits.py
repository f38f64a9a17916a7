"""Numbers that people write: choices, seats, seeds.

Comes in: a text of any length.  Goes out: the number, or None.  Digits of every alphabet count, as on a keyboard
for Japanese; signs that only look like digits (`²`) do not.
"""

from __future__ import annotations

import re

_NUMBER = re.compile(r"-?\d{1,1000}")


def number(text: str) -> int | None:
    """Up to a thousand digits; more are no number but a text like any other."""
    return int(text) if _NUMBER.fullmatch(text) else None
