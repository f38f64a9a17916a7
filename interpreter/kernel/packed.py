"""Places kept by number with a bit for each card that may lie there.

`listed` has the same functions for places whose cards are written one after the other.
"""

from __future__ import annotations

from interpreter.kernel.words import BASE, CARDS, CHECKED, RANGE, ROOM, Cells, S, fault, lowest, nth, ones


def insert(place: int, card: int) -> None:
    """Sets its bit; the size stays as it is."""
    at = card - BASE[place]
    if CHECKED and (at < 0 or at >= ROOM[place] * 32):
        fault(RANGE, 0, card)
    S[CARDS[place] + (at >> 5)] |= 1 << (at & 31)


def remove(place: int, card: int) -> None:
    """Takes a card out; the size stays as it is."""
    at = card - BASE[place]
    S[CARDS[place] + (at >> 5)] &= ~(1 << (at & 31))


def has(place: int, card: int) -> int:
    """Whether a card lies there."""
    at = card - BASE[place]
    if at < 0 or at >= ROOM[place] * 32:
        return 0
    return (S[CARDS[place] + (at >> 5)] >> (at & 31)) & 1


def member(place: int, index: int) -> int:
    """The card at an index, which there is."""
    word = CARDS[place]
    bits = S[word]
    here = ones(bits)
    while index >= here:
        index -= here
        word += 1
        bits = S[word]
        here = ones(bits)
    return BASE[place] + (word - CARDS[place]) * 32 + nth(bits, index)


def rank(place: int, card: int) -> int:
    """The index of a card that lies there."""
    at = card - BASE[place]
    word = CARDS[place]
    end = word + (at >> 5)
    before = 0
    while word < end:
        before += ones(S[word])
        word += 1
    return before + ones(S[word] & ((1 << (at & 31)) - 1))


def members(place: int, into: Cells) -> None:
    """Writes all cards, the lowest first."""
    many = 0
    word = 0
    base = BASE[place]
    while word < ROOM[place]:
        bits = S[CARDS[place] + word]
        while bits:
            into[many] = base + lowest(bits)
            many += 1
            bits &= bits - 1
        base += 32
        word += 1


def join(place: int, target: int) -> None:
    """All cards to those of another place, which may hold them; the sizes stay as they are."""
    word = 0
    while word < ROOM[place]:
        bits = S[CARDS[place] + word]
        if bits:
            S[CARDS[target] + word + ((BASE[place] - BASE[target]) >> 5)] |= bits
            S[CARDS[place] + word] = 0
        word += 1


def clear(place: int) -> None:
    """Takes all cards out; the size stays as it is."""
    at = CARDS[place]
    end = at + ROOM[place]
    while at < end:
        S[at] = 0
        at += 1
