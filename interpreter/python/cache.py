"""Generated text kept on disk, so that a game that has not changed need not be written again.

Comes in: a program and how to write its text.  Goes out: the text.  Only text is kept, never compiled code.
A cache that is missing, damaged, someone else's or not writable changes nothing but the time it takes.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_dir

from rulelang.ir.model.program import Program

FORMAT = "rulelang python 1"
MOST_FILES = 200
"""Beyond so many texts the oldest are thrown away."""


def cached_text(program: Program, sort: str, write: Callable[[], str]) -> str:
    """One sort of text of a program: from the disk if it is there and whole, else from `write`."""
    key = key_of(program, sort)
    path = folder() / f"{key[:40]}.py.txt"
    text = _read(path, key)
    if text is None:
        text = write()
        _store(path, key, text)
    return text


def folder() -> Path:
    """Where the texts lie."""
    return Path(user_cache_dir("rulelang", appauthor=False)) / "python"


def key_of(program: Program, sort: str) -> str:
    """Changes with anything in the program and with anything in the code that writes the text."""
    return sha256(f"{FORMAT}\n{_writers()}\n{sort}\n{program!r}".encode()).hexdigest()


@cache
def _writers() -> str:
    """A digest of everything that takes part in writing."""
    here = Path(__file__).resolve().parent
    files = sorted([*here.glob("*.py"), *(here.parent / name for name in ("layout.py", "lifetimes.py", "opening.py"))])
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def _read(path: Path, key: str) -> str | None:
    try:
        head, _, text = path.read_text("utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return text if head == _head(key, text) else None


def _head(key: str, text: str) -> str:
    return f"# {FORMAT} {key} {sha256(text.encode()).hexdigest()}"


def _store(path: Path, key: str, text: str) -> None:
    """Writes the whole file beside the old one and then changes them over; gives up silently."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(f"{_head(key, text)}\n{text}")
            os.replace(name, path)
        except OSError:
            os.unlink(name)
        _thin_out(path.parent)


def _thin_out(where: Path) -> None:
    texts = sorted(where.glob("*.py.txt"), key=lambda path: path.stat().st_mtime)
    for path in texts[:-MOST_FILES]:
        path.unlink()
