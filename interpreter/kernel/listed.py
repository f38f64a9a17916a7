"""Places kept by number whose cards are written one after the other, the lowest first.

`packed` has the same functions for places with a bit for each card; a program is compiled with one of the two.
"""

from __future__ import annotations

from interpreter.kernel.lists import index_of
from interpreter.kernel.words import CARDS, SIZE, Cells, S, copy


def insert(place: int, card: int) -> None:
    """Into its place among the others; the size stays as it is."""
    first = CARDS[place]
    index = first + S[SIZE[place]]
    while index > first and S[index - 1] > card:
        S[index] = S[index - 1]
        index -= 1
    S[index] = card


def remove(place: int, card: int) -> None:
    """Takes a card out; the size stays as it is."""
    cards = CARDS[place]
    last = S[SIZE[place]] - 1
    if S[cards + last] != card:
        index = index_of(S, cards, last, card)
        copy(S, cards + index, S, cards + index + 1, last - index)
    S[cards + last] = 0


def has(place: int, card: int) -> int:
    """Whether a card lies there."""
    return index_of(S, CARDS[place], S[SIZE[place]], card) < S[SIZE[place]]


def member(place: int, index: int) -> int:
    """The card at an index, which there is."""
    return S[CARDS[place] + index]


def rank(place: int, card: int) -> int:
    """The index of a card that lies there."""
    return index_of(S, CARDS[place], S[SIZE[place]], card)


def members(place: int, into: Cells) -> None:
    """Copies all cards, the lowest first."""
    copy(into, 0, S, CARDS[place], S[SIZE[place]])


def join(place: int, target: int) -> None:
    """All cards to those of another place, which may hold them; the sizes stay as they are."""
    at = 0
    many = S[SIZE[target]]
    while at < S[SIZE[place]]:
        insert(target, S[CARDS[place] + at])
        S[SIZE[target]] += 1
        at += 1
    S[SIZE[target]] = many
    clear(place)


def clear(place: int) -> None:
    """Takes all cards out; the size stays as it is."""
    at = CARDS[place]
    end = at + S[SIZE[place]]
    while at < end:
        S[at] = 0
        at += 1
