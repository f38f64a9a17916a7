"""Compiled objects kept on disk, so that a game that has not changed need not be compiled again.

Comes in: a key and how to make the bytes.  Goes out: the bytes.  A cache that is missing, damaged, someone else's or
not writable changes nothing but the time it takes.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_dir

from rulelang.ir.model.program import Program

FORMAT = "rulelang native 1"
MOST_FILES = 200
"""Beyond so many objects the oldest are thrown away."""

Compiled = tuple[bytes, tuple[str, ...]]
"""An object file, and the messages of the program's own faults."""


def cached_object(program: Program, settings: str, make: Callable[[], Compiled]) -> Compiled:
    """From the disk if it is there and whole, else from `make`; `settings` says all else that it depends on."""
    path, key = _place(program, settings)
    found = _read(path, key)
    if found is None:
        found = make()
        _store(path, key, found)
    return found


def is_kept(program: Program, settings: str) -> bool:
    """Whether it is on the disk; it may yet turn out to be damaged."""
    return _place(program, settings)[0].exists()


def _place(program: Program, settings: str) -> tuple[Path, str]:
    key = sha256(f"{FORMAT}\n{_writers()}\n{settings}\n{program!r}".encode()).hexdigest()
    return folder() / f"{key[:40]}.o.bin", key


def folder() -> Path:
    """Where the objects lie."""
    return Path(user_cache_dir("rulelang", appauthor=False)) / "native"


@cache
def _writers() -> str:
    """A digest of everything that takes part in writing."""
    here = Path(__file__).resolve().parent
    beside = ["layout.py", "lifetimes.py", "generator.py", "opening.py"]
    kernel = (here.parent / "kernel").glob("*.py")
    files = sorted([*here.rglob("*.py"), *kernel, *(here.parent / name for name in beside)])
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def _head(key: str, body: bytes) -> bytes:
    return f"{FORMAT} {key} {sha256(body).hexdigest()}\n".encode()


def _read(path: Path, key: str) -> Compiled | None:
    try:
        head, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if head + b"\n" != _head(key, body):
        return None
    messages, _, compiled = body.partition(b"\n")
    return compiled, tuple(json.loads(messages))


def _store(path: Path, key: str, found: Compiled) -> None:
    """Writes the whole file beside the old one and then changes them over; gives up silently."""
    body = json.dumps(found[1]).encode() + b"\n" + found[0]
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_head(key, body) + body)
            os.replace(name, path)
        except OSError:
            os.unlink(name)
        _thin_out(path.parent)


def _thin_out(where: Path) -> None:
    objects = sorted(where.glob("*.o.bin"), key=lambda path: path.stat().st_mtime)
    for path in objects[:-MOST_FILES]:
        path.unlink()
