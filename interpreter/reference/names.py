"""Python names for the variables of a program.

Comes in: names as authors and compiler wrote them.  Goes out: identifiers, unique in their function, that nothing else
in the generated text uses.
"""

from __future__ import annotations

import builtins
import keyword
import re

TAKEN = frozenset((*keyword.kwlist, *keyword.softkwlist, *dir(builtins)))


class Names:
    """The names of one function: the same text always gives the same identifier, two texts never do."""

    def __init__(self, reserved: frozenset[str]) -> None:
        self._used = set(reserved | TAKEN)
        self._given: dict[str, str] = {}

    def __getitem__(self, text: str) -> str:
        if text not in self._given:
            word = re.sub(r"\W+", "_", text).strip("_")
            word = word if word and not word[0].isdigit() else f"v_{word}"
            while word in self._used:
                word += "_"
            self._used.add(word)
            self._given[text] = word
        return self._given[text]


def note(text: str) -> str:
    """The text as it may stand in a comment: one line."""
    return " ".join(text.split())
