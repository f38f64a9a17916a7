"""Seeds, streams and bounded draws, as docs/design/ir.md fixes them ("Chance").

Comes in: a seed, or the two cells of a stream in a state.  Goes out: start states and numbers.  Which stream
a draw belongs to is the compiler's decision; asking the player instead of the generator is left to the
engines.

PCG-XSH-RR 64/32 is M. O'Neill's; the bounded draw is D. Lemire's multiply and shift with rejection.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from operator import index
from typing import overload

from interpreter.machine.layout import FIRST_STREAM, bot_cell

MULTIPLIER = 6364136223846793005
INCREMENTS = {"deal": 2 * 0xDEA1 + 1, "dice": 2 * 0xD1CE + 1, "bots": 2 * 0xB075 + 1}
_DEAL, _DICE, _BOTS = INCREMENTS.values()
_NAMES = {stream: f"rulelang-seed-1/{stream}/".encode() for stream in INCREMENTS}
_WORD = 0xFFFFFFFF
_LONG = 0xFFFFFFFFFFFFFFFF
_SIGN = 0x80000000


def starts(players: int, seed: int | str) -> list[int]:
    """The states of all streams before their first draws, in their order: deal, dice, the bot in each seat."""
    text = seed_text(seed).encode(errors="surrogatepass")
    words = [(_NAMES["deal"] + text, _DEAL), (_NAMES["dice"] + text, _DICE)]
    words += [(b"%b%b/%d" % (_NAMES["bots"], text, seat), _BOTS) for seat in range(players)]
    read = int.from_bytes
    return [read(sha256(word).digest()[:8], "little") * MULTIPLIER + increment & _LONG for word, increment in words]


def seed_of(seed: str, number: int) -> str:
    """The seed of game `number`, counted from 0, of a run with this seed; `rulec play --seed` takes it too."""
    return f"{seed}/{number}"


class Seeds(Sequence[str]):
    """The seeds of games of a run with these numbers, one after the other, made when they are asked for."""

    def __init__(self, seed: str, numbers: range) -> None:
        self.seed, self.numbers = seed, numbers

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        if isinstance(place, slice):
            return [seed_of(self.seed, number) for number in self.numbers[place]]
        return seed_of(self.seed, self.numbers[place])


def messages(players: int, seed: str) -> list[tuple[bytes, bytes, int]]:
    """What is hashed for each stream of a game of a run, before and behind the number of the game, and the stream's
    increment; the order is that of `starts`.
    """
    text = seed_of(seed, 0)[:-1].encode(errors="surrogatepass")
    found = [(_NAMES[stream] + text, b"", INCREMENTS[stream]) for stream in ("deal", "dice")]
    return found + [(_NAMES["bots"] + text, b"/%d" % seat, _BOTS) for seat in range(players)]


def seed_text(seed: int | str) -> str:
    """A seed as text, an integer of any sort as its decimal digits.  TypeError for anything else, also yes and no."""
    if isinstance(seed, str):
        return seed
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise TypeError(f"a seed is a whole number or a text, not {type(seed).__name__}")
    return str(index(seed))


def start(stream: str, seed: int | str) -> int:
    """The state of a stream before its first draw.  An integer is read as its decimal digits."""
    digest = sha256(b"%b%b" % (_NAMES[stream], str(seed).encode(errors="surrogatepass"))).digest()
    return int.from_bytes(digest[:8], "little") * MULTIPLIER + INCREMENTS[stream] & _LONG


def seed_streams(state: list[int], players: int, seed: int | str) -> None:
    """Sets all streams of a state."""
    for number, now in enumerate(starts(players, seed)):
        _store(state, FIRST_STREAM + 2 * number, now)


def bot_draw(state: list[int], seat: int, bound: int) -> int:
    """A draw of the bot in a seat, as `below`."""
    return below(state, bot_cell(seat), INCREMENTS["bots"], bound)


def below(state: list[int], cell: int, increment: int, bound: int) -> int:
    """A number from 0 to bound - 1, each equally likely; moves the stream on.  Below 1 nothing is drawn."""
    if bound <= 1:
        return 0
    now = (state[cell] & _WORD) | (state[cell + 1] & _WORD) << 32
    low, product = -1, 0
    threshold = bound
    while low < threshold:
        word = ((now >> 18) ^ now) >> 27 & _WORD
        turn = now >> 59
        number = (word >> turn | word << (32 - turn)) & _WORD
        now = (now * MULTIPLIER + increment) & _LONG
        product = number * bound
        low = product & _WORD
        if threshold == bound and low < bound:
            threshold = 0x100000000 % bound
    _store(state, cell, now)
    return product >> 32


def _store(state: list[int], cell: int, now: int) -> None:
    """Two words as signed 32-bit integers, the low one first."""
    state[cell] = ((now & _WORD) ^ _SIGN) - _SIGN
    state[cell + 1] = ((now >> 32) ^ _SIGN) - _SIGN
