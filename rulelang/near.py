"""Guess the word that was meant.

Comes in: a word that means nothing and the words that would.  Goes out: the nearest of them, or None if none is near: a
wrong guess costs an author more than no guess; or all that look like it, where somebody may choose again.
"""

from __future__ import annotations

from collections.abc import Iterable

FURTHEST = 2
MOST = 3


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """The nearest candidate: the same word with other capitals, else one within a third of its length."""
    others = [c for c in dict.fromkeys(candidates) if c != word]
    folded = word.casefold()
    for candidate in others:
        if candidate.casefold() == folded:
            return candidate
    limit = min(FURTHEST, (len(word) + 1) // 3)
    near = [(d, i) for i, c in enumerate(others) if (d := distance(folded, c.casefold(), limit)) <= limit]
    return others[min(near)[1]] if near else None


def nearest(word: str, candidates: Iterable[str], most: int = MOST) -> list[str]:
    """The candidates that look like the word, the likest first."""
    from difflib import get_close_matches  # takes a while to import, and few words are misspelt

    return get_close_matches(word, list(candidates), n=most, cutoff=0.5)


def near_it(word: str, candidates: Iterable[str]) -> str:
    """The same behind a message: `; near it: riches`, or nothing."""
    near = nearest(word, candidates)
    return f"; near it: {', '.join(near)}" if near else ""


def one_form(name: str) -> str:
    """The same for a kind and the variables that are named after it: `NewLaw` and `new_law`."""
    return name.casefold().replace("_", "")


def distance(a: str, b: str, limit: int) -> int:
    """How many letters must be added, taken away, changed or swapped; `limit + 1` if more than that.

    The optimal string alignment distance, row by row, given up as soon as a row is beyond the limit.
    """
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)
