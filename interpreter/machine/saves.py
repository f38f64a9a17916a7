"""Saved states: bytes and back.

Comes in: the list of integers of a state, and what is pending where it rests at chance; or bytes.  Goes
out: bytes, or the same numbers, or `UnreadableSave`.  What the numbers mean is left to `layout`.

The bytes, all numbers little-endian: `rlstate` and a zero byte · format (16 bits) · 1 if chance is
explicit, else 0 (16 bits) · digest of the program (16 bytes) · how many cells (32 bits) · the cells (32
bits each, signed) · how many numbers are pending (32 bits) · these (32 bits each, signed) · the first 8
bytes of SHA-256 of all that comes before.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from interpreter.machine.engine import Picks
from interpreter.machine.errors import UnreadableSave
from rulelang.nodes import frozen

MAGIC = b"rlstate\0"
FORMAT = 1
DIGEST = 16
_CHECK = 8
_HEAD = struct.Struct(f"<8sHH{DIGEST}sI")
_COUNT = struct.Struct("<I")


class Pending(NamedTuple):
    """What was being done when chance had to decide: a choice, or the beginning of the game, and what has
    come up since
    """

    begins: bool
    offer: int
    picks: Picks
    script: tuple[int, ...]


@frozen
class Saved:
    """What the bytes of a state hold"""

    explicit: bool
    cells: list[int]
    pending: Pending | None


def write(digest: bytes, cells: Sequence[int], explicit: bool, pending: Pending | None) -> bytes:
    """The bytes of a state; equal states have equal bytes."""
    numbers = _numbers(pending) if pending else []
    body = (
        _HEAD.pack(MAGIC, FORMAT, int(explicit), digest, len(cells))
        + _packed(cells)
        + _COUNT.pack(len(numbers))
        + _packed(numbers)
    )
    return body + sha256(body).digest()[:_CHECK]


def read(digest: bytes, size: int, data: bytes) -> Saved:
    """The numbers in bytes of a program with this digest and so many cells; UnreadableSave says what is
    wrong.
    """
    if not MAGIC.startswith(data[: len(MAGIC)]) or not data:
        raise UnreadableSave("this is no saved game")
    if len(data) < _HEAD.size + _COUNT.size + _CHECK:
        raise UnreadableSave("the saved game is cut off")
    _, version, explicit, made_by, cells = _HEAD.unpack_from(data)
    if version != FORMAT:
        raise UnreadableSave(f"the saved game has format {version}, this machine reads format {FORMAT}")
    if made_by != digest:
        raise UnreadableSave("the saved game belongs to other rules, or other options, or another number of players")
    if cells != size or explicit > 1:
        raise UnreadableSave("the saved game is damaged")
    at = _HEAD.size + 4 * cells
    if len(data) < at + _COUNT.size + _CHECK:
        raise UnreadableSave("the saved game is cut off")
    (count,) = _COUNT.unpack_from(data, at)
    end = at + _COUNT.size + 4 * count
    if len(data) != end + _CHECK:
        raise UnreadableSave(
            "the saved game is cut off" if len(data) < end + _CHECK else "the saved game has too much at its end"
        )
    if sha256(data[:end]).digest()[:_CHECK] != data[end:]:
        raise UnreadableSave("the saved game is damaged")
    return Saved(bool(explicit), _unpacked(data[_HEAD.size : at]), _pending(_unpacked(data[at + _COUNT.size : end])))


def _numbers(pending: Pending) -> list[int]:
    """begins, offer, how many picks, for each pick -1 and a number or how many cards and the cards, the
    script.
    """
    numbers = [int(pending.begins), pending.offer, len(pending.picks)]
    for pick in pending.picks:
        numbers += [len(pick), *pick] if isinstance(pick, tuple) else [-1, pick]
    return numbers + list(pending.script)


def _pending(numbers: list[int]) -> Pending | None:
    if not numbers:
        return None
    rest = iter(numbers)
    try:
        begins, offer, picks = bool(next(rest)), next(rest), []
        for _ in range(next(rest)):
            size = next(rest)
            picks.append(next(rest) if size < 0 else tuple([next(rest) for _ in range(size)]))
    except StopIteration:
        raise UnreadableSave("the saved game is damaged") from None
    return Pending(begins, offer, tuple(picks), tuple(rest))


def _packed(numbers: Sequence[int]) -> bytes:
    packed = array("i", numbers)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def _unpacked(data: bytes) -> list[int]:
    packed = array("i", data)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tolist()
