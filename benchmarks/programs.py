"""The hand-written C programs, compiled for the machine at hand.

Comes in: the name of a program in `benchmarks/c`.  Goes out: a function that plays games.  Nothing stays on the disk.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).parent / "c"
MOST_SUMS = 8
PlayMany = Callable[[int], tuple[int, ...]]


def compiler() -> str | None:
    """The machine's C compiler, none if it has none."""
    return next((found for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)


@cache
def program(name: str, *flags: str) -> PlayMany:
    """Plays so many games; gives all decisions, then a sum for each player.  RuntimeError without compiler.

    `flags`: by default -O2.
    """
    command = compiler()
    if command is None:
        raise RuntimeError("there is no C compiler here")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / f"{name}.so"
        source = SOURCES / f"{name}.c"
        subprocess.run([command, *(flags or ("-O2",)), "-Wall", "-shared", "-fPIC", "-o", library, source], check=True)
        play = ctypes.CDLL(str(library)).play
    play.argtypes = [ctypes.c_uint64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)]
    play.restype = None
    seeds = iter(range(1, 1_000_000_000))

    def play_many(games: int) -> tuple[int, ...]:
        sums = (ctypes.c_int64 * MOST_SUMS)()
        play(next(seeds), games, sums)
        return tuple(sums)

    return play_many
