"""Names that look like others: letters of two scripts in one word.

Comes in: all declared names.  Goes out: a warning for each name that mixes scripts, since a Cyrillic `а` looks like a Latin `a`
and is another letter.
"""

from __future__ import annotations

import unicodedata

from rulelang.resolve.laid import Laid
from rulelang.resolve.reports import Reports

LOOK_ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")


def check(laid: Laid, reports: Reports) -> None:
    """Warn of every declared name with letters of two scripts."""
    for (_, name), (span, _) in laid.declared.items():
        found = scripts(name)
        if len(found) > 1:
            reports.diagnostic("RL0232", span, name=name, scripts=" and ".join(found))


def scripts(word: str) -> list[str]:
    """The scripts, among those with letters that look alike, that a word takes letters from."""
    if word.isascii():
        return []
    first = [unicodedata.name(letter, "").split(" ")[0] for letter in word if letter.isalpha()]
    return [script.capitalize() for script in LOOK_ALIKE if script in first]
