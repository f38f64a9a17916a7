"""Compiled objects kept on disk, so that a game that has not changed need not be compiled again.

Comes in: a program and how to make the object.  Goes out: the object.  Where it lies, and whether it can be trusted, is
left to `rulelang.kept`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from rulelang import kept
from rulelang.ir.model.program import Program

FOLDER = "native"
MOST_FILES = 200
"""Beyond so many objects the oldest are thrown away."""

Compiled = tuple[bytes, tuple[str, ...]]
"""An object file, and the messages of the program's own faults."""


def cached_object(program: Program, settings: str, make: Callable[[str], Compiled]) -> Compiled:
    """From the disk if it is there and whole, else from `make`, which gets the name under which it is kept; `settings`
    says all else that it depends on.
    """
    name = _name(program, settings)
    found = kept.fetch(name)
    if found is not None:
        written, _, code = found.partition(b"\n")
        return code, tuple(json.loads(written))
    code, messages = make(name)
    kept.keep(name, heading(messages) + code, MOST_FILES)
    return code, messages


def heading(messages: tuple[str, ...]) -> bytes:
    """What stands before the code."""
    return json.dumps(messages).encode() + b"\n"


def is_kept(program: Program, settings: str) -> bool:
    """Whether it is on the disk; it may yet turn out to be damaged."""
    return kept.is_kept(_name(program, settings))


def _name(program: Program, settings: str) -> str:
    key = sha256(f"{_writers()}\n{settings}\n{program!r}".encode()).hexdigest()
    return f"{FOLDER}/{key}.o.bin"


@cache
def _writers() -> str:
    """A digest of everything that takes part in writing."""
    machine = Path(__file__).resolve().parents[2]
    folders = ("native", "kernel", "machine", "minds")
    files = sorted(
        file for folder in folders for kind in ("py", "ll") for file in (machine / folder).rglob(f"*.{kind}")
    )
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
