"""Python names for the things of a program.

Comes in: names as authors and compiler wrote them.  Goes out: identifiers, unique in their scope, that
neither Python nor the functions of `runtime` use.  Nothing here knows what the names stand for.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

TAKEN = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | frozenset(dir(builtins)) | {"S", "R"}


class Scope:
    """The names of one function: the same text always gives the same identifier, two texts never do."""

    def __init__(self, reserved: frozenset[str] = frozenset()) -> None:
        self._reserved = reserved
        self._taken: set[str] = set()
        self._names: dict[str, str] = {}

    def __getitem__(self, text: str) -> str:
        if text not in self._names:
            self._names[text] = self.fresh(text)
        return self._names[text]

    @contextmanager
    def same(self, texts: Iterable[str], name: str) -> Iterator[None]:
        """For a while all these texts are other names for what `name` stands for."""
        before = dict(self._names)
        self._names |= dict.fromkeys(texts, name)
        try:
            yield
        finally:
            for text in texts:
                del self._names[text]
                if text in before:
                    self._names[text] = before[text]

    def inner(self) -> Scope:
        """Names for something else that stands in the midst of this: none of them is ever used by both."""
        other = Scope(self._reserved)
        other._taken = self._taken
        return other

    def stands_for(self, text: str, name: str) -> None:
        """From now on this text is what something is written as already."""
        self._names[text] = name

    def keep(self, name: str) -> None:
        """This identifier is used for something else."""
        self._taken.add(name)

    def fresh(self, text: str) -> str:
        """A new identifier that reads like `text`."""
        stem = identifier(text)
        name, number = stem, 1
        while name in self._taken or name in self._reserved or name in TAKEN:
            number += 1
            name = f"{stem}_{number}"
        self._taken.add(name)
        return name


def identifier(text: str) -> str:
    """The text as one word of letters, digits and underscores."""
    word = re.sub(r"\W+", "_", text).strip("_")
    return word if word and not word[0].isdigit() else f"v_{word}"


def note(text: str) -> str:
    """The text as it may stand in a comment: one line."""
    return " ".join(text.split())
