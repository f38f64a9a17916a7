"""The streams of many games of one run, in machine code.

Comes in: `Seeds`.  Goes out: the start states of their streams, as `machine.generator.starts` gives them, eight times
as fast; for single games and long seeds that remains the way.
"""

from __future__ import annotations

import ctypes
from array import array
from functools import cache
from hashlib import sha256
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.machine.generator import MULTIPLIER, Seeds, messages
from interpreter.native.drive.cache import FOLDER, MOST_FILES
from interpreter.native.drive.compile import Loaded, object_of, processor
from interpreter.native.emit.writer import filled, signed
from rulelang import kept

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLOCK, LONGEST, LANES = 64, 55, 8
"""Bytes of a block, and of a message that fits into one; so many are hashed at a time."""
WORTH_IT = 200


def many_starts(players: int, seeds: Seeds) -> array[int] | None:
    """Two cells for each stream of each game, game by game; none where it is not worth it."""
    if len(seeds) < WORTH_IT:
        return None
    import numpy as np

    of_streams = []
    for before, after, increment in messages(players, seeds.seed):
        hashed = _hashed(before, after, seeds.numbers)
        if hashed is None:
            return None
        of_streams.append(hashed * np.uint64(MULTIPLIER) + np.uint64(increment))
    cells = array("i")
    cells.frombytes(np.ascontiguousarray(np.stack(of_streams, axis=1)).astype("<u8").tobytes())
    return cells


def _hashed(before: bytes, after: bytes, numbers: range) -> NDArray[np.uint64] | None:
    """Of messages with a number in the middle what a generator begins with."""
    import numpy as np

    wide = -(-len(numbers) // LANES) * LANES
    blocks = np.zeros((wide, BLOCK), dtype=np.uint8)
    first = 0
    while first < len(numbers):
        digits = len(str(numbers[first]))
        last = min(len(numbers), first + 10**digits - numbers[first])
        text = before + b"0" * digits + after
        if len(text) > LONGEST:
            return None
        block = text + b"\x80"
        block = block.ljust(BLOCK - 8, b"\0") + (8 * len(text)).to_bytes(8, "big")
        blocks[first:last] = np.frombuffer(block, dtype=np.uint8)
        left = np.arange(numbers[first], numbers[first] + last - first)
        for place in range(len(before) + digits - 1, len(before) - 1, -1):
            left, digit = np.divmod(left, 10)
            blocks[first:last, place] += digit.astype(np.uint8)
        first = last
    words = np.ascontiguousarray(blocks.view(">u4").T).astype(np.uint32)
    found = np.empty((2, wide), dtype=np.uint32)
    _code().digests(words.ctypes.data, wide, found.ctypes.data)
    low, high = found[:, : len(numbers)].astype(np.uint64)
    made: NDArray[np.uint64] = low | high << np.uint64(32)
    return made


class _Code:
    """The compiled function."""

    def __init__(self) -> None:
        text = filled(Path(__file__).parents[1].joinpath("emit", "digests.ll").read_text("utf-8"), _constants())
        name = f"{FOLDER}/{sha256(f'{processor()} {text}'.encode()).hexdigest()}.o.bin"
        code = kept.fetch(name)
        if code is None:
            code = object_of(text, "full")
            kept.keep(name, code, MOST_FILES)
        self._loaded = Loaded(code)
        shape = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
        self.digests = shape(self._loaded.address("digests"))


_code = cache(_Code)


def _constants() -> dict[str, str]:
    """The constants of FIPS 180-4: 32 bits behind the point of cube roots and square roots of the first primes."""
    primes = [number for number in range(2, 312) if all(number % less for less in range(2, isqrt(number) + 1))]
    cubes = [signed(_root(prime << 96, 3) & 0xFFFFFFFF, 32) for prime in primes]
    squares = [signed(isqrt(prime << 64) & 0xFFFFFFFF, 32) for prime in primes[:8]]
    begin = [f"  %{name}.0 = call <8 x i32> @all(i32 {word})" for name, word in zip("abcdefgh", squares, strict=True)]
    return {"K": ", ".join(f"i32 {word}" for word in cubes), "BEGIN": "\n".join(begin)}


def _root(number: int, power: int) -> int:
    """The greatest integer whose power is at most this number."""
    low, high = 0, 1 << number.bit_length() // power + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**power <= number else (low, middle)
    return low
